import { z } from 'zod';
import { cashPlace } from '../../accounting/schema-money.ts';
import { dateText, instant } from '../../kernel/dates.ts';
import { money, plainPositive } from '../../kernel/money.ts';
import { pagingQuery } from '../../kernel/paging.ts';
import { paymentReference, recordId, requiredLines, yesNo } from '../../kernel/text.ts';
import { currencies, paymentAccounts } from '../payments/schema.ts';

/** Credit paid out to a customer. */
export const refund = z.object({
  id: recordId,
  /** RF-2026-000001. */
  refundNumber: z.string(),
  customerId: recordId,
  customerNumber: z.string(),
  customerName: z.string(),
  date: dateText,
  account: z.enum(paymentAccounts),
  currency: z.enum(currencies),
  /** The credit that is used up; of pounds with what they were credited with on the day of their payment. */
  amountUsd: money,
  /** US cents of the money that is paid out, pounds at the rate of the day. */
  moneyUsd: money,
  amountSsp: money,
  exchangeRate: money,
  reference: z.string(),
  reason: z.string(),
  /** The payments and credits that it was taken from. */
  parts: z.object({ paymentId: recordId, receiptId: z.string(), amountUsd: money }).array(),
  createdAt: instant,
  createdBy: z.string(),
});
export type Refund = z.output<typeof refund>;

/** What can be paid out to a customer: US cents of what was paid in dollars, piastres of what was paid in pounds. */
export const refundable = z.object({ usd: money, ssp: money });
export type Refundable = z.output<typeof refundable>;

/**
 * `amount` is in `currency`, at most what the customer paid and has not used; more than was paid in this currency waits for
 * another person (decision 93).
 */
export const refundInput = z.object({
  customerId: recordId,
  amount: plainPositive,
  currency: z.enum(currencies).optional(),
  account: z.enum(paymentAccounts).optional(),
  /** Where cash comes from (decision 51). */
  from: cashPlace.optional(),
  reference: paymentReference().optional(),
  reason: requiredLines('The reason', 500),
  /** Confirms that another refund has the same reference (decision 66). */
  sameReference: yesNo.optional(),
});
export type RefundInput = z.output<typeof refundInput>;

export const refundSorts = ['refundNumber', 'date', 'amountUsd'] as const;
export type RefundSort = (typeof refundSorts)[number];

/** Searched by number and customer. */
export const refundFilter = pagingQuery(refundSorts).extend({
  customerId: recordId.optional(),
});
export type RefundFilter = z.output<typeof refundFilter>;
