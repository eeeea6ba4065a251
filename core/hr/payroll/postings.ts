import { isPoundAccount, leaf } from '../../accounting/chart.ts';
import {
  credit,
  debit,
  exchangeDifference,
  inPounds,
  mirrored,
  type Posting,
  type PostingLine,
  withoutEmpty,
} from '../../accounting/rules.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { addCents, type Cents, subtractCents } from '../../kernel/money.ts';
import {
  type AdvanceRecord,
  owedAccounts,
  type PaymentRecord,
  type RemittanceRecord,
  remittanceWords,
} from '../payments/rules.ts';
import type { PostedPay } from './rules-record.ts';

/** The sources of the entries; those of reversals end in '.reversal'. */
export const sources = {
  approval: 'payroll.approval',
  payment: 'payroll.payment',
  advance: 'payroll.advance',
  repayment: 'payroll.repayment',
  remittance: 'payroll.remittance',
} as const;

function ofEmployee(line: PostingLine, employeeId: number): PostingLine {
  return { ...line, employeeId };
}

function approvalLines(payroll: PostedPay): PostingLine[] {
  const { employeeId, employerSocialSecurity } = payroll;
  const own = (line: PostingLine) => ofEmployee(line, employeeId);
  return withoutEmpty([
    own(debit(leaf.salaries, payroll.grossPay)),
    own(debit(leaf.employerSocial, employerSocialSecurity)),
    credit(leaf.incomeTax, payroll.tax),
    credit(leaf.socialSecurity, addCents(payroll.socialSecurity, employerSocialSecurity)),
    own(credit(leaf.staffAdvances, payroll.advances)),
    credit(leaf.otherDeductions, payroll.deductions),
    own(credit(leaf.salariesPayable, payroll.netPay)),
  ]);
}

/** An approved payroll, dated the end of its period; none for a payroll of zero. */
export function payrollApproved(payroll: PostedPay): Posting[] {
  if (payroll.grossPay === 0) return [];
  return [
    {
      date: payroll.endDate,
      description: `Payroll ${payroll.payrollNumber}, ${payroll.employeeName}`,
      reference: payroll.payrollNumber,
      source: sources.approval,
      sourceId: payroll.id,
      revision: 1,
      lines: approvalLines(payroll),
    },
  ];
}

/** A line of money with its pounds, where its account is kept in pounds. */
function moneyLine(line: PostingLine, pounds: Cents): PostingLine {
  return isPoundAccount(line.account) ? inPounds(line, pounds) : line;
}

/** The net pay of an employee in a payment. */
export interface PaidPart {
  employeeId: number;
  amountUsd: Cents;
}

/** A payment of net pay, with a line for each payslip. */
export function salariesPaid(payment: PaymentRecord, parts: readonly PaidPart[]): Posting {
  const owed = parts.map(({ employeeId, amountUsd }) =>
    ofEmployee(debit(leaf.salariesPayable, amountUsd), employeeId),
  );
  return {
    date: payment.paymentDate,
    description: `Payment of salaries ${payment.paymentNumber}`,
    reference: payment.reference || payment.paymentNumber,
    source: sources.payment,
    sourceId: payment.id,
    revision: 1,
    lines: [...owed, moneyLine(credit(payment.moneyAccount, payment.amountUsd), payment.amount)],
  };
}

/** Money given to an employee in advance. */
export function advancePaid(advance: AdvanceRecord & { employeeName: string }): Posting {
  const { employeeId, amountUsd } = advance;
  return {
    date: advance.advanceDate,
    description: `Advance ${advance.advanceNumber}, ${advance.employeeName}`,
    reference: advance.reference || advance.advanceNumber,
    source: sources.advance,
    sourceId: advance.id,
    revision: 1,
    lines: [
      ofEmployee(debit(leaf.staffAdvances, amountUsd), employeeId),
      moneyLine(credit(advance.moneyAccount, amountUsd), advance.amount),
    ],
  };
}

/** Money that an employee paid back. */
export interface Repayment {
  /** The id of its movement. */
  id: number;
  date: IsoDate;
  amountUsd: Cents;
  amount: Cents;
  moneyAccount: string;
  reference: string;
}

export function advanceRepaid(
  advance: Pick<AdvanceRecord, 'employeeId' | 'advanceNumber'> & { employeeName: string },
  repayment: Repayment,
): Posting {
  const { amountUsd } = repayment;
  return {
    date: repayment.date,
    description: `Repayment of advance ${advance.advanceNumber}, ${advance.employeeName}`,
    reference: repayment.reference || advance.advanceNumber,
    source: sources.repayment,
    sourceId: repayment.id,
    revision: 1,
    lines: [
      moneyLine(debit(repayment.moneyAccount, amountUsd), repayment.amount),
      ofEmployee(credit(leaf.staffAdvances, amountUsd), advance.employeeId),
    ],
  };
}

/** What was withheld, paid on. */
export function remitted(remittance: RemittanceRecord): Posting {
  const { kind, amountUsd, settledUsd } = remittance;
  return {
    date: remittance.paymentDate,
    description: `${remittanceWords[kind]} of ${remittance.month} paid, ${remittance.remittanceNumber}`,
    reference: remittance.reference || remittance.remittanceNumber,
    source: sources.remittance,
    sourceId: remittance.id,
    revision: 1,
    lines: [
      debit(owedAccounts[kind], settledUsd),
      moneyLine(credit(remittance.moneyAccount, amountUsd), remittance.amount),
      ...exchangeDifference(subtractCents(amountUsd, settledUsd)),
    ],
  };
}

/** Takes back what was posted, `reversalOf` being its entry. */
export function reversalOfPosting(posting: Posting, date: IsoDate, reversalOf: number): Posting {
  return {
    ...posting,
    date,
    description: `Reversal: ${posting.description}`,
    source: `${posting.source}.reversal`,
    lines: mirrored(posting.lines),
    reversalOf,
  };
}
