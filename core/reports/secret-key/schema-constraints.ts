import type { ConstraintErrors } from '../../kernel/errors.ts';

/** Error texts of the key of secrets. */
export const secretKeyConstraints = {
  secret_key_fits: {
    kind: 'unavailable',
    code: 'secret.otherKey',
    message:
      'The secret key of this program is not the one of this database any more: nothing was saved. Have an administrator start it again with the right key; isp doctor names both.',
  },
} as const satisfies ConstraintErrors;
