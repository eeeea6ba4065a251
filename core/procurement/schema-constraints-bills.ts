import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of bills and payments. */
export const billConstraints = {
  supplier_bills_once: {
    kind: 'conflict',
    code: 'supplierBill.numberTaken',
    message: 'A bill of this supplier with this number is already recorded.',
    field: 'supplierNumber',
  },
  supplier_bills_settled: {
    kind: 'rule',
    code: 'supplierBill.settled',
    message: 'More would be paid than the bill amounts to.',
  },
  supplier_bills_unpayable: {
    kind: 'rule',
    code: 'supplierBill.unpayable',
    message: 'Only a posted bill can be paid.',
  },
  supplier_payments_advance: {
    kind: 'rule',
    code: 'supplierPayment.advance',
    message: 'More would be allocated than was paid.',
  },
} as const satisfies ConstraintErrors;
