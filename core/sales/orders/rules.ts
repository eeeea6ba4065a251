import type { IsoDate } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import {
  type Cents,
  cents,
  formatUsd,
  MAX_AMOUNT,
  scaleCents,
  subtractCents,
  usdToSsp,
} from '../../kernel/money.ts';
import { searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import type { SaleLine, SaleStatus, SalesOrder } from '../schema.ts';

/** Sales orders are numbered SO-2026-0001 (decision 7). */
export const SALES_ORDERS = { counter: 'salesOrder', prefix: 'SO', width: 4 };

/** The statuses in which the goods of an order are reserved. */
export const reservingStatuses: readonly SaleStatus[] = ['pending', 'approved', 'confirmed'];

/** A row of the table sales_orders. */
export type SaleRecord = Pick<
  SalesOrder,
  | 'id'
  | 'orderNumber'
  | 'orderDate'
  | 'customerId'
  | 'salesPersonId'
  | 'salesPersonName'
  | 'deliveryDate'
  | 'deliveryAddress'
  | 'notes'
  | 'status'
  | 'closedReason'
  | 'exchangeRate'
  | 'totalAmountUsd'
  | 'totalAmountSsp'
  | 'priceCheck'
  | 'isCounterSale'
  | 'invoiceId'
  | 'deliveredOn'
  | 'createdAt'
  | 'createdBy'
  | 'version'
> & { deliveredBy: string; receivedBy: string };

/** A row of the table sales_order_lines. */
export interface SaleLineRecord {
  orderId: number;
  lineNo: number;
  equipmentId: number;
  description: string;
  listPriceUsd: Cents;
  quantity: number;
  unitPriceUsd: Cents;
  returned: number;
  /** What the delivered goods had cost, US cents. */
  costUsd: Cents;
  /** Of the delivered units. */
  serials: readonly string[];
}

/** A line with its item. */
export interface ReadLine extends SaleLineRecord {
  equipmentNumber: string;
  isSerialised: boolean;
}

/** A locked order with its lines in their order. */
export interface LockedSale extends SaleRecord {
  customerName: string;
  lines: ReadLine[];
}

/** An order as it is read, with its customer and invoice. */
export type SaleRow = SaleRecord &
  Pick<SalesOrder, 'customerNumber' | 'customerName' | 'invoiceNumber' | 'units'> & {
    /** Null before there is an invoice, and of a cancelled one. */
    invoiceStatus: 'pending' | 'paid' | 'overdue' | 'cancelled' | null;
    invoicePaidUsd: Cents | null;
    invoiceOpenUsd: Cents | null;
  };

/** The number of an order. A customer's name may change, so the search reads it from the customer. */
export function saleSearchText({ orderNumber }: Pick<SaleRecord, 'orderNumber'>): string {
  return searchTextOf(searchKey(orderNumber));
}

/** The order's name in the audit log: 'SO-2026-0042 Nile Hotel'. */
export function nameOfSale({
  orderNumber,
  customerName,
}: Pick<LockedSale, 'orderNumber' | 'customerName'>): string {
  return `${orderNumber} ${customerName}`;
}

type Priced = Pick<SaleLineRecord, 'quantity' | 'unitPriceUsd'>;

/** The total of one line in US cents. */
export function lineTotal({ quantity, unitPriceUsd }: Priced): Cents {
  return cents(quantity * unitPriceUsd);
}

/**
 * The totals of an order from its lines, whatever was sent (decision 28); pounds at the order's rate. Tax is zero
 * (seeds/002 5). @throws AppError invalid above the largest amount of a document.
 */
export function totalsOf(
  lines: readonly Priced[],
  exchangeRate: Cents,
): Pick<SaleRecord, 'totalAmountUsd' | 'totalAmountSsp'> {
  // As plain numbers: the product of a large quantity and price is no amount.
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceUsd, 0);
  if (total > MAX_AMOUNT.USD)
    invalidField('items', `The total cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
  return { totalAmountUsd: cents(total), totalAmountSsp: usdToSsp(cents(total), exchangeRate) };
}

/** Units by item, of all lines of an order. */
export function unitsByItem(
  lines: readonly Pick<SaleLineRecord, 'equipmentId' | 'quantity'>[],
): Map<number, number> {
  const units = new Map<number, number>();
  for (const { equipmentId, quantity } of lines)
    units.set(equipmentId, (units.get(equipmentId) ?? 0) + quantity);
  return units;
}

type Listed = Pick<SaleLineRecord, 'quantity' | 'unitPriceUsd' | 'listPriceUsd'>;

/** Lines whose price is below the list's. */
export function linesBelowList<L extends Listed>(lines: readonly L[]): L[] {
  return lines.filter(({ unitPriceUsd, listPriceUsd }) => unitPriceUsd < listPriceUsd);
}

/** What lines cost less than at the list's prices, US cents. */
export function belowListUsd(lines: readonly Listed[]): Cents {
  const total = linesBelowList(lines).reduce(
    (sum, line) => sum + line.quantity * (line.listPriceUsd - line.unitPriceUsd),
    0,
  );
  return cents(Math.min(total, MAX_AMOUNT.USD));
}

/**
 * What the next `quantity` units that come back had cost when they were delivered: their share of the line's cost, as the
 * difference of two shares, so that all returns of a line add up to its cost and the last unit takes the rest.
 */
export function costOfReturn(
  { costUsd, quantity: delivered, returned }: Pick<ReadLine, 'costUsd' | 'quantity' | 'returned'>,
  quantity: number,
): Cents {
  const share = (units: number) => scaleCents(costUsd, units, delivered);
  return subtractCents(share(returned + quantity), share(returned));
}

/** 'paid' also where nothing is to be paid. */
export function paymentStatusOf({
  invoiceStatus,
  invoicePaidUsd,
  totalAmountUsd,
  status,
}: Pick<SaleRow, 'invoiceStatus' | 'invoicePaidUsd' | 'totalAmountUsd' | 'status'>) {
  if (invoiceStatus === 'paid') return 'paid';
  if (invoiceStatus === 'cancelled') return 'pending';
  if (invoiceStatus === null)
    return totalAmountUsd === 0 && (status === 'confirmed' || status === 'delivered')
      ? 'paid'
      : 'pending';
  return (invoicePaidUsd ?? 0) > 0 ? 'partial' : 'pending';
}

/** A line as the API answers it, with pounds at the order's rate. */
export function toLine(line: ReadLine, exchangeRate: Cents): SaleLine {
  const { lineNo, equipmentId, equipmentNumber, description, isSerialised } = line;
  const { quantity, returned, listPriceUsd, unitPriceUsd } = line;
  const totalPriceUsd = lineTotal(line);
  return {
    ...{ lineNo, equipmentId, equipmentNumber, name: description, isSerialised },
    ...{ quantity, returned, listPriceUsd, unitPriceUsd, totalPriceUsd },
    unitPriceSsp: usdToSsp(unitPriceUsd, exchangeRate),
    totalPriceSsp: usdToSsp(totalPriceUsd, exchangeRate),
  };
}

/** A line of a return as it is stored. */
export interface ReturnLineRecord {
  returnId: number;
  lineNo: number;
  orderId: number;
  orderLine: number;
  quantity: number;
  amountUsd: Cents;
  costUsd: Cents;
  serials: readonly string[];
}

/** A row of the table sales_returns. */
export interface ReturnRecord {
  id: number;
  orderId: number;
  creditNoteId: number | null;
  date: IsoDate;
  reason: string;
  amountUsd: Cents;
  createdAt: Date;
  createdBy: string;
}
