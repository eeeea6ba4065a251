import { defaultChart, leaf } from '../../accounting/chart.ts';
import { type Account, LEAF_LEVEL } from '../../accounting/schema.ts';
import type { Role } from '../../identity/roles.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, subtractCents, ZERO } from '../../kernel/money.ts';
import { searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import { lineTotal } from '../rules.ts';
import type { ProcurementSettings } from '../schema.ts';
import type { OrderStatus, PurchaseOrder } from './schema.ts';

type FreeOrders = Pick<ProcurementSettings, 'freeOrderRoles' | 'freeOrderLimitUsd'>;

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
  /** Equipment, or an account of expenses or assets. */
  equipmentId: number | null;
  accountCode: string | null;
  description: string;
  /** What came or is still to come. */
  quantity: number;
  /** What was ordered besides, and cancelled after a part had come. */
  cancelledQuantity: number;
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
  /** The total of its requisition in US cents; null without one. */
  requisitionUsd: Cents | null;
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

/** The account of a line that names neither equipment nor an account, in a call as the specification has it (decision 87). */
export const DEFAULT_ACCOUNT = leaf.officeSupplies;

/** The accounts of the default chart; others were added by the company. */
const standardCodes = new Set(defaultChart.map(({ code }) => code));

type LineAccount = Pick<Account, 'code' | 'type' | 'level' | 'isActive' | 'isCash'>;

/**
 * Whether a line without equipment can be booked to an account (decision 87): an expense, network equipment, or an asset
 * that the company added. Other assets are kept by modules.
 */
export function mayOrderOn({ code, type, level, isActive, isCash }: LineAccount): boolean {
  if (level !== LEAF_LEVEL || !isActive || isCash) return false;
  if (type === 'EXPENSE') return true;
  return type === 'ASSET' && (code === leaf.networkEquipment || !standardCodes.has(code));
}

/** By how much an order exceeds its requisition, in US cents; zero if it does not, or has none. */
export function excessOf({
  totalUsd,
  requisitionUsd,
}: Pick<LockedOrder, 'totalUsd' | 'requisitionUsd'>): Cents {
  if (requisitionUsd === null || totalUsd <= requisitionUsd) return ZERO;
  return subtractCents(totalUsd, requisitionUsd);
}

/**
 * Whether a user may order without a requisition: one of the roles of the setting, up to its amount in US cents
 * (seeds/002 5, decision 88). The shell and jobs, which have no role, always.
 */
export function needsRequisition(
  role: Role | undefined,
  totalUsd: Cents,
  { freeOrderRoles, freeOrderLimitUsd }: FreeOrders,
): boolean {
  if (role === undefined) return false;
  if (!freeOrderRoles.includes(role)) return true;
  return freeOrderLimitUsd !== null && totalUsd > freeOrderLimitUsd;
}

/** The first number of digits of a year's orders (decision 7). */
const PO_DIGITS = 3;

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
  Pick<LockedOrder, 'requisitionUsd' | 'hasReceipts' | 'hasBills'>;

export function toLine(line: ReadLine): PurchaseOrder['items'][number] {
  const { orderId: _, ...fields } = line;
  return {
    ...fields,
    orderedQuantity: line.quantity + line.cancelledQuantity,
    totalPrice: lineTotal(line),
  };
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
