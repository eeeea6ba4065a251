import type { ConstraintErrors } from '../kernel/errors.ts';

/** Texts of the constraints of this module's tables. */
export const identityConstraints = {
  users_username_key: {
    kind: 'conflict',
    code: 'user.usernameTaken',
    message: 'This username is already taken.',
    field: 'username',
  },
  users_email_key: {
    kind: 'conflict',
    code: 'user.emailTaken',
    message: 'This e-mail address already belongs to another user.',
    field: 'email',
  },
  users_full_name_active: {
    kind: 'conflict',
    code: 'user.fullNameTaken',
    message:
      'Another active user has this full name. Add a middle name or an initial, so that the two can be told apart.',
    field: 'fullName',
  },
  saved_views_name: {
    kind: 'conflict',
    code: 'view.nameTaken',
    message: 'You have a view with this name already.',
    field: 'name',
  },
  second_factors_credential: {
    kind: 'conflict',
    code: 'factor.passkeyTaken',
    message: 'This passkey was added already.',
  },
} as const satisfies ConstraintErrors;
