import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import type { Db } from '../../database/connect.ts';
import { allOf, findPage, inBatches, orderOf, type Sorts, sumCents } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { Page } from '../../kernel/paging.ts';
import { inMonth } from '../invoices/queries.ts';
import { receiptsNumbered } from '../queries-numbers.ts';
import { paymentColumns, paymentsOfCustomers } from './queries.ts';
import type { Payment, PaymentFilter, PaymentSort, PaymentSums } from './schema.ts';

const sorts: Sorts<PaymentSort> = {
  keys: {
    paymentDate: 'p.payment_date',
    amountUsd: 'p.amount_cents',
    customerName: 'c.search_text',
    receiptId: 'p.receipt_number',
  },
  unique: 'p.id',
  first: { column: 'paymentDate', descending: true },
};

function conditionsOf(filter: PaymentFilter): RawBuilder<SqlBool>[] {
  const { customerId, month, from, to, account, clerk, status, q } = filter;
  const all: RawBuilder<SqlBool>[] = [];
  if (customerId !== undefined) all.push(sql`p.customer_id = ${customerId}`);
  if (month) all.push(inMonth(sql`p.payment_date`, month));
  if (from) all.push(sql`p.payment_date >= ${from}`);
  if (to) all.push(sql`p.payment_date <= ${to}`);
  if (account === 'credit' || account === 'credit_note') all.push(sql`p.kind = ${account}`);
  else if (account && account !== 'all') all.push(sql`p.account = ${account}`);
  if (clerk) all.push(sql`p.created_by = ${clerk}`);
  if (status && status !== 'all') all.push(sql`p.status = ${status}`);
  if (q) {
    // A union of indexed searches; an OR across the two tables would read them whole.
    all.push(sql`p.id in (
      ${receiptsNumbered(q)}
      union all
      select f.id from customers fc join payments f on f.customer_id = fc.id where ${isSearchedCustomer('fc', q)})`);
  }
  return all;
}

/** Payments and credits `p` that match the filter, with their customers `c`. */
function found(db: Db, filter: PaymentFilter) {
  return paymentsOfCustomers(db).where(allOf(conditionsOf(filter)));
}

/** One page of the filtered payments and credits. */
export function findPayments(db: Db, filter: PaymentFilter): Promise<Page<Payment>> {
  return findPage(found(db, filter).select(paymentColumns), sorts, filter);
}

/** Sums over all payments that match the filter, without reversed ones. */
export function sumPayments(db: Db, filter: PaymentFilter): Promise<PaymentSums> {
  return found(db, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('recorded'),
      sumCents('p.amount_cents').as('amountUsd'),
      sumCents('p.ssp_cents').as('amountSsp'),
      sumCents('p.unallocated_cents').as('unallocatedUsd'),
      sumCents('p.amount_cents', sql`p.currency = 'USD'`).as('receivedUsd'),
      sumCents('p.ssp_cents', sql`p.currency = 'SSP'`).as('receivedSsp'),
    ])
    .where('p.status', '=', 'recorded')
    .executeTakeFirstOrThrow();
}

/** The whole filtered, sorted list, `size` payments at a time. */
export async function* streamPayments(
  db: Db,
  filter: PaymentFilter,
  size: number,
): AsyncGenerator<Payment[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('p.id').orderBy(order).execute();
  const ids = matches.map(({ id }) => id);
  yield* inBatches(ids, size, (part) =>
    db
      .selectFrom(eachId(part))
      .crossJoinLateral(byKey('payments', 'id', 'k.id').as('p'))
      .crossJoinLateral(byKey('customers', 'id', 'p.customer_id').as('c'))
      .select(paymentColumns)
      .execute(),
  );
}

/** The names of users who recorded payments, sorted. Skips through the index; `distinct` would read the whole table. */
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
