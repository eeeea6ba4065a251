import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's table. */
export const attachmentConstraints = {
  attachments_once: {
    kind: 'conflict',
    code: 'attachment.known',
    message: 'This file is already attached.',
    field: 'file',
  },
} as const satisfies ConstraintErrors;
