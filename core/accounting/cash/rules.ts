import { type Cents, cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import type { Posting } from '../rules.ts';
import type { Currency } from '../schema-money.ts';

/** The code of a refusal. */
export const SAFE_SHORT = 'safe.short';

/** The account of cash in hand of each currency; petty cash is neither of a till nor of the safe. */
export const cashInHand: Record<Currency, string> = {
  USD: leaf.cashOnHand,
  SSP: leaf.cashOnHandSsp,
};

export function isCashInHand(account: string): boolean {
  return account === leaf.cashOnHand || account === leaf.cashOnHandSsp;
}

export function hasCash({ lines }: Pick<Posting, 'lines'>): boolean {
  return lines.some(({ account }) => isCashInHand(account));
}

/** What a posting adds to the cash in hand of each currency, in US cents and piastres; below zero is paid out. */
export function cashIn({ lines }: Pick<Posting, 'lines'>): Record<Currency, Cents> {
  let usd = 0;
  let ssp = 0;
  for (const line of lines) {
    if (line.account === leaf.cashOnHand) usd += line.debit - line.credit;
    if (line.account === leaf.cashOnHandSsp) ssp += line.ssp ?? 0;
  }
  return { USD: cents(usd), SSP: cents(ssp) };
}

/** The posting with its cash in the safe, where it has any. */
export function inSafe<P extends Posting>(posting: P): P {
  return hasCash(posting) ? { ...posting, cash: 'safe' } : posting;
}

/**
 * As `inSafe`, for a call of a user: `post` refuses what all postings of the call together take from the safe beyond what it
 * holds, so that a correction which brings money back is not refused for its first half.
 */
export function throughSafe(posting: Posting): Posting {
  return hasCash(posting) ? { ...inSafe(posting), safeMustHold: true } : posting;
}

/** What postings together take from the safe of each currency, in US cents and piastres; below zero is brought there. */
export function takenFromSafe(postings: readonly Posting[]): Record<Currency, Cents> {
  let usd = 0;
  let ssp = 0;
  for (const posting of postings) {
    if (!posting.safeMustHold) continue;
    const amounts = cashIn(posting);
    usd -= amounts.USD;
    ssp -= amounts.SSP;
  }
  return { USD: cents(usd), SSP: cents(ssp) };
}

/**
 * Why the safe cannot pay an amount, in cents of the currency. What it holds is told only to those who may see pay, because
 * salaries are paid from it.
 */
export function safeProblem(
  currency: Currency,
  held: Cents,
  { seesPay }: { seesPay: boolean },
): string {
  if (!seesPay) return 'The safe does not hold so much cash.';
  const amount = cents(Math.max(0, held));
  const text = currency === 'USD' ? formatUsd(amount) : formatSsp(amount);
  return `The safe holds only ${text}: what is on account ${cashInHand[currency]} without the tills.`;
}
