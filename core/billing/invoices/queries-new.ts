import { type RawBuilder, sql } from 'kysely';
import { insertionOf, linesWithin, runInStep } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { LinePlan } from '../rules.ts';
import type { InvoiceRecord } from './queries.ts';

export interface NewInvoice {
  id: number;
  invoiceNumber: string;
  customerId: number;
  kind: InvoiceRecord['kind'];
  billingMonth: IsoDate | null;
  runId: number | null;
  billDate: IsoDate;
  dueDate: IsoDate;
  status: 'pending' | 'overdue';
  amount: Cents;
  rate: Cents;
  ssp: Cents;
  description: string;
  notes: string;
  receivableAccount: string;
  lines: readonly LinePlan[];
}

/** Writes invoices and their lines, one statement a table however many there are. */
export async function insertInvoices(
  db: Db,
  invoices: readonly NewInvoice[],
  made: { at: Date; by: string },
): Promise<void> {
  if (invoices.length === 0) return;
  await runInStep(db, invoices.length, [
    () =>
      insertionOf('invoices', invoices, {
        id: ['bigint', (i) => i.id],
        invoice_number: ['text', (i) => i.invoiceNumber],
        customer_id: ['bigint', (i) => i.customerId],
        kind: ['text', (i) => i.kind],
        billing_month: ['date', (i) => i.billingMonth],
        run_id: ['bigint', (i) => i.runId],
        bill_date: ['date', (i) => i.billDate],
        due_date: ['date', (i) => i.dueDate],
        status: ['text', (i) => i.status],
        amount_cents: ['bigint', (i) => i.amount],
        rate_cents: ['bigint', (i) => i.rate],
        ssp_cents: ['bigint', (i) => i.ssp],
        description: ['text', (i) => i.description],
        notes: ['text', (i) => i.notes],
        receivable_account: ['text', (i) => i.receivableAccount],
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
    amount_cents: ['bigint', (line) => line.amount],
    account_code: ['text', (line) => line.account],
  });
}

export async function replaceLines(
  db: Db,
  invoiceId: number,
  lines: readonly LinePlan[],
): Promise<void> {
  await sql`delete from invoice_lines where invoice_id = ${invoiceId}`.execute(db);
  await linesOf([invoiceId], [{ lines }]).execute(db);
}
