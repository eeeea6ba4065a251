import type { PaymentsPort } from './types.ts';

const REASON = 'Payments by mobile money are switched off.';

/** ISP_PAYMENTS=off: nothing can be asked for. Requests of earlier days stay as they are. */
export const noPayments: PaymentsPort = {
  kind: 'off',
  currencies: [],
  collects: () => false,
  request: async () => ({ kind: 'refused', reason: REASON, heard: '' }),
  look: async () => ({ kind: 'lost', reason: REASON, heard: '' }),
  verify: async () => {},
};
