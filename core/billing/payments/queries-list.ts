import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { limitOf, type Page, type Sort, sortOf } from '../../kernel/paging.ts';
import { inMonth } from '../invoices/queries.ts';
import { receiptsNumbered } from '../queries-numbers.ts';
import { paymentColumns, paymentSource } from './queries.ts';
import type { Payment, PaymentFilter, PaymentSort, PaymentSums } from './schema.ts';

type SortKey = RawBuilder<unknown>;

/** What each sort orders by, ending in the id, so that pages neither repeat nor skip a row. */
const sortKeys: Record<PaymentSort, readonly SortKey[]> = {
  paymentDate: [sql`p.payment_date`, sql`p.id`],
  amountUsd: [sql`p.amount_cents`, sql`p.id`],
  customerName: [sql`c.search_text`, sql`p.id`],
  receiptId: [sql`p.receipt_number`, sql`p.id`],
};
const newestFirst: Sort<PaymentSort> = { column: 'paymentDate', descending: true };

function conditionsOf(filter: PaymentFilter): RawBuilder<SqlBool>[] {
  const { customerId, month, from, to, account, clerk, status, q } = filter;
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (customerId !== undefined) all.push(sql`p.customer_id = ${customerId}`);
  if (month) all.push(sql`${inMonth(sql`p.payment_date`, month)}`);
  if (from) all.push(sql`p.payment_date >= ${from}`);
  if (to) all.push(sql`p.payment_date <= ${to}`);
  if (account === 'credit') all.push(sql`p.kind = 'credit'`);
  else if (account && account !== 'all') all.push(sql`p.account = ${account}`);
  if (clerk) all.push(sql`p.created_by = ${clerk}`);
  if (status && status !== 'all') all.push(sql`p.status = ${status}`);
  if (q) {
    // A union of indexed searches; an OR across the two tables would read them whole.
    all.push(sql`p.id in (
      ${receiptsNumbered(q)}
      union all
      select f.id from customers fc join payments f on f.customer_id = fc.id where ${matchesSearch(sql`fc.search_text`, q)})`);
  }
  return all;
}

function orderBy(keys: readonly SortKey[], descending: boolean): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql.join(keys.map((key) => sql`${key} ${direction}`));
}

/** One page of the filtered payments and credits. */
export async function findPayments(db: Db, filter: PaymentFilter): Promise<Page<Payment>> {
  const { limit, offset } = limitOf(filter);
  const { column, descending } = sortOf(filter.sort, newestFirst);
  const where = sql.join(conditionsOf(filter), sql` and `);
  const { rows } = await sql<Payment>`
    select ${paymentColumns} from ${paymentSource} where ${where}
    order by ${orderBy(sortKeys[column], descending)} limit ${limit} offset ${offset}`.execute(db);
  if (!filter.total) return { rows };
  const count = await sql<{ total: number }>`
    select count(*) as total from ${paymentSource} where ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** Sums over everything that the filter finds; a reversed payment counts for nothing. */
export async function sumPayments(db: Db, filter: PaymentFilter): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select count(*) as recorded, coalesce(sum(p.amount_cents), 0)::bigint as "amountUsd",
      coalesce(sum(p.ssp_cents), 0)::bigint as "amountSsp", coalesce(sum(p.unallocated_cents), 0)::bigint as "unallocatedUsd",
      coalesce(sum(p.amount_cents) filter (where p.currency = 'USD'), 0)::bigint as "receivedUsd",
      coalesce(sum(p.ssp_cents) filter (where p.currency = 'SSP'), 0)::bigint as "receivedSsp"
    from ${paymentSource} where ${sql.join(conditionsOf(filter), sql` and `)} and p.status = 'recorded'`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * The whole filtered list in its order, a batch at a time, each in a statement of its own: no transaction stays open
 * while a slow reader takes the file. Who is in it and in which order is read once: filtered for each batch anew, it would
 * grow with the square of the payments.
 */
export async function* streamPayments(
  db: Db,
  filter: PaymentFilter,
  batch: number,
): AsyncGenerator<Payment[]> {
  const { column, descending } = sortOf(filter.sort, newestFirst);
  const found = await sql<{ id: number }>`
    select p.id from ${paymentSource} where ${sql.join(conditionsOf(filter), sql` and `)}
    order by ${orderBy(sortKeys[column], descending)}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += batch) {
    const part = ids.slice(start, start + batch);
    const { rows } = await sql<Payment>`
      select ${paymentColumns} from ${eachId(part)} cross join lateral ${byKey('payments', 'id', sql`k.id`)} p
      cross join lateral ${byKey('customers', 'id', sql`p.customer_id`)} c`.execute(db);
    const places = new Map(part.map((id, place) => [id, place]));
    yield rows.sort((one, other) => places.get(one.id)! - places.get(other.id)!);
  }
}

/** Who has recorded payments, by name. The index is asked name by name: a distinct over the table would read all of it. */
export async function findClerks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ clerk: string }>`
    with recursive clerks as (
      (select created_by from payments order by created_by limit 1)
      union all
      select (select p.created_by from payments p where p.created_by > clerks.created_by order by p.created_by limit 1)
      from clerks where clerks.created_by is not null)
    select created_by as clerk from clerks where created_by is not null`.execute(db);
  return rows.map(({ clerk }) => clerk);
}
