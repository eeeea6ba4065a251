import { z } from 'zod';
import { dateText, instant } from '../kernel/dates.ts';
import { amountSigned, money, moneyNotNegative, plainPositive } from '../kernel/money.ts';
import { pagingQuery } from '../kernel/paging.ts';
import { optionalLines, recordId, recordVersion, wholeNumber } from '../kernel/text.ts';

export const tillCurrencies = ['USD', 'SSP'] as const;
export type TillCurrency = (typeof tillCurrencies)[number];
const tillStatuses = ['open', 'counted', 'accepted'] as const;
/** 'reversal' of any document; 'refund' of a customer's credit; float and handover move no account. */
export const cashKinds = [
  'float',
  'payment',
  'voucher',
  'repayment',
  'refund',
  'expense',
  'supplier',
  'advance',
  'remittance',
  'reversal',
  'difference',
  'handover',
] as const;
export type CashKind = (typeof cashKinds)[number];

/** Notes and coins that are counted, in cents; the last is one cent, so that every amount of a payment can be counted. */
export const denominations: Readonly<Record<TillCurrency, readonly number[]>> = {
  USD: [10_000, 5000, 2000, 1000, 500, 200, 100, 1],
  SSP: [100_000, 50_000, 20_000, 10_000, 5000, 2500, 1000, 500, 100, 1],
};

export const till = z.object({
  id: recordId,
  tillNumber: z.string(),
  userId: recordId,
  userName: z.string(),
  status: z.enum(tillStatuses),
  openedOn: dateText,
  openedAt: instant,
  floatUsd: money,
  floatSsp: money,
  /** What it holds by its movements. */
  cashUsd: money,
  cashSsp: money,
  countedAt: instant.nullable(),
  countedOn: dateText.nullable(),
  /** Null before the count. */
  expectedUsd: money.nullable(),
  expectedSsp: money.nullable(),
  countedUsd: money.nullable(),
  countedSsp: money.nullable(),
  /** Counted less expected; below zero is short. */
  differenceUsd: money.nullable(),
  differenceSsp: money.nullable(),
  countNote: z.string(),
  /** Its own user, or a manager where that is absent; empty before the count. */
  countedBy: z.string(),
  acceptedAt: instant.nullable(),
  acceptedBy: z.string(),
  isSole: z.boolean(),
  version: z.number(),
});
export type Till = z.output<typeof till>;

export const cashMovement = z.object({
  id: recordId,
  kind: z.enum(cashKinds),
  currency: z.enum(tillCurrencies),
  /** In its currency; above zero into the till. */
  amount: money,
  reference: z.string(),
  note: z.string(),
  createdAt: instant,
  createdBy: z.string(),
});
export type CashMovement = z.output<typeof cashMovement>;

export const tillDetail = till.extend({
  /** Sums by kind and currency. */
  sums: z
    .object({
      kind: z.enum(cashKinds),
      currency: z.enum(tillCurrencies),
      count: z.number(),
      amount: money,
    })
    .array(),
  /** The latest 200. */
  movements: cashMovement.array(),
  counts: z
    .object({ currency: z.enum(tillCurrencies), denomination: money, pieces: z.number() })
    .array(),
  /** Whether the caller may accept its hand-over, and if not why. */
  mayAccept: z.boolean(),
  refusal: z.string(),
});
export type TillDetail = z.output<typeof tillDetail>;

/** The caller's till: the open one, or the last one that waits for its hand-over; null without one. */
export const ownTill = z.object({ till: tillDetail.nullable() });

const poundsNotNegative = amountSigned('SSP').refine((amount) => amount >= 0, {
  message: 'The amount cannot be negative.',
});

export const tillOpenInput = z.object({
  floatUsd: moneyNotNegative.optional(),
  floatSsp: poundsNotNegative.optional(),
});
export type TillOpenInput = z.output<typeof tillOpenInput>;

/** Pieces of each denomination; what is not named was not there. A note is needed where the count differs. */
export const tillCountInput = z.object({
  pieces: z
    .object({
      currency: z.enum(tillCurrencies),
      denomination: plainPositive,
      pieces: wholeNumber('The pieces', 0, 1_000_000),
    })
    .array()
    .max(40),
  note: optionalLines('The note', 500).optional(),
  version: recordVersion,
});
export type TillCountInput = z.output<typeof tillCountInput>;

export const tillFilter = pagingQuery(['tillNumber', 'userName', 'openedAt']).extend({
  status: z.enum(['all', ...tillStatuses]).optional(),
  userId: recordId.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type TillFilter = z.output<typeof tillFilter>;

/** Who has not closed: tills of earlier days that are open, and counted ones that wait. */
export const tillsUnclosed = z.object({
  open: till.array(),
  waiting: till.array(),
});
export type TillsUnclosed = z.output<typeof tillsUnclosed>;

/** Whether cash can be taken without an open till. */
export const tillSettings = z.object({ isRequired: z.boolean() });
export type TillSettings = z.output<typeof tillSettings>;
