import { leaf } from '../../accounting/chart.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import {
  addCents,
  type Cents,
  cents,
  scaleCents,
  sspToUsd,
  subtractCents,
  usdToSsp,
} from '../../kernel/money.ts';
import type {
  Advance,
  PayrollPayment,
  Remittance,
  RemittanceKind,
  RemittanceOpen,
} from '../payroll/schema-payments.ts';
import type { PayAccount, PayCurrency } from '../schema.ts';

/** What was withheld, by the account on which it is owed. */
export const owedAccounts: Record<RemittanceKind, string> = {
  income_tax: leaf.incomeTax,
  social_security: leaf.socialSecurity,
  other_deductions: leaf.otherDeductions,
};

export const remittanceWords: Record<RemittanceKind, string> = {
  income_tax: 'Income tax',
  social_security: 'Social security',
  other_deductions: 'Other deductions',
};

/** US cents in the currency of a payment, at SSP cents for one US dollar. */
export function amountIn(currency: PayCurrency, usd: Cents, exchangeRate: Cents): Cents {
  return currency === 'USD' ? usd : usdToSsp(usd, exchangeRate);
}

/** An amount of a payment's currency in US cents. */
export function usdOf(amount: Cents, currency: PayCurrency, exchangeRate: Cents): Cents {
  return currency === 'USD' ? amount : sspToUsd(amount, exchangeRate);
}

/**
 * What was withheld in a month and is not yet remitted: `bookedUsd` less `settledUsd` in US cents, and the same part of
 * `bookedSsp`, the pounds at the rates of the payslips.
 */
export function openOfMonth(month: {
  bookedUsd: Cents;
  bookedSsp: Cents;
  settledUsd: Cents;
}): Pick<RemittanceOpen, 'openUsd' | 'openSsp'> {
  const { bookedUsd, bookedSsp, settledUsd } = month;
  const openUsd = cents(Math.max(0, bookedUsd - settledUsd));
  return { openUsd, openSsp: openUsd > 0 ? scaleCents(bookedSsp, openUsd, bookedUsd) : openUsd };
}

/**
 * What a remittance settles, in US cents (decision 134). Dollars settle themselves. Pounds settle the same part of the
 * month's open dollars as of its open pounds; what exceeds these, at the rate of the day (SSP cents for one dollar).
 */
export function settledBy(
  payment: { amount: Cents; currency: PayCurrency },
  { openUsd, openSsp }: Pick<RemittanceOpen, 'openUsd' | 'openSsp'>,
  exchangeRate: Cents,
): Cents {
  const { amount, currency } = payment;
  if (currency === 'USD') return amount;
  if (amount >= openSsp) {
    const excess = subtractCents(amount, openSsp);
    // Less than a cent of the open dollars is what rounding has taken from the open pounds.
    const isRounding = excess * openUsd < openSsp;
    return isRounding ? openUsd : addCents(openUsd, sspToUsd(excess, exchangeRate));
  }
  return scaleCents(openUsd, amount, openSsp);
}

/** A document with its amounts, or with null for each where they are not shown (decision 67). */
export function withAmounts<T extends { amountUsd: Cents; amount: Cents }>(
  document: T,
  isShown: boolean,
): Omit<T, 'amountUsd' | 'amount'> & { amountUsd: Cents | null; amount: Cents | null } {
  return isShown ? document : { ...document, amountUsd: null, amount: null };
}

/** The ledger account of the money, and when a document was reversed. */
export interface Stored {
  moneyAccount: string;
  reversedAt: Date | null;
}

/** A row of payroll_payments: cents of its currency, those named Usd in US cents. */
export type PaymentRecord = Omit<PayrollPayment, 'amountUsd' | 'amount'> &
  Stored & { amountUsd: Cents; amount: Cents };
/** The net pay that a payment pays of a payroll. */
export interface PaymentLine {
  payrollId: number;
  amountUsd: Cents;
  amount: Cents;
}
export type RemittanceRecord = Omit<Remittance, 'amountUsd' | 'amount' | 'settledUsd'> &
  Stored & { amountUsd: Cents; amount: Cents; settledUsd: Cents };
/** A row of employee_advances. */
export type AdvanceRecord = Omit<Advance, 'employeeNumber' | 'employeeName' | 'openUsd'> & Stored;
export type NamedAdvance = AdvanceRecord & Pick<Advance, 'employeeNumber' | 'employeeName'>;

/** A part of an advance that was repaid, or with an amount below zero taken back. */
export interface Movement {
  id: number;
  advanceId: number;
  kind: 'payroll' | 'payroll_reversal' | 'repayment' | 'repayment_reversal';
  payrollId: number | null;
  amountUsd: Cents;
}

/** Money that an employee paid back, or that was taken back: a movement of one of these kinds. US cents and the money. */
export interface RepaymentRecord {
  id: number;
  advanceId: number;
  kind: 'repayment' | 'repayment_reversal';
  date: IsoDate;
  amountUsd: Cents;
  account: PayAccount;
  moneyAccount: string;
  currency: PayCurrency;
  /** In its currency. */
  amount: Cents;
  exchangeRate: Cents;
  reference: string;
  /** The repayment that it takes back. */
  reversalOf: number | null;
  reason: string;
  createdAt: Date;
  createdBy: string;
}
