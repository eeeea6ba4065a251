import { z } from 'zod';
import { cashPlace } from '../accounting/schema-money.ts';
import { paymentAccounts, paymentDetail } from '../billing/payments/schema.ts';
import { locations } from '../company/schema-places.ts';
import { dateText, instant } from '../kernel/dates.ts';
import { money, moneyNotNegative, plainPositive } from '../kernel/money.ts';
import { macAddress } from '../kernel/net-addresses.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  paymentReference,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';
import { ignoring } from '../kernel/unknown-keys.ts';

const reason = requiredLines('The reason', 500);

/** seeds/002 4. */
export const saleStatuses = [
  'pending',
  'approved',
  'confirmed',
  'delivered',
  'rejected',
  'cancelled',
] as const;
export type SaleStatus = (typeof saleStatuses)[number];
/** What may be done with a sales order; orders/rules-actions.ts says when. */
export const saleActions = [
  'edit',
  'approve',
  'reject',
  'confirm',
  'deliver',
  'cancel',
  'return',
] as const;
export type SaleAction = (typeof saleActions)[number];
const salePaymentStatuses = ['pending', 'partial', 'paid'] as const;
const priceChecks = ['none', 'waiting', 'accepted', 'refused'] as const;

export const saleLine = z.object({
  lineNo: z.number(),
  equipmentId: recordId,
  equipmentNumber: z.string(),
  name: z.string(),
  isSerialised: z.boolean(),
  quantity: z.number(),
  returned: z.number(),
  /** The list's price when the line was entered. */
  listPriceUsd: money,
  unitPriceUsd: money,
  unitPriceSsp: money,
  totalPriceUsd: money,
  totalPriceSsp: money,
});
export type SaleLine = z.output<typeof saleLine>;

/** seeds/002 3. Amounts in pounds are at the order's own rate; tax is zero. */
export const salesOrder = z.object({
  id: recordId,
  orderNumber: z.string(),
  orderDate: dateText,
  customerId: recordId,
  customerNumber: z.string(),
  customerName: z.string(),
  salesPersonId: recordId.nullable(),
  salesPersonName: z.string(),
  deliveryDate: dateText.nullable(),
  deliveryAddress: z.string(),
  notes: z.string(),
  status: z.enum(saleStatuses),
  closedReason: z.string(),
  /** Of its invoice; pending before there is one. */
  paymentStatus: z.enum(salePaymentStatuses),
  exchangeRate: money,
  subtotalUsd: money,
  subtotalSsp: money,
  taxAmountUsd: money,
  taxAmountSsp: money,
  totalAmountUsd: money,
  totalAmountSsp: money,
  priceCheck: z.enum(priceChecks),
  isCounterSale: z.boolean(),
  invoiceId: recordId.nullable(),
  invoiceNumber: z.string(),
  deliveredOn: dateText.nullable(),
  /** Units, for the list. */
  units: z.number(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type SalesOrder = z.output<typeof salesOrder>;

export const saleReturn = z.object({
  id: recordId,
  creditNoteId: recordId.nullable(),
  /** CN-2026-000001; empty if the goods were free. */
  creditNote: z.string(),
  date: dateText,
  reason: z.string(),
  amountUsd: money,
  lines: z
    .object({ orderLine: z.number(), name: z.string(), quantity: z.number(), amountUsd: money })
    .array(),
  createdAt: instant,
  createdBy: z.string(),
});
export type SaleReturn = z.output<typeof saleReturn>;

/** A row of the list (seeds/002 3: `items`). */
export const listedSale = salesOrder.extend({ items: saleLine.array() });
export type ListedSale = z.output<typeof listedSale>;

export const salesOrderDetail = listedSale.extend({
  /** Open amount of its invoice, US cents. */
  openUsd: money,
  deliveredBy: z.string(),
  /** Who took the goods. */
  receivedBy: z.string(),
  /** Units delivered, by serial number. */
  deliveredUnits: z.object({ equipmentId: recordId, serial: z.string() }).array(),
  returns: saleReturn.array(),
  /** What the caller may do now. */
  actions: z.enum(saleActions).array(),
});
export type SalesOrderDetail = z.output<typeof salesOrderDetail>;

const saleLineInput = z.object({
  equipmentId: recordId,
  quantity: wholeNumber('The quantity', 1, 1_000_000),
  /** The list's selling price without it. */
  unitPriceUsd: moneyNotNegative.optional(),
  unitPriceSsp: z.unknown().optional(),
  totalPriceUsd: z.unknown().optional(),
  totalPriceSsp: z.unknown().optional(),
});
const lines = saleLineInput
  .array()
  .min(1, 'A sales order needs at least one line.')
  .max(200, 'A sales order can have at most 200 lines.');

const saleFields = {
  customerId: recordId,
  deliveryDate: dateText.nullable().optional(),
  deliveryAddress: optionalText('The delivery address', 500).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  items: lines,
  /** Why a price is below the list's; needed where one is. */
  priceReason: optionalLines('The reason of the price', 500).optional(),
};

/** Totals, status and the sales person of a client are accepted and ignored (decision 28). */
const claims = [
  'orderNumber',
  'orderDate',
  'salesPersonId',
  'status',
  'paymentStatus',
  'subtotalUsd',
  'subtotalSsp',
  'taxAmountUsd',
  'taxAmountSsp',
  'totalAmountUsd',
  'totalAmountSsp',
];
/** The form (seeds/002 5). */
export const saleInput = ignoring(z.object(saleFields), claims);
export type SaleInput = z.output<typeof saleInput>;

/** Changes a pending order; its lines are replaced. */
export const saleUpdate = ignoring(
  z.object(saleFields).partial().extend({ version: recordVersion }),
  claims,
);
export type SaleUpdate = z.output<typeof saleUpdate>;

/** Serial numbers of the units of a line. */
const unitsOfLine = z.object({
  lineNo: wholeNumber('The line', 1, 200),
  serials: requiredText('The serial number', 100).array().max(1000),
});

/** The wanted status; serial numbers and who took the goods belong to 'delivered', a reason to 'rejected' and 'cancelled'. */
export const saleStatusInput = z.object({
  status: z.enum(['approved', 'confirmed', 'delivered', 'rejected', 'cancelled']),
  reason: optionalLines('The reason', 500).optional(),
  units: unitsOfLine.array().max(200).optional(),
  receivedBy: optionalText('Who took the goods', 200).optional(),
  version: recordVersion,
});
export type SaleStatusInput = z.output<typeof saleStatusInput>;

/** A sale at the counter: ordered, invoiced, delivered and, with `payment`, paid in one transaction. */
export const counterSaleInput = z.object({
  customerId: recordId,
  items: saleLineInput
    .extend({ serials: requiredText('The serial number', 100).array().max(1000).optional() })
    .array()
    .min(1, 'A sale needs at least one line.')
    .max(200, 'A sale can have at most 200 lines.'),
  notes: optionalLines('The notes', 2000).optional(),
  receivedBy: optionalText('Who took the goods', 200).optional(),
  payment: z
    .object({
      /** In `currency`; the whole amount without it. */
      amount: plainPositive.optional(),
      currency: z.enum(['USD', 'SSP']).optional(),
      account: z.enum(paymentAccounts).optional(),
      /** Where cash goes (decision 51). */
      from: cashPlace.optional(),
      reference: paymentReference().optional(),
      /** As of a payment (decision 66). */
      sameReference: yesNo.optional(),
    })
    .optional(),
});
export type CounterSaleInput = z.output<typeof counterSaleInput>;
export const counterSale = z.object({ order: salesOrderDetail, payment: paymentDetail.nullable() });
export type CounterSale = z.output<typeof counterSale>;

export const saleReturnInput = z.object({
  lines: z
    .object({
      lineNo: wholeNumber('The line', 1, 200),
      quantity: wholeNumber('The quantity', 1, 1_000_000),
      serials: requiredText('The serial number', 100).array().max(1000).optional(),
    })
    .array()
    .min(1, 'A return needs at least one line.')
    .max(200, 'A return can have at most 200 lines.'),
  reason,
  version: recordVersion,
});
export type SaleReturnInput = z.output<typeof saleReturnInput>;

export const saleSorts = [
  'orderNumber',
  'orderDate',
  'customerName',
  'totalAmountUsd',
  'status',
  'deliveryDate',
] as const;
export const saleFilter = pagingQuery(saleSorts).extend({
  status: z.enum(['all', 'open', ...saleStatuses]).optional(),
  paymentStatus: z.enum(salePaymentStatuses).optional(),
  customerId: recordId.optional(),
  equipmentId: recordId.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type SaleFilter = z.output<typeof saleFilter>;
export const saleExport = saleFilter.extend({ format: z.enum(exportFormats).optional() });

// Equipment on loan

export const loanStatuses = ['out', 'good', 'damaged', 'lost'] as const;
export type LoanStatus = (typeof loanStatuses)[number];

export const loan = z.object({
  id: recordId,
  loanNumber: z.string(),
  equipmentId: recordId,
  equipmentNumber: z.string(),
  description: z.string(),
  serial: z.string(),
  macAddress: z.string(),
  quantity: z.number(),
  customerId: recordId,
  customerNumber: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  customerStatus: z.string(),
  customerLocation: z.enum(locations).nullable(),
  customerAddress: z.string(),
  issuedOn: dateText,
  issuedBy: z.string(),
  valueUsd: money,
  status: z.enum(loanStatuses),
  endedOn: dateText.nullable(),
  endedBy: z.string(),
  notes: z.string(),
  version: z.number(),
});
export type Loan = z.output<typeof loan>;

export const loanInput = z.object({
  customerId: recordId,
  equipmentId: recordId,
  /** Of items with serial numbers, one in stock; the quantity is one then. */
  serial: optionalText('The serial number', 100).optional(),
  /** Of the unit, if its own is not known yet or has changed. */
  macAddress: macAddress.optional(),
  quantity: wholeNumber('The quantity', 1, 100_000).optional(),
  /** Writes serial and MAC into the customer's technical fields; done unless it is false. */
  updateCustomer: z.boolean().optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type LoanInput = z.output<typeof loanInput>;
/** 'good' goes back into stock; 'damaged' and 'lost' are written off. */
export const loanReturnInput = z.object({
  status: z.enum(['good', 'damaged', 'lost']),
  notes: optionalLines('The notes', 2000).optional(),
  version: recordVersion,
});
export type LoanReturnInput = z.output<typeof loanReturnInput>;
export const loanSorts = [
  'loanNumber',
  'issuedOn',
  'customerName',
  'description',
  'location',
] as const;
export const loanFilter = pagingQuery(loanSorts).extend({
  status: z.enum(['all', ...loanStatuses]).optional(),
  customerId: recordId.optional(),
  equipmentId: recordId.optional(),
  location: z.enum(locations).optional(),
  /** Out at customers that are Inactive. */
  collect: z.enum(['true']).optional(),
});
export type LoanFilter = z.output<typeof loanFilter>;
export const loanExport = loanFilter.extend({ format: z.enum(exportFormats).optional() });
export const loanStats = z.object({
  /** Loans that are out, and what they are worth. */
  out: z.number(),
  valueUsd: money,
  /** Of these, those of customers that are Inactive. */
  toCollect: z.number(),
  /** What came back damaged or was lost since 1 January. */
  lostThisYearUsd: money,
});
export type LoanStats = z.output<typeof loanStats>;
