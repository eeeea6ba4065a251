import { z } from 'zod';
import { money, moneyNotNegative } from '../kernel/money.ts';

/** The kinds that need a second person above a limit. */
export const limitedKinds = [
  'expense',
  'supplier_payment',
  'employee_advance',
  'customer_refund',
  'credit_grant',
] as const;
export type LimitedKind = (typeof limitedKinds)[number];

/** US dollars of a day to one payee above which another person decides (decision 68). */
export const approvalLimits = z.object({
  expenseUsd: money,
  supplierPaymentUsd: money,
  advanceUsd: money,
  refundUsd: money,
  grantUsd: money,
});
export type ApprovalLimits = z.output<typeof approvalLimits>;

export const approvalLimitsInput = z.object({
  expenseUsd: moneyNotNegative,
  supplierPaymentUsd: moneyNotNegative,
  advanceUsd: moneyNotNegative,
  refundUsd: moneyNotNegative,
  grantUsd: moneyNotNegative,
});
