import { isIsoDate } from '@nimule/core/kernel/dates';
import { type Cents, formatSsp } from '@nimule/core/kernel/money';
import { rateOn } from '@nimule/core/rates/rules';
import type { RatePurpose } from '@nimule/core/rates/schema';
import { useRead } from '../client/use-read.ts';
import { today } from '../ui/today.ts';

/** The words of the purposes (decision 1). */
export const ratePurposeLabels: Record<RatePurpose, string> = {
  standard: 'Standard',
  voucher: 'Voucher bundles',
};

/** '1 USD = 400 SSP' (seeds/000 2). */
export function rateInWords(rate: Cents): string {
  return `1 USD = ${formatSsp(rate).replace('SSP ', '')} SSP`;
}

/** The standard rate of the day that stands in a date box, today's while it is empty. */
export function useRateOn(day: string): Cents | undefined {
  const rates = useRead('listRates');
  return rates.data && rateOn(rates.data.rows, 'standard', isIsoDate(day) ? day : today());
}
