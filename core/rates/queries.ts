import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { defineRecord } from '../database/record.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { rateInForce } from './fragments.ts';
import type { CurrencyRate, RatePurpose } from './schema.ts';

export const rates = defineRecord<'currency_rates', CurrencyRate>('currency_rates', {
  id: 'id bigint',
  purpose: 'purpose text',
  rate: 'rate_cents bigint',
  validFrom: 'valid_from date',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  note: 'note text',
});

export function findRates(db: Db, limit: number): Promise<CurrencyRate[]> {
  return db
    .selectFrom('currency_rates')
    .select(rates.list())
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function getRateInForce(
  db: Db,
  purpose: RatePurpose,
  on: IsoDate,
): Promise<Cents | null> {
  const query = db.selectNoFrom(rateInForce(purpose, on).as('rate'));
  return (await query.executeTakeFirstOrThrow()).rate;
}

/** The rates in force on several dates, for bulk work; dates before the first rate are missing. */
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
