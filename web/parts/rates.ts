import { isIsoDate } from '@nimule/core/kernel/dates';
import { type Cents, formatSsp } from '@nimule/core/kernel/money';
import { rateOn } from '@nimule/core/rates/rules';
import type { RatePurpose } from '@nimule/core/rates/schema';
import { useRead } from '../client/use-read.ts';
import { today } from '../ui/today.ts';

export const ratePurposeLabels: Record<RatePurpose, string> = {
  standard: 'Standard',
  voucher: 'Voucher bundles',
};

/** '1 USD = 400 SSP' (seeds/000 2). */
export function formatRate(rate: Cents): string {
  return `1 USD = ${formatSsp(rate).replace('SSP ', '')} SSP`;
}

/** Standard rate on a day; today's rate if the date is invalid or empty. `when` false: none, for roles without rates. */
export function useRateOn(day: string, when = true): Cents | undefined {
  const rates = useRead('listRates', undefined, { when });
  return rates.data && rateOn(rates.data.rows, 'standard', isIsoDate(day) ? day : today());
}
