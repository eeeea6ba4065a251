import { userIdOf } from '../../approvals/rules.ts';
import { withdraw } from '../../approvals/service.ts';
import { isDemo } from '../../company/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { documentNumber, takeNumbers } from '../../database/counters.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey, actorName } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { getCategory } from '../queries.ts';
import { lockLevels } from '../queries-moves.ts';
import {
  type StockCount,
  type StockCountDetail,
  type StockCountInput,
  type StockCountUpdate,
  stockCount as schema,
} from '../schema.ts';
import * as queries from './queries.ts';
import {
  actionProblem,
  COUNT_COUNTER,
  COUNT_PREFIX,
  COUNT_WIDTH,
  type CountAction,
} from './rules.ts';

type CountRecord = queries.CountRecord;

/** The counts that a list shows. */
const SHOWN = 200;

/** The latest counts, newest first. */
export function listCounts(ctx: Ctx): Promise<StockCount[]> {
  return queries.findCounts(ctx.db, SHOWN);
}

/** A count with its lines by category and name. @throws AppError notFound. */
export async function getCount(ctx: Ctx, id: number): Promise<StockCountDetail> {
  const count = (await queries.counts.get(ctx.db, id)) ?? notFound('Stock count', id);
  return { ...count, lines: await queries.findLines(ctx.db, count) };
}

/** Locks a count for an action. @throws AppError notFound; conflict for an outdated version; rule for another status. */
export async function lockCount(
  tx: Ctx,
  id: number,
  action: CountAction,
  version?: number,
): Promise<CountRecord> {
  const count = (await queries.counts.lock(tx.db, id)) ?? notFound('Stock count', id);
  assertVersion('stock count', count.version, version);
  const problem = actionProblem(action, count);
  if (problem) breaksRule('stockCount.status', problem);
  return count;
}

/** Locks a count, whatever its status, before its request for acceptance is locked. @throws AppError notFound. */
export async function holdCount(tx: Ctx, id: number): Promise<void> {
  if (!(await queries.counts.lock(tx.db, id))) notFound('Stock count', id);
}

function auditCount(
  tx: Ctx,
  action: string,
  { before, after }: { before?: CountRecord; after: CountRecord },
): Promise<void> {
  const change = { ...(before ? { before } : {}), after };
  const line = { action, entity: 'stockCount', entityId: after.id, summary: after.countId };
  return audit(tx, { ...line, schema, ...change });
}

/** Writes changes of a locked count with a line of the audit log. */
export async function changeCount(
  tx: Ctx,
  action: string,
  before: CountRecord,
  changes: Partial<CountRecord>,
): Promise<CountRecord> {
  const after = await queries.counts.update(tx.db, before, changes);
  await auditCount(tx, action, { before, after });
  return after;
}

/**
 * Begins a count of all items that are in use or in stock, or of a category.
 * @throws AppError invalid for a category that does not exist; rule when there is nothing to count.
 */
export function createCount(ctx: Ctx, input: StockCountInput): Promise<StockCountDetail> {
  return transact(ctx, async (tx) => {
    const { categoryId, notes = '' } = input;
    if (categoryId !== undefined && !(await getCategory(tx.db, { id: categoryId, name: '' })))
      invalidField('categoryId', 'This category does not exist.');
    const after = await insertCount(tx, { date: tx.today, notes }, (id) =>
      queries.insertLines(tx.db, id, categoryId),
    );
    return getCount(tx, after.id);
  });
}

/**
 * Inserts a count with the next number of its year, and the lines that `insertLines` adds to it, with a line of the audit
 * log. @throws AppError rule when there is nothing to count.
 */
export async function insertCount(
  tx: Ctx,
  { date, notes }: Pick<StockCount, 'date' | 'notes'>,
  insertLines: (id: number) => Promise<number>,
): Promise<CountRecord> {
  const year = date.slice(0, 4);
  const number = await takeNumbers(tx.db, `${COUNT_COUNTER}:${year}`);
  const made = await queries.counts.insert(tx.db, {
    countId: documentNumber(`${COUNT_PREFIX}-${year}-`, number, COUNT_WIDTH),
    date,
    notes,
    createdAt: tx.now,
    createdBy: actorName(tx.actor),
    createdById: userIdOf(tx.actor),
  });
  const items = await insertLines(made.id);
  if (items === 0) breaksRule('stockCount.empty', 'There is no equipment to count.');
  const after = await queries.counts.update(tx.db, made, { items });
  await auditCount(tx, 'stockCount.create', { after });
  return after;
}

function assertOwnLines(items: ReadonlySet<number>, lines: StockCountUpdate['lines']): void {
  const seen = new Set<number>();
  for (const [index, { equipmentId }] of lines.entries()) {
    const field = `lines.${index}.equipmentId`;
    if (!items.has(equipmentId)) invalidField(field, 'This item does not belong to the count.');
    if (seen.has(equipmentId)) invalidField(field, 'This item is entered twice.');
    seen.add(equipmentId);
  }
}

/**
 * Enters counted quantities. What is expected of a line is what is on hand when its quantity is entered, so that goods that
 * move later do not count as a difference. A refused count is counted again.
 * @throws AppError notFound; conflict for an outdated version; rule for a count that waits or is closed; invalid for an item
 *   that is not of the count.
 */
export function enterCount(
  ctx: Ctx,
  id: number,
  input: StockCountUpdate,
): Promise<StockCountDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockCount(tx, id, 'enter', input.version);
    assertOwnLines(await queries.findItems(tx.db, id), input.lines);
    await lockLevels(
      tx.db,
      input.lines.map(({ equipmentId }) => equipmentId),
    );
    await queries.enterQuantities(tx.db, id, input.lines);
    const notes = input.notes ?? before.notes;
    const sums = await queries.sumLines(tx.db, id);
    await changeCount(tx, 'stockCount.enter', before, { ...sums, notes, status: 'counting' });
    return getCount(tx, id);
  });
}

/** Gives up a count that is not posted. @throws AppError notFound; rule for a posted or cancelled count. */
export function cancelCount(ctx: Ctx, id: number): Promise<StockCountDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockCount(tx, id, 'cancel');
    await changeCount(tx, 'stockCount.cancel', before, { status: 'cancelled' });
    await withdraw(tx, 'stock_count', id);
    return getCount(tx, id);
  });
}

/**
 * The sheet to count on, without what is expected, so that it is counted and not copied.
 * @throws AppError notFound; unavailable if the document cannot be made.
 */
export async function countSheet(ctx: Ctx, id: number): Promise<FileAnswer> {
  const count = await getCount(ctx, id);
  const company = { ...ctx.config.company, demo: await isDemo(ctx) };
  const body = await renderPdf('stockCount', { ...count, company }, actorKey(ctx.actor));
  return { filename: `${count.countId}.pdf`, contentType: 'application/pdf', body };
}
