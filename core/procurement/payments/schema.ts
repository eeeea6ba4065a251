import { z } from 'zod';
import { cashPlace } from '../../accounting/schema-money.ts';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { money, plainPositive } from '../../kernel/money.ts';
import { pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  paymentReference,
  recordId,
  requiredLines,
  yesNo,
} from '../../kernel/text.ts';
import { orderCurrencies } from '../orders/schema.ts';

export const payingAccounts = ['checking', 'savings', 'cash', 'credit_card', 'petty_cash'] as const;
export type PayingAccount = (typeof payingAccounts)[number];
/** Pays bills of a supplier; what is left over, or all of it without bills, is an advance. */
export const supplierPaymentInput = z.object({
  supplierId: recordId,
  amount: plainPositive,
  currency: z.enum(orderCurrencies).optional(),
  account: z.enum(payingAccounts),
  /** Where cash comes from (decision 51). */
  from: cashPlace.optional(),
  paymentDate: dateText.optional(),
  reference: paymentReference().optional(),
  notes: optionalLines('The notes', 2000).optional(),
  billIds: recordId.array().max(500, 'Choose at most 500 bills.').optional(),
  /** Confirms that another payment has the same reference and is other money (decision 66). */
  sameReference: yesNo.optional(),
});
export type SupplierPaymentInput = z.output<typeof supplierPaymentInput>;
export const supplierPayment = z.object({
  id: recordId,
  paymentId: z.string(),
  supplierId: recordId,
  supplierName: z.string(),
  paymentDate: dateText,
  account: z.enum(payingAccounts),
  currency: z.enum(orderCurrencies),
  exchangeRate: money,
  amount: money,
  amountUsd: money,
  /** Not yet allocated to bills. */
  advanceUsd: money,
  /** The same in the payment's currency. */
  advanceAmount: money,
  reference: z.string(),
  notes: z.string(),
  reversedOn: dateText.nullable(),
  reversalReason: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type SupplierPayment = z.output<typeof supplierPayment>;
export const supplierPaymentSorts = ['paymentDate', 'paymentId', 'amountUsd'] as const;
export type SupplierPaymentSort = (typeof supplierPaymentSorts)[number];
export const supplierPaymentFilter = pagingQuery(supplierPaymentSorts).extend({
  supplierId: recordId.optional(),
  month: monthText.optional(),
});
export type SupplierPaymentFilter = z.output<typeof supplierPaymentFilter>;
export const allocateInput = z.object({
  billIds: recordId
    .array()
    .min(1, 'Choose at least one bill.')
    .max(500, 'Choose at most 500 bills.'),
});
export type AllocateInput = z.output<typeof allocateInput>;
export const reverseSupplierPayment = z.object({
  reason: requiredLines('The reason', 500),
  from: cashPlace.optional(),
});

/** What is owed to each supplier by age, in US dollars, and what is due in the next seven days. */
export const ageing = z.object({
  day: dateText,
  suppliers: z
    .object({
      supplierId: recordId,
      supplierName: z.string(),
      notDueUsd: money,
      days30Usd: money,
      days60Usd: money,
      days90Usd: money,
      olderUsd: money,
      totalUsd: money,
      dueThisWeekUsd: money,
    })
    .array(),
});
export type Ageing = z.output<typeof ageing>;
