import type { ConstraintError, ConstraintErrors } from '../kernel/errors.ts';

/** Also used by other modules whose records refer to the customer. */
export const customerInUse: ConstraintError = {
  kind: 'conflict',
  code: 'customer.inUse',
  message:
    'Failed to delete customer. Customer may have active billing records or support tickets.',
};

/** Error texts of the constraints of this module's tables. */
export const customerConstraints = {
  customers_customer_id: {
    kind: 'conflict',
    code: 'customer.idTaken',
    message: 'This customer ID is already in use.',
    field: 'customerId',
  },
  customers_in_ledger: customerInUse,
  customers_node: {
    kind: 'conflict',
    code: 'customer.nodeGone',
    message: 'The network node was deleted in the meantime. Choose another one.',
    field: 'nodeId',
  },
} as const satisfies ConstraintErrors;
