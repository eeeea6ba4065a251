import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const approvalConstraints = {
  approvals_once: {
    kind: 'conflict',
    code: 'approval.waiting',
    message: 'This already waits for a decision.',
  },
} as const satisfies ConstraintErrors;
