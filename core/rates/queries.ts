import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { rateInForce } from './fragments.ts';
import type { CurrencyRate, RatePurpose } from './schema.ts';

const rateColumns = [
  'id',
  'purpose',
  'rate_cents as rate',
  'valid_from as validFrom',
  'created_at as createdAt',
  'created_by as createdBy',
  'note',
] as const;

export function findRates(db: Db, limit: number): Promise<CurrencyRate[]> {
  return db
    .selectFrom('currency_rates')
    .select(rateColumns)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function insertRate(db: Db, rate: Omit<CurrencyRate, 'id'>): Promise<CurrencyRate> {
  return db
    .insertInto('currency_rates')
    .values({
      purpose: rate.purpose,
      rate_cents: rate.rate,
      valid_from: rate.validFrom,
      created_at: rate.createdAt,
      created_by: rate.createdBy,
      note: rate.note,
    })
    .returning(rateColumns)
    .executeTakeFirstOrThrow();
}

export async function getRateInForce(
  db: Db,
  purpose: RatePurpose,
  on: IsoDate,
): Promise<Cents | null> {
  const query = db.selectNoFrom(rateInForce(purpose, on).as('rate'));
  return (await query.executeTakeFirstOrThrow()).rate;
}

/** The rates in force on several dates, for bulk work; a date before the first rate is missing. */
export async function findRatesInForce(
  db: Db,
  purpose: RatePurpose,
  dates: readonly IsoDate[],
): Promise<Map<IsoDate, Cents>> {
  const distinct = [...new Set(dates)];
  const rows = await db
    .selectFrom(sql<{ day: IsoDate }>`unnest(${distinct}::date[])`.as<'wanted'>(sql`wanted (day)`))
    .select(['day', rateInForce(purpose, sql<IsoDate>`wanted.day`).as('rate')])
    .execute();
  return new Map(rows.flatMap(({ day, rate }) => (rate === null ? [] : [[day, rate]])));
}
