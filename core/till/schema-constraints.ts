import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const tillConstraints = {
  tills_open: {
    kind: 'conflict',
    code: 'till.alreadyOpen',
    message: 'Your till is already open.',
  },
  cash_movements_once: {
    kind: 'conflict',
    code: 'till.alreadyTaken',
    message: 'The cash of this document was already taken.',
  },
} as const satisfies ConstraintErrors;
