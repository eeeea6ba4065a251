import type { RawBuilder } from 'kysely';
import { insertionOf, linesWithin, runInStep } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { LinePlan } from '../rules.ts';
import { invoices as invoiceRecord, type StoredInvoice } from './queries.ts';

const newFields = [
  'id',
  'invoiceId',
  'customerId',
  'kind',
  'billingMonth',
  'billDate',
  'dueDate',
  'status',
  'amountUsd',
  'exchangeRate',
  'amountSsp',
  'description',
  'notes',
  'packageName',
  'receivableAccount',
] as const;

export interface NewInvoice extends Pick<StoredInvoice, (typeof newFields)[number]> {
  status: 'pending' | 'overdue';
  runId: number | null;
  lines: readonly LinePlan[];
}

/** Inserts invoices and their lines, one statement per table. */
export async function insertInvoices(
  db: Db,
  invoices: readonly NewInvoice[],
  made: { at: Date; by: string },
): Promise<void> {
  if (invoices.length === 0) return;
  await runInStep(db, invoices.length, [
    () =>
      insertionOf('invoices', invoices, {
        ...invoiceRecord.columns(newFields),
        run_id: ['bigint', (invoice) => invoice.runId],
        created_at: ['timestamptz', () => made.at],
        created_by: ['text', () => made.by],
      }),
    () =>
      linesOf(
        invoices.map(({ id }) => id),
        invoices,
      ),
  ]);
}

function linesOf(
  ids: readonly number[],
  invoices: readonly { lines: readonly LinePlan[] }[],
): RawBuilder<unknown> {
  const { lines, owners, numbers } = linesWithin(invoices, (invoice) => invoice.lines);
  return insertionOf('invoice_lines', lines, {
    invoice_id: ['bigint', (_line, index) => ids[owners[index]!]],
    line_no: ['int', (_line, index) => numbers[index]],
    kind: ['text', (line) => line.kind],
    description: ['text', (line) => line.description],
    amount_cents: ['bigint', (line) => line.amountUsd],
    account_code: ['text', (line) => line.account],
    quantity: ['int', (line) => line.quantity ?? null],
    unit_price_cents: ['bigint', (line) => line.unitPriceUsd ?? null],
  });
}

export async function replaceLines(
  db: Db,
  invoiceId: number,
  lines: readonly LinePlan[],
): Promise<void> {
  await db.deleteFrom('invoice_lines').where('invoice_id', '=', invoiceId).execute();
  await linesOf([invoiceId], [{ lines }]).execute(db);
}
