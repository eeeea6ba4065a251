import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { referenceKey } from '../../database/payment-references.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { inMonth } from '../invoices/queries.ts';
import type { CreditUse } from './rules-settlement.ts';
import type { Payment, PaymentAccount } from './schema.ts';

/** A row of the table payments. */
export type StoredPayment = Omit<Payment, 'customerNumber' | 'customerName'>;

export const payments = defineRecord<'payments', StoredPayment>('payments', {
  id: 'id bigint',
  receiptId: 'receipt_number text',
  customerId: 'customer_id bigint',
  kind: 'kind text',
  paymentDate: 'payment_date date',
  account: 'account text',
  moneyAccount: 'money_account text',
  creditedInvoiceId: 'credited_invoice_id bigint',
  currency: 'currency text',
  amountUsd: 'amount_cents bigint',
  amountSsp: 'ssp_cents bigint',
  exchangeRate: 'rate_cents bigint',
  unallocatedUsd: 'unallocated_cents bigint',
  reference: 'reference text',
  notes: 'notes text',
  status: 'status text',
  reversedDate: 'reversed_date date',
  reversedAt: 'reversed_at timestamptz',
  reversedBy: 'reversed_by text',
  reversalReason: 'reversal_reason text',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  version: 'version bigint',
});

/** The columns of a payment `p` and its customer `c`. */
export const paymentColumns = [
  ...payments.list('p'),
  'c.customer_id as customerNumber',
  'c.name as customerName',
] as const;

/** Payments `p` with their customers `c`. */
export function paymentsOfCustomers(db: Db) {
  return db.selectFrom('payments as p').innerJoin('customers as c', 'c.id', 'p.customer_id');
}

export function getPayment(db: Db, id: number): Promise<Payment | undefined> {
  return paymentsOfCustomers(db).select(paymentColumns).where('p.id', '=', id).executeTakeFirst();
}

export function findPaymentsById(db: Db, ids: readonly number[]): Promise<Payment[]> {
  return paymentsOfCustomers(db)
    .select(paymentColumns)
    .where(sql<SqlBool>`p.id = any(${arrayOf('bigint', ids)})`)
    .orderBy('p.id')
    .execute();
}

/** The allocations `a` whose `column` is one of `ids`, with their payments `p` and invoices `i`. */
function allocationsOf(db: Db, column: 'payment_id' | 'invoice_id', ids: readonly number[]) {
  return db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('payment_allocations', column, 'k.id').as('a'))
    .crossJoinLateral(byKey('payments', 'id', 'a.payment_id').as('p'))
    .crossJoinLateral(byKey('invoices', 'id', 'a.invoice_id').as('i'))
    .select(['a.payment_id as paymentId', 'p.receipt_number as receiptId', 'p.kind', 'p.account'])
    .select(['p.payment_date as paymentDate', 'p.reference', 'a.invoice_id as invoiceId'])
    .select(['i.invoice_number as invoiceNumber', 'i.bill_date as billDate'])
    .select(['i.receivable_account as receivableAccount', 'a.amount_cents as amountUsd'])
    .select('p.credited_invoice_id as creditedInvoiceId');
}

export function findAllocationsOfPayments(db: Db, paymentIds: readonly number[]) {
  return allocationsOf(db, 'payment_id', paymentIds)
    .orderBy('i.due_date')
    .orderBy('a.invoice_id')
    .execute();
}

/** The allocations of invoices, oldest payment first. */
export function findAllocationsOfInvoices(db: Db, invoiceIds: readonly number[]) {
  return allocationsOf(db, 'invoice_id', invoiceIds).orderBy('a.payment_id').execute();
}

/**
 * Payments with an unallocated amount (the customers' credit), oldest first. Read through the partial index
 * `payments_credit`; every index that matches the two conditions begins with the customer.
 */
export function findCredits(db: Db, customerIds: readonly number[]): Promise<Payment[]> {
  return db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('payments')
        .selectAll()
        .whereRef('customer_id', '=', 'k.id')
        .where(sql<SqlBool>`unallocated_cents > 0`)
        .offset(0)
        .as('p'),
    )
    .crossJoinLateral(byKey('customers', 'id', 'k.id').as('c'))
    .select(paymentColumns)
    .orderBy('p.payment_date')
    .orderBy('p.id')
    .execute();
}

/** A recorded payment of the account whose reference is the same without case and blanks, the latest. */
export async function findSameReference(
  db: Db,
  { account, reference }: { account: PaymentAccount; reference: string },
): Promise<
  Pick<Payment, 'receiptId' | 'customerName' | 'customerNumber' | 'paymentDate'> | undefined
> {
  return paymentsOfCustomers(db)
    .select(['p.receipt_number as receiptId', 'p.payment_date as paymentDate'])
    .select(['c.name as customerName', 'c.customer_id as customerNumber'])
    .where('p.account', '=', account)
    .where(sql<SqlBool>`p.reference <> '' and p.status = 'recorded'
      and ${referenceKey(sql`p.reference`)} = ${referenceKey(sql`${reference}::text`)}`)
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What was paid out of a payment again, oldest first. */
export function findRefundsOf(db: Db, paymentId: number) {
  return db
    .selectFrom(byKey('refund_parts', 'payment_id', sql`${paymentId}`).as('f'))
    .crossJoinLateral(byKey('refunds', 'id', 'f.refund_id').as('r'))
    .select(['r.id as refundId', 'r.refund_number as refundNumber', 'r.refund_date as date'])
    .select('f.amount_cents as amountUsd')
    .orderBy('r.id')
    .execute();
}

/** The allocations that a reversed payment had, in the order of `findAllocationsOfPayments`. */
export function findReversedAllocations(db: Db, paymentId: number) {
  return db
    .selectFrom('reversed_allocations as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .select(['r.invoice_id as invoiceId', 'i.invoice_number as invoiceNumber'])
    .select('r.amount_cents as amountUsd')
    .where('r.payment_id', '=', paymentId)
    .orderBy('i.due_date')
    .orderBy('r.invoice_id')
    .execute();
}

/** The reversed payments that had settled these invoices, without those that the undo of an import has reversed. */
export async function findReversedPayments(db: Db, invoiceIds: readonly number[]) {
  if (invoiceIds.length === 0) return [];
  return db
    .selectFrom(eachId(invoiceIds))
    .crossJoinLateral(byKey('reversed_allocations', 'invoice_id', 'k.id').as('r'))
    .crossJoinLateral(byKey('payments', 'id', 'r.payment_id').as('p'))
    .select(['r.invoice_id as invoiceId', 'p.receipt_number as receiptId'])
    .select('p.payment_date as paymentDate')
    .where('p.account', 'is not', null)
    .where('p.undone_run_id', 'is', null)
    .orderBy('p.id')
    .execute();
}

const newFields = [
  'receiptId',
  'customerId',
  'kind',
  'paymentDate',
  'account',
  'moneyAccount',
  'currency',
  'amountUsd',
  'amountSsp',
  'exchangeRate',
  'unallocatedUsd',
  'reference',
  'notes',
  'status',
  'createdAt',
  'createdBy',
] as const;
export type NewPayment = Pick<StoredPayment, (typeof newFields)[number]>;

/** Inserts payments of an import; returns their ids in the given order. */
export async function insertPayments(db: Db, rows: readonly NewPayment[]): Promise<number[]> {
  const inserted = await insertRows<NewPayment, { id: number }>(
    db,
    'payments',
    rows,
    payments.columns(newFields),
    sql`returning id`,
  );
  return inserted.map(({ id }) => id).sort((a, b) => a - b);
}

/** Inserts allocations, or adds to existing ones of the same payment and invoice. */
export async function insertAllocations(db: Db, uses: readonly CreditUse[]): Promise<void> {
  await insertRows(
    db,
    'payment_allocations',
    uses,
    {
      payment_id: ['bigint', (use) => use.paymentId],
      invoice_id: ['bigint', (use) => use.invoiceId],
      amount_cents: ['bigint', (use) => use.amountUsd],
    },
    sql`on conflict (payment_id, invoice_id) do update
      set amount_cents = payment_allocations.amount_cents + excluded.amount_cents`,
  );
}

/** Reduces the allocations of payments to an invoice; deletes those reduced to zero. */
export async function reduceAllocations(
  db: Db,
  invoiceId: number,
  parts: readonly { paymentId: number; amountUsd: Cents }[],
): Promise<void> {
  const taken = sql`(${rowsOf(parts, {
    payment_id: ['bigint', (part) => part.paymentId],
    amount: ['bigint', (part) => part.amountUsd],
  })}) as n`;
  const same = sql`a.invoice_id = ${invoiceId} and a.payment_id = n.payment_id`;
  await sql`delete from payment_allocations a using ${taken} where ${same} and a.amount_cents = n.amount`.execute(
    db,
  );
  await sql`update payment_allocations a set amount_cents = a.amount_cents - n.amount from ${taken} where ${same}`.execute(
    db,
  );
}

/** Moves the allocations of a payment to reversed_allocations. */
export async function undoAllocations(db: Db, paymentId: number): Promise<void> {
  const columns = ['payment_id', 'invoice_id', 'amount_cents'] as const;
  await db
    .with('removed', (eb) =>
      eb.deleteFrom('payment_allocations').where('payment_id', '=', paymentId).returning(columns),
    )
    .insertInto('reversed_allocations')
    .columns(columns)
    .expression((eb) => eb.selectFrom('removed').select(columns))
    .execute();
}

/** Updates unallocated amounts; the version is increased by the credit postings, which use it as revision. */
export async function updateUnallocated(
  db: Db,
  changes: readonly { id: number; unallocatedUsd: Cents; moves: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update payments p set unallocated_cents = n.unallocated, version = p.version + n.moves
    from (${rowsOf(changes, {
      id: ['bigint', (change) => change.id],
      unallocated: ['bigint', (change) => change.unallocatedUsd],
      moves: ['bigint', (change) => change.moves],
    })}) as n
    where p.id = n.id`.execute(db);
}

/** Money received in a month, in pounds at each payment's rate; reversed payments left out, credits not counted (decision 9). */
export function sumReceived(db: Db, month: IsoMonth) {
  return db
    .selectFrom('payments as p')
    .select([
      sumCents('p.amount_cents').as('paidThisMonthUsd'),
      sumCents('p.ssp_cents').as('paidThisMonthSsp'),
    ])
    .where(sql<SqlBool>`p.kind = 'payment' and p.status = 'recorded'`)
    .where(inMonth(sql`p.payment_date`, month))
    .executeTakeFirstOrThrow();
}

/** The credit that a customer was granted since an instant, US cents; reversed grants left out. */
export async function sumGrantedSince(db: Db, customerId: number, since: Date): Promise<Cents> {
  const { sum } = await db
    .selectFrom('payments')
    .select(sumCents('amount_cents').as('sum'))
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'credit')
    .where('created_at', '>=', since)
    .where('reversed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return sum;
}
