import {
  categoriesOf,
  type Category,
  type Expense,
  type ExpenseAccount,
  type ExpenseType,
  offeredCategories,
} from '@nimule/core/expenses/schema';
import { type Cents, formatSsp, formatUsd } from '@nimule/core/kernel/money';

export const typeLabels: Readonly<Record<ExpenseType, string>> = {
  cost_of_sales: 'Cost of sales',
  operating_expense: 'Operating expense',
  non_operating_expense: 'Non-operating expense',
};

export const accountLabels: Readonly<Record<ExpenseAccount, string>> = {
  checking: 'Checking',
  savings: 'Savings',
  cash: 'Cash',
  credit_card: 'Credit card',
  petty_cash: 'Petty cash',
  accounts_payable: 'On account (to pay later)',
};

/** Short, for cells. */
export function accountName(account: ExpenseAccount): string {
  return account === 'accounts_payable' ? 'On account' : accountLabels[account];
}

export const paidLabels = { paid: 'Paid', part: 'Part paid', unpaid: 'Unpaid' } as const;

export function fits(expenseType: string, category: string): boolean {
  const known: Readonly<Record<string, readonly string[]>> = categoriesOf;
  return known[expenseType]?.includes(category) ?? false;
}

/** For `settle` of a form: clears a category that does not fit the type, which another user may have changed. */
export function settledCategory(values: { expenseType?: string; category?: string }): {
  category?: '';
} {
  const { expenseType = '', category = '' } = values;
  return fits(expenseType, category) ? {} : { category: '' };
}

/**
 * Categories that the form offers for a type (seeds/001 3): those of the specification, and the one that the edited
 * expense has already.
 */
export function categoriesFor(expenseType: string, kept?: string): readonly Category[] {
  const all: Readonly<Record<string, readonly Category[]>> = offeredCategories;
  const offered = all[expenseType] ?? [];
  if (!kept || !fits(expenseType, kept) || offered.includes(kept as Category)) return offered;
  return [...offered, kept as Category];
}

type Amount = Pick<Expense, 'amountUsd' | 'amountSsp'>;

/** 'SSP 40,000 ($100.00)', '$100.00'. */
export function amountText({ amountUsd, amountSsp }: Amount): string {
  if (amountSsp === null) return formatUsd(amountUsd);
  return `${formatSsp(amountSsp)} (${formatUsd(amountUsd)})`;
}

/** What is open, in the currency of the expense. */
export function openText({ openUsd, openSsp }: { openUsd: Cents; openSsp: Cents | null }): string {
  return openSsp === null ? formatUsd(openUsd) : formatSsp(openSsp);
}
