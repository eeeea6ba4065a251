import { formatDate, type IsoDate } from '../kernel/dates.ts';
import { breaksRule } from '../kernel/errors.ts';
import { type Cents, sumToSsp } from '../kernel/money.ts';
import type { CurrencyRate, RatePurpose } from './schema.ts';

type DatedRate = Pick<CurrencyRate, 'id' | 'purpose' | 'rate' | 'validFrom'>;

/**
 * The rate in force on a day, undefined before the first: the newest valid one; of two for the same day the one
 * entered later. For rates already in memory; queries use `rateInForce`, and a test compares the two.
 */
export function rateOn(
  rates: readonly DatedRate[],
  purpose: RatePurpose,
  day: IsoDate,
): Cents | undefined {
  let newest: DatedRate | undefined;
  for (const rate of rates) {
    if (rate.purpose !== purpose || rate.validFrom > day) continue;
    if (!newest || isNewer(rate, newest)) newest = rate;
  }
  return newest?.rate;
}

function isNewer(rate: DatedRate, than: DatedRate): boolean {
  return rate.validFrom === than.validFrom ? rate.id > than.id : rate.validFrom > than.validFrom;
}

/**
 * Piastres that settle a debt in US cents today: at the standard rate of today, whatever the rate of its document was,
 * because pounds count at the rate of the day on which they are paid (decision 49). Everything that asks for money says
 * this; `poundsToday` is the same in SQL. Null for a sum that is too large to be exact.
 */
export function poundsToSettle(openUsd: Cents, todaysRate: Cents): Cents | null {
  return sumToSsp(openUsd, todaysRate);
}

/** What documents say of their amounts in pounds. */
export const POUNDS_COUNT = 'Pounds count at the rate of the day of payment.';

/** @throws AppError rule when no rate was in force on that date. */
export function knownRate(rate: Cents | null, on: IsoDate): Cents {
  return rate ?? breaksRule('rate.missing', `No exchange rate is known for ${formatDate(on)}.`);
}
