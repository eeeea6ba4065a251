import { z } from 'zod';
import { dateText, instant, monthText } from '../kernel/dates.ts';
import { ledgerMoney, money } from '../kernel/money.ts';
import { pagingQuery } from '../kernel/paging.ts';
import {
  optionalText,
  recordId,
  requiredLines,
  requiredText,
  wholeNumber,
} from '../kernel/text.ts';

export const accountTypes = ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'] as const;
export type AccountType = (typeof accountTypes)[number];
export const normalBalances = ['DEBIT', 'CREDIT'] as const;
/** What an account is kept in: a line on a pound account carries its pounds (decision 33). */
export const accountCurrencies = ['USD', 'SSP'] as const;
/** Where the counterparts of cash stand in the cash flow statement. */
export const cashFlowClasses = ['operating', 'investing', 'financing'] as const;
export type CashFlowClass = (typeof cashFlowClasses)[number];
/** Where expenses stand in the profit and loss statement (seeds/001 3). */
export const expenseClasses = ['cost_of_sales', 'operating', 'non_operating'] as const;
export type ExpenseClass = (typeof expenseClasses)[number];

/** Only these can be posted to (decision 11). */
export const LEAF_LEVEL = 2;

/** Chart of accounts entry (seeds/001 3). */
export const account = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(accountTypes),
  parentCode: z.string().nullable(),
  level: z.number(),
  normalBalance: z.enum(normalBalances),
  isCash: z.boolean(),
  currency: z.enum(accountCurrencies),
  cashFlow: z.enum(cashFlowClasses),
  /** Null for accounts that are no expense. */
  expenseClass: z.enum(expenseClasses).nullable(),
  isActive: z.boolean(),
});
export type Account = z.output<typeof account>;

export const journalLine = z.object({
  lineNo: z.number(),
  accountCode: z.string(),
  accountName: z.string(),
  debitAmount: money,
  creditAmount: money,
  /** Pounds of a line on a pound account, without sign; null on other accounts. */
  sspAmount: money.nullable(),
  customerId: z.number().nullable(),
  /** The number and name of that customer, SC003. */
  customerNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  supplierId: z.number().nullable(),
  employeeId: z.number().nullable(),
  description: z.string(),
});
export type JournalLine = z.output<typeof journalLine>;

export const journalEntry = z.object({
  id: z.number(),
  entryId: z.string(),
  entryDate: dateText,
  description: z.string(),
  reference: z.string(),
  totalDebit: money,
  totalCredit: money,
  isBalanced: z.boolean(),
  status: z.enum(['posted', 'reversed', 'reversal']),
  source: z.string(),
  sourceId: z.number(),
  reversalOf: z.string().nullable(),
  reversedBy: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
});
export type JournalEntry = z.output<typeof journalEntry>;

export const journalEntryDetail = journalEntry.extend({ lines: z.array(journalLine) });
export type JournalEntryDetail = z.output<typeof journalEntryDetail>;

/** The range of years in queries. */
export const BOOK_YEARS = { first: 2000, last: 2200 } as const;

const year = wholeNumber('The year', BOOK_YEARS.first, BOOK_YEARS.last);
const monthNumber = wholeNumber('The month', 1, 12);

/** ?month=11&year=2026 (decision 11); without them, the current month in Juba. */
export const periodQuery = z.object({ month: monthNumber.optional(), year: year.optional() });
export type PeriodQuery = z.output<typeof periodQuery>;
export const journalSorts = ['entryDate', 'entryId', 'totalDebit'] as const;

export const journalFilter = pagingQuery(journalSorts)
  .extend(periodQuery.shape)
  .extend({
    accountCode: z.string().max(20).optional(),
    source: z.string().max(60).optional(),
    /** Entries with a line of this party, and with an account on the same line. At most one of the three. */
    customerId: recordId.optional(),
    supplierId: recordId.optional(),
    employeeId: recordId.optional(),
  });
export type JournalFilter = z.output<typeof journalFilter>;

const journalLineInput = z.object({
  accountCode: optionalText('The account', 20).optional(),
  debitAmount: ledgerMoney.optional(),
  creditAmount: ledgerMoney.optional(),
  /** Pounds of a line on a pound account; 0 in a revaluation. */
  sspAmount: ledgerMoney.optional(),
  description: optionalText('The description', 500).optional(),
});

/** The totals are part of the specification's call but ignored; they are computed (decision 28). */
export const journalEntryInput = z.object({
  date: dateText,
  description: requiredText('The description', 500),
  reference: optionalText('The reference', 200).optional(),
  entries: z.array(journalLineInput).max(500),
  totalDebit: z.union([z.number(), z.string()]).optional(),
  totalCredit: z.union([z.number(), z.string()]).optional(),
});
export type JournalEntryInput = z.output<typeof journalEntryInput>;

export const reverseInput = z.object({
  date: dateText.optional(),
  reason: requiredLines('The reason', 500),
});
export type ReverseInput = z.output<typeof reverseInput>;

const trialBalanceLine = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(accountTypes),
  debit: money,
  credit: money,
});

export const trialBalance = z.object({
  month: monthText,
  accounts: z.array(trialBalanceLine),
  totalDebit: money,
  totalCredit: money,
  isBalanced: z.boolean(),
  /** What is left out for the caller (decision 67). */
  note: z.string().optional(),
});
export type TrialBalance = z.output<typeof trialBalance>;

/** Movement of one account in one month. */
export const accountMonth = z.object({
  accountCode: z.string(),
  month: monthText,
  debit: money,
  credit: money,
});
export type AccountMonth = z.output<typeof accountMonth>;

export const monthState = z.object({
  month: monthText,
  isLocked: z.boolean(),
  lockedAt: instant.nullable(),
  lockedBy: z.string().nullable(),
});
export type MonthState = z.output<typeof monthState>;
export const monthParams = z.object({ month: monthText });

export const booksCheck = z.object({
  isSound: z.boolean(),
  checks: z.array(z.object({ name: z.string(), isSound: z.boolean(), detail: z.string() })),
});
export type BooksCheck = z.output<typeof booksCheck>;

export const booksFormats = ['hledger', 'beancount', 'ledger'] as const;
export type BooksFormat = (typeof booksFormats)[number];
export const booksExportQuery = z.object({ format: z.enum(booksFormats) });
export const entryParams = z.object({ id: recordId });
/** An entry by its displayed number, `JE-2026-000007`. */
export const entryLookup = z.object({ entryId: requiredText('The entry number', 40) });
