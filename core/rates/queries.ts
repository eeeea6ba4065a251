import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { rateInForce } from './fragments.ts';
import type { CurrencyRate, RatePurpose } from './schema.ts';

const rateColumns = sql`id, purpose, rate_cents as rate, valid_from as "validFrom", created_at as "createdAt", created_by as "createdBy", note`;

export async function findRates(db: Db, limit: number): Promise<CurrencyRate[]> {
  return (
    await sql<CurrencyRate>`select ${rateColumns} from currency_rates order by valid_from desc, id desc limit ${limit}`.execute(
      db,
    )
  ).rows;
}

export async function insertRate(
  db: Db,
  rate: {
    purpose: RatePurpose;
    rate: Cents;
    validFrom: IsoDate;
    note: string;
    at: Date;
    by: string;
  },
): Promise<CurrencyRate> {
  const result = await sql<CurrencyRate>`
    insert into currency_rates (purpose, rate_cents, valid_from, created_at, created_by, note)
    values (${rate.purpose}, ${rate.rate}, ${rate.validFrom}, ${rate.at}, ${rate.by}, ${rate.note})
    returning ${rateColumns}`.execute(db);
  return result.rows[0]!;
}

export async function getRateInForce(
  db: Db,
  purpose: RatePurpose,
  on: IsoDate,
): Promise<Cents | null> {
  const result = await sql<{
    rate: Cents | null;
  }>`select ${rateInForce(purpose, on)} as rate`.execute(db);
  return result.rows[0]?.rate ?? null;
}

/** The rates in force on several dates, for bulk work; a date before the first rate is missing. */
export async function findRatesInForce(
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
