import { type Cents, cents } from '../kernel/money.ts';
import type { ApprovalLimits, LimitedKind } from './schema-limits.ts';

/** What a company begins with, in US cents (decision 68). */
export const defaultLimits: ApprovalLimits = {
  expenseUsd: cents(2_000_00),
  supplierPaymentUsd: cents(1_000_00),
  advanceUsd: cents(300_00),
  refundUsd: cents(200_00),
  grantUsd: cents(100_00),
};

const limitNames: Record<LimitedKind, keyof ApprovalLimits> = {
  expense: 'expenseUsd',
  supplier_payment: 'supplierPaymentUsd',
  employee_advance: 'advanceUsd',
  customer_refund: 'refundUsd',
  credit_grant: 'grantUsd',
};

/** The limit of a kind in US cents. */
export function limitOf(limits: ApprovalLimits, kind: LimitedKind): Cents {
  return limits[limitNames[kind]];
}

/**
 * Whether an amount needs a second person: with what the payee got before on the same day it is above the limit, so that
 * dividing it does not help (decision 54). US cents.
 */
export function isAboveLimit(amountUsd: Cents, earlierTodayUsd: Cents, limitUsd: Cents): boolean {
  return amountUsd > 0 && amountUsd + earlierTodayUsd > limitUsd;
}
