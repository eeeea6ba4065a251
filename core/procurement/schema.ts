import { z } from 'zod';
import { emailAddress } from '../kernel/contact.ts';
import { dateText, instant, monthText } from '../kernel/dates.ts';
import {
  formatSsp,
  ledgerMoney,
  MAX_AMOUNT,
  money,
  moneyNotNegative,
  plainPositive,
} from '../kernel/money.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';

const version = wholeNumber('The version', 1).optional();

// Suppliers

export const paymentTerms = ['NET 15', 'NET 30', 'NET 45', 'NET 60', 'COD'] as const;
export type PaymentTerms = (typeof paymentTerms)[number];
export const supplierStatuses = ['active', 'inactive'] as const;

/** seeds/002 3, with what the supplier is owed. */
export const supplier = z.object({
  id: recordId,
  supplierCode: z.string(),
  name: z.string(),
  contactPerson: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  taxNumber: z.string(),
  paymentTerms: z.enum(paymentTerms),
  status: z.enum(supplierStatuses),
  notes: z.string(),
  openUsd: money,
  advanceUsd: money,
  orders: z.number(),
  /** Of orders that are neither rejected nor cancelled. */
  spentUsd: money,
  createdAt: instant,
  version: z.number(),
});
export type Supplier = z.output<typeof supplier>;

export const supplierInput = z.object({
  name: requiredText('The company name', 200),
  contactPerson: optionalText('The contact person', 200).optional(),
  email: emailAddress.optional(),
  /** Suppliers are abroad too, so any telephone number is accepted. */
  phone: optionalText('The telephone number', 40).optional(),
  address: optionalText('The address', 500).optional(),
  city: optionalText('The city', 100).optional(),
  country: optionalText('The country', 100).optional(),
  taxNumber: optionalText('The tax number', 60).optional(),
  paymentTerms: z.enum(paymentTerms).optional(),
  status: z.enum(supplierStatuses).optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type SupplierInput = z.output<typeof supplierInput>;
export const supplierUpdate = supplierInput.partial().extend({ version });
export type SupplierUpdate = z.output<typeof supplierUpdate>;

export const supplierFilter = pagingQuery(['name', 'supplierCode', 'openUsd', 'spentUsd']).extend({
  status: z.enum(['all', ...supplierStatuses]).optional(),
});
export type SupplierFilter = z.output<typeof supplierFilter>;
export const supplierExport = supplierFilter.extend({ format: z.enum(exportFormats).optional() });

export const supplierStatementQuery = z.object({
  from: dateText.optional(),
  to: dateText.optional(),
});
export type SupplierStatementQuery = z.output<typeof supplierStatementQuery>;
/**
 * Bills and payments of a supplier in US dollars as they were booked, with the balance after each; below zero is paid in
 * advance.
 */
export const supplierStatement = z.object({
  supplier,
  from: dateText,
  to: dateText,
  openingUsd: money,
  lines: z
    .object({
      date: dateText,
      kind: z.enum(['bill', 'payment', 'exchange', 'reversal']),
      id: recordId,
      reference: z.string(),
      description: z.string(),
      billedUsd: money,
      paidUsd: money,
      balanceUsd: money,
    })
    .array(),
  closingUsd: money,
});
export type SupplierStatement = z.output<typeof supplierStatement>;

// Requisitions

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export const requisitionStatuses = [
  'pending',
  'reviewed',
  'approved',
  'rejected',
  'ordered',
  'received',
] as const;
export type RequisitionStatus = (typeof requisitionStatuses)[number];
/** What may be done with a requisition (seeds/002 4 and 6); the server lists those that the caller may do now. */
export const requisitionActions = [
  'edit',
  'review',
  'approve',
  'reject',
  'setStatus',
  'delete',
  'order',
] as const;
export type RequisitionAction = (typeof requisitionActions)[number];

const requisitionLine = z.object({
  equipmentId: recordId.nullable(),
  description: z.string(),
  quantity: z.number(),
  unitCostUsd: money,
  totalCostUsd: money,
  totalCostSsp: money,
});
export const requisition = z.object({
  id: recordId,
  requisitionId: z.string(),
  requestedBy: z.string(),
  department: z.string(),
  priority: z.enum(priorities),
  requestDate: dateText,
  expectedDeliveryDate: dateText,
  totalAmountUsd: money,
  totalAmountSsp: money,
  exchangeRate: money,
  status: z.enum(requisitionStatuses),
  notes: z.string(),
  isLowStock: z.boolean(),
  items: requisitionLine.array(),
  reviewedBy: z.string(),
  reviewNotes: z.string(),
  decidedBy: z.string(),
  decisionNotes: z.string(),
  /** The order made from it that counts. */
  purchaseOrder: z.object({ id: recordId, poNumber: z.string() }).nullable(),
  actions: z.enum(requisitionActions).array(),
  createdAt: instant,
  version: z.number(),
});
export type Requisition = z.output<typeof requisition>;

export const requisitionLineInput = z.object({
  equipmentId: recordId.nullable().optional(),
  description: requiredText('The description', 500),
  quantity: wholeNumber('The quantity', 1, 1_000_000),
  unitCostUsd: moneyNotNegative.optional(),
});
/** The three forms send this; what they leave out gets the specification's defaults. Claims of who acts are ignored (28). */
export const requisitionInput = z.object({
  department: optionalText('The department', 100).optional(),
  priority: z.enum(priorities).optional(),
  /** Required; the service refuses a form without it in the specification's words, as without items. */
  expectedDeliveryDate: dateText.optional(),
  notes: optionalLines('The justification', 2000).optional(),
  items: requisitionLineInput.array().max(200).optional(),
});
export type RequisitionInput = z.output<typeof requisitionInput>;
export const requisitionUpdate = requisitionInput.partial().extend({
  /** The wanted transition (decision 42); privileged only, with a reason. */
  status: z.enum(requisitionStatuses).optional(),
  reason: optionalLines('The reason', 500).optional(),
  version,
});
export type RequisitionUpdate = z.output<typeof requisitionUpdate>;
/** A decision on what has changed since it was read is refused by its `version`, as of orders. */
export const reviewInput = z.object({
  userId: z.unknown().optional(),
  notes: optionalLines('The notes', 2000).optional(),
  version,
});
export const approveInput = z.object({
  userId: z.unknown().optional(),
  status: z.enum(['approved', 'rejected']),
  notes: optionalLines('The notes', 2000).optional(),
  version,
});
export const requisitionFilter = pagingQuery([
  'requestDate',
  'requisitionId',
  'totalAmountUsd',
  'expectedDeliveryDate',
]).extend({
  status: z.enum(['all', ...requisitionStatuses]).optional(),
  priority: z.enum(['all', ...priorities]).optional(),
});
export type RequisitionFilter = z.output<typeof requisitionFilter>;
export const requisitionExport = requisitionFilter.extend({
  format: z.enum(exportFormats).optional(),
});

// Purchase orders

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
  quantity: z.number(),
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

export const orderLineInput = z.object({
  equipmentId: recordId.nullable().optional(),
  accountCode: optionalText('The account', 20).nullable().optional(),
  description: requiredText('The description', 500),
  quantity: wholeNumber('The quantity', 1, 1_000_000),
  unitPrice: priceInEither,
  totalPrice: z.unknown().optional(),
  receivedQuantity: wholeNumber('The received quantity', 0, 1_000_000).optional(),
});
export const orderInput = z.object({
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
export type OrderInput = z.output<typeof orderInput>;
export const orderUpdate = z.object({
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
  version,
});
export type OrderUpdate = z.output<typeof orderUpdate>;
/** Who acts, and as what, is not taken from the client (decision 28). */
export const orderStatusInput = z.object({
  status: z.enum(orderStatuses),
  userId: z.unknown().optional(),
  userRole: z.unknown().optional(),
  reason: optionalLines('The reason', 500).optional(),
  version,
});
export const orderDeleteInput = z.object({
  userId: z.unknown().optional(),
  userRole: z.unknown().optional(),
  reason: optionalLines('The reason', 500).optional(),
  version,
});
export const orderFilter = pagingQuery([
  'orderDate',
  'poNumber',
  'supplierName',
  'totalUsd',
  'expectedDelivery',
]).extend({
  /** 'standing' is neither rejected nor cancelled: what the reports and statistics count. */
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

const unit = z.object({
  serial: requiredText('The serial number', 60),
  macAddress: optionalText('The MAC address', 40).optional(),
});
export const receiptInput = z.object({
  kind: z.enum(['receipt', 'return']).optional(),
  date: dateText.optional(),
  deliveryNote: optionalText('The delivery note', 100).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  lines: z
    .object({
      lineNo: wholeNumber('The line', 1, 200),
      quantity: wholeNumber('The quantity', 1, 1_000_000),
      units: unit.array().max(1000, 'A line can have at most 1,000 serial numbers.').optional(),
    })
    .array()
    .min(1, 'A receipt needs at least one line.')
    .max(200, 'A receipt can have at most 200 lines.'),
  /** Take over the receipt's cost as the list's cost of these items. */
  updateCosts: recordId.array().max(200).optional(),
  version,
});
export type ReceiptInput = z.output<typeof receiptInput>;
export const goodsReceipt = z.object({
  id: recordId,
  receiptId: z.string(),
  orderId: recordId,
  kind: z.enum(['receipt', 'return']),
  date: dateText,
  deliveryNote: z.string(),
  notes: z.string(),
  lines: z
    .object({ lineNo: z.number(), description: z.string(), quantity: z.number(), valueUsd: money })
    .array(),
  createdAt: instant,
  createdBy: z.string(),
});
export type GoodsReceipt = z.output<typeof goodsReceipt>;

// Bills and payments

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
export const billStates = ['open', 'part', 'paid', 'overdue', ...billStatuses] as const;
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
export const cancelBillInput = z.object({ reason: requiredLines('The reason', 500), version });
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

export const payingAccounts = ['checking', 'savings', 'cash', 'credit_card', 'petty_cash'] as const;
export type PayingAccount = (typeof payingAccounts)[number];
/** Pays bills of a supplier; what is left over, or all of it without bills, is an advance. */
export const supplierPaymentInput = z.object({
  supplierId: recordId,
  amount: plainPositive,
  currency: z.enum(orderCurrencies).optional(),
  account: z.enum(payingAccounts),
  paymentDate: dateText.optional(),
  reference: optionalText('The reference', 200).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  billIds: recordId.array().max(500, 'Choose at most 500 bills.').optional(),
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
export const reverseSupplierPayment = z.object({ reason: requiredLines('The reason', 500) });

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

/** seeds/002 2. `null` where there is nothing to compare with yet; the screen shows the sample figure and says so (19). */
export const procurementStats = z.object({
  totalOrders: z.number(),
  pendingOrders: z.number(),
  activeSuppliers: z.number(),
  pendingRequisitions: z.number(),
  monthlySpendUsd: money,
  /** Percent against last month, one decimal. */
  spendChange: z.number().nullable(),
  ordersChange: z.number().nullable(),
  onTimePercent: z.number().nullable(),
  /** Percent of the month's spend below the requisitions' estimates. */
  discountPercent: z.number().nullable(),
  /** Percent of the month's spend below the items' average price of the year. */
  bulkPercent: z.number().nullable(),
  savingsPercent: z.number().nullable(),
  openBillsUsd: money,
  dueThisWeekUsd: money,
});
export type ProcurementStats = z.output<typeof procurementStats>;

/** The largest document that each role may approve, in US dollars; null for any. And the tolerance of a bill's price. */
export const procurementSettings = z.object({
  adminLimitUsd: moneyNotNegative.nullable(),
  /** Hundredths of a percent of the order's price. */
  priceTolerancePoints: wholeNumber('The tolerance', 0, 10_000),
});
export type ProcurementSettings = z.output<typeof procurementSettings>;
