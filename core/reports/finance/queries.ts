import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { rateInForce } from '../../rates/fragments.ts';

/** Recorded expenses in US cents: of the days from `month` and from `year` on, both up to `last`. */
export function sumExpenses(
  db: Db,
  { year, month, last }: { year: IsoDate; month: IsoDate; last: IsoDate },
): Promise<{ month: Cents; year: Cents }> {
  return db
    .selectFrom('expenses')
    .select([
      sumCents('amount_cents', sql`expense_date >= ${month}`).as('month'),
      sumCents('amount_cents').as('year'),
    ])
    .where('deleted_at', 'is', null)
    .where('expense_date', '>=', year)
    .where('expense_date', '<=', last)
    .executeTakeFirstOrThrow();
}

/** The standard rate of a day, null before the first rate, as a scalar for a larger statement. */
export function standardRate(on: IsoDate): RawBuilder<Cents | null> {
  return rateInForce('standard', on);
}
