import { isPoundAccount, leaf } from '../accounting/chart.ts';
import {
  credit,
  debit,
  difference,
  exchangeDifference,
  inPounds,
  mirrored,
  type Posting,
  type PostingLine,
  withoutEmpty,
} from '../accounting/rules.ts';
import { type IsoDate, laterDate } from '../kernel/dates.ts';
import { addCents, type Cents, cents, subtractCents, sumOf } from '../kernel/money.ts';
import { type BillLine, type BillRecord, priceDifference } from './bills/rules.ts';
import type { DatedPart, PaymentRecord } from './payments/rules.ts';

/** A line with the supplier whose account it belongs to. */
function ofSupplier(line: PostingLine, supplierId: number): PostingLine {
  return { ...line, supplierId };
}

type Named<T> = T & { supplierName: string };

function billLines(bill: BillRecord, lines: readonly BillLine[]): PostingLine[] {
  const { supplierId, totalUsd, totalAmount } = bill;
  const expected = sumOf(lines, ({ expectedUsd }) => expectedUsd);
  const ofPrice = priceDifference(bill, lines);
  const ofRate = cents(totalUsd - expected - ofPrice);
  const payable =
    bill.currency === 'USD'
      ? credit(leaf.tradePayables, totalUsd)
      : inPounds(credit(leaf.tradePayablesSsp, totalUsd), totalAmount);
  return withoutEmpty([
    ofSupplier(debit(leaf.goodsNotInvoiced, expected), supplierId),
    ...difference(leaf.priceDifferences, ofPrice),
    ...exchangeDifference(ofRate),
    ofSupplier(payable, supplierId),
  ]);
}

/**
 * A supplier bill: goods received and not invoiced, at the order's prices and rate, become payable at the bill's. A
 * difference of prices is one at the bill's rate; the rest is a difference of rates.
 */
export function billPosted(
  bill: Named<BillRecord>,
  lines: readonly BillLine[],
  date: IsoDate,
): Posting {
  return {
    date,
    description: `Bill ${bill.billId} (${bill.supplierNumber}), ${bill.supplierName}`,
    reference: bill.billId,
    source: 'supplier.bill',
    sourceId: bill.id,
    revision: 1,
    lines: billLines(bill, lines),
  };
}

/** Takes a bill back, `reversalOf` being its entry. */
export function billReversed(
  bill: Named<BillRecord>,
  lines: readonly BillLine[],
  date: IsoDate,
  reversalOf: number,
): Posting {
  return {
    ...billPosted(bill, lines, date),
    description: `Cancellation of ${bill.billId} (${bill.supplierNumber}), ${bill.supplierName}`,
    source: 'supplier.bill.reversal',
    lines: mirrored(billLines(bill, lines)),
    reversalOf,
  };
}

/** The payables that parts settle, and their exchange differences. */
function settledLines(parts: readonly DatedPart[], supplierId: number): PostingLine[] {
  const sum = (list: readonly DatedPart[]) => sumOf(list, ({ settledUsd }) => settledUsd);
  const dollars = parts.filter(({ currency }) => currency === 'USD');
  const pounds = parts.filter(({ currency }) => currency === 'SSP');
  const inSsp = sumOf(pounds, ({ settledAmount }) => settledAmount);
  const paid = sumOf(parts, ({ paidUsd }) => paidUsd);
  return withoutEmpty([
    ofSupplier(debit(leaf.tradePayables, sum(dollars)), supplierId),
    ofSupplier(inPounds(debit(leaf.tradePayablesSsp, sum(pounds)), inSsp), supplierId),
    ...exchangeDifference(subtractCents(paid, sum(parts))),
  ]);
}

function paymentLines(
  payment: PaymentRecord,
  parts: readonly DatedPart[],
  advance: Cents,
): PostingLine[] {
  const { supplierId, amountUsd, creditAccount, currency, amount } = payment;
  const money = credit(creditAccount, amountUsd);
  const isInPounds = currency === 'SSP' && isPoundAccount(creditAccount);
  return withoutEmpty([
    ...settledLines(parts, supplierId),
    ofSupplier(debit(leaf.supplierAdvances, advance), supplierId),
    isInPounds ? inPounds(money, amount) : money,
  ]);
}

const paidBy = (parts: readonly DatedPart[]) => sumOf(parts, ({ paidUsd }) => paidUsd);

/**
 * Money paid to a supplier: it settles bills, and what is left is an advance. A bill is not settled before it stands in the
 * books: what settles a later one is an advance until that day.
 */
export function supplierPaid(
  payment: Named<PaymentRecord>,
  parts: readonly DatedPart[],
): Posting[] {
  const { paymentDate } = payment;
  const now = parts.filter(({ on }) => on <= paymentDate);
  const later = parts.filter(({ on }) => on > paymentDate);
  const paid: Posting = {
    date: paymentDate,
    description: `Payment ${payment.paymentId}, ${payment.supplierName}`,
    reference: payment.paymentId,
    source: 'supplier.payment',
    sourceId: payment.id,
    revision: 1,
    lines: paymentLines(payment, now, addCents(payment.advanceUsd, paidBy(later))),
  };
  if (later.length === 0) return [paid];
  const on = later.reduce((last, part) => laterDate(last, part.on), paymentDate);
  return [paid, advanceTakenUp(payment, later, on)];
}

/** Bills settled from the advance of a payment; the payment's version is the revision. */
export function advanceTakenUp(
  payment: Named<PaymentRecord>,
  parts: readonly DatedPart[],
  date: IsoDate,
): Posting {
  const { supplierId } = payment;
  return {
    date,
    description: `Advance of ${payment.paymentId} taken up, ${payment.supplierName}`,
    reference: payment.paymentId,
    source: 'supplier.payment.takenUp',
    sourceId: payment.id,
    revision: payment.version,
    lines: [
      ...settledLines(parts, supplierId),
      ofSupplier(credit(leaf.supplierAdvances, paidBy(parts)), supplierId),
    ],
  };
}

/** Takes a payment back with all that was settled from it. `payment` and `parts` are those before the reversal. */
export function supplierPaymentReversed(
  payment: Named<PaymentRecord>,
  parts: readonly DatedPart[],
  date: IsoDate,
): Posting {
  return {
    date,
    description: `Reversal of ${payment.paymentId}, ${payment.supplierName}`,
    reference: payment.paymentId,
    source: 'supplier.payment.reversal',
    sourceId: payment.id,
    revision: 1,
    lines: mirrored(paymentLines(payment, parts, payment.advanceUsd)),
  };
}
