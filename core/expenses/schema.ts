import { z } from 'zod';
import { cashPlace } from '../accounting/schema-money.ts';
import { dateText, instant, monthText } from '../kernel/dates.ts';
import { money, plainPositive } from '../kernel/money.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  paymentReference,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';

export const expenseTypes = [
  'cost_of_sales',
  'operating_expense',
  'non_operating_expense',
] as const;
export type ExpenseType = (typeof expenseTypes)[number];

/** Categories of each type that the form offers (seeds/001 3). */
export const offeredCategories = {
  cost_of_sales: ['bandwidth_cost', 'equipment_cost'],
  operating_expense: ['rent', 'utilities', 'salaries', 'office_supplies', 'marketing'],
  non_operating_expense: ['interest', 'other'],
} as const satisfies Record<ExpenseType, readonly string[]>;

/** All categories of each type; API and import accept those beyond the form, which have badge colours (seeds/001 3). */
export const categoriesOf = {
  cost_of_sales: [...offeredCategories.cost_of_sales, 'installation'],
  operating_expense: [...offeredCategories.operating_expense, 'maintenance', 'operations'],
  non_operating_expense: [...offeredCategories.non_operating_expense, 'tax'],
} as const satisfies Record<ExpenseType, readonly string[]>;

export const categories = [
  ...categoriesOf.cost_of_sales,
  ...categoriesOf.operating_expense,
  ...categoriesOf.non_operating_expense,
] as const;
export type Category = (typeof categories)[number];

export const accounts = [
  'checking',
  'savings',
  'cash',
  'credit_card',
  'petty_cash',
  'accounts_payable',
] as const;
export type ExpenseAccount = (typeof accounts)[number];
/** Accounts that an expense on account is paid from. */
export const payingAccounts = ['checking', 'savings', 'cash', 'credit_card', 'petty_cash'] as const;

export const expenseCurrencies = ['USD', 'SSP'] as const;

/** Whether an expense on account is paid; an expense paid at once is 'paid'. */
const paidStates = ['paid', 'part', 'unpaid'] as const;

export const expense = z.object({
  id: recordId,
  transactionId: z.string(),
  date: dateText,
  /** The vendor. */
  location: z.string(),
  description: z.string(),
  expenseType: z.enum(expenseTypes),
  category: z.enum(categories),
  /** In `currency`, as the decimal text of the specification: '1234.50'. */
  amount: z.string(),
  currency: z.enum(expenseCurrencies),
  account: z.enum(accounts),
  amountUsd: money,
  /** Null for an expense in dollars. */
  amountSsp: money.nullable(),
  exchangeRate: money,
  reference: z.string(),
  notes: z.string(),
  paid: z.enum(paidStates),
  /** What is not paid yet of an expense on account, in US dollars of its booked amount; 0 for others. */
  openUsd: money,
  /** The same in pounds; null for an expense in dollars. */
  openSsp: money.nullable(),
  /** The template and month that it was made of. */
  templateId: recordId.nullable(),
  templateMonth: monthText.nullable(),
  attachments: z.number(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type Expense = z.output<typeof expense>;

export const expensePayment = z.object({
  id: recordId,
  expenseId: recordId,
  paymentDate: dateText,
  account: z.enum(payingAccounts),
  currency: z.enum(expenseCurrencies),
  amountUsd: money,
  amountSsp: money.nullable(),
  exchangeRate: money,
  settledUsd: money,
  settledSsp: money,
  reference: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  reversedOn: dateText.nullable(),
  reversedBy: z.string(),
  reversalReason: z.string(),
});
export type ExpensePayment = z.output<typeof expensePayment>;

export const expenseDetail = expense.extend({
  /** Ledger accounts of the current posting: code and name. */
  debitAccount: z.object({ code: z.string(), name: z.string() }),
  creditAccount: z.object({ code: z.string(), name: z.string() }),
  payments: expensePayment.array(),
});
export type ExpenseDetail = z.output<typeof expenseDetail>;

/** Characters of a vendor, in the form, in a paste and in files. */
export const MAX_VENDOR = 200;

/** seeds/001 7. All but `currency`, `reference` and `notes` are required (seeds/001 5); `amount` is in `currency`. */
export const expenseInput = z.object({
  date: dateText,
  location: requiredText('The vendor', MAX_VENDOR),
  description: requiredText('The description', 500),
  expenseType: z.enum(expenseTypes),
  category: z.enum(categories),
  amount: plainPositive,
  currency: z.enum(expenseCurrencies).optional(),
  account: z.enum(accounts),
  /** Where cash comes from (decision 51). */
  from: cashPlace.optional(),
  reference: paymentReference().optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type ExpenseInput = z.output<typeof expenseInput>;

export const expenseUpdate = expenseInput.partial().extend({
  version: recordVersion,
});
export type ExpenseUpdate = z.output<typeof expenseUpdate>;

export const expenseSorts = [
  'date',
  'transactionId',
  'location',
  'description',
  'category',
  'amountUsd',
] as const;
export const expenseFilter = pagingQuery(expenseSorts).extend({
  expenseType: z.enum(['all', ...expenseTypes]).optional(),
  category: z.enum(['all', ...categories]).optional(),
  account: z.enum(['all', ...accounts]).optional(),
  currency: z.enum(['all', ...expenseCurrencies]).optional(),
  paid: z.enum(['all', 'open', ...paidStates]).optional(),
  month: monthText.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type ExpenseFilter = z.output<typeof expenseFilter>;
export const expenseExport = expenseFilter.extend({ format: z.enum(exportFormats).optional() });

/** The three cards (seeds/001 2), in US dollars of all currencies, and what is not paid yet. */
export const expenseStats = z.object({
  totalUsd: money,
  count: z.number(),
  thisMonthUsd: money,
  bandwidthUsd: money,
  unpaidUsd: money,
  unpaidCount: z.number(),
});

export const expenseLookup = z.object({ transactionId: requiredText('The transaction ID', 30) });

/** Lines of one import. */
export const MAX_IMPORT_LINES = 5000;

/** Bytes of one import: room for so many lines, each with a vendor and a description of the greatest length. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

/** A line as pasted: texts, judged on the server. `isChosen` records it although it is marked. */
export const importLine = z.object({
  date: optionalText('The date', 100),
  location: optionalText('The vendor', 500).optional(),
  description: optionalText('The description', 1000).optional(),
  expenseType: optionalText('The type', 100).optional(),
  category: optionalText('The category', 100).optional(),
  amount: z.union([z.string().max(200), z.number()]),
  currency: optionalText('The currency', 20).optional(),
  account: optionalText('The account', 100).optional(),
  isChosen: yesNo.optional(),
});
export type ImportLine = z.output<typeof importLine>;
export const bulkImportInput = z.object({
  expenses: importLine
    .array()
    .min(1, 'Send at least one line.')
    .max(MAX_IMPORT_LINES, 'At most 5,000 lines can be imported at a time.'),
  /** Of lines that name none: by default on account, and US dollars (decision 76). */
  account: z.enum(accounts).optional(),
  currency: z.enum(expenseCurrencies).optional(),
});
export type BulkImportInput = z.output<typeof bulkImportInput>;

/**
 * `new` lines are recorded, and `read` ones, whose amount has another notation than 1,250.50. `unclear` amounts, those with a
 * minus and known lines are left out unless they are chosen; `zero` and `refused` lines are never recorded.
 */
export const importMarks = ['new', 'read', 'unclear', 'zero', 'minus', 'known', 'refused'] as const;
/** The marks of lines that are recorded without being chosen. */
export const recordedMarks: ReadonlySet<ImportMark> = new Set(['new', 'read']);
export type ImportMark = (typeof importMarks)[number];

export const importVerdict = z.object({
  /** From 1, in the order sent. */
  line: z.number(),
  mark: z.enum(importMarks),
  /** What is wrong or doubtful, in words; '' for a new line. */
  problem: z.string(),
  /** The recorded expense that the line repeats. */
  knownAs: z.string().nullable(),
  date: dateText.nullable(),
  location: z.string(),
  description: z.string(),
  amountUsd: money.nullable(),
});
export type ImportVerdict = z.output<typeof importVerdict>;
export const importPreview = z.object({
  verdicts: importVerdict.array(),
  toRecord: z.number(),
  totalUsd: money,
});
export type ImportPreview = z.output<typeof importPreview>;
/** seeds/001 7: `message` is shown in 'Bulk Import Complete'. */
export const importResult = z.object({
  message: z.string(),
  recorded: z.number(),
  leftOut: z.number(),
  refused: z.number(),
  verdicts: importVerdict.array(),
});
export type ImportResult = z.output<typeof importResult>;

/** Pays an expense on account, in part or whole; without an amount, what is open. */
export const expensePaymentInput = z.object({
  amount: plainPositive.optional(),
  currency: z.enum(expenseCurrencies).optional(),
  account: z.enum(payingAccounts),
  from: cashPlace.optional(),
  paymentDate: dateText.optional(),
  reference: paymentReference().optional(),
  version: recordVersion,
  /** It is other money than that of the payment with the same reference. */
  sameReference: yesNo.optional(),
});
export type ExpensePaymentInput = z.output<typeof expensePaymentInput>;
export const reverseExpensePayment = z.object({
  reason: requiredLines('The reason', 500),
  from: cashPlace.optional(),
});
/** Where the cash of a deleted expense goes, if the till that paid it is closed. */
export const deleteExpenseQuery = z.object({ from: cashPlace.optional() });
export const expensePaymentParams = z.object({ id: recordId, paymentId: recordId });

export const expenseTemplate = z.object({
  id: recordId,
  description: z.string(),
  location: z.string(),
  expenseType: z.enum(expenseTypes),
  category: z.enum(categories),
  currency: z.enum(expenseCurrencies),
  /** In `currency`. */
  amount: money,
  account: z.enum(accounts),
  day: z.number(),
  firstMonth: monthText,
  lastMonth: monthText.nullable(),
  isActive: z.boolean(),
  /** The next month that it makes an expense of; null if none. */
  nextMonth: monthText.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type ExpenseTemplate = z.output<typeof expenseTemplate>;

export const expenseTemplateInput = z.object({
  description: requiredText('The description', 500),
  location: requiredText('The vendor', MAX_VENDOR),
  expenseType: z.enum(expenseTypes),
  category: z.enum(categories),
  currency: z.enum(expenseCurrencies).optional(),
  amount: plainPositive,
  account: z.enum(accounts),
  day: wholeNumber('The day', 1, 31),
  firstMonth: monthText,
  lastMonth: monthText.nullable().optional(),
  isActive: yesNo.optional(),
  version: recordVersion,
});
export type ExpenseTemplateInput = z.output<typeof expenseTemplateInput>;
