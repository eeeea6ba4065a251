import { leaf } from '../accounting/chart.ts';
import { credit, debit, inPounds, type Posting, type PostingLine } from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, cents, sspToUsd, ZERO } from '../kernel/money.ts';
import type { Differences } from './rules.ts';
import type { Till } from './schema.ts';

/** Missing cash: 5650 / cash; cash too much: the reverse. US cents, and the pounds on a pound account. */
function linesOf(money: string, usd: Cents, pounds?: Cents): PostingLine[] {
  const size = cents(Math.abs(usd));
  if (size === 0) return [];
  const [ofMoney, ofDifference] = usd > 0 ? [debit, credit] : [credit, debit];
  const line = ofMoney(money, size);
  const cash = pounds === undefined ? line : inPounds(line, cents(Math.abs(pounds)));
  const difference = ofDifference(leaf.cashOverAndShort, size);
  return usd > 0 ? [cash, difference] : [difference, cash];
}

/** Pounds in US cents at a rate, at least one cent either way, so that a few pounds are posted too. */
function worth(pounds: Cents, rate: Cents): Cents {
  if (pounds === 0) return ZERO;
  const usd = sspToUsd(pounds, rate);
  return usd === 0 ? cents(Math.sign(pounds)) : usd;
}

/**
 * The difference of a counted till, in US cents and piastres, below zero for missing cash; nothing without one. `rate`:
 * SSP cents for one US dollar, needed for pounds alone.
 */
export function differencePosted(
  { id, tillNumber, userName }: Pick<Till, 'id' | 'tillNumber' | 'userName'>,
  date: IsoDate,
  { USD, SSP }: Differences,
  rate: Cents,
): Posting[] {
  const lines = [
    ...linesOf(leaf.cashOnHand, USD),
    ...linesOf(leaf.cashOnHandSsp, worth(SSP, rate), SSP),
  ];
  if (lines.length === 0) return [];
  const description = `Difference of till ${tillNumber}, ${userName}`;
  const document = { source: 'till.difference', sourceId: id, revision: 1 };
  return [{ date, description, reference: tillNumber, ...document, lines, cash: 'till' }];
}
