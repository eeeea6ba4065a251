import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const procurementConstraints = {
  suppliers_number: {
    kind: 'conflict',
    code: 'supplier.codeTaken',
    message: 'This supplier code is already in use.',
    field: 'supplierCode',
  },
  suppliers_name: {
    kind: 'conflict',
    code: 'supplier.nameTaken',
    message: 'A supplier with this name already exists.',
    field: 'name',
  },
  requisitions_number: {
    kind: 'conflict',
    code: 'requisition.numberTaken',
    message: 'This requisition number is already in use.',
  },
  purchase_orders_number: {
    kind: 'conflict',
    code: 'purchaseOrder.numberTaken',
    message: 'This order number is already in use. Try again.',
  },
  purchase_orders_of_requisition: {
    kind: 'conflict',
    code: 'requisition.ordered',
    message: 'This requisition already has a purchase order.',
    field: 'requisitionId',
  },
  purchase_order_lines_received: {
    kind: 'rule',
    code: 'purchaseOrder.received',
    message: 'More would be received than was ordered, or less than nothing.',
  },
  purchase_order_lines_billed: {
    kind: 'rule',
    code: 'purchaseOrder.billed',
    message: 'More would be billed than was received.',
  },
  goods_receipts_number: {
    kind: 'conflict',
    code: 'goodsReceipt.numberTaken',
    message: 'This receipt number is already in use.',
  },
} as const satisfies ConstraintErrors;
