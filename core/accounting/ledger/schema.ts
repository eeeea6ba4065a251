import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { ledgerMoney, money } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  wholeNumber,
  yesNo,
} from '../../kernel/text.ts';
import {
  account,
  accountCurrencies,
  accountTypes,
  cashFlowClasses,
  expenseClasses,
  journalEntry,
  normalBalances,
} from '../schema.ts';

/** A line of an account with the balance after it. */
export const ledgerLine = z.object({
  entryId: recordId,
  entryNumber: z.string(),
  lineNo: z.number(),
  date: dateText,
  description: z.string(),
  reference: z.string(),
  source: z.string(),
  sourceId: z.number(),
  debitAmount: money,
  creditAmount: money,
  /** Signed by the normal balance of the account. */
  balance: money,
  /** Pounds of the line, debits above zero, and their balance, signed as `balance`; null on accounts in dollars. */
  sspAmount: money.nullable(),
  sspBalance: money.nullable(),
});
export type LedgerLine = z.output<typeof ledgerLine>;

const ledgerSorts = ['date'] as const;
/** Months from and to, both included; without them the year up to now. A search keeps the balances of the whole period. */
export const ledgerFilter = pagingQuery(ledgerSorts).extend({
  accountCode: requiredText('The account', 20),
  from: monthText.optional(),
  to: monthText.optional(),
  /** Only the lines of entries that move cash: what a figure of the cash flow statement is made of. */
  withCash: yesNo.optional(),
});
export type LedgerFilter = z.output<typeof ledgerFilter>;
export const ledgerExport = ledgerFilter.extend({ format: z.enum(exportFormats).optional() });
export type LedgerExport = z.output<typeof ledgerExport>;

export const accountLedger = z.object({
  account,
  from: monthText,
  to: monthText,
  openingBalance: money,
  debits: money,
  credits: money,
  closingBalance: money,
  openingSsp: money.nullable(),
  closingSsp: money.nullable(),
  /** Number and sums of the lines that match. */
  total: z.number(),
  foundDebits: money,
  foundCredits: money,
  lines: ledgerLine.array(),
  /** What is left out for the caller (decision 67). */
  note: z.string().optional(),
});
export type AccountLedger = z.output<typeof accountLedger>;

/** What is posted by modules: the kinds of documents that entries stand behind. */
export const documentKinds = [
  'invoice',
  'payment',
  'refund',
  'expense',
  'expense.payment',
  'goods.receipt',
  'supplier.bill',
  'supplier.payment',
  'loan',
  'payroll',
  'payroll.payment',
  'payroll.advance',
  'payroll.repayment',
  'payroll.remittance',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const documentParams = z.object({ kind: z.enum(documentKinds), id: recordId });
export const documentEntries = journalEntry.array();

/** A new leaf of the chart; its group gives what is left out. */
export const accountInput = z.object({
  code: requiredText('The code', 20),
  name: requiredText('The name', 200),
  parentCode: requiredText('The group', 20),
  type: z.enum(accountTypes).optional(),
  normalBalance: z.enum(normalBalances).optional(),
  isCash: yesNo.optional(),
  currency: z.enum(accountCurrencies).optional(),
  cashFlow: z.enum(cashFlowClasses).optional(),
  expenseClass: z.enum(expenseClasses).nullable().optional(),
});
export type AccountInput = z.output<typeof accountInput>;
export const accountUpdate = z.object({
  name: requiredText('The name', 200).optional(),
  isActive: yesNo.optional(),
});
export type AccountUpdate = z.output<typeof accountUpdate>;
export const accountParams = z.object({ code: requiredText('The code', 20) });

const templateLine = z.object({
  accountCode: requiredText('The account', 20),
  debitAmount: ledgerMoney.optional(),
  creditAmount: ledgerMoney.optional(),
  sspAmount: ledgerMoney.optional(),
  description: optionalText('The description', 500).optional(),
});
/** A journal entry that is posted each month. */
export const journalTemplateInput = z.object({
  description: requiredText('The description', 500),
  reference: optionalText('The reference', 200).optional(),
  entries: templateLine.array().max(500),
  day: wholeNumber('The day', 1, 31),
  firstMonth: monthText,
  lastMonth: monthText.nullable().optional(),
  isActive: yesNo.optional(),
  version: recordVersion,
});
export type JournalTemplateInput = z.output<typeof journalTemplateInput>;
export const journalTemplate = z.object({
  id: recordId,
  description: z.string(),
  reference: z.string(),
  entries: z
    .object({
      accountCode: z.string(),
      debitAmount: money,
      creditAmount: money,
      sspAmount: money.nullable(),
      description: z.string(),
    })
    .array(),
  day: z.number(),
  firstMonth: monthText,
  lastMonth: monthText.nullable(),
  isActive: z.boolean(),
  /** The next month that it posts an entry of; null if none. */
  nextMonth: monthText.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type JournalTemplate = z.output<typeof journalTemplate>;
