import { defineAttachments } from '../attachments/service-kit.ts';
import { nameOfExpense } from './rules.ts';
import { assertExpenseKnown, lockExpense } from './service-record.ts';

/** The receipts of an expense. */
export const receipts = defineAttachments({
  entity: 'expense',
  noun: 'expense',
  assertReadable: assertExpenseKnown,
  lock: lockExpense,
  summary: (expense, fileName) => `${nameOfExpense(expense)}: ${fileName}`,
});
