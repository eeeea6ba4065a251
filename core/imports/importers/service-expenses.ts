import type { BillFinding } from '../../expenses/import/rules-bills.ts';
import {
  expensesInBooks,
  type HeldExpenses,
  importExpenseFile,
  surveyBills,
} from '../../expenses/import/service-file.ts';
import { type ExpenseRow, expenseTable, expenseTotals } from '../fields/rules-expenses.ts';
import type { FileToSurvey, Importer, Written } from './service-importer.ts';

/** The rows of batches that can be judged, and the others as far as they can be read. */
async function* rowsOf(batches: ReturnType<FileToSurvey<ExpenseRow>['batches']>) {
  for await (const { values, failures } of batches)
    yield {
      accepted: values,
      others: failures.map(({ value }) => (value ?? {}) as Partial<ExpenseRow>),
    };
}

export const expenses: Importer<ExpenseRow> = {
  table: expenseTable,
  totals: expenseTotals,
  // Equal rows are different money.
  keyOf: () => undefined,
  numbersLines: () => true,
  async survey(ctx, { has, batches }) {
    if (!has('statedTotal') && !has('taxAmount') && !has('discountAmount')) return new Map();
    return surveyBills(ctx, rowsOf(batches()));
  },
  grows: ['journal_entries', 'journal_lines'],
  async write(tx, rows, options) {
    const { made, ...written } = await importExpenseFile(tx, rows, {
      ...options,
      bills: options.surveyed as ReadonlyMap<string, BillFinding>,
    });
    return { ...written, made: { expenses: made } };
  },
  readBooks: async (_tx, rows, written) => expensesInBooks(rows, written as Written & HeldExpenses),
};
