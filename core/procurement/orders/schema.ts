import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { formatSsp, ledgerMoney, MAX_AMOUNT, money } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  wholeNumber,
  yesNo,
} from '../../kernel/text.ts';
import { ignoring } from '../../kernel/unknown-keys.ts';
import { supplierInput } from '../suppliers/schema.ts';

export const orderStatuses = ['pending', 'approved', 'received', 'rejected', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export const orderCurrencies = ['USD', 'SSP'] as const;
export const orderActions = [
  'edit',
  'approve',
  'approvePdf',
  'reject',
  'setStatus',
  'receive',
  'return',
  'cancel',
  'delete',
  'bill',
] as const;
export type OrderAction = (typeof orderActions)[number];

const orderLine = z.object({
  lineNo: z.number(),
  equipmentId: recordId.nullable(),
  equipmentNumber: z.string(),
  isSerialised: z.boolean(),
  /** The unit cost of the equipment list today, in US cents; null without equipment. */
  listCostUsd: money.nullable(),
  accountCode: z.string().nullable(),
  description: z.string(),
  /** What came or is still to come. */
  quantity: z.number(),
  /** With what was cancelled after a part had come. */
  orderedQuantity: z.number(),
  cancelledQuantity: z.number(),
  /** In the order's currency, as the totals. */
  unitPrice: money,
  totalPrice: money,
  receivedQuantity: z.number(),
  billedQuantity: z.number(),
});
export const purchaseOrder = z.object({
  id: recordId,
  poNumber: z.string(),
  requisitionId: recordId.nullable(),
  requisitionNumber: z.string(),
  /** The total of the requisition; null without one. */
  requisitionUsd: money.nullable(),
  /** By how much the order exceeds its requisition. */
  excessUsd: money,
  supplierId: recordId,
  supplierName: z.string(),
  orderDate: dateText,
  expectedDelivery: dateText,
  totalAmount: money,
  totalUsd: money,
  currency: z.enum(orderCurrencies),
  exchangeRate: money,
  notes: z.string(),
  status: z.enum(orderStatuses),
  items: orderLine.array(),
  createdBy: z.string(),
  approvedBy: z.string(),
  receivedOn: dateText.nullable(),
  closedReason: z.string(),
  actions: z.enum(orderActions).array(),
  createdAt: instant,
  version: z.number(),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

/** A price in the currency of its document, up to what one in pounds can be; the service knows the limit in dollars. */
export const priceInEither = ledgerMoney.refine((amount) => amount <= MAX_AMOUNT.SSP, {
  message: `The amount cannot be above ${formatSsp(MAX_AMOUNT.SSP)}.`,
});

const orderLineInput = z.object({
  equipmentId: recordId.nullable().optional(),
  accountCode: optionalText('The account', 20).nullable().optional(),
  description: requiredText('The description', 500),
  quantity: wholeNumber('The quantity', 1, 1_000_000),
  unitPrice: priceInEither,
  totalPrice: z.unknown().optional(),
  receivedQuantity: wholeNumber('The received quantity', 0, 1_000_000).optional(),
});
const newOrder = z.object({
  requisitionId: recordId.nullable().optional(),
  supplierMode: z.enum(['existing', 'new']).optional(),
  supplierId: recordId.nullable().optional(),
  newSupplier: supplierInput
    .extend({ name: optionalText('The supplier name', 200) })
    .partial()
    .optional(),
  orderDate: z.unknown().optional(),
  /** Required, as the supplier; the service refuses a form without it in the specification's words. */
  expectedDelivery: dateText.optional(),
  totalAmount: z.unknown().optional(),
  currency: z.enum(orderCurrencies).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  /** Those of the requisition when left out. */
  items: orderLineInput.array().max(200).optional(),
});
/** The number and the status of a new order are the server's (decision 28). */
export const orderInput = ignoring(newOrder, ['poNumber', 'status']);
export type OrderInput = z.output<typeof orderInput>;
const changedOrder = z.object({
  expectedDelivery: dateText.optional(),
  status: z.enum(orderStatuses).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  /** A line of which nothing came before the rest was cancelled has the quantity 0; others at least 1. */
  items: orderLineInput
    .extend({ quantity: wholeNumber('The quantity', 0, 1_000_000) })
    .array()
    .max(200)
    .optional(),
  reason: optionalLines('The reason', 500).optional(),
  version: recordVersion,
});
export const orderUpdate = ignoring(changedOrder, ['totalAmount']);
export type OrderUpdate = z.output<typeof orderUpdate>;
/** Who acts, and as what, is not taken from the client (decision 28). */
export const orderStatusInput = z.object({
  status: z.enum(orderStatuses),
  userId: z.unknown().optional(),
  userRole: z.unknown().optional(),
  reason: optionalLines('The reason', 500).optional(),
  version: recordVersion,
});
export const orderDeleteInput = z.object({
  userId: z.unknown().optional(),
  userRole: z.unknown().optional(),
  reason: optionalLines('The reason', 500).optional(),
  version: recordVersion,
});
export const orderFilter = pagingQuery([
  'orderDate',
  'poNumber',
  'supplierName',
  'totalUsd',
  'expectedDelivery',
]).extend({
  /** 'standing' is approved or received: what the reports and statistics count as spent. */
  status: z.enum(['all', 'standing', ...orderStatuses]).optional(),
  supplierId: recordId.optional(),
  /** Ordered on these days or between. */
  from: dateText.optional(),
  to: dateText.optional(),
  /** Only orders of which received goods are not billed. */
  toBill: yesNo.optional(),
});
export type OrderFilter = z.output<typeof orderFilter>;
export const orderExport = orderFilter.extend({ format: z.enum(exportFormats).optional() });
