import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, cents, ZERO } from '../kernel/money.ts';
import { leaf } from './chart.ts';
import type { CashPlace } from './schema-money.ts';

export interface PostingLine {
  account: string;
  /** Exactly one of the two is above zero. */
  debit: Cents;
  credit: Cents;
  /** The customer whose subledger the line belongs to, on receivables and customer credit. At most one party. */
  customerId?: number;
  supplierId?: number;
  employeeId?: number;
  /** SSP cents of a line on a pound account, positive for a debit; 0 in a revaluation. Nothing on other accounts. */
  ssp?: Cents;
  description?: string;
}

/** A balanced entry to post; modules build it in pure functions (`postings.ts`). */
export interface Posting {
  date: IsoDate;
  description: string;
  reference: string;
  /** The kind of document; unique together with id and revision, so that a repeat is refused. */
  source: string;
  /** The document id; undefined for manual entries, which get their own id. */
  sourceId?: number;
  revision: number;
  lines: PostingLine[];
  /** The entry it reverses. */
  reversalOf?: number;
  /** Where its cash in hand is (decision 51); needed with a line on 1110 or 1160. */
  cash?: CashPlace;
  /** Safe and petty cash have to hold what it pays out, together with the others that are posted with it (decision 62). */
  cashMustHold?: true;
}

export function debit(
  account: string,
  amount: Cents,
  customerId?: number,
  description?: string,
): PostingLine {
  return { account, debit: amount, credit: ZERO, customerId, description };
}

export function credit(
  account: string,
  amount: Cents,
  customerId?: number,
  description?: string,
): PostingLine {
  return { account, debit: ZERO, credit: amount, customerId, description };
}

/** A line on a pound account with its pounds: SSP cents without sign, which follows from the side. */
export function inPounds(line: PostingLine, pounds: Cents): PostingLine {
  return { ...line, ssp: line.debit > 0 ? pounds : negated(pounds) };
}

/** The lines with debit and credit swapped. */
export function mirrored(lines: readonly PostingLine[]): PostingLine[] {
  return lines.map((line) => ({
    ...line,
    debit: line.credit,
    credit: line.debit,
    ...(line.ssp === undefined ? {} : { ssp: negated(line.ssp) }),
  }));
}

/** Not -0, which would be another value than 0. */
function negated(amount: Cents): Cents {
  return cents(0 - amount);
}

/** The lines without those of zero amount. */
export function withoutEmpty(lines: readonly PostingLine[]): PostingLine[] {
  return lines.filter((line) => line.debit !== 0 || line.credit !== 0);
}

/** A cost of an amount above zero, a gain of one below, in US cents; no line of zero. */
export function difference(account: string, amount: Cents, gainAccount = account): PostingLine[] {
  if (amount === 0) return [];
  return [amount > 0 ? debit(account, amount) : credit(gainAccount, cents(-amount))];
}

/** What a payment costs above what it settles, in US cents, as an exchange loss; below zero, a gain. */
export function exchangeDifference(amount: Cents): PostingLine[] {
  return difference(leaf.exchangeLoss, amount, leaf.exchangeGain);
}

export interface Totals {
  debit: Cents;
  credit: Cents;
}

export function totalsOf(lines: readonly { debit: Cents; credit: Cents }[]): Totals {
  let debitTotal = 0;
  let creditTotal = 0;
  for (const line of lines) {
    debitTotal += line.debit;
    creditTotal += line.credit;
  }
  return { debit: cents(debitTotal), credit: cents(creditTotal) };
}

/** Exact equality; the tolerance of 0.01 applies only in the form (decision 8). */
export function isBalanced(totals: Totals): boolean {
  return totals.debit === totals.credit;
}
