import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const messagingConstraints = {
  message_templates_name: {
    kind: 'conflict',
    code: 'template.nameTaken',
    message: 'There is already a template with this name.',
    field: 'name',
  },
} as const satisfies ConstraintErrors;
