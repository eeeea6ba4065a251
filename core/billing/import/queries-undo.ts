import { type SqlBool, sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { invoices } from '../invoices/queries.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import { payments } from '../payments/queries.ts';
import type { Payment } from '../payments/schema.ts';
import type { LinePlan } from '../rules.ts';
import type { ByImports } from './rules-undo.ts';

const customerColumns = ['c.customer_id as customerNumber', 'c.name as customerName'] as const;

export function findInvoices(
  db: Db,
  ids: readonly number[],
): Promise<(InvoiceRecord & ByImports)[]> {
  return db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('invoices', 'id', 'k.id').as('i'))
    .crossJoinLateral(byKey('customers', 'id', 'i.customer_id').as('c'))
    .select([
      ...invoices.list('i'),
      ...customerColumns,
      'i.undone_steps as undoneSteps',
      'i.is_replaced as isReplaced',
    ])
    .orderBy('i.id')
    .execute();
}

export function findPayments(db: Db, ids: readonly number[]): Promise<(Payment & ByImports)[]> {
  return db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('payments', 'id', 'k.id').as('p'))
    .crossJoinLateral(byKey('customers', 'id', 'p.customer_id').as('c'))
    .select([
      ...payments.list('p'),
      ...customerColumns,
      'p.undone_steps as undoneSteps',
      'p.is_replaced as isReplaced',
    ])
    .orderBy('p.id')
    .execute();
}

/** The customers of invoices and payments. */
export async function findOwners(
  db: Db,
  invoiceIds: readonly number[],
  paymentIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.customer_id as id from ${eachId(invoiceIds)} cross join lateral ${byKey('invoices', 'id', 'k.id')} i
    union select p.customer_id from ${eachId(paymentIds)} cross join lateral ${byKey('payments', 'id', 'k.id')} p`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The lines of many invoices by invoice id. */
export async function findLinesOfInvoices(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, (LinePlan & { invoiceId: number })[]>> {
  const rows = await db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('invoice_lines', 'invoice_id', 'k.id').as('l'))
    .select(['l.invoice_id as invoiceId', 'l.kind', 'l.description'])
    .select(['l.amount_cents as amountUsd', 'l.account_code as account'])
    .orderBy('l.invoice_id')
    .orderBy('l.line_no')
    .execute();
  return groupedBy(rows, ({ invoiceId }) => invoiceId);
}

/** The invoices among these that were sent by e-mail, or are being sent. */
export async function findEmailed(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('invoice_emails', 'invoice_id', 'k.id').as('e'))
    .select('k.id')
    .where('e.status', '<>', 'failed')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The customers among these with an invoice or a payment that no undo of an import has reversed. */
export async function findWithDocuments(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select k.id from ${eachId(ids)} where exists (
      select from ${byKey('invoices', 'customer_id', 'k.id')} i where i.undone_run_id is null)
    or exists (select from ${byKey('payments', 'customer_id', 'k.id')} p where p.undone_run_id is null)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Moves the allocations of payments to reversed_allocations. */
export async function undoAllocationsOf(db: Db, paymentIds: readonly number[]): Promise<void> {
  await sql`
    with removed as (
      delete from payment_allocations where payment_id = any(${arrayOf('bigint', paymentIds)})
      returning payment_id, invoice_id, amount_cents)
    insert into reversed_allocations (payment_id, invoice_id, amount_cents)
    select payment_id, invoice_id, amount_cents from removed`.execute(db);
}

/** Removes the allocations on invoices. */
export async function removeAllocationsOn(db: Db, invoiceIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('payment_allocations')
    .where(sql<SqlBool>`invoice_id = any(${arrayOf('bigint', invoiceIds)})`)
    .execute();
}

/** Marks documents as undone, under another number. */
export async function markUndone(
  db: Db,
  table: 'invoices' | 'payments',
  runId: number,
  renamed: readonly { id: number; number: string }[],
): Promise<void> {
  if (renamed.length === 0) return;
  const column = table === 'invoices' ? 'invoice_number' : 'receipt_number';
  await sql`
    update ${sql.table(table)} t set undone_run_id = ${runId}, ${sql.ref(column)} = n.number
    from (${rowsOf(renamed, {
      id: ['bigint', ({ id }) => id],
      number: ['text', ({ number }) => number],
    })}) as n
    where t.id = n.id`.execute(db);
}

export function findVersions(
  db: Db,
  invoiceIds: readonly number[],
): Promise<{ id: number; version: number }[]> {
  return db
    .selectFrom(eachId(invoiceIds))
    .crossJoinLateral(byKey('invoices', 'id', 'k.id').as('i'))
    .select(['i.id', 'i.version'])
    .execute();
}

/** Status and amounts of invoices by their numbers, key by key. */
export async function findNumbered(
  db: Db,
  numbers: readonly string[],
): Promise<Pick<InvoiceRecord, 'invoiceId' | 'status' | 'amountUsd' | 'paidUsd'>[]> {
  const { rows } = await sql<Pick<InvoiceRecord, 'invoiceId' | 'status' | 'amountUsd' | 'paidUsd'>>`
    select i.invoice_number as "invoiceId", i.status, i.amount_cents as "amountUsd", i.paid_cents as "paidUsd"
    from unnest(${arrayOf('text', numbers)}) as k (key)
    cross join lateral (select * from invoices where invoice_number = k.key offset 0) i`.execute(
    db,
  );
  return rows;
}
