import { leaf } from '../../accounting/chart.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import { lineTotal } from '../rules.ts';
import type { OrderStatus, PurchaseOrder } from './schema.ts';

/** A row of the table purchase_orders. */
export interface OrderRecord {
  id: number;
  poNumber: string;
  requisitionId: number | null;
  supplierId: number;
  orderDate: IsoDate;
  expectedDelivery: IsoDate;
  currency: PurchaseOrder['currency'];
  /** SSP cents for one US dollar on the order date. */
  exchangeRate: Cents;
  /** In the order's currency, and in US cents at its rate. */
  totalAmount: Cents;
  totalUsd: Cents;
  notes: string;
  status: OrderStatus;
  createdBy: string;
  createdById: number | null;
  changedBy: string;
  changedById: number | null;
  approvedBy: string;
  approvedById: number | null;
  approvedAt: Date | null;
  closedReason: string;
  receivedOn: IsoDate | null;
  createdAt: Date;
  version: number;
}

/** A row of the table purchase_order_lines. */
export interface OrderLineRecord {
  orderId: number;
  lineNo: number;
  /** Equipment, or an expense account. */
  equipmentId: number | null;
  accountCode: string | null;
  description: string;
  quantity: number;
  /** In the order's currency. */
  unitPrice: Cents;
  receivedQuantity: number;
  billedQuantity: number;
}

/** A line with its item. */
export interface ReadLine extends OrderLineRecord {
  equipmentNumber: string;
  isSerialised: boolean;
  /** The unit cost of the equipment list today; null without equipment. */
  listCostUsd: Cents | null;
}

/** A locked order with its lines in their order. */
export interface LockedOrder extends OrderRecord {
  supplierName: string;
  lines: ReadLine[];
  /** Whether goods receipts or bills name it, also returned or cancelled ones. */
  hasReceipts: boolean;
  hasBills: boolean;
}

/** The numbers of an order. A supplier's name may change, so the search reads it from the supplier. */
export function orderSearchText({ poNumber }: Pick<OrderRecord, 'poNumber'>): string {
  return searchTextOf(searchKey(poNumber));
}

/** seeds/002 5: LSO for suppliers of bandwidth, else LPO. */
export function prefixFor(supplierName: string): 'LSO' | 'LPO' {
  return /liquid|telecom/i.test(supplierName) ? 'LSO' : 'LPO';
}

/** The account of a line that names neither equipment nor an account: bandwidth, or office supplies. */
export function defaultAccount(poNumber: string): string {
  return poNumber.startsWith('LSO') ? leaf.bandwidth : leaf.officeSupplies;
}

/** The first number of digits of a year's orders (decision 7). */
export const PO_DIGITS = 3;

/**
 * A free number of a prefix and year, such as LPO-2026-042: random among the free ones of three digits, of four when they
 * are used up, and so on. `random` answers an integer from 0 up to but not including its argument.
 */
export function freeNumber(
  start: string,
  taken: ReadonlySet<string>,
  random: (below: number) => number,
): string {
  for (let digits = PO_DIGITS; ; digits += 1) {
    // Of more digits only those without a leading zero: 042 and 0042 are easily confused.
    const first = digits === PO_DIGITS ? 0 : 10 ** (digits - 1);
    const all = Array.from({ length: 10 ** digits - first }, (_, place) => first + place);
    const free = all
      .map((value) => start + String(value).padStart(digits, '0'))
      .filter((number) => !taken.has(number));
    if (free.length > 0) return free[random(free.length)]!;
  }
}

/** An order as it is read, without its lines. */
export type OrderRow = OrderRecord &
  Pick<PurchaseOrder, 'supplierName' | 'requisitionNumber'> &
  Pick<LockedOrder, 'hasReceipts' | 'hasBills'>;

export function toLine(line: ReadLine): PurchaseOrder['items'][number] {
  const { orderId: _, ...fields } = line;
  return { ...fields, totalPrice: lineTotal(line) };
}

/** The order's name in the audit log: 'LPO-2026-042 Juba Computers'. */
export function nameOfOrder({ poNumber }: Pick<OrderRecord, 'poNumber'>, supplier: string): string {
  return `${poNumber} ${supplier}`;
}

/** Units that are still to come, of all lines. */
export function openUnits(
  lines: readonly Pick<OrderLineRecord, 'quantity' | 'receivedQuantity'>[],
): number {
  return lines.reduce((sum, line) => sum + line.quantity - line.receivedQuantity, 0);
}
