import { z } from 'zod';
import { currencies } from '../billing/payments/schema.ts';
import { customerStatuses, MAX_CUSTOMER_ID } from '../customers/schema.ts';
import { phone } from '../kernel/contact.ts';
import { dateText, instant } from '../kernel/dates.ts';
import { money, plainPositive } from '../kernel/money.ts';
import { pagingQuery } from '../kernel/paging.ts';
import {
  optionalText,
  paymentReference,
  recordId,
  requiredLines,
  requiredText,
} from '../kernel/text.ts';
import { visitorSession, wifiPackage, wifiPackageIds } from '../wifi/schema.ts';

/** Decision 39; their names are configurable. */
export const providerIds = ['mtn_momo', 'm_gurush', 'nilepay'] as const;

export const provider = z.object({
  id: z.enum(providerIds),
  name: z.string(),
  /** Such as *165#. */
  dialCode: z.string(),
  /** False where the driver in use cannot collect through it. */
  isAvailable: z.boolean(),
});
export type Provider = z.output<typeof provider>;

/** What the page of a visitor needs to begin. */
export const wifiOffer = z.object({
  companyName: z.string(),
  packages: wifiPackage.array(),
  providers: provider.array(),
  /** No money moves: payments are simulated. */
  isSimulated: z.boolean(),
  /** False with ISP_PAYMENTS=off: only vouchers can be used. */
  takesPayments: z.boolean(),
  /** Host names of the routers' own sign-in pages: the page sends a code to no other. */
  loginAddresses: z.string().array(),
});
export type WifiOffer = z.output<typeof wifiOffer>;

const visitorKey = requiredText('The key', 64).refine((key) => /^[A-Za-z0-9]{32}$/.test(key), {
  message: 'The key has 32 letters and digits.',
});

/** The key is chosen by the browser, 32 letters and digits: the same key is the same purchase, and reads its result. */
export const purchaseInput = z.object({
  key: visitorKey,
  packageId: z.enum(wifiPackageIds),
  provider: z.enum(providerIds),
  phone,
  /** What the page showed: another price is refused, so that nobody pays more than was shown. */
  priceSSP: money.optional(),
  hotspotId: optionalText('The hotspot', 64).optional(),
  /** The key of an earlier purchase that was paid from this telephone: whoever knows it has the telephone. */
  paidKey: visitorKey.optional(),
});
export type PurchaseInput = z.output<typeof purchaseInput>;
export const purchaseKey = z.object({ key: visitorKey });

/** Whose bill it is: the customer of this number and telephone, or without them the one whose connection asks. */
const billOwner = {
  customerNumber: optionalText('The customer number', MAX_CUSTOMER_ID).optional(),
  customerPhone: phone.optional(),
};
export const billQuery = z.object(billOwner);
export type BillQuery = z.output<typeof billQuery>;

/** Invoices that are shown of a bill, oldest due first; the amount is that of all. */
export const BILL_INVOICES = 12;

/** What a customer owes, without the name: others use the same connection. */
export const ownBill = z.object({
  customerNumber: z.string(),
  status: z.enum(customerStatuses),
  /** A suspension by the 15-day rule, which the payment of the whole bill ends. */
  endsByPaying: z.boolean(),
  /** All open invoices, and what settles them in pounds at the rate of today. */
  priceUSD: money,
  priceSSP: money,
  invoices: z
    .object({ invoiceNumber: z.string(), dueDate: dateText, openUsd: money })
    .array()
    .max(BILL_INVOICES),
  invoiceCount: z.number(),
});
export type OwnBill = z.output<typeof ownBill>;
/** Null where no customer is known by this connection. */
export const ownBillAnswer = z.object({ bill: ownBill.nullable() });

/** As `purchaseInput`; `priceSSP` is what the page showed. */
export const billPaymentInput = z.object({
  ...billOwner,
  key: visitorKey,
  provider: z.enum(providerIds),
  phone,
  priceSSP: money,
  paidKey: visitorKey.optional(),
});
export type BillPaymentInput = z.output<typeof billPaymentInput>;

const purchaseStatuses = ['waiting', 'paid', 'failed', 'review'] as const;
export const purchase = z.object({
  status: z.enum(purchaseStatuses),
  /** For the visitor, where it failed or waits for a person. */
  message: z.string(),
  /** '' for the payment of a bill. */
  packageId: z.string(),
  phone: z.string(),
  provider: z.string(),
  isSimulated: z.boolean(),
  session: visitorSession.nullable(),
  /** Of a bill that was paid, otherwise ''. */
  receiptNumber: z.string(),
});
export type Purchase = z.output<typeof purchase>;

export const requestStatuses = [
  'created',
  'sending',
  'requested',
  'failed',
  'expired',
  'review',
  'paid',
  'refunded',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];
const purposes = ['wifi', 'customer'] as const;

export const paymentRequest = z.object({
  id: recordId,
  /** The UUID under which the provider knows it. */
  reference: z.string(),
  purpose: z.enum(purposes),
  /** What it is for: the package, or the customer. */
  what: z.string(),
  customerId: recordId.nullable(),
  customerNumber: z.string(),
  provider: z.string(),
  phone: z.string(),
  currency: z.enum(currencies),
  amount: money,
  amountUsd: money,
  exchangeRate: money,
  status: z.enum(requestStatuses),
  problem: z.string(),
  providerTransactionId: z.string(),
  /** The receipt or the number of the WiFi sale. */
  documentNumber: z.string(),
  paymentId: recordId.nullable(),
  isSimulated: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  settledAt: instant.nullable(),
  version: z.number(),
});
export type PaymentRequest = z.output<typeof paymentRequest>;

export const paymentRequestDetail = paymentRequest.extend({
  paid: z.object({ currency: z.string(), amount: money, phone: z.string() }).nullable(),
  events: z.object({ id: recordId, kind: z.string(), at: instant, body: z.string() }).array(),
  refund: z
    .object({
      amount: money,
      date: dateText,
      reference: z.string(),
      reason: z.string(),
      createdBy: z.string(),
    })
    .nullable(),
  mayAccept: z.boolean(),
  mayRefund: z.boolean(),
  /** Why not, where a button is disabled. */
  refusal: z.string(),
});
export type PaymentRequestDetail = z.output<typeof paymentRequestDetail>;

export const requestFilter = pagingQuery(['createdAt', 'amountUsd', 'phone']).extend({
  status: z.enum(['all', 'open', 'failures', ...requestStatuses]).optional(),
  purpose: z.enum(['all', ...purposes]).optional(),
  customerId: recordId.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type RequestFilter = z.output<typeof requestFilter>;

/** A customer is asked on the telephone to confirm a payment. */
export const requestInput = z.object({
  customerId: recordId,
  provider: z.enum(providerIds).optional(),
  /** Default: the customer's. */
  phone: phone.optional(),
  amount: plainPositive,
  currency: z.enum(currencies).optional(),
  /** These are settled first. */
  invoiceIds: recordId.array().max(100).optional(),
});
export type RequestInput = z.output<typeof requestInput>;

export const collectionSettings = z.object({
  driver: z.enum(['simulated', 'momo', 'off']),
  providers: provider.array(),
  /** What can be asked for, the usual one first. */
  currencies: z.enum(currencies).array(),
});
export type CollectionSettings = z.output<typeof collectionSettings>;

/** Answered to the provider, whatever it sent. */
export const callbackAnswer = z.object({ message: z.string() });

export const refundInput = z.object({
  reason: requiredLines('The reason', 500),
  reference: paymentReference(100).optional(),
});
export type RefundInput = z.output<typeof refundInput>;
export const acceptInput = z.object({ reason: requiredLines('The reason', 500) });
