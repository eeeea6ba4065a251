import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { guarded } from '../../kernel/guarded.ts';
import { money, moneyPositive, plainPositive } from '../../kernel/money.ts';
import { pagingQuery } from '../../kernel/paging.ts';
import { optionalLines, recordId, requiredLines, wholeNumber } from '../../kernel/text.ts';
import { fromSafe, PAY, paidFrom, paidInSafe, payAccounts, payCurrencies } from '../schema.ts';

const paid = {
  account: z.enum(payAccounts),
  currency: z.enum(payCurrencies),
  exchangeRate: money,
  reference: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  reversedOn: dateText.nullable(),
  reversedBy: z.string(),
  reversalReason: z.string(),
  version: z.number(),
};
export const reversal = z.object({
  reason: requiredLines('The reason', 500),
  date: dateText.optional(),
});
export type Reversal = z.output<typeof reversal>;
/** Of an advance, a repayment or a remittance. */
export const cashReversal = reversal.extend({ from: fromSafe });
export type CashReversal = z.output<typeof cashReversal>;

// Payments of net pay. Those who record payments need not see salaries: what decision 67 leaves out is null to them.

export const payrollDue = z.object({
  month: monthText,
  payBy: z.enum(payAccounts),
  payrolls: z.number(),
  netUsd: money.nullable(),
});
export type PayrollDue = z.output<typeof payrollDue>;

/** The most payrolls of one payment. */
export const MOST_PAYROLLS = 2000;

/** Pays all approved payrolls of a month, or of a batch, or those chosen; `payBy` takes those that are to be paid so. */
export const payrollPaymentInput = z.object({
  month: monthText.optional(),
  batchId: recordId.optional(),
  payrollIds: recordId.array().max(MOST_PAYROLLS, 'Choose at most 2,000 payrolls.').optional(),
  payBy: z.enum(payAccounts).optional(),
  /** How many there are by what the caller has seen: other numbers are refused. */
  payrolls: wholeNumber('The number of payrolls', 1, MOST_PAYROLLS).optional(),
  paymentDate: dateText.optional(),
  ...paidFrom,
  notes: optionalLines('The notes', 2000).optional(),
});
export type PayrollPaymentInput = z.output<typeof payrollPaymentInput>;
export const payrollPayment = z.object({
  id: recordId,
  paymentNumber: z.string(),
  paymentDate: dateText,
  payrolls: z.number(),
  amountUsd: money.nullable(),
  /** In its currency. */
  amount: money.nullable(),
  notes: z.string(),
  ...paid,
});
export type PayrollPayment = z.output<typeof payrollPayment>;
export const payrollPaymentFilter = pagingQuery(['paymentDate', 'paymentNumber']).extend({
  month: monthText.optional(),
});
export type PayrollPaymentFilter = z.output<typeof payrollPaymentFilter>;

// Remittances

export const remittanceKinds = ['income_tax', 'social_security', 'other_deductions'] as const;
export type RemittanceKind = (typeof remittanceKinds)[number];
/** What is owed on 2320, 2310 and 2350 by the ledger; null without pay.read. */
export const remittanceOwed = z.object({
  kind: z.enum(remittanceKinds),
  accountCode: z.string(),
  owedUsd: money.nullable(),
});
export type RemittanceOwed = z.output<typeof remittanceOwed>;
/** What was withheld in a month and is not yet remitted: as booked, and in pounds at the rates of its payslips. */
export const remittanceOpen = z.object({
  kind: z.enum(remittanceKinds),
  openUsd: money,
  openSsp: money,
});
export type RemittanceOpen = z.output<typeof remittanceOpen>;
export const remittanceOpenQuery = z.object({ month: monthText });
export const remittanceInput = z.object({
  kind: z.enum(remittanceKinds),
  month: monthText,
  /** In its currency. */
  amount: plainPositive,
  /** What it settles of the dollars withheld; without it, by the pounds that were withheld (decision 134). */
  settledUsd: plainPositive.optional(),
  paymentDate: dateText.optional(),
  ...paidInSafe,
  notes: optionalLines('The notes', 2000).optional(),
});
export type RemittanceInput = z.output<typeof remittanceInput>;
export const remittance = z.object({
  id: recordId,
  remittanceNumber: z.string(),
  kind: z.enum(remittanceKinds),
  month: monthText,
  paymentDate: dateText,
  /** The money, at the rate of its day. */
  amountUsd: money.nullable(),
  amount: money.nullable(),
  settledUsd: money.nullable(),
  notes: z.string(),
  ...paid,
});
export type Remittance = z.output<typeof remittance>;
export const remittanceFilter = pagingQuery(['paymentDate', 'month', 'remittanceNumber']).extend({
  kind: z.enum(['all', ...remittanceKinds]).optional(),
  month: monthText.optional(),
});
export type RemittanceFilter = z.output<typeof remittanceFilter>;

// Advances

export const advanceInput = z.object({
  employeeId: recordId,
  amountUsd: moneyPositive,
  /** Monthly instalments from `firstMonth` on, the next month when left out; the last takes the rest. */
  instalments: wholeNumber('The number of instalments', 1, 60).optional(),
  firstMonth: monthText.optional(),
  advanceDate: dateText.optional(),
  ...paidInSafe,
  reason: optionalLines('The reason', 500).optional(),
});
export type AdvanceInput = z.output<typeof advanceInput>;
export const advance = z.object({
  id: recordId,
  advanceNumber: z.string(),
  employeeId: recordId,
  employeeNumber: z.string(),
  employeeName: z.string(),
  advanceDate: dateText,
  amountUsd: money,
  instalmentUsd: money,
  firstMonth: monthText,
  repaidUsd: money,
  openUsd: money,
  /** In its currency. */
  amount: money,
  reason: z.string(),
  ...paid,
});
export type Advance = z.output<typeof advance>;
/** As those who record payments are answered; without pay.read it has no amounts of what exists already. */
export const advanceChanged = advance.extend({
  amountUsd: guarded(PAY, money),
  instalmentUsd: guarded(PAY, money),
  repaidUsd: guarded(PAY, money),
  openUsd: guarded(PAY, money),
  amount: guarded(PAY, money),
});
export const advanceDetail = advance.extend({
  movements: z
    .object({
      id: recordId,
      kind: z.enum(['payroll', 'payroll_reversal', 'repayment', 'repayment_reversal']),
      date: dateText,
      /** Below zero for a reversal. */
      amountUsd: money,
      payrollId: recordId.nullable(),
      payrollNumber: z.string(),
      reference: z.string(),
      /** Of money; null for a payroll. */
      account: z.enum(payAccounts).nullable(),
      currency: z.enum(payCurrencies).nullable(),
      /** Of a repayment in money that is taken back. */
      isReversed: z.boolean(),
      /** Why a repayment was taken back. */
      reason: z.string(),
      createdBy: z.string(),
    })
    .array(),
});
export type AdvanceDetail = z.output<typeof advanceDetail>;
export const advanceFilter = pagingQuery([
  'advanceDate',
  'advanceNumber',
  'employeeName',
  'openUsd',
]).extend({
  employeeId: recordId.optional(),
  state: z.enum(['all', 'open', 'repaid', 'reversed']).optional(),
});
export type AdvanceFilter = z.output<typeof advanceFilter>;
/** The employee pays back in money. */
export const repaymentInput = z.object({
  amountUsd: moneyPositive,
  date: dateText.optional(),
  ...paidInSafe,
});
export type RepaymentInput = z.output<typeof repaymentInput>;
