import {
  expensesInBooks,
  type HeldExpenses,
  importExpenseFile,
} from '../../expenses/import/service-file.ts';
import { type ExpenseRow, expenseTable, expenseTotals } from '../fields/rules-expenses.ts';
import type { Importer, Written } from './service-importer.ts';

export const expenses: Importer<ExpenseRow> = {
  table: expenseTable,
  totals: expenseTotals,
  // Equal rows are different money.
  keyOf: () => undefined,
  numbersLines: true,
  grows: ['journal_entries', 'journal_lines'],
  async write(tx, rows, options) {
    const { made, ...written } = await importExpenseFile(tx, rows, options);
    return { ...written, made: { expenses: made } };
  },
  readBooks: async (_tx, rows, written) => expensesInBooks(rows, written as Written & HeldExpenses),
};
