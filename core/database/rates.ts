import { type RawBuilder, sql } from 'kysely';
import { formatDate, type IsoDate } from '../kernel/dates.ts';
import { breaksRule } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import type { Db } from './connect.ts';

/** What a rate is for: customers and invoices, or voucher bundles (decision 1). */
export type RatePurpose = 'standard' | 'voucher';

/** The rate in force on a date as a scalar of a larger query, null before the first one; read it with `knownRate`. */
export function rateInForce(
  purpose: RatePurpose,
  on: IsoDate | RawBuilder<IsoDate>,
): RawBuilder<Cents | null> {
  return sql<Cents | null>`(select rate_cents from currency_rates
    where purpose = ${purpose} and valid_from <= ${on} order by valid_from desc, id desc limit 1)`;
}

/** @throws AppError rule when no rate was in force on that date. */
export function knownRate(rate: Cents | null, on: IsoDate): Cents {
  return rate ?? breaksRule('rate.missing', `No exchange rate is known for ${formatDate(on)}.`);
}

/**
 * The rate in force on a date: SSP cents for one US dollar (decision 1).
 * @throws AppError rule when no rate was in force on that date.
 */
export async function currentRate(db: Db, purpose: RatePurpose, on: IsoDate): Promise<Cents> {
  const result = await sql<{
    rate: Cents | null;
  }>`select ${rateInForce(purpose, on)} as rate`.execute(db);
  return knownRate(result.rows[0]?.rate ?? null, on);
}

/** The rates in force on several dates, for bulk work; a date before the first rate is missing. */
export async function ratesOn(
  db: Db,
  purpose: RatePurpose,
  dates: readonly IsoDate[],
): Promise<Map<IsoDate, Cents>> {
  const distinct = [...new Set(dates)];
  const result = await sql<{ on: IsoDate; rate: Cents | null }>`
    select wanted.day as "on", ${rateInForce(purpose, sql<IsoDate>`wanted.day`)} as rate
    from unnest(${distinct}::date[]) as wanted(day)`.execute(db);
  return new Map(result.rows.flatMap(({ on, rate }) => (rate === null ? [] : [[on, rate]])));
}
