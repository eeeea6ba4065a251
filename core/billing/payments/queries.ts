import { sql } from 'kysely';
import { arrayOf, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { inMonth } from '../invoices/queries.ts';
import type { CreditUse } from './rules-settlement.ts';
import type { Payment, PaymentAccount } from './schema.ts';

/** The columns of a payment as it is read, of `paymentSource`. */
export const paymentColumns = sql`p.id, p.receipt_number as "receiptId", p.customer_id as "customerId", c.customer_id as "customerNumber",
  c.name as "customerName", p.kind, p.payment_date as "paymentDate", p.account, p.currency, p.amount_cents as "amountUsd",
  p.ssp_cents as "amountSsp", p.rate_cents as "exchangeRate", p.unallocated_cents as "unallocatedUsd", p.reference, p.notes,
  p.status, p.reversed_date as "reversedDate", p.reversed_at as "reversedAt", p.reversed_by as "reversedBy",
  p.reversal_reason as "reversalReason", p.created_at as "createdAt", p.created_by as "createdBy", p.version`;
export const paymentSource = sql`payments p join customers c on c.id = p.customer_id`;

export async function getPayment(db: Db, id: number): Promise<Payment | undefined> {
  return (
    await sql<Payment>`select ${paymentColumns} from ${paymentSource} where p.id = ${id}`.execute(
      db,
    )
  ).rows[0];
}

export async function findPaymentsById(db: Db, ids: readonly number[]): Promise<Payment[]> {
  return (
    await sql<Payment>`select ${paymentColumns} from ${paymentSource} where p.id = any(${arrayOf('bigint', ids)}) order by p.id`.execute(
      db,
    )
  ).rows;
}

export interface AllocationRecord {
  paymentId: number;
  receiptNumber: string;
  paymentDate: IsoDate;
  account: PaymentAccount | null;
  reference: string;
  invoiceId: number;
  invoiceNumber: string;
  billDate: IsoDate;
  receivableAccount: string;
  amount: Cents;
}

const allocationColumns = sql`a.payment_id as "paymentId", p.receipt_number as "receiptNumber", p.payment_date as "paymentDate", p.account, p.reference,
  a.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", i.bill_date as "billDate", i.receivable_account as "receivableAccount", a.amount_cents as amount`;
const allocationParties = sql`cross join lateral ${byKey('payments', 'id', sql`a.payment_id`)} p
  cross join lateral ${byKey('invoices', 'id', sql`a.invoice_id`)} i`;

export async function findAllocationsOfPayments(
  db: Db,
  paymentIds: readonly number[],
): Promise<AllocationRecord[]> {
  return (
    await sql<AllocationRecord>`select ${allocationColumns}
      from ${eachId(paymentIds)} cross join lateral ${byKey('payment_allocations', 'payment_id', sql`k.id`)} a
      ${allocationParties} order by i.due_date, a.invoice_id`.execute(db)
  ).rows;
}

/** What settles invoices, the earliest payment first. */
export async function findAllocationsOfInvoices(
  db: Db,
  invoiceIds: readonly number[],
): Promise<AllocationRecord[]> {
  return (
    await sql<AllocationRecord>`select ${allocationColumns}
      from ${eachId(invoiceIds)} cross join lateral ${byKey('payment_allocations', 'invoice_id', sql`k.id`)} a
      ${allocationParties} order by a.payment_id`.execute(db)
  ).rows;
}

/**
 * Payments with something left on them, oldest first: the customers' credit. Looked up in the index `payments_credit`,
 * which holds few; both indexes that the two conditions can choose from begin with the customer.
 */
export async function findCredits(db: Db, customerIds: readonly number[]): Promise<Payment[]> {
  return (
    await sql<Payment>`select ${paymentColumns}
      from ${eachId(customerIds)} cross join lateral (
        select * from payments where customer_id = k.id and unallocated_cents > 0 offset 0) p
      cross join lateral ${byKey('customers', 'id', sql`k.id`)} c order by p.payment_date, p.id`.execute(
      db,
    )
  ).rows;
}

/** What a payment had settled until it was reversed, in the order of `findAllocationsOfPayments`. */
export async function findReversedAllocations(
  db: Db,
  paymentId: number,
): Promise<Pick<AllocationRecord, 'invoiceId' | 'invoiceNumber' | 'amount'>[]> {
  return (
    await sql<AllocationRecord>`
      select r.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", r.amount_cents as amount
      from reversed_allocations r join invoices i on i.id = r.invoice_id
      where r.payment_id = ${paymentId} order by i.due_date, r.invoice_id`.execute(db)
  ).rows;
}

export interface ReversedPayment {
  invoiceId: number;
  receiptNumber: string;
  date: IsoDate;
}

/** The payments that settled invoices until they were reversed. */
export async function findReversedPayments(
  db: Db,
  invoiceIds: readonly number[],
): Promise<ReversedPayment[]> {
  if (invoiceIds.length === 0) return [];
  return (
    await sql<ReversedPayment>`
      select r.invoice_id as "invoiceId", p.receipt_number as "receiptNumber", p.payment_date as date
      from ${eachId(invoiceIds)} cross join lateral ${byKey('reversed_allocations', 'invoice_id', sql`k.id`)} r
      cross join lateral ${byKey('payments', 'id', sql`r.payment_id`)} p
      where p.kind = 'payment' order by p.id`.execute(db)
  ).rows;
}

export interface NewPayment {
  receiptNumber: string;
  customerId: number;
  kind: 'payment' | 'credit';
  paymentDate: IsoDate;
  account: PaymentAccount | null;
  currency: 'USD' | 'SSP';
  amount: Cents;
  ssp: Cents;
  rate: Cents;
  unallocated: Cents;
  reference: string;
  notes: string;
}

export async function insertPayments(
  db: Db,
  payments: readonly NewPayment[],
  made: { at: Date; by: string },
): Promise<number[]> {
  const rows = await insertRows<NewPayment, { id: number }>(
    db,
    'payments',
    payments,
    {
      receipt_number: ['text', (p) => p.receiptNumber],
      customer_id: ['bigint', (p) => p.customerId],
      kind: ['text', (p) => p.kind],
      payment_date: ['date', (p) => p.paymentDate],
      account: ['text', (p) => p.account],
      currency: ['text', (p) => p.currency],
      amount_cents: ['bigint', (p) => p.amount],
      ssp_cents: ['bigint', (p) => p.ssp],
      rate_cents: ['bigint', (p) => p.rate],
      unallocated_cents: ['bigint', (p) => p.unallocated],
      reference: ['text', (p) => p.reference],
      notes: ['text', (p) => p.notes],
      status: ['text', () => 'recorded'],
      created_at: ['timestamptz', () => made.at],
      created_by: ['text', () => made.by],
    },
    sql`returning id`,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** Adds to what a payment has settled of an invoice. */
export async function insertAllocations(db: Db, uses: readonly CreditUse[]): Promise<void> {
  await insertRows(
    db,
    'payment_allocations',
    uses,
    {
      payment_id: ['bigint', (use) => use.paymentId],
      invoice_id: ['bigint', (use) => use.invoiceId],
      amount_cents: ['bigint', (use) => use.amount],
    },
    sql`on conflict (payment_id, invoice_id) do update
      set amount_cents = payment_allocations.amount_cents + excluded.amount_cents`,
  );
}

/** Takes from what payments have settled of an invoice; what is taken whole goes. */
export async function reduceAllocations(
  db: Db,
  invoiceId: number,
  parts: readonly { paymentId: number; amount: Cents }[],
): Promise<void> {
  const taken = sql`(${rowsOf(parts, {
    payment_id: ['bigint', (part) => part.paymentId],
    amount: ['bigint', (part) => part.amount],
  })}) as n`;
  const same = sql`a.invoice_id = ${invoiceId} and a.payment_id = n.payment_id`;
  await sql`delete from payment_allocations a using ${taken} where ${same} and a.amount_cents = n.amount`.execute(
    db,
  );
  await sql`update payment_allocations a set amount_cents = a.amount_cents - n.amount from ${taken} where ${same}`.execute(
    db,
  );
}

/** Takes back what a payment has settled; that it had is kept. */
export async function undoAllocations(db: Db, paymentId: number): Promise<void> {
  await sql`
    with gone as (
      delete from payment_allocations where payment_id = ${paymentId} returning payment_id, invoice_id, amount_cents)
    insert into reversed_allocations (payment_id, invoice_id, amount_cents)
    select payment_id, invoice_id, amount_cents from gone`.execute(db);
}

/** Sets what is left on payments; each counts its moves in its version, which numbers their postings. */
export async function updateUnallocated(
  db: Db,
  changes: readonly { id: number; unallocated: Cents; moves: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update payments p set unallocated_cents = n.unallocated, version = p.version + n.moves
    from (${rowsOf(changes, {
      id: ['bigint', (change) => change.id],
      unallocated: ['bigint', (change) => change.unallocated],
      moves: ['bigint', (change) => change.moves],
    })}) as n
    where p.id = n.id`.execute(db);
}

export async function updateReversed(
  db: Db,
  id: number,
  reversal: { date: IsoDate; at: Date; by: string; reason: string },
): Promise<void> {
  await sql`
    update payments set status = 'reversed', reversed_date = ${reversal.date}, reversed_at = ${reversal.at},
      reversed_by = ${reversal.by}, reversal_reason = ${reversal.reason}, unallocated_cents = 0, version = version + 1
    where id = ${id}`.execute(db);
}

/** Money received in a month, in pounds at each payment's rate; reversed payments left out, credits not counted (decision 9). */
export async function sumReceived(db: Db, month: IsoMonth): Promise<{ usd: Cents; ssp: Cents }> {
  const result = await sql<{ usd: Cents; ssp: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as usd, coalesce(sum(ssp_cents), 0)::bigint as ssp from payments p
    where kind = 'payment' and status = 'recorded' and ${inMonth(sql`p.payment_date`, month)}`.execute(
    db,
  );
  return result.rows[0]!;
}
