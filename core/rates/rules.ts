import { formatDate, type IsoDate } from '../kernel/dates.ts';
import { breaksRule } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
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

/** @throws AppError rule when no rate was in force on that date. */
export function knownRate(rate: Cents | null, on: IsoDate): Cents {
  return rate ?? breaksRule('rate.missing', `No exchange rate is known for ${formatDate(on)}.`);
}
