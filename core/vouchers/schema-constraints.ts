import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of this module's tables. */
export const voucherConstraints = {
  voucher_bundles_name: {
    kind: 'conflict',
    code: 'voucherBundle.taken',
    message: 'There is a bundle of this name.',
    field: 'name',
  },
  voucher_bundles_data: {
    kind: 'invalid',
    code: 'input.invalid',
    message: 'Enter the data in MB. Only an unlimited bundle has none.',
    field: 'dataAllowanceMB',
  },
} as const satisfies ConstraintErrors;
