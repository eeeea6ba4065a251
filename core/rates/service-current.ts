import type { Ctx } from '../context.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import * as queries from './queries.ts';
import { knownRate } from './rules.ts';
import type { RatePurpose } from './schema.ts';

/**
 * The rate in force on a date: SSP cents for one US dollar (decision 1).
 * @throws AppError rule when no rate was in force on that date.
 */
export async function currentRate(ctx: Ctx, purpose: RatePurpose, on: IsoDate): Promise<Cents> {
  return knownRate(await queries.getRateInForce(ctx.db, purpose, on), on);
}

/** The rates in force on several dates, in SSP cents; dates before the first rate are missing. */
export function ratesOn(
  ctx: Ctx,
  purpose: RatePurpose,
  dates: readonly IsoDate[],
): Promise<Map<IsoDate, Cents>> {
  return queries.findRatesInForce(ctx.db, purpose, dates);
}
