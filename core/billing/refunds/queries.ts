import { type SqlBool, sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { beginningWith, matchesSearch } from '../../database/like.ts';
import { findPage, type Sorts, sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, subtractCents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { type RefundPart, refundableKinds } from './rules.ts';
import type { Refund, RefundFilter, RefundSort } from './schema.ts';

/** A row of the table refunds. */
export interface StoredRefund extends Omit<Refund, 'customerNumber' | 'customerName' | 'parts'> {
  /** The ledger account of the money. */
  moneyAccount: string;
}

export const refunds = defineRecord<'refunds', StoredRefund>('refunds', {
  id: 'id bigint',
  refundNumber: 'refund_number text',
  customerId: 'customer_id bigint',
  date: 'refund_date date',
  account: 'account text',
  moneyAccount: 'money_account text',
  currency: 'currency text',
  amountUsd: 'amount_cents bigint',
  amountSsp: 'ssp_cents bigint',
  exchangeRate: 'rate_cents bigint',
  reference: 'reference text',
  reason: 'reason text',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
});

export async function insertParts(
  db: Db,
  refundId: number,
  parts: readonly RefundPart[],
): Promise<void> {
  await insertRows(db, 'refund_parts', parts, {
    refund_id: ['bigint', () => refundId],
    payment_id: ['bigint', (part) => part.paymentId],
    amount_cents: ['bigint', (part) => part.amountUsd],
  });
}

/**
 * US cents: the credit of a customer that was not granted by the company, and the money that the customer has paid, with
 * what was paid ahead on the opening date, less earlier refunds.
 */
export async function sumRefundable(
  db: Db,
  customerId: number,
): Promise<{ creditUsd: Cents; keptUsd: Cents }> {
  const { rows } = await sql<{ creditUsd: Cents; paidUsd: Cents; refundedUsd: Cents }>`
    select ${sumCents('p.unallocated_cents', sql`p.kind = any(${refundableKinds})`)} as "creditUsd",
      ${sumCents('p.amount_cents', sql`p.kind in ('payment', 'opening', 'before_opening')`)} as "paidUsd",
      (select ${sumCents('r.amount_cents')} from ${byKey('refunds', 'customer_id', sql`${customerId}`)} r) as "refundedUsd"
    from ${byKey('payments', 'customer_id', sql`${customerId}`)} p where p.status = 'recorded'`.execute(
    db,
  );
  const { creditUsd, paidUsd, refundedUsd } = rows[0]!;
  return { creditUsd, keptUsd: subtractCents(paidUsd, refundedUsd) };
}

/** What a refund `r` was taken from, oldest payment first. */
const parts = sql<Refund['parts']>`(
  select json_agg(json_build_object(
      'paymentId', f.payment_id, 'receiptId', p.receipt_number, 'amountUsd', f.amount_cents) order by f.payment_id)
  from ${byKey('refund_parts', 'refund_id', sql`r.id`)} f
  cross join lateral ${byKey('payments', 'id', sql`f.payment_id`)} p)`;

/** Refunds `r` with their customers `c`. */
function refundsOfCustomers(db: Db) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .select([...refunds.list('r'), 'c.customer_id as customerNumber', 'c.name as customerName'])
    .select(parts.as('parts'));
}

export function getRefund(db: Db, id: number): Promise<(StoredRefund & Refund) | undefined> {
  return refundsOfCustomers(db).where('r.id', '=', id).executeTakeFirst();
}

const sorts: Sorts<RefundSort> = {
  keys: {
    refundNumber: [sql`length(r.refund_number)`, 'r.refund_number'],
    date: 'r.refund_date',
    amountUsd: 'r.amount_cents',
  },
  unique: 'r.id',
  first: { column: 'date', descending: true },
};

/** One page of refunds, newest first by default; searched by number and customer. */
export function findRefunds(db: Db, filter: RefundFilter): Promise<Page<StoredRefund & Refund>> {
  const { customerId, q } = filter;
  let found = refundsOfCustomers(db);
  if (customerId !== undefined) found = found.where('r.customer_id', '=', customerId);
  if (q) {
    found = found.where(
      sql<SqlBool>`r.id in (
        select id from refunds where refund_number like ${beginningWith(q.toUpperCase())}
        union all
        select f.id from customers fc join refunds f on f.customer_id = fc.id
        where ${matchesSearch(sql`fc.search_text`, q)})`,
    );
  }
  return findPage(found, sorts, filter);
}

/** What a customer was refunded on a day, US cents. */
export async function sumRefundedOn(db: Db, customerId: number, day: IsoDate): Promise<Cents> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sumCents('amount_cents').as('sum'))
    .where('customer_id', '=', customerId)
    .where('refund_date', '=', day)
    .executeTakeFirstOrThrow();
  return sum;
}
