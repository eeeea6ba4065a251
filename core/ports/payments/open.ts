import type { Config } from '../../config.ts';
import { momoPayments } from './momo.ts';
import { noPayments } from './off.ts';
import { simulatedPayments } from './simulated.ts';
import type { PaymentsPort } from './types.ts';

/** The configured way to collect mobile money (ISP_PAYMENTS). */
export function openPayments(
  { payments }: Pick<Config, 'payments'>,
  clock: () => Date,
): PaymentsPort {
  if (payments.driver === 'off') return noPayments;
  if (payments.driver === 'momo') return momoPayments({ ...payments.momo, clock });
  return simulatedPayments(clock);
}
