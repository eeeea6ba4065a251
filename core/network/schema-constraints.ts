import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const networkConstraints = {
  network_nodes_name: {
    kind: 'conflict',
    code: 'node.nameTaken',
    message: 'Another network node already has this name.',
    field: 'name',
  },
} as const satisfies ConstraintErrors;
