import type { ConstraintError, ConstraintErrors } from '../kernel/errors.ts';

/** Of customers whose equipment is or was lent or sold to them. */
const customerHasEquipment: ConstraintError = {
  kind: 'conflict',
  code: 'customer.hasEquipment',
  message:
    'Failed to delete customer. Equipment on loan or sold to the customer is recorded: take back what is on loan, and keep the customer as Inactive.',
};

/** Error texts of the constraints of equipment on loan. */
export const loanConstraints = {
  equipment_loans_number: {
    kind: 'conflict',
    code: 'loan.numberTaken',
    message: 'This number of a loan is already in use.',
  },
  equipment_loans_unit: {
    kind: 'conflict',
    code: 'loan.unitOut',
    message: 'The unit with this serial number is already on loan.',
    field: 'serial',
  },
  equipment_loans_customer: customerHasEquipment,
  equipment_units_customer_id_fkey: customerHasEquipment,
} as const satisfies ConstraintErrors;
