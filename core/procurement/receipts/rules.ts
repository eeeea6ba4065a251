import type { Numbering } from '../../database/counters.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import type { OrderRecord, ReadLine } from '../orders/rules.ts';
import { valueOfUnits, YEARLY_WIDTH } from '../rules.ts';
import type { GoodsReceipt } from './schema.ts';

/** Goods receipts and returns are numbered GRN-2026-0001. */
export const RECEIPTS: Numbering = { counter: 'goodsReceipt', prefix: 'GRN', width: YEARLY_WIDTH };

/** A row of the table goods_receipts. */
export type ReceiptRecord = Omit<GoodsReceipt, 'lines' | 'date'> & { date: IsoDate };

/** A row of the table goods_receipt_lines. */
export interface ReceiptLineRecord {
  receiptId: number;
  lineNo: number;
  orderId: number;
  orderLine: number;
  quantity: number;
  /** US cents at the order's price and rate. */
  valueUsd: Cents;
}

/** Goods of one line that come or go back. */
export interface GoodsLine {
  /** Of the order. */
  lineNo: number;
  quantity: number;
  units?: readonly { serial: string; macAddress?: string | undefined }[] | undefined;
}

type Kind = GoodsReceipt['kind'];

/** Units of a line that may come, or may go back: those that are not billed. */
function movable(line: ReadLine, kind: Kind): number {
  return kind === 'receipt'
    ? line.quantity - line.receivedQuantity
    : line.receivedQuantity - line.billedQuantity;
}

/** US cents that the receipts of a line, less its returns, come to, and those that bills that count take of them. */
export interface GoodsBooked {
  receivedUsd: Cents;
  expectedUsd: Cents;
}

/**
 * US cents of the next units that come, or of the last ones, which go back. When nothing that is not billed stays, what goes
 * back takes the rest of account 2130, so that no cent of rounding remains on it.
 */
export function valueOfGoods(
  line: ReadLine,
  quantity: number,
  kind: Kind,
  order: Pick<OrderRecord, 'currency' | 'exchangeRate'>,
  booked?: GoodsBooked,
): Cents {
  const { receivedQuantity: received, billedQuantity: billed, unitPrice } = line;
  const isRest = kind === 'return' && booked && received - quantity === billed;
  if (isRest) return cents(Math.max(0, booked.receivedUsd - booked.expectedUsd));
  return kind === 'receipt'
    ? valueOfUnits(unitPrice, received, received + quantity, order)
    : valueOfUnits(unitPrice, received - quantity, received, order);
}

/** Why goods of a line cannot come or go back; undefined if they can. */
export function goodsProblem(
  line: ReadLine,
  { quantity, units = [] }: GoodsLine,
  kind: Kind,
): string | undefined {
  const most = movable(line, kind);
  if (quantity > most)
    return kind === 'receipt'
      ? `Of ${line.description} ${most === 1 ? 'one unit is' : `${most} units are`} still to come.`
      : `Of ${line.description} ${most === 1 ? 'one unit' : `${most} units`} can go back: the others did not come or are billed.`;
  if (!line.isSerialised)
    return units.length > 0 ? `${line.description} has no serial numbers.` : undefined;
  if (units.length !== quantity)
    return `Enter ${quantity === 1 ? 'the serial number' : `the ${quantity} serial numbers`} of ${line.description}.`;
  return undefined;
}
