import { z } from 'zod';
import { cashPlace, currencies, paymentAccounts } from '../accounting/schema-money.ts';
import { phone } from '../kernel/contact.ts';
import { dateText, instant } from '../kernel/dates.ts';
import { money, moneyPositive, moneyText } from '../kernel/money.ts';
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

export const bundleTypes = ['data', 'time', 'unlimited'] as const;
export type BundleType = (typeof bundleTypes)[number];
/** Decision 26. */
export const voucherStatuses = ['unused', 'activated', 'expired', 'void'] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

/** Codes in a sale (seeds/002 5 and 9). */
export const MAX_QUANTITY = 100;

export const voucherBundle = z.object({
  id: recordId,
  name: z.string(),
  description: z.string(),
  /** MB; 0 where the data are unlimited. */
  dataAllowanceMB: z.number(),
  validityDays: z.number(),
  /** Texts such as '5.00' (seeds/002 3). */
  priceUsd: moneyText,
  /** At the voucher rate of today. */
  priceSsp: moneyText,
  speedMbps: z.number().nullable(),
  bundleType: z.enum(bundleTypes),
  isActive: z.boolean(),
  version: z.number(),
});
export type VoucherBundle = z.output<typeof voucherBundle>;

/** `priceSsp` of a client is ignored: it follows from the voucher rate (decision 28). */
const bundleFields = z.object({
  name: requiredText('The bundle name', 100),
  description: optionalText('The description', 500).optional(),
  dataAllowanceMB: wholeNumber('The data allowance', 0, 100_000_000),
  validityDays: wholeNumber('The validity', 1, 3650),
  priceUsd: moneyPositive,
  speedMbps: wholeNumber('The speed limit', 1, 100_000).nullable().optional(),
  bundleType: z.enum(bundleTypes),
  isActive: yesNo.optional(),
});
export const bundleInput = ignoring(bundleFields, ['priceSsp']);
export type BundleInput = z.output<typeof bundleInput>;
export const bundleUpdate = ignoring(bundleFields.partial().extend({ version: recordVersion }), [
  'priceSsp',
]);
export type BundleUpdate = z.output<typeof bundleUpdate>;

export const bundleFilter = pagingQuery([
  'name',
  'dataAllowanceMB',
  'validityDays',
  'priceUsd',
]).extend({ isActive: yesNo.optional() });
export type BundleFilter = z.output<typeof bundleFilter>;

export const voucher = z.object({
  id: recordId,
  /** XXXX-XXXX-XXXX; only for who sells vouchers. */
  voucherCode: z.string(),
  batchId: recordId,
  batchNumber: z.string(),
  bundleId: recordId,
  bundleName: z.string(),
  dataAllowanceMB: z.number(),
  validityDays: z.number(),
  speedMbps: z.number().nullable(),
  customerName: z.string(),
  customerPhone: z.string(),
  notes: z.string(),
  /** In US dollars by the list of the day of sale. */
  salePrice: money,
  /** Pounds at the voucher rate of that day. */
  salePriceSsp: money,
  /** The currency in which it was paid. */
  currency: z.enum(currencies),
  status: z.enum(voucherStatuses),
  soldDate: dateText,
  soldBy: z.string(),
  activatedAt: instant.nullable(),
  /** When the activated voucher ends or ended; null before the activation. */
  expiryDate: instant.nullable(),
  /** The last day for activating it. */
  lapsesOn: dateText,
});
export type Voucher = z.output<typeof voucher>;

export const voucherFilter = pagingQuery([
  'soldDate',
  'bundleName',
  'customerName',
  'salePrice',
  'expiryDate',
]).extend({
  status: z.enum(['all', ...voucherStatuses]).optional(),
  bundleId: recordId.optional(),
  batchId: recordId.optional(),
  soldById: recordId.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type VoucherFilter = z.output<typeof voucherFilter>;
/** A file holds no codes, since files are mailed and copied. */
export const voucherExport = voucherFilter.extend({ format: z.enum(exportFormats).optional() });

export const voucherSaleInput = z.object({
  bundleId: recordId,
  quantity: wholeNumber('The quantity', 1, MAX_QUANTITY),
  customerName: optionalText('The customer name', 200).optional(),
  customerPhone: phone.optional(),
  notes: optionalLines('The notes', 500).optional(),
  account: z.enum(paymentAccounts).optional(),
  /** Where cash goes (decision 51). */
  from: cashPlace.optional(),
  /** Of the payment; needed unless it is cash (decision 92). */
  reference: paymentReference().optional(),
  /** Confirms that another sale has the same reference and is other money (decision 66). */
  sameReference: yesNo.optional(),
  currency: z.enum(currencies).optional(),
  /** The price in US dollars that the form showed: a sale at another price is refused. */
  priceUsd: money.optional(),
  /** The price in pounds that it showed, for a sale in pounds. */
  priceSsp: money.optional(),
});
export type VoucherSaleInput = z.output<typeof voucherSaleInput>;

export const voucherBatch = z.object({
  id: recordId,
  batchNumber: z.string(),
  bundleId: recordId,
  bundleName: z.string(),
  quantity: z.number(),
  unused: z.number(),
  /** Activated and running. */
  active: z.number(),
  /** Ended, or lapsed unused. */
  expired: z.number(),
  void: z.number(),
  /** One voucher, US dollars and pounds at the voucher rate of the day. */
  priceUsd: money,
  priceSsp: money,
  currency: z.enum(currencies),
  account: z.enum(paymentAccounts),
  reference: z.string(),
  /** Taken less given back, as the books hold it: pounds at the standard rate of the day (decision 43). */
  revenueUsd: money,
  /** The same in the currency in which it was paid, zero in the other. */
  receivedUsd: money,
  receivedSsp: money,
  soldDate: dateText,
  lapsesOn: dateText,
  customerName: z.string(),
  customerPhone: z.string(),
  notes: z.string(),
  soldBy: z.string(),
});
export type VoucherBatch = z.output<typeof voucherBatch>;

const voucherVoid = z.object({
  id: recordId,
  quantity: z.number(),
  /** US dollars, and pounds where the sale was in pounds. */
  amountUsd: money,
  amountSsp: money,
  date: dateText,
  reason: z.string(),
  createdBy: z.string(),
});
export const voucherBatchDetail = voucherBatch.extend({
  vouchers: voucher.array(),
  voids: voucherVoid.array(),
});
export type VoucherBatchDetail = z.output<typeof voucherBatchDetail>;

export const batchFilter = pagingQuery([
  'batchNumber',
  'soldDate',
  'bundleName',
  'soldBy',
  'quantity',
]).extend({
  bundleId: recordId.optional(),
  soldById: recordId.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type BatchFilter = z.output<typeof batchFilter>;

/** Sales by seller in a range of days. */
export const voucherSeller = z.object({
  sellerId: recordId.nullable(),
  seller: z.string(),
  batches: z.number(),
  sold: z.number(),
  unused: z.number(),
  active: z.number(),
  expired: z.number(),
  void: z.number(),
  revenueUsd: money,
  /** By the currency in which it was paid. */
  receivedUsd: money,
  receivedSsp: money,
});
export type VoucherSeller = z.output<typeof voucherSeller>;
export const sellerFilter = z.object({ from: dateText.optional(), to: dateText.optional() });
export type SellerFilter = z.output<typeof sellerFilter>;

/** seeds/002 3. */
export const voucherStats = z.object({
  totalVouchers: z.number(),
  activatedVouchers: z.number(),
  /** US dollars that sales have brought, less what was given back. */
  totalRevenue: money,
  activeBundles: z.number(),
  unusedVouchers: z.number(),
  /** The balance of 2220: what is owed for unused vouchers. */
  unusedValueUsd: money,
});
export type VoucherStats = z.output<typeof voucherStats>;

const chosenVouchers = recordId
  .array()
  .min(1, { message: 'Choose at least one voucher.' })
  .max(MAX_QUANTITY, { message: `Choose at most ${MAX_QUANTITY} vouchers.` });

/** Which vouchers of a batch; without a list all that are unused. */
export const voidInput = z.object({
  voucherIds: chosenVouchers.optional(),
  reason: requiredLines('The reason', 500),
  /** Where cash comes from. */
  from: cashPlace.optional(),
});
export type VoidInput = z.output<typeof voidInput>;

export const smsInput = z.object({
  voucherIds: chosenVouchers.optional(),
});
/** How many codes are sent, where to, and which of the chosen ones are not. */
export const smsAnswer = z.object({
  queued: z.number(),
  phone: z.string(),
  leftOut: z.object({ id: recordId, lineNo: z.number(), status: z.enum(voucherStatuses) }).array(),
});

/** What a visitor types; blanks, hyphens and letters in any case are read alike. */
export const redeemInput = z.object({
  code: requiredText('The voucher code', 100),
  /** Chosen by the browser, so that a lost answer can be asked for again: 16 to 64 letters and digits. */
  deviceKey: optionalText('The device key', 64).optional(),
});
export type RedeemInput = z.output<typeof redeemInput>;
export const redeemed = z.object({
  bundleName: z.string(),
  bundleType: z.enum(bundleTypes),
  dataAllowanceMB: z.number(),
  speedMbps: z.number().nullable(),
  validityDays: z.number(),
  activatedAt: instant,
  expiryDate: instant,
});
export type Redeemed = z.output<typeof redeemed>;

/** Days after the sale on which an unused voucher lapses; sales keep theirs. */
export const voucherSettings = z.object({ lapseDays: wholeNumber('The days', 30, 3650) });
export type VoucherSettings = z.output<typeof voucherSettings>;
