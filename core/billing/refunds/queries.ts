import { type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { beginningWith } from '../../database/like.ts';
import { findPage, type Sorts, sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { referenceKey } from '../../database/payment-references.ts';
import { defineRecord } from '../../database/record.ts';
import { type IsoDate, startOfDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Payment } from '../payments/schema.ts';
import type { Refunded, RefundPart } from './rules.ts';
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
  moneyUsd: 'money_cents bigint',
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
    ssp_cents: ['bigint', (part) => part.amountSsp],
  });
}

/** The credits of a customer, oldest first, with the piastres that refunds gave back of them. */
export function findCreditsToRefund(
  db: Db,
  customerId: number,
): Promise<(Refunded & Pick<Payment, 'kind'>)[]> {
  return db
    .selectFrom(byKey('payments', 'customer_id', sql`${customerId}`).as('p'))
    .select(['p.id', 'p.kind', 'p.currency', 'p.amount_cents as amountUsd'])
    .select(['p.ssp_cents as amountSsp', 'p.unallocated_cents as unallocatedUsd'])
    .select(
      sql<Cents>`(select ${sumCents('f.ssp_cents')} from ${byKey('refund_parts', 'payment_id', sql`p.id`)} f)`.as(
        'refundedSsp',
      ),
    )
    .where(sql<SqlBool>`p.unallocated_cents > 0`)
    .orderBy('p.payment_date')
    .orderBy('p.id')
    .execute();
}

/** A refund from the account whose reference is the same without case and blanks, the latest. */
export async function findSameReference(
  db: Db,
  { account, reference }: Pick<Refund, 'account' | 'reference'>,
): Promise<Pick<Refund, 'refundNumber' | 'customerName' | 'customerNumber' | 'date'> | undefined> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .select(['r.refund_number as refundNumber', 'r.refund_date as date'])
    .select(['c.customer_id as customerNumber', 'c.name as customerName'])
    .where('r.account', '=', account)
    .where(sql<SqlBool>`r.reference <> ''
      and ${referenceKey(sql`r.reference`)} = ${referenceKey(sql`${reference}::text`)}`)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();
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
        where ${isSearchedCustomer('fc', q)})`,
    );
  }
  return findPage(found, sorts, filter);
}

/**
 * What a customer got back on a day: refunds, and reversals of payments in cash but those by which somebody corrects the own
 * payment of that day. US cents.
 */
export async function sumReturnedOn(db: Db, customerId: number, day: IsoDate): Promise<Cents> {
  const refunded = db
    .selectFrom('refunds')
    .select('amount_cents')
    .where('customer_id', '=', customerId)
    .where('refund_date', '=', day);
  const reversed = db
    .selectFrom('payments')
    .select('amount_cents')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'payment')
    .where('account', '=', 'cash')
    .where('reversed_date', '=', day)
    .where(sql<SqlBool>`not (created_by = reversed_by and created_at >= ${startOfDay(day)})`);
  const { sum } = await db
    .selectFrom(refunded.unionAll(reversed).as('returned'))
    .select(sumCents('amount_cents').as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
}
