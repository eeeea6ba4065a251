import { isPoundAccount } from '../accounting/chart.ts';
import {
  credit,
  debit,
  exchangeDifference,
  inPounds,
  mirrored,
  type Posting,
  type PostingLine,
} from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, subtractCents } from '../kernel/money.ts';
import type { PaymentRecord } from './payments/rules-settlement.ts';
import type { ExpenseRecord } from './rules.ts';

export const EXPENSE = 'expense';
export const PAYMENT = 'expense.payment';

type ExpenseFacts = Pick<
  ExpenseRecord,
  | 'id'
  | 'transactionId'
  | 'location'
  | 'description'
  | 'debitAccount'
  | 'creditAccount'
  | 'amountUsd'
  | 'amountSsp'
  | 'revision'
>;

/** A line with its pounds where its account is kept in pounds. */
function poundsOn(line: PostingLine, pounds: Cents | null): PostingLine {
  return isPoundAccount(line.account) && pounds !== null ? inPounds(line, pounds) : line;
}

function expenseLines(expense: ExpenseFacts): PostingLine[] {
  const { debitAccount, creditAccount, amountUsd, amountSsp } = expense;
  return [debit(debitAccount, amountUsd), poundsOn(credit(creditAccount, amountUsd), amountSsp)];
}

/** The category's account against the payment account, in US cents; pounds beside them on accounts in pounds. */
export function expensePosted(expense: ExpenseFacts, date: IsoDate): Posting {
  const { id, transactionId, location, description, revision } = expense;
  return {
    date,
    description: `${location}: ${description}`,
    reference: transactionId,
    source: EXPENSE,
    sourceId: id,
    revision,
    lines: expenseLines(expense),
  };
}

/** Reverses the posting of the expense's current revision, the entry `reversalOf`. */
export function expenseReversed(expense: ExpenseFacts, date: IsoDate, reversalOf: number): Posting {
  const posted = expensePosted(expense, date);
  return {
    ...posted,
    description: `Reversal of ${expense.transactionId}, ${posted.description}`,
    source: `${EXPENSE}.reversal`,
    lines: mirrored(posted.lines),
    reversalOf,
  };
}

type PaymentFacts = Pick<
  PaymentRecord,
  'id' | 'paymentDate' | 'creditAccount' | 'amountUsd' | 'amountSsp' | 'settledUsd' | 'settledSsp'
>;
type Payable = Pick<ExpenseFacts, 'transactionId' | 'location' | 'creditAccount'>;

/**
 * The payable that a payment settles, at what it was booked with, against the money at the day's rate. The rest is an
 * exchange gain or loss.
 */
function paymentLines(payment: PaymentFacts, payable: Payable): PostingLine[] {
  const { amountUsd, settledUsd } = payment;
  return [
    poundsOn(debit(payable.creditAccount, settledUsd), payment.settledSsp),
    poundsOn(credit(payment.creditAccount, amountUsd), payment.amountSsp),
    ...exchangeDifference(subtractCents(amountUsd, settledUsd)),
  ];
}

/** Pays an expense on account, in part or whole. */
export function expensePaid(payment: PaymentFacts, payable: Payable): Posting {
  return {
    date: payment.paymentDate,
    description: `Payment of ${payable.transactionId}, ${payable.location}`,
    reference: payable.transactionId,
    source: PAYMENT,
    sourceId: payment.id,
    revision: 1,
    lines: paymentLines(payment, payable),
  };
}

/** Reverses a payment, the entry `reversalOf`. */
export function expensePaymentReversed(
  payment: PaymentFacts,
  payable: Payable,
  date: IsoDate,
  reversalOf: number,
): Posting {
  const paid = expensePaid(payment, payable);
  return {
    ...paid,
    date,
    description: `Reversal: ${paid.description}`,
    source: `${PAYMENT}.reversal`,
    lines: mirrored(paid.lines),
    reversalOf,
  };
}
