import { sql } from 'kysely';
import type { CustomerType } from '../../customers/schema.ts';
import type { Db } from '../../database/connect.ts';
import { instantsOf } from '../comprehensive/queries.ts';
import type { DateRange } from '../comprehensive/schema.ts';

/** Customers who are not Inactive, by type, from the numbers that the database keeps. */
export async function countByType(db: Db): Promise<{ type: CustomerType; customers: number }[]> {
  const { rows } = await sql<{ type: CustomerType; customers: number }>`
    select type, sum(customers)::bigint as customers from customer_counts where status <> 'Inactive'
    group by type having sum(customers) <> 0 order by customers desc, type`.execute(db);
  return rows;
}

/** The mean of the ratings that were given in a range; null without one. */
export async function averageRating(
  db: Db,
  range: DateRange,
): Promise<{ rating: number | null; ratings: number }> {
  const { from, to } = instantsOf(range);
  const { rows } = await sql<{ rating: number | null; ratings: number }>`
    select round(avg(rating), 1)::float8 as rating, count(rating) as ratings from assistant_sessions
    where rated_at >= ${from} and rated_at < ${to}`.execute(db);
  return rows[0]!;
}
