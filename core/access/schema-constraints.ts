import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const accessConstraints = {
  access_accounts_username: {
    kind: 'conflict',
    code: 'accessAccount.usernameTaken',
    message: 'Another access account already has this user name.',
    field: 'username',
  },
  access_accounts_fixed_ip: {
    kind: 'conflict',
    code: 'accessAccount.addressTaken',
    message: 'Another access account already has this address.',
    field: 'fixedIp',
  },
  access_accounts_code: {
    kind: 'conflict',
    code: 'accessCode.taken',
    message: 'The code was drawn twice. Try again.',
  },
  radius_routers_name: {
    kind: 'conflict',
    code: 'router.nameTaken',
    message: 'Another router already has this name.',
    field: 'name',
  },
  radius_routers_address: {
    kind: 'conflict',
    code: 'router.addressTaken',
    message: 'Another router already sends from this address.',
    field: 'address',
  },
} as const satisfies ConstraintErrors;
