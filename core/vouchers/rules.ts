import { addDays, type IsoDate } from '../kernel/dates.ts';
import {
  type Cents,
  cents,
  formatSsp,
  formatUsd,
  MAX_AMOUNT,
  sspToUsd,
  usdToSsp,
} from '../kernel/money.ts';
import { dialled } from '../kernel/phone.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../kernel/search.ts';
import { searchKey } from '../kernel/text.ts';
import type { BundleInput, VoucherBatch, VoucherStatus } from './schema.ts';

/** Of a sale that is not paid in cash: what the money is found by on the account's statement (decision 92). */
export const NO_REFERENCE = 'Enter the reference of the payment: without cash the sale needs one.';

/** Sales of vouchers are numbered VB-2026-000001 (decision 7). */
export const BATCH_NUMBERS = { counter: 'voucherBatch', prefix: 'VB' };

/** What a code is encrypted for. */
export const codePurpose = (batchNumber: string, lineNo: number) =>
  `voucher:${batchNumber}:${lineNo}`;

export interface Price {
  /** Of one voucher, in US cents by the list. */
  priceUsd: Cents;
  /** Piastres at the voucher rate. */
  priceSsp: Cents;
  /** US cents that the books hold for it: the price, for pounds the pounds at the standard rate (decision 43). */
  valueUsd: Cents;
}

/** The prices of one voucher; rates are SSP cents for one US dollar. */
export function priced(
  priceUsd: Cents,
  currency: 'USD' | 'SSP',
  { voucher, standard }: { voucher: Cents; standard: Cents },
): Price {
  const priceSsp = usdToSsp(priceUsd, voucher);
  return {
    priceUsd,
    priceSsp,
    valueUsd: currency === 'USD' ? priceUsd : sspToUsd(priceSsp, standard),
  };
}

/** Why vouchers are not sold at this price, because of a rate or of the amount; undefined if they are. */
export function amountProblem({ priceSsp, valueUsd }: Price, quantity: number): string | undefined {
  if (priceSsp <= 0 || valueUsd <= 0)
    return "The price is less than the smallest amount at today's rates.";
  if (valueUsd * quantity > MAX_AMOUNT.USD || priceSsp * quantity > MAX_AMOUNT.SSP)
    return 'The amount of the sale is too large. Sell fewer vouchers at a time.';
  return undefined;
}

/** Cents of the currency in which vouchers were sold: what is taken for them or given back. */
export function moneyOf(
  { currency, priceSsp, valueUsd }: Pick<Price, 'priceSsp' | 'valueUsd'> & { currency: string },
  quantity: number,
): Cents {
  return cents((currency === 'USD' ? valueUsd : priceSsp) * quantity);
}

type Sold = Pick<VoucherBatch, 'currency' | 'priceUsd' | 'priceSsp'>;

/** What was paid for so many vouchers of a sale, and is given back for them, in its currency: '$15.00', 'SSP 19,500'. */
export function paidFor({ currency, priceUsd, priceSsp }: Sold, quantity: number): string {
  // Vouchers that are paid in dollars are worth their price (`priced`).
  const money = moneyOf({ currency, priceSsp, valueUsd: priceUsd }, quantity);
  return currency === 'USD' ? formatUsd(money) : formatSsp(money);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When an activated voucher ends: its days of validity are 24 hours each. */
export function endOf(activatedAt: Date, validityDays: number): Date {
  return new Date(activatedAt.getTime() + validityDays * DAY_MS);
}

/** The same in seconds. */
export const secondsOf = (validityDays: number) => (validityDays * DAY_MS) / 1000;

/** The last day on which a voucher can be activated (decision 43). */
export function lapseDay(soldOn: IsoDate, lapseDays: number): IsoDate {
  return addDays(soldOn, lapseDays);
}

/** The status as shown: an activated voucher is expired from its end on, before the daily job has passed too. */
export function statusAt(
  { status, expiresAt }: { status: VoucherStatus; expiresAt: Date | null },
  now: Date,
): VoucherStatus {
  const isEnded = status === 'activated' && expiresAt !== null && expiresAt <= now;
  return isEnded ? 'expired' : status;
}

export const LAPSED = 'This voucher was not used in time and has expired.';

/** Why an unused voucher cannot be activated, voided or sent any more; undefined if it can. */
export function lapseProblem(
  { lapsesOn }: { lapsesOn: IsoDate },
  today: IsoDate,
): string | undefined {
  return today > lapsesOn ? LAPSED : undefined;
}

/** Why a bundle cannot be stored; undefined if it can. */
export function bundleProblem({
  bundleType,
  dataAllowanceMB,
}: Pick<BundleInput, 'bundleType' | 'dataAllowanceMB'>): string | undefined {
  if (bundleType === 'unlimited' || dataAllowanceMB > 0) return undefined;
  return 'Enter the data in MB. Only an unlimited bundle has none.';
}

/** The `search_text` of a sale: its number, its customer and the telephone number as dialled. */
export function batchSearchText({
  batchNumber,
  customerName,
  customerPhone,
}: Pick<VoucherBatch, 'batchNumber' | 'customerName' | 'customerPhone'>): string {
  return searchTextOf(
    searchKey(batchNumber),
    foldForSearch(customerName),
    otherSpellings(customerName),
    dialled(customerPhone),
  );
}

/** '500 MB', '5 GB', '1.5 GB'; 'Unlimited' without a limit. */
export function dataText(megabytes: number): string {
  if (megabytes === 0) return 'Unlimited';
  if (megabytes < 1024) return `${megabytes} MB`;
  return `${Number((megabytes / 1024).toFixed(1))} GB`;
}

/** '1 day', '30 days'. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
