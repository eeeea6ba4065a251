import type { ConstraintError, ConstraintErrors } from '../kernel/errors.ts';

/** Also told where a record of another module refers to the customer. */
export const customerInUse: ConstraintError = {
  kind: 'conflict',
  code: 'customer.inUse',
  message:
    'Failed to delete customer. Customer may have active billing records or support tickets.',
};

/** Texts of the constraints of this module's tables. */
export const customerConstraints = {
  customers_customer_id: {
    kind: 'conflict',
    code: 'customer.idTaken',
    message: 'This customer ID is already in use.',
    field: 'customerId',
  },
  customers_in_ledger: customerInUse,
} as const satisfies ConstraintErrors;
