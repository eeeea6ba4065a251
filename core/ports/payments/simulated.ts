import type { PaymentsPort } from './types.ts';

/** seeds/002 8: simulated payment delay, 3 seconds. */
export const SIMULATED_DELAY_MS = 3_000;
/** This number refuses every payment, for tests and demonstrations. */
export const REFUSING_NUMBER = '+211900000001';
const REFUSED = 'The payer refused the payment.';

/**
 * Moves no money: a request counts as paid three seconds after it was sent (decisions 25 and 35). It keeps nothing, so that
 * every process of an installation answers alike.
 */
export function simulatedPayments(clock: () => Date): PaymentsPort {
  return {
    kind: 'simulated',
    currencies: ['SSP', 'USD'],
    collects: () => true,
    request: async () => ({ kind: 'accepted', heard: 'simulated: accepted' }),
    async look({ reference, phone, currency, amount, askedAt }) {
      if (clock().getTime() < askedAt.getTime() + SIMULATED_DELAY_MS)
        return { kind: 'pending', heard: 'simulated: pending' };
      if (phone === REFUSING_NUMBER)
        return { kind: 'failed', reason: REFUSED, heard: 'simulated: refused' };
      return {
        kind: 'paid',
        amount,
        currency,
        payer: phone,
        transactionId: `SIM-${reference}`,
        heard: 'simulated: paid, no money moved',
      };
    },
    verify: async () => {},
  };
}
