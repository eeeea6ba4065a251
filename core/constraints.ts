import { accountingConstraints } from './accounting/schema-constraints.ts';
import { billingConstraints } from './billing/schema-constraints.ts';
import { customerConstraints } from './customers/schema-constraints.ts';
import { identityConstraints } from './identity/schema-constraints.ts';
import type { ConstraintErrors } from './kernel/errors.ts';
import { messagingConstraints } from './messaging/schema-constraints.ts';

/** The texts of each module for the constraints of its tables. */
export const moduleConstraints: readonly ConstraintErrors[] = [
  identityConstraints,
  accountingConstraints,
  customerConstraints,
  billingConstraints,
  messagingConstraints,
];

export const constraints: ConstraintErrors = Object.assign({}, ...moduleConstraints);
