import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, cents, ZERO } from '../kernel/money.ts';

export interface PostingLine {
  account: string;
  /** Exactly one of the two is above zero. */
  debit: Cents;
  credit: Cents;
  /** The customer whose subledger the line belongs to, on receivables and customer credit. */
  customerId?: number;
  description?: string;
}

/** A balanced entry that a module asks the ledger to post; made by the pure functions of `postings.ts`. */
export interface Posting {
  date: IsoDate;
  description: string;
  reference: string;
  /** What it posts: unique with id and revision, so a repeat is refused. */
  source: string;
  /** Left out where the entry is its own document, as a manual one is: its own id then. */
  sourceId?: number;
  revision: number;
  lines: PostingLine[];
  /** The entry it reverses. */
  reversalOf?: number;
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

/** The same lines on the other side. */
export function mirrored(lines: readonly PostingLine[]): PostingLine[] {
  return lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }));
}

/** Lines of no amount say nothing and are left out. */
export function withoutEmpty(lines: readonly PostingLine[]): PostingLine[] {
  return lines.filter((line) => line.debit !== 0 || line.credit !== 0);
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

/** The ledger demands equality; the form's 0.01 tolerance is the form's (decision 8). */
export function isBalanced(totals: Totals): boolean {
  return totals.debit === totals.credit;
}
