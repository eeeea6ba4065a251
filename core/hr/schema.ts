import { z } from 'zod';
import {
  type Currency,
  cashPlace,
  currencies,
  type PaymentAccount,
  paymentAccounts,
} from '../accounting/schema-money.ts';
import { guarded } from '../kernel/guarded.ts';
import { money } from '../kernel/money.ts';
import { paymentReference, wholeNumber, yesNo } from '../kernel/text.ts';

/** Who sees salaries, bank accounts, payroll and budgets (decision 16). */
export const PAY = 'pay.read';

/** What salaries, advances and remittances are paid from: 1110, 1120, 1130 or their pound accounts (decision 33). */
export const payAccounts = paymentAccounts;
export type PayAccount = PaymentAccount;
export const payCurrencies = currencies;
export type PayCurrency = Currency;

/** Money paid: its account, currency, day and reference, as part of an input. */
export const paidFrom = {
  account: z.enum(payAccounts),
  currency: z.enum(payCurrencies).optional(),
  reference: paymentReference().optional(),
};

/** Cash of pay is the safe's, so that no till tells what one person gets (decision 82); other places are refused. */
export const fromSafe = cashPlace
  .refine((place) => place === 'safe', {
    message: 'Cash of pay comes from the safe, so that no till shows it.',
  })
  .optional();

/** The same where `from` may be said. */
export const paidInSafe = { ...paidFrom, from: fromSafe };

/** Hundredths of a percent. */
export const points = (label: string) => wholeNumber(label, 0, 10_000);

/** Rules of the company for leave and overtime. */
export const hrSettings = z.object({
  /** Whether Saturdays and Sundays, and public holidays, count as days of leave. */
  countWeekends: yesNo,
  countHolidays: yesNo,
  /** The most days of annual leave that closing a year takes over into the next. */
  carryOverDays: wholeNumber('The days to carry over', 0, 366),
  /** Working hours of a month: a month's salary divided by them is the pay of an hour of overtime. */
  monthHours: wholeNumber('The hours of a month', 1, 744),
  /** Percent of that pay that an hour of overtime is paid: 150 is one and a half times. */
  overtimePercent: wholeNumber('The pay of overtime', 100, 500),
});
export type HrSettings = z.output<typeof hrSettings>;
export const hrSettingsUpdate = hrSettings.partial();
export type HrSettingsUpdate = z.output<typeof hrSettingsUpdate>;

/** The Overview tab (seeds/001 2); the department cards are the answer of `listDepartments`. */
export const hrOverview = z.object({
  totalEmployees: z.number(),
  activeEmployees: z.number(),
  inactiveEmployees: z.number(),
  pendingLeaves: z.number(),
  /** Payrolls to approve and, approved, to pay. */
  payrollToApprove: guarded(PAY, z.number()),
  payrollToPay: guarded(PAY, z.number()),
  /** Monthly salaries of the active, and of one of them on average. */
  monthlyPayrollUsd: guarded(PAY, money),
  monthlyPayrollSsp: guarded(PAY, money.nullable()),
  averageSalaryUsd: guarded(PAY, money),
  /** Leavers of twelve months by the average number of employees, in percent; null without data: then 5, as a sample (19). */
  turnoverPercent: z.number().nullable(),
});
export type HrOverview = z.output<typeof hrOverview>;

/** seeds/001 7: shown with a 'sample' tag until somebody has worked for twelve months (decision 19). */
export const SAMPLE_TURNOVER_PERCENT = 5;
