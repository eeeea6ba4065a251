import { type ImportedCash, importCash } from '../../billing/cash/service.ts';
import { cashInBooks } from '../../billing/cash/service-books.ts';
import { gatherRows, MAX_LINES } from '../../billing/import/rules-lines.ts';
import { importInvoices, presentInvoices } from '../../billing/import/service.ts';
import { invoicesInBooks } from '../../billing/import/service-books.ts';
import type { Ctx } from '../../context.ts';
import { namedCustomers } from '../../customers/service-import.ts';
import { type InvoiceRow, invoiceTable, invoiceTotals } from '../fields/rules-billing.ts';
import { type CashRow, cashTable, cashTotals, statusNote } from '../fields/rules-cash.ts';
import { findCustomers } from './rules-customers.ts';
import { type Importer, type WriteOptions, type Written, writtenAt } from './service-importer.ts';

export const billing: Importer<InvoiceRow> = {
  table: invoiceTable,
  totals: invoiceTotals,
  keyOf: ({ invoiceId }) => invoiceId,
  grows: ['invoices', 'journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  gather: { most: MAX_LINES, rows: gatherRows },
  readCurrent: presentInvoices,
  write: importByIdOrName,
  readBooks: invoicesInBooks,
};

/** Imports invoices; those without a customer id belong to the only customer of their customer name. */
async function importByIdOrName(
  tx: Ctx,
  rows: readonly InvoiceRow[],
  { dryRun }: WriteOptions,
): Promise<Written> {
  const find = await namedCustomers(tx, rows, { orByName: true });
  const { found, errors, notes } = findCustomers(rows, find);
  const written = await importInvoices(
    tx,
    found.map(({ row }) => row),
    { dryRun },
  );
  const placed = writtenAt(rows.length, found, errors, written);
  return { ...placed, notes: [...placed.notes, ...notes] };
}

export const cash: Importer<CashRow> = {
  table: cashTable,
  totals: cashTotals,
  // Equal lines are different money, unless they have a reference: the service tells them apart.
  keyOf: () => undefined,
  numbersLines: true,
  grows: ['journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  async write(tx, rows, options) {
    const written = await importCash(tx, rows, options);
    const told = rows.flatMap((row, index) => {
      const message = statusNote(row);
      return message === undefined ? [] : [{ index, message }];
    });
    return { ...written, notes: [...written.notes, ...told] };
  },
  readBooks: (tx, lines, written) => cashInBooks(tx, lines, written as ImportedCash),
};
