import { type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { invoices } from '../invoices/queries.ts';
import { payments } from '../payments/queries.ts';
import type { OpeningDocument } from './rules.ts';

/**
 * All opening balances of customers, including cancelled and reversed ones, oldest first; without those that the undo of
 * an import has reversed.
 */
export async function findOpenings(
  db: Db,
  customerIds: readonly number[],
): Promise<OpeningDocument[]> {
  if (customerIds.length === 0) return [];
  const debts = await db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('invoices', 'customer_id', 'k.id').as('i'))
    .select(invoices.list('i'))
    .select(
      sql<boolean>`i.reopened_on is not null and i.version - i.undone_steps > 1`.as('wasPaid'),
    )
    .select('i.is_replaced as isReplaced')
    .where('i.kind', '=', 'opening')
    .where('i.undone_run_id', 'is', null)
    .orderBy('i.id')
    .execute();
  const credits = await db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('payments', 'customer_id', 'k.id').as('p'))
    .select([...payments.list('p'), 'p.undone_steps as undoneSteps', 'p.is_replaced as isReplaced'])
    .where('p.kind', '=', 'opening')
    .where('p.undone_run_id', 'is', null)
    .orderBy('p.id')
    .execute();
  return [
    ...debts.map(
      ({ id, customerId, invoiceId, amountUsd, paidUsd, billDate, ...debt }): OpeningDocument => ({
        kind: 'debt',
        id,
        customerId,
        number: invoiceId,
        owedUsd: amountUsd,
        usedUsd: paidUsd,
        date: billDate,
        isInForce: debt.status !== 'cancelled',
        isUntouched: paidUsd === 0 && debt.postingRevision === 1 && !debt.wasPaid,
        isReplaced: debt.isReplaced,
      }),
    ),
    ...credits.map(
      ({ id, customerId, receiptId, amountUsd, unallocatedUsd, ...credit }): OpeningDocument => ({
        kind: 'credit',
        id,
        customerId,
        number: receiptId,
        owedUsd: -amountUsd as Cents,
        usedUsd:
          credit.status === 'recorded' ? ((amountUsd - unallocatedUsd) as Cents) : (0 as Cents),
        date: credit.paymentDate,
        isInForce: credit.status === 'recorded',
        // Each allocation and release counts the version; the undo of an import takes its own back.
        isUntouched: credit.version - credit.undoneSteps === 1,
        isReplaced: credit.isReplaced,
      }),
    ),
  ];
}

/** Marks cancelled opening balances as replaced by an import. */
export async function markReplaced(
  db: Db,
  table: 'invoices' | 'payments',
  ids: readonly number[],
): Promise<void> {
  await db
    .updateTable(table)
    .set({ is_replaced: true })
    .where(sql<SqlBool>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
}

/** The customers among these who have an opening balance in force. */
export async function findOpened(db: Db, customerIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('invoices', 'customer_id', 'k.id').as('i'))
    .select('k.id')
    .where('i.kind', '=', 'opening')
    .where('i.status', '<>', 'cancelled')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Customers with unsettled invoices, and whether one of them is dated before `date` and no opening balance. */
export async function findDebtors(
  db: Db,
  customerIds: readonly number[],
  date: IsoDate | null,
): Promise<Map<number, boolean>> {
  const rows = await db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('invoices', 'customer_id', 'k.id').as('i'))
    .select('k.id')
    .select(
      sql<boolean>`coalesce(bool_or(i.kind <> 'opening' and i.bill_date < ${date}::date), false)`.as(
        'isOld',
      ),
    )
    .where(sql<SqlBool>`i.status in ('pending', 'overdue')`)
    .groupBy('k.id')
    .execute();
  return new Map(rows.map(({ id, isOld }) => [id, isOld]));
}

/** Those of these numbers that an invoice or a receipt has. */
export async function findTakenNumbers(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const wanted = arrayOf('text', numbers);
  const result = await sql<{ number: string }>`
    select invoice_number as number from invoices where invoice_number = any(${wanted})
    union all select receipt_number from payments where receipt_number = any(${wanted})`.execute(
    db,
  );
  return new Set(result.rows.map(({ number }) => number));
}
