import { type Cents, cents, formatSsp, formatUsd } from '../kernel/money.ts';
import {
  type CashKind,
  denominations,
  type Till,
  type TillCountInput,
  type TillCurrency,
  tillCurrencies,
} from './schema.ts';

/** Tills are numbered TILL-2026-0001, by the year in which they are opened (decision 7). */
export const TILL_COUNTER = 'till';
export const TILL_PREFIX = 'TILL';
export const TILL_WIDTH = 4;

export const NO_TILL =
  'Open your till first: cash is taken and paid out only while your till is open.';

/** As `NO_TILL`, to those who may use the safe. */
export const NO_TILL_BUT_SAFE = `${NO_TILL} You may also choose the safe.`;

/** As `NO_TILL`, to who accepts what another person asked for. */
export const noTillOf = (name: string) =>
  `The cash was to come from the till of ${name}, who has no open till now. Accept it when it is open, or refuse it.`;

/** '$1,234.50' or 'SSP 493,800'; cents of the currency. */
export function formatCash(currency: TillCurrency, amount: Cents): string {
  return currency === 'USD' ? formatUsd(amount) : formatSsp(amount);
}

/** What a till holds of a currency, in cents of it. */
export function cashOf(
  { cashUsd, cashSsp }: Pick<Till, 'cashUsd' | 'cashSsp'>,
  currency: TillCurrency,
): Cents {
  return currency === 'USD' ? cashUsd : cashSsp;
}

/**
 * The largest float, in US cents or their pounds, of a user who takes no cash from the safe. It is for change; whether the safe
 * holds it does not matter, since a refusal would tell what the safe holds, and so a salary paid from it (decision 97).
 */
export const MAX_FLOAT_USD = cents(500_00);

/** Why a user without `cash.safe` cannot begin with a float; undefined if they can. */
export function floatProblem(
  currency: TillCurrency,
  float: Cents,
  most: Cents,
): string | undefined {
  if (float <= most) return undefined;
  return `Your float can be ${formatCash(currency, most)} at most.`;
}

/** Why an amount (cents of the currency, below zero paid out) does not go through a till; undefined if it does. */
export function cashProblem(
  till: Pick<Till, 'tillNumber' | 'cashUsd' | 'cashSsp'>,
  currency: TillCurrency,
  amount: Cents,
): string | undefined {
  const held = cashOf(till, currency);
  if (held + amount >= 0) return undefined;
  return `The till holds only ${formatCash(currency, held)} (${till.tillNumber}).`;
}

export interface CountedPieces {
  currency: TillCurrency;
  /** Cents of the currency. */
  denomination: Cents;
  pieces: number;
}

export type CountResult =
  | { pieces: CountedPieces[]; totals: Record<TillCurrency, Cents> }
  | { field: string; message: string };

/**
 * The sums of counted notes and coins by currency, in cents, and the pieces without zeros; or the field of a denomination
 * that does not exist or is counted twice.
 */
export function countPieces(input: TillCountInput['pieces']): CountResult {
  const totals = { USD: 0, SSP: 0 };
  const seen = new Set<string>();
  for (const [index, { currency, denomination, pieces }] of input.entries()) {
    const field = `pieces.${index}.denomination`;
    const name = formatCash(currency, denomination);
    if (!denominations[currency].includes(denomination))
      return { field, message: `There is no note or coin of ${name}.` };
    if (seen.has(`${currency} ${denomination}`))
      return { field, message: `${name} is counted twice.` };
    seen.add(`${currency} ${denomination}`);
    totals[currency] += denomination * pieces;
  }
  return {
    pieces: input.filter(({ pieces }) => pieces > 0),
    totals: { USD: cents(totals.USD), SSP: cents(totals.SSP) },
  };
}

export interface Differences {
  /** Counted less expected in US cents and piastres; below zero is short. */
  USD: Cents;
  SSP: Cents;
}

/** 'short by $2.00 and over by SSP 500'; empty without a difference. */
export function differenceText(difference: Differences): string {
  return tillCurrencies
    .filter((currency) => difference[currency] !== 0)
    .map((currency) => {
      const amount = difference[currency];
      const size = formatCash(currency, cents(Math.abs(amount)));
      return `${amount < 0 ? 'short' : 'over'} by ${size}`;
    })
    .join(' and ');
}

const OWN_TILL = 'This is your own till: another person must accept its hand-over.';

const OWN_COUNT =
  'You counted this till with a difference: another person must accept its hand-over.';

/**
 * Why a till's hand-over cannot be accepted; undefined if it can. `isCounter`: the caller counted the till of another user
 * with a difference. `isSole`: no other account may accept (decision 34).
 */
export function acceptProblem(
  { tillNumber, status }: Pick<Till, 'tillNumber' | 'status'>,
  { isOwn, isCounter, isSole }: { isOwn: boolean; isCounter: boolean; isSole: boolean },
): { code: string; message: string } | undefined {
  if (status === 'open')
    return {
      code: 'till.notCounted',
      message: `${tillNumber} is still open: it is counted first.`,
    };
  if (status === 'accepted')
    return { code: 'till.accepted', message: `${tillNumber} was already accepted.` };
  if (isOwn && !isSole) return { code: 'till.own', message: OWN_TILL };
  if (isCounter && !isSole) return { code: 'till.ownCount', message: OWN_COUNT };
  return undefined;
}

/** Kinds of cash movements on reports. */
export const cashKindLabels: Record<CashKind, string> = {
  float: 'Float',
  payment: 'Payments and sales',
  voucher: 'Vouchers',
  repayment: 'Advances repaid',
  refund: 'Refunds',
  expense: 'Expenses',
  supplier: 'Suppliers',
  advance: 'Advances to staff',
  remittance: 'Remittances',
  reversal: 'Reversals',
  difference: 'Difference',
  handover: 'Hand-over',
};

export const statusLabels: Record<Till['status'], string> = {
  open: 'Open',
  counted: 'Counted, not accepted',
  accepted: 'Accepted',
};
