import { type Cents, cents, formatSsp, formatUsd, sumOf, ZERO } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import type { Posting } from '../rules.ts';
import { type Currency, currencies } from '../schema-money.ts';

/** The code of a refusal. */
export const SAFE_SHORT = 'safe.short';

/** The account of cash in hand of each currency; petty cash is neither of a till nor of the safe. */
export const cashInHand: Record<Currency, string> = {
  USD: leaf.cashOnHand,
  SSP: leaf.cashOnHandSsp,
};

/** Petty cash of each currency: no till's and not the safe's, and never below zero either. */
const pettyCash: Record<Currency, string> = { USD: leaf.pettyCash, SSP: leaf.pettyCashSsp };

/** What postings of one transaction take from petty cash in all, by account; nothing of what they add. */
export function takenFromPettyCash(
  postings: readonly Pick<Posting, 'lines'>[],
): { account: string; currency: Currency; taken: Cents }[] {
  const lines = postings.flatMap((posting) => posting.lines);
  return currencies.flatMap((currency) => {
    const account = pettyCash[currency];
    const moved = sumOf(
      lines.filter((line) => line.account === account),
      ({ debit, credit, ssp }) => (currency === 'USD' ? cents(debit - credit) : (ssp ?? ZERO)),
    );
    return moved < 0 ? [{ account, currency, taken: cents(-moved) }] : [];
  });
}

export function isCashInHand(account: string): boolean {
  return account === leaf.cashOnHand || account === leaf.cashOnHandSsp;
}

export function hasCash({ lines }: Pick<Posting, 'lines'>): boolean {
  return lines.some(({ account }) => isCashInHand(account));
}

function hasPettyCash({ lines }: Pick<Posting, 'lines'>): boolean {
  return lines.some(({ account }) => Object.values(pettyCash).includes(account));
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
 * As `inSafe`, for a call of a user: `post` refuses what all postings of the call together take from the safe or petty cash
 * beyond what it holds, so that a correction which brings money back is not refused for its first half.
 */
export function throughSafe(posting: Posting): Posting {
  return hasCash(posting) || hasPettyCash(posting)
    ? { ...inSafe(posting), cashMustHold: true }
    : posting;
}

/** What postings together take from the safe of each currency, in US cents and piastres; below zero is brought there. */
export function takenFromSafe(postings: readonly Posting[]): Record<Currency, Cents> {
  let usd = 0;
  let ssp = 0;
  for (const posting of postings) {
    if (!posting.cashMustHold || posting.cash !== 'safe') continue;
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
  return `The safe holds only ${inWords(currency, held)}: what is on account ${cashInHand[currency]} without the tills.`;
}

/** Why petty cash cannot pay an amount, as `safeProblem`. */
export function pettyCashProblem(
  { account, currency }: { account: string; currency: Currency },
  held: Cents,
  { seesPay }: { seesPay: boolean },
): string {
  if (!seesPay) return 'Petty cash does not hold so much.';
  return `Petty cash (${account}) holds only ${inWords(currency, held)}.`;
}

function inWords(currency: Currency, held: Cents): string {
  const amount = cents(Math.max(0, held));
  return currency === 'USD' ? formatUsd(amount) : formatSsp(amount);
}
