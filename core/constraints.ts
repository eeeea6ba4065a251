import { accountingConstraints } from './accounting/schema-constraints.ts';
import { billingConstraints } from './billing/schema-constraints.ts';
import { customerConstraints } from './customers/schema-constraints.ts';
import { identityConstraints } from './identity/schema-constraints.ts';
import type { ConstraintErrors } from './kernel/errors.ts';

/** Error texts of the constraints of all modules. */
export const constraints: ConstraintErrors = {
  ...identityConstraints,
  ...accountingConstraints,
  ...customerConstraints,
  ...billingConstraints,
};
