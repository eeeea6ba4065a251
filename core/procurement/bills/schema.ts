import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
} from '../../kernel/text.ts';
import { orderCurrencies, priceInEither } from '../orders/schema.ts';

export const billStatuses = ['held', 'posted', 'refused', 'cancelled'] as const;
export type BillStatus = (typeof billStatuses)[number];
/** What a list shows of a bill: of a posted one what is paid of it, past its due date 'overdue'. */
export const shownBillStates = [
  'open',
  'part',
  'paid',
  'overdue',
  'held',
  'refused',
  'cancelled',
] as const;
export type ShownBillState = (typeof shownBillStates)[number];
/** What a list can be filtered by: 'open' is all that is not fully paid, 'part' what is paid in part, overdue or not. */
const billStates = ['open', 'part', 'paid', 'overdue', ...billStatuses] as const;
export const supplierBill = z.object({
  id: recordId,
  billId: z.string(),
  supplierId: recordId,
  supplierName: z.string(),
  supplierNumber: z.string(),
  billDate: dateText,
  dueDate: dateText,
  currency: z.enum(orderCurrencies),
  exchangeRate: money,
  totalAmount: money,
  totalUsd: money,
  /** Still to pay, in the bill's currency and in US dollars as booked; zero of a bill that is not posted. */
  openAmount: money,
  openUsd: money,
  status: z.enum(billStatuses),
  state: z.enum(shownBillStates),
  heldReason: z.string(),
  postedOn: dateText.nullable(),
  cancelledOn: dateText.nullable(),
  cancelReason: z.string(),
  notes: z.string(),
  daysPastDue: z.number(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type SupplierBill = z.output<typeof supplierBill>;
export const supplierBillDetail = supplierBill.extend({
  lines: z
    .object({
      lineNo: z.number(),
      orderId: recordId,
      poNumber: z.string(),
      orderLine: z.number(),
      description: z.string(),
      quantity: z.number(),
      unitPrice: money,
      amount: money,
      /** The order's price when the bill was recorded. */
      orderPrice: money,
      /** At the order's price and rate, in US dollars. */
      expectedUsd: money,
    })
    .array(),
  payments: z
    .object({
      paymentId: z.string(),
      id: recordId,
      date: dateText,
      /** What it took of the payment, and what it settled of the bill as booked; they differ by an exchange difference. */
      paidUsd: money,
      settledUsd: money,
      /** In the bill's currency. */
      settledAmount: money,
    })
    .array(),
});
export type SupplierBillDetail = z.output<typeof supplierBillDetail>;
export const billInput = z.object({
  supplierId: recordId,
  supplierNumber: requiredText("The supplier's number", 60),
  billDate: dateText,
  dueDate: dateText.optional(),
  notes: optionalLines('The notes', 2000).optional(),
  lines: z
    .object({
      orderId: recordId,
      orderLine: wholeNumber('The line', 1, 200),
      quantity: wholeNumber('The quantity', 1, 1_000_000),
      /** In the order's currency. */
      unitPrice: priceInEither,
    })
    .array()
    .min(1, 'A bill needs at least one line.')
    .max(200, 'A bill can have at most 200 lines.'),
});
export type BillInput = z.output<typeof billInput>;
export const cancelBillInput = z.object({
  reason: requiredLines('The reason', 500),
  version: recordVersion,
});
export const billSorts = ['billDate', 'dueDate', 'billId', 'supplierName', 'openUsd'] as const;
export type BillSort = (typeof billSorts)[number];
export const billFilter = pagingQuery(billSorts).extend({
  supplierId: recordId.optional(),
  state: z.enum(['all', ...billStates]).optional(),
  /** Due on or before this day. */
  dueBy: dateText.optional(),
});
export type BillFilter = z.output<typeof billFilter>;
export const billExport = billFilter.extend({ format: z.enum(exportFormats).optional() });
export type BillExport = z.output<typeof billExport>;
