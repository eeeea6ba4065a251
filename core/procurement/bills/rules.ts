import { addDays, daysBetween, type IsoDate } from '../../kernel/dates.ts';
import {
  type Cents,
  cents,
  formatSsp,
  formatUsd,
  subtractCents,
  sumOf,
  ZERO,
} from '../../kernel/money.ts';
import type { orderCurrencies } from '../orders/schema.ts';
import { lineTotal, toUsd, valueOfFirst } from '../rules.ts';
import type { PaymentTerms } from '../suppliers/schema.ts';
import type { BillInput, BillStatus, ShownBillState, SupplierBill } from './schema.ts';

type Currency = (typeof orderCurrencies)[number];

/** A row of the table supplier_bills. Amounts in cents of the bill's currency, those named Usd in US cents. */
export interface BillRecord {
  id: number;
  billId: string;
  supplierId: number;
  supplierNumber: string;
  billDate: IsoDate;
  dueDate: IsoDate;
  currency: Currency;
  exchangeRate: Cents;
  totalAmount: Cents;
  totalUsd: Cents;
  settledAmount: Cents;
  settledUsd: Cents;
  status: BillStatus;
  heldReason: string;
  postedOn: IsoDate | null;
  cancelledOn: IsoDate | null;
  cancelReason: string;
  notes: string;
  createdAt: Date;
  createdBy: string;
  createdById: number | null;
  version: number;
}

/** A row of the table supplier_bill_lines, without the bill. */
export interface BillLine {
  lineNo: number;
  orderId: number;
  orderLine: number;
  quantity: number;
  /** In the bill's currency, as the amount and the order's price. */
  unitPrice: Cents;
  amount: Cents;
  orderPrice: Cents;
  /** At the order's price and rate, in US cents: what account 2130 is relieved of. */
  expectedUsd: Cents;
}

/** A line of an order that goods came for, with its order. */
export interface BillableLine {
  orderId: number;
  orderLine: number;
  poNumber: string;
  supplierId: number;
  currency: Currency;
  exchangeRate: Cents;
  description: string;
  unitPrice: Cents;
  received: number;
  billed: number;
  /** US cents: what was received and not returned, as it was posted, and what bills that count expect of it. */
  receivedUsd: Cents;
  expectedUsd: Cents;
}

const CASH_ON_DELIVERY: PaymentTerms = 'COD';

/** The due date by payment terms: 'NET 30' is 30 days after the bill date, 'COD' the bill date. */
export function dueDateOf(billDate: IsoDate, terms: PaymentTerms): IsoDate {
  return terms === CASH_ON_DELIVERY ? billDate : addDays(billDate, Number(terms.slice(4)));
}

/** Still to pay, in the bill's currency; nothing of a bill that is not posted. */
export function openAmountOf(bill: BillRecord): Cents {
  return bill.status === 'posted' ? subtractCents(bill.totalAmount, bill.settledAmount) : ZERO;
}

/** Still to pay in US cents as booked, at the bill's rate. */
export function openUsdOf(bill: BillRecord): Cents {
  return bill.status === 'posted' ? subtractCents(bill.totalUsd, bill.settledUsd) : ZERO;
}

/** What a list shows: of a posted bill whether it is paid, overdue, paid in part or open, in this order. */
function stateOf(bill: BillRecord, today: IsoDate): ShownBillState {
  if (bill.status !== 'posted') return bill.status;
  if (openAmountOf(bill) === 0) return 'paid';
  if (bill.dueDate < today) return 'overdue';
  return bill.settledAmount > 0 ? 'part' : 'open';
}

/** A bill as the API answers it. */
export function toBill(bill: BillRecord & { supplierName: string }, today: IsoDate): SupplierBill {
  const openAmount = openAmountOf(bill);
  const isLate = openAmount > 0 && bill.dueDate < today;
  return {
    ...bill,
    openAmount,
    openUsd: openUsdOf(bill),
    state: stateOf(bill, today),
    daysPastDue: isLate ? daysBetween(bill.dueDate, today) : 0,
  };
}

export interface LineProblem {
  /** Index of the line in the input, and its field. */
  line: number;
  field: 'orderId' | 'orderLine' | 'quantity' | 'unitPrice';
  message: string;
}

/** 100% in the points of a tolerance, which are hundredths of a percent. */
const WHOLE = 10_000;

function priceText(price: Cents, currency: Currency): string {
  return currency === 'USD' ? formatUsd(price) : formatSsp(price);
}

function percentText(points: number): string {
  return `${points / 100}%`;
}

/** Whether a bill's price is the order's within the tolerance, above or below it; exact in integers. */
function isWithinTolerance(billed: Cents, ordered: Cents, points: number): boolean {
  const difference = BigInt(Math.abs(billed - ordered));
  return difference * BigInt(WHOLE) <= BigInt(ordered) * BigInt(points);
}

function heldText(line: BillableLine, billed: Cents, points: number): string {
  const at = (price: Cents) => priceText(price, line.currency);
  const beyond = points > 0 ? `, more than ${percentText(points)} apart` : '';
  return `${line.poNumber} line ${line.orderLine} (${line.description}): ordered at ${at(line.unitPrice)}, billed at ${at(billed)}${beyond}.`;
}

export interface MatchedBill {
  lines: BillLine[];
  /** Why it waits for an acceptance; '' if it does not. */
  heldReason: string;
}

/** Reasons named on a held bill; the rest are counted. */
const MAX_REASONS = 5;

/**
 * The three-way match: what was ordered, what came, what is billed. `found` holds the line of an order for each line of the
 * input. An order line may be billed by several lines.
 * @returns the lines of the bill with the reason to hold it, or the first problem: goods of another supplier, of another
 *   currency, or more than received and not billed.
 */
export function matchBill(
  supplierId: number,
  input: BillInput['lines'],
  found: readonly (BillableLine | undefined)[],
  tolerancePoints: number,
): MatchedBill | { problem: LineProblem } {
  const lines: BillLine[] = [];
  const reasons: string[] = [];
  const taken = new Map<BillableLine, { units: number; expectedUsd: Cents }>();
  for (const [index, { quantity, unitPrice, orderId, orderLine }] of input.entries()) {
    const problem = (field: LineProblem['field'], message: string) => ({
      problem: { line: index, field, message },
    });
    const line = found[index];
    if (!line) return problem('orderLine', `Order ${orderId} has no line ${orderLine}.`);
    if (line.supplierId !== supplierId)
      return problem('orderId', `${line.poNumber} is an order of another supplier.`);
    if (line.currency !== found[0]!.currency)
      return problem(
        'orderId',
        `${line.poNumber} is in ${line.currency}: a bill has one currency.`,
      );
    const before = taken.get(line) ?? { units: 0, expectedUsd: ZERO };
    const left = line.received - line.billed - before.units;
    if (quantity > left)
      return problem(
        'quantity',
        left > 0
          ? `${line.poNumber} line ${orderLine}: only ${left} were received and are not billed yet.`
          : `${line.poNumber} line ${orderLine}: nothing was received that is not billed yet.`,
      );
    const units = before.units + quantity;
    const expectedUsd = subtractCents(expectedOf(line, line.billed + units), before.expectedUsd);
    taken.set(line, { units, expectedUsd: cents(before.expectedUsd + expectedUsd) });
    lines.push({
      lineNo: index + 1,
      orderId,
      orderLine,
      quantity,
      unitPrice,
      amount: lineTotal({ quantity, unitPrice }),
      orderPrice: line.unitPrice,
      expectedUsd,
    });
    if (!isWithinTolerance(unitPrice, line.unitPrice, tolerancePoints))
      reasons.push(heldText(line, unitPrice, tolerancePoints));
  }
  const more = reasons.length - MAX_REASONS;
  const named = more > 0 ? [...reasons.slice(0, MAX_REASONS), `And ${more} more.`] : reasons;
  return { lines, heldReason: named.join(' ') };
}

/**
 * What bills of the first `billed` units leave to be expected by this one, in US cents, so that the bills of all received
 * units add up to what was posted for them, whatever was rounded.
 */
function expectedOf(line: BillableLine, billed: number): Cents {
  const total =
    billed === line.received ? line.receivedUsd : valueOfFirst(line.unitPrice, billed, line);
  return cents(Math.max(0, total - line.expectedUsd));
}

/** What a bill's lines differ from the order's prices, in US cents at the bill's rate; above zero is more. */
export function priceDifference(
  bill: Pick<BillRecord, 'currency' | 'exchangeRate' | 'totalUsd'>,
  lines: readonly BillLine[],
): Cents {
  // Dollars have one rate, so that the whole difference is one of prices.
  if (bill.currency === 'USD')
    return subtractCents(
      bill.totalUsd,
      sumOf(lines, ({ expectedUsd }) => expectedUsd),
    );
  const difference = sumOf(lines, ({ amount, orderPrice, quantity }) =>
    subtractCents(amount, lineTotal({ quantity, unitPrice: orderPrice })),
  );
  return toUsd(difference, bill);
}
