import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate, type IsoDate, isDateAllowed, laterDate } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { cents } from '../../kernel/money.ts';
import {
  type AppliedMove,
  lockStockOf,
  type MoveInput,
  moveStock,
  moveUnits,
  receiveUnits,
} from '../../stock/service-moves.ts';
import { findBillableLines } from '../bills/queries.ts';
import { addReceived, orders, raiseVersion } from '../orders/queries.ts';
import { type LockedOrder, openUnits, type ReadLine } from '../orders/rules.ts';
import { goodsReceived, goodsReturned } from '../postings.ts';
import * as queries from './queries.ts';
import {
  type GoodsBooked,
  type GoodsLine,
  goodsProblem,
  RECEIPTS,
  type ReceiptLineRecord,
  type ReceiptRecord,
  valueOfGoods,
} from './rules.ts';
import type { GoodsReceipt } from './schema.ts';

type Kind = GoodsReceipt['kind'];

/** Goods of an order that come or go back on one day, as one document. */
export interface GoodsDocument {
  kind: Kind;
  date: IsoDate;
  deliveryNote: string;
  notes: string;
  lines: readonly GoodsLine[];
}

interface Planned extends GoodsDocument {
  /** With the line of the order and the value in US cents. */
  lines: readonly (GoodsLine & { line: ReadLine; valueUsd: ReturnType<typeof valueOfGoods> })[];
}

/** The lines of a document with those of the order. @throws AppError invalid for what is not possible. */
function planned(
  order: LockedOrder,
  document: GoodsDocument,
  booked: ReadonlyMap<number, GoodsBooked>,
): Planned {
  const { kind } = document;
  const seen = new Set<number>();
  const byNumber = new Map(order.lines.map((line) => [line.lineNo, line]));
  const lines = document.lines.map((wanted, place) => {
    const line = byNumber.get(wanted.lineNo);
    const field = `lines.${place}.quantity`;
    if (!line) invalidField(`lines.${place}.lineNo`, `${order.poNumber} has no such line.`);
    if (seen.has(wanted.lineNo)) invalidField(field, `${line.description} is named twice.`);
    seen.add(wanted.lineNo);
    const problem = goodsProblem(line, wanted, kind);
    if (problem) invalidField(field, problem);
    const valueUsd = valueOfGoods(line, wanted.quantity, kind, order, booked.get(line.lineNo));
    return { ...wanted, line, valueUsd };
  });
  return { ...document, lines };
}

function assertDate(tx: Ctx, order: LockedOrder, date: IsoDate): void {
  if (!isDateAllowed(date, tx.today) || date > tx.today)
    invalidField('date', 'Goods cannot come or go back in the future.');
  if (date < order.orderDate)
    invalidField('date', `${order.poNumber} was made on ${formatDate(order.orderDate)}.`);
}

/** What is booked of the lines of an order, for goods that go back. */
async function bookedOf(
  tx: Ctx,
  { id }: LockedOrder,
  documents: readonly GoodsDocument[],
): Promise<Map<number, GoodsBooked>> {
  if (documents.every(({ kind }) => kind === 'receipt')) return new Map();
  const lines = await findBillableLines(tx.db, [id]);
  return new Map(lines.map((line) => [line.orderLine, line]));
}

export interface MovedGoods {
  order: LockedOrder;
  receipts: ReceiptRecord[];
  /** To be posted by the caller, once and last. */
  postings: Posting[];
}

/**
 * Takes goods of a locked order in, or sends them back: stock and serial numbers, received quantities, the documents with
 * their numbers, and the status of the order, which is received when nothing is still to come. The caller follows with the
 * requisition and the audit log, and posts.
 * @throws AppError invalid for more than may come or go back, wrong serial numbers or a date that is not possible; rule for
 *   what stock refuses.
 */
export async function moveGoods(
  tx: Ctx,
  order: LockedOrder,
  documents: readonly GoodsDocument[],
): Promise<MovedGoods> {
  const booked = await bookedOf(tx, order, documents);
  const plans = documents.map((document) => {
    assertDate(tx, order, document.date);
    return planned(order, document, booked);
  });
  const items = plans.flatMap(({ lines }) =>
    lines.flatMap(({ line: { equipmentId, equipmentNumber } }) =>
      equipmentId === null ? [] : [{ equipmentId, equipmentNumber }],
    ),
  );
  const held = await lockStockOf(tx, items);
  const made = await insertDocuments(tx, order, plans);
  const moved = await moveStock(
    tx,
    plans.flatMap((plan, place) => movesOf(plan, made[place]!, order)),
    held,
  );
  for (const [place, plan] of plans.entries()) await placeUnits(tx, plan, made[place]!);
  const after = await writeReceived(tx, order, plans);
  const postings = plans.flatMap((plan, place) => postingsOf(plan, made[place]!, order, moved));
  return { order: after, receipts: made, postings };
}

async function insertDocuments(
  tx: Ctx,
  order: LockedOrder,
  plans: readonly Planned[],
): Promise<ReceiptRecord[]> {
  const dates = plans.map(({ date }) => date);
  const numbers = await takeYearlyNumbers(tx.db, RECEIPTS, dates);
  const rows = plans.map(({ kind, date, deliveryNote, notes }, place) => ({
    ...{ kind, date, deliveryNote, notes },
    orderId: order.id,
    receiptId: numbers[place]!,
    createdAt: tx.now,
    createdBy: actorName(tx.actor),
  }));
  const made = await queries.receipts.insertMany(tx.db, rows);
  const byNumber = new Map(made.map((row) => [row.receiptId, row]));
  const inOrder = numbers.map((number) => byNumber.get(number)!);
  const lines = plans.flatMap((plan, place) =>
    plan.lines.map(
      ({ line, quantity, valueUsd }, index): ReceiptLineRecord => ({
        receiptId: inOrder[place]!.id,
        lineNo: index + 1,
        orderId: order.id,
        orderLine: line.lineNo,
        quantity,
        valueUsd,
      }),
    ),
  );
  await queries.insertLines(tx.db, lines);
  return inOrder;
}

const sources = { receipt: 'goods.receipt', return: 'goods.return' } as const;

function movesOf(
  { kind, date, lines }: Planned,
  receipt: ReceiptRecord,
  order: LockedOrder,
): MoveInput[] {
  return lines.flatMap(({ line, quantity, valueUsd }): MoveInput[] => {
    if (line.equipmentId === null) return [];
    const isIn = kind === 'receipt';
    return [
      {
        equipmentId: line.equipmentId,
        date,
        kind: isIn ? 'receipt' : 'supplier_return',
        quantity: isIn ? quantity : -quantity,
        ...(isIn ? { valueUsd } : {}),
        source: sources[kind],
        sourceId: receipt.id,
        lineNo: line.lineNo,
        reference: receipt.receiptId,
        note: `${order.poNumber}, ${order.supplierName}`,
      },
    ];
  });
}

async function placeUnits(tx: Ctx, { kind, lines }: Planned, { id }: ReceiptRecord): Promise<void> {
  const units = lines.flatMap(({ line, units: sent = [] }) =>
    sent.map((unit) => ({ ...unit, equipmentId: line.equipmentId! })),
  );
  if (units.length === 0) return;
  const document = { source: sources[kind], sourceId: id };
  if (kind === 'receipt') await receiveUnits(tx, units, document);
  else await moveUnits(tx, { ...document, units, from: 'stock', to: 'supplier' });
}

/** Writes the received quantities and the status that follows from them. */
async function writeReceived(
  tx: Ctx,
  order: LockedOrder,
  plans: readonly Planned[],
): Promise<LockedOrder> {
  const counts = new Map<number, number>();
  for (const { kind, lines } of plans)
    for (const { lineNo, quantity } of lines)
      counts.set(lineNo, (counts.get(lineNo) ?? 0) + (kind === 'receipt' ? quantity : -quantity));
  await addReceived(
    tx.db,
    order.id,
    [...counts].map(([lineNo, count]) => ({ lineNo, count })),
  );
  const lines = order.lines.map((line) => ({
    ...line,
    receivedQuantity: line.receivedQuantity + (counts.get(line.lineNo) ?? 0),
  }));
  const isAll = openUnits(lines) === 0;
  const dates = plans.map(({ date }) => date).sort();
  const last = dates.at(-1)!;
  const row = await orders.update(
    tx.db,
    order,
    {
      status: isAll ? 'received' : 'approved',
      receivedOn: isAll ? (order.receivedOn ? laterDate(order.receivedOn, last) : last) : null,
    },
    { updated_at: tx.now },
  );
  const version = row.version === order.version ? order.version + 1 : row.version;
  // Goods that come in part leave the row itself as it was.
  if (row.version === order.version) await raiseVersion(tx.db, order.id, tx.now);
  return { ...order, ...row, version, lines, hasReceipts: true };
}

function postingsOf(
  { kind, lines }: Planned,
  receipt: ReceiptRecord,
  { poNumber, supplierId, supplierName }: LockedOrder,
  moved: readonly AppliedMove[],
): Posting[] {
  const facts = { ...receipt, poNumber, supplierId, supplierName };
  const costs = new Map(
    moved
      .filter((move) => move.source === sources[kind] && move.sourceId === receipt.id)
      .map((move) => [move.lineNo, cents(Math.abs(move.valueUsd))]),
  );
  const posted = lines.map(({ line, valueUsd }) => {
    const costUsd = costs.get(line.lineNo);
    return {
      accountCode: line.accountCode,
      valueUsd,
      ...(costUsd === undefined ? {} : { costUsd }),
    };
  });
  return kind === 'receipt' ? goodsReceived(facts, posted) : goodsReturned(facts, posted);
}
