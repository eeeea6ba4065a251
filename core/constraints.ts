import { accountingConstraints } from './accounting/schema-constraints.ts';
import { approvalConstraints } from './approvals/schema-constraints.ts';
import { attachmentConstraints } from './attachments/schema-constraints.ts';
import { billingConstraints } from './billing/schema-constraints.ts';
import { customerConstraints } from './customers/schema-constraints.ts';
import { identityConstraints } from './identity/schema-constraints.ts';
import type { ConstraintErrors } from './kernel/errors.ts';
import { messagingConstraints } from './messaging/schema-constraints.ts';
import { networkConstraints } from './network/schema-constraints.ts';
import { procurementConstraints } from './procurement/schema-constraints.ts';
import { billConstraints } from './procurement/schema-constraints-bills.ts';
import { stockConstraints } from './stock/schema-constraints.ts';
import { supportConstraints } from './support/schema-constraints.ts';

/** The texts of each module for the constraints of its tables. */
export const moduleConstraints: readonly ConstraintErrors[] = [
  identityConstraints,
  accountingConstraints,
  networkConstraints,
  attachmentConstraints,
  approvalConstraints,
  stockConstraints,
  customerConstraints,
  billingConstraints,
  billConstraints,
  supportConstraints,
  procurementConstraints,
  messagingConstraints,
];

export const constraints: ConstraintErrors = Object.assign({}, ...moduleConstraints);
