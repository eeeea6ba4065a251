import { type ImportedCash, importCash } from '../../billing/cash-book/service.ts';
import { cashInBooks } from '../../billing/cash-book/service-books.ts';
import type { MadeWithInvoices } from '../../billing/cash-book/service-covered.ts';
import { gatherRows, MAX_LINES, totalNote } from '../../billing/import/rules-lines.ts';
import { hasTotalLines } from '../../billing/import/rules-total-line.ts';
import { importInvoices, presentInvoices } from '../../billing/import/service.ts';
import { invoicesInBooks } from '../../billing/import/service-books.ts';
import type { Ctx } from '../../context.ts';
import { namedCustomers } from '../../customers/service-import.ts';
import { sumOf } from '../../kernel/money.ts';
import { type InvoiceRow, invoiceTable, invoiceTotals } from '../fields/rules-billing.ts';
import { cashTable, cashTotals, lineNotes } from '../fields/rules-cash.ts';
import type { CashRow } from '../fields/rules-cash-row.ts';
import { findImportedPayments } from '../runs/queries-payments.ts';
import { findCustomers } from './rules-customers.ts';
import {
  type CurrencyRules,
  convertedLines,
  inDollars,
  writeInDollars,
} from './service-currency.ts';
import { type Importer, type WriteOptions, type Written, writtenAt } from './service-importer.ts';

const INVOICE_CURRENCIES: CurrencyRules<InvoiceRow> = {
  amounts: { amountUsd: 'aboveZero', paidAmountUsd: 'zero' },
  dayOf: ({ billDate }) => billDate,
  day: 'bill date',
  withOrigin(row, origin, convert) {
    if (!row.lines) return { ...row, origin };
    // The sum of the converted lines, which rounding may make another one than the converted sum.
    const lines = convertedLines(row.lines, convert);
    return { ...row, origin, lines, amountUsd: sumOf(lines, ({ amountUsd }) => amountUsd) };
  },
};

export const billing: Importer<InvoiceRow> = {
  table: invoiceTable,
  totals: invoiceTotals,
  keyOf: ({ invoiceId }) => invoiceId,
  grows: ['invoices', 'journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  gather: { most: MAX_LINES, rows: gatherRows, hasTotals: hasTotalLines },
  async readCurrent(ctx, rows) {
    const { found } = await inDollars(ctx, rows, INVOICE_CURRENCIES);
    const present = await presentInvoices(
      ctx,
      found.map(({ row }) => row),
    );
    const byIndex = new Map(found.map(({ index }, place) => [index, present[place]]));
    return rows.map((_, index) => byIndex.get(index));
  },
  async write(tx, rows, options) {
    const written = await writeInDollars(tx, rows, INVOICE_CURRENCIES, invoiceTotals, (converted) =>
      importByIdOrName(tx, converted, options),
    );
    const told = rows.flatMap((row, index) => {
      const note = written.outcomes[index] === 'refused' ? undefined : totalNote(row);
      return note ? [{ index, ...note }] : [];
    });
    return { ...written, notes: [...written.notes, ...told] };
  },
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

const madeWithInvoices: MadeWithInvoices = (ctx, ids) => findImportedPayments(ctx.db, ids);

export const cash: Importer<CashRow> = {
  table: cashTable,
  totals: cashTotals,
  // Equal lines are different money, unless they have a reference: the service tells them apart.
  keyOf: () => undefined,
  numbersLines: () => true,
  grows: ['journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  async write(tx, rows, options) {
    const { dryRun, ordinalOf } = options;
    const written = await importCash(tx, rows, { dryRun, ordinalOf, madeWithInvoices });
    const told = rows.flatMap((row, index) =>
      lineNotes(row).map((message) => ({ index, message })),
    );
    return { ...written, notes: [...written.notes, ...told] };
  },
  readBooks: (tx, lines, written) => cashInBooks(tx, lines, written as ImportedCash),
};
