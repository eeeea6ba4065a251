import { type SqlBool, sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { referenceKey } from '../../database/payment-references.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { foldForSearch, searchTextOf } from '../../kernel/search.ts';
import type { PaymentRecord, Settled } from './rules.ts';

export const payments = defineRecord<'supplier_payments', PaymentRecord>(
  'supplier_payments',
  {
    id: 'id bigint',
    paymentId: 'payment_id text',
    supplierId: 'supplier_id bigint',
    paymentDate: 'payment_date date',
    account: 'account text',
    creditAccount: 'credit_account text',
    currency: 'currency text',
    exchangeRate: 'rate_cents bigint',
    amount: 'amount_cents bigint',
    amountUsd: 'amount_usd_cents bigint',
    advanceUsd: 'advance_cents bigint',
    advanceAmount: 'advance_amount_cents bigint',
    reference: 'reference text',
    notes: 'notes text',
    reversedOn: 'reversed_on date',
    reversedAt: 'reversed_at timestamptz',
    reversedBy: 'reversed_by text',
    reversalReason: 'reversal_reason text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    version: 'version int',
  },
  {
    derived: {
      search_text: [
        'text',
        ({ paymentId, reference }) =>
          searchTextOf(foldForSearch(paymentId), foldForSearch(reference)),
      ],
    },
  },
);

/** A payment from the account that stands and whose reference is the same without case and blanks, the latest. */
export async function findSameReference(
  db: Db,
  { account, reference }: Pick<PaymentRecord, 'account' | 'reference'>,
): Promise<{ paymentId: string; supplierName: string; paymentDate: IsoDate } | undefined> {
  return db
    .selectFrom('supplier_payments as p')
    .innerJoin('suppliers as s', 's.id', 'p.supplier_id')
    .select(['p.payment_id as paymentId', 's.name as supplierName'])
    .select('p.payment_date as paymentDate')
    .where('p.account', '=', account)
    .where(sql<SqlBool>`p.reference <> '' and p.reversed_on is null
      and ${referenceKey(sql`p.reference`)} = ${referenceKey(sql`${reference}::text`)}`)
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface Allocation extends Settled {
  billId: number;
  on: IsoDate;
}

export async function insertAllocations(
  db: Db,
  paymentId: number,
  allocations: readonly Allocation[],
): Promise<void> {
  await insertRows(db, 'supplier_allocations', allocations, {
    bill_id: ['bigint', (part) => part.billId],
    payment_id: ['bigint', () => paymentId],
    allocated_on: ['date', (part) => part.on],
    paid_amount_cents: ['bigint', (part) => part.paidAmount],
    paid_cents: ['bigint', (part) => part.paidUsd],
    settled_amount_cents: ['bigint', (part) => part.settledAmount],
    settled_cents: ['bigint', (part) => part.settledUsd],
  });
}

/** The allocations of a payment that are not reversed, oldest first. */
export function findAllocations(db: Db, paymentId: number): Promise<Allocation[]> {
  return db
    .selectFrom('supplier_allocations')
    .select(['bill_id as billId', 'allocated_on as on', 'paid_amount_cents as paidAmount'])
    .select(['paid_cents as paidUsd', 'settled_amount_cents as settledAmount'])
    .select('settled_cents as settledUsd')
    .where('payment_id', '=', paymentId)
    .where(sql<SqlBool>`not is_reversed`)
    .orderBy('id')
    .execute();
}

/** Marks the allocations of a payment as reversed; they stay as what it had settled. */
export async function reverseAllocations(db: Db, paymentId: number): Promise<void> {
  await db
    .updateTable('supplier_allocations')
    .set({ is_reversed: true })
    .where('payment_id', '=', paymentId)
    .execute();
}

/** What a supplier was paid since an instant and is not settled against bills, US cents; reversed payments left out. */
export async function sumAdvancesSince(db: Db, supplierId: number, since: Date): Promise<Cents> {
  const { sum } = await db
    .selectFrom('supplier_payments')
    .select(sumCents('advance_cents').as('sum'))
    .where('supplier_id', '=', supplierId)
    .where('created_at', '>=', since)
    .where('reversed_on', 'is', null)
    .executeTakeFirstOrThrow();
  return sum;
}
