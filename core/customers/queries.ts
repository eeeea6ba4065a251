import { type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import { defineRecord } from '../database/record.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { rateInForce } from '../rates/fragments.ts';
import { customerFields, nodeNameOf } from './fragments.ts';
import { customerSearchText } from './rules.ts';
import type { CustomerRecord, RatedCustomer } from './rules-record.ts';

export const customers = defineRecord<'customers', CustomerRecord>('customers', customerFields, {
  derived: { search_text: ['text', customerSearchText] },
});

export function getCustomer(
  db: Db,
  id: number,
  today: IsoDate,
): Promise<RatedCustomer | undefined> {
  return db
    .selectFrom('customers as c')
    .select(customers.list('c'))
    .select(nodeNameOf('c'))
    .select(rateInForce('standard', today).as('rate'))
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** The figures of the four cards, grouped by location, so that the table is read once. */
export async function getStats(
  db: Db,
  today: IsoDate,
): Promise<{
  total: number;
  active: number;
  revenue: Cents;
  locations: number;
  rate: Cents | null;
}> {
  const isActive = sql<SqlBool>`status = 'Active'`;
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('customers')
        .select([
          eb.fn.countAll<number>().as('total'),
          eb.fn.countAll<number>().filterWhere(isActive).as('active'),
          sumCents('monthly_fee_cents', isActive).as('revenue'),
        ])
        .groupBy('location')
        .as('by_location'),
    )
    .select((eb) => [
      sql<number>`coalesce(sum(total), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(active), 0)::bigint`.as('active'),
      sumCents('revenue').as('revenue'),
      eb.fn.countAll<number>().as('locations'),
      rateInForce('standard', today).as('rate'),
    ])
    .executeTakeFirstOrThrow();
}
