import { customerInUse } from '../customers/schema-constraints.ts';
import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of the tables of sales orders. */
export const salesConstraints = {
  sales_orders_number: {
    kind: 'conflict',
    code: 'salesOrder.numberTaken',
    message: 'This number of a sales order is already in use.',
  },
  sales_orders_customer: customerInUse,
} as const satisfies ConstraintErrors;
