import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { creditNote } from '../../billing/orders/service.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type Cents, cents, formatUsd, sumOf } from '../../kernel/money.ts';
import { oneLine, searchKey } from '../../kernel/text.ts';
import { type HeldStock, moveStock, moveUnits, receiveUnits } from '../../stock/service-moves.ts';
import { goodsReturned } from '../postings.ts';
import type { SaleReturnInput, SalesOrderDetail } from '../schema.ts';
import * as queries from './queries.ts';
import { findReturnLines, findReturns, insertReturnLines, returns } from './queries-returns.ts';
import { costOfReturn, type LockedSale, lineTotal, type ReadLine } from './rules.ts';
import { assertPossible } from './rules-actions.ts';
import { getSale, serialsLeft } from './service-list.ts';
import { auditSale, lockWithCustomer } from './service-record.ts';
import { lockItems, serialsProblem } from './service-stock.ts';

/** A line of a return, with that of the order. */
interface Planned {
  line: ReadLine;
  quantity: number;
  serials: string[];
  amountUsd: Cents;
  costUsd: Cents;
}

/** Of the units that were delivered and are not back, those of each line by serial number. */
async function unitsOut(tx: Ctx, { id, lines }: LockedSale): Promise<Map<number, string[]>> {
  const back = await findReturnLines(
    tx.db,
    (await findReturns(tx.db, [id])).map((row) => row.id),
  );
  const backOf = (lineNo: number) =>
    back.filter(({ orderLine }) => orderLine === lineNo).flatMap(({ serials }) => serials);
  return new Map(lines.map((line) => [line.lineNo, serialsLeft(line, backOf(line.lineNo))]));
}

/** The lines of a return with those of the order. @throws AppError invalid for what cannot come back. */
function planned(
  { orderNumber, lines }: LockedSale,
  sent: SaleReturnInput['lines'],
  out: ReadonlyMap<number, readonly string[]>,
): Planned[] {
  const seen = new Set<number>();
  return sent.map(({ lineNo, quantity, serials: typed = [] }, place) => {
    const line = lines.find((one) => one.lineNo === lineNo);
    if (!line) invalidField(`lines.${place}.lineNo`, `${orderNumber} has no line ${lineNo}.`);
    const field = `lines.${place}.quantity`;
    if (seen.has(lineNo)) invalidField(field, `Line ${lineNo} is named twice.`);
    seen.add(lineNo);
    const most = line.quantity - line.returned;
    if (quantity > most)
      invalidField(
        field,
        most === 0
          ? `All units of ${line.description} came back.`
          : `Of ${line.description} ${most === 1 ? 'one unit' : `${most} units`} can come back.`,
      );
    const serials = typed.map(oneLine);
    const hasSerials = line.isSerialised || line.serials.length > 0;
    const problem = serialsProblem({ ...line, isSerialised: hasSerials }, quantity, serials);
    if (problem) invalidField(`lines.${place}.serials`, problem);
    assertDelivered(line, serials, out.get(lineNo)!, `lines.${place}.serials`);
    return {
      ...{ line, quantity, serials },
      amountUsd: lineTotal({ ...line, quantity }),
      costUsd: costOfReturn(line, quantity),
    };
  });
}

/** @throws AppError invalid for a serial number that was not delivered in this line, or is back. */
function assertDelivered(
  line: ReadLine,
  serials: readonly string[],
  out: readonly string[],
  field: string,
): void {
  // Delivered before the item had serial numbers: the units become known when they come back.
  if (line.serials.length === 0) return;
  const keys = new Set(out.map((serial) => searchKey(serial)));
  const stray = serials.find((serial) => !keys.has(searchKey(serial)));
  if (stray)
    invalidField(field, `The serial number ${stray} was not delivered with this line, or is back.`);
}

/** Credits a return on the invoice of its order; nothing for goods that were free. */
async function credited(
  tx: Ctx,
  { invoiceId }: LockedSale,
  customer: CustomerRecord,
  { amountUsd, reason }: { amountUsd: Cents; reason: string },
): Promise<{ creditNoteId: number | null; number: string; postings: Posting[] }> {
  if (invoiceId === null || amountUsd === 0)
    return { creditNoteId: null, number: '', postings: [] };
  const { note, postings } = await creditNote(tx, customer, {
    ...{ invoiceId, amountUsd, reason },
    date: tx.today,
  });
  return { creditNoteId: note.id, number: note.receiptId, postings };
}

/**
 * Takes goods of a delivered order back, in part or whole: a credit note debits the revenue of the order's invoice, and the
 * goods are in stock again at what they had cost.
 * @throws AppError notFound; conflict for an outdated version; invalid for more than was delivered and not returned, and for
 *   serial numbers that are not the customer's; rule for an order that is not delivered.
 */
export async function returnSale(
  ctx: Ctx,
  id: number,
  { lines: sent, reason, version }: SaleReturnInput,
): Promise<SalesOrderDetail> {
  return transact(ctx, async (tx) => {
    const { sale, customer } = await lockWithCustomer(tx, id, version);
    assertPossible('return', sale);
    const plan = planned(sale, sent, await unitsOut(tx, sale));
    const amountUsd = sumOf(plan, (line) => line.amountUsd);
    const held = await lockItems(
      tx,
      plan.map(({ line }) => line),
    );
    const { creditNoteId, number, postings } = await credited(tx, sale, customer, {
      ...{ amountUsd, reason },
    });
    const made = await returns.insert(tx.db, {
      ...{ orderId: id, creditNoteId, date: tx.today, reason, amountUsd },
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await insertReturnLines(
      tx.db,
      plan.map(({ line, ...fields }, place) => ({
        ...fields,
        ...{ returnId: made.id, lineNo: place + 1, orderId: id, orderLine: line.lineNo },
      })),
    );
    await takeBack(tx, sale, { plan, returnId: made.id, held });
    await noteReturn(tx, sale, plan, `${formatUsd(amountUsd)} ${number}: ${reason}`);
    const detail = await getSale(tx, id);
    const costUsd = cents(plan.reduce((sum, line) => sum + line.costUsd, 0));
    const { orderNumber, customerName } = sale;
    const facts = { id: made.id, date: tx.today, orderNumber, customerName };
    await post(tx, [...postings, ...goodsReturned(facts, costUsd)]);
    return detail;
  });
}

/** Puts goods back into stock at what they had cost, with their units. */
async function takeBack(
  tx: Ctx,
  { orderNumber, customerName }: LockedSale,
  { plan, returnId, held }: { plan: readonly Planned[]; returnId: number; held: HeldStock },
): Promise<void> {
  const document = { source: 'sales.return', sourceId: returnId };
  await moveStock(
    tx,
    plan.map(({ line, quantity, costUsd }, place) => ({
      ...{ equipmentId: line.equipmentId, date: tx.today, kind: 'sale_return', quantity },
      ...{ ...document, lineNo: place + 1, valueUsd: costUsd },
      reference: orderNumber,
      note: customerName,
    })),
    held,
  );
  const unitsOf = (isKnown: boolean) =>
    plan
      .filter(({ line }) => line.serials.length > 0 === isKnown)
      .flatMap(({ line, serials }) =>
        serials.map((serial) => ({ equipmentId: line.equipmentId, serial })),
      );
  await moveUnits(tx, { ...document, units: unitsOf(true), from: 'sold', to: 'stock' });
  await receiveUnits(tx, unitsOf(false), document);
}

/** Writes the returned quantities and the line of the audit log. */
async function noteReturn(
  tx: Ctx,
  before: LockedSale,
  plan: readonly Planned[],
  note: string,
): Promise<void> {
  const counts = new Map(plan.map(({ line, quantity }) => [line.lineNo, quantity]));
  await queries.addReturned(
    tx.db,
    before.id,
    plan.map(({ line, quantity }) => ({ lineNo: line.lineNo, quantity })),
  );
  await queries.raiseVersion(tx.db, before.id, tx.now);
  const lines = before.lines.map((line) => ({
    ...line,
    returned: line.returned + (counts.get(line.lineNo) ?? 0),
  }));
  const after = { ...before, lines, version: before.version + 1 };
  await auditSale(tx, { action: 'sale.return', before, after, note });
}
