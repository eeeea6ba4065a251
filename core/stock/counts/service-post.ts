import { post } from '../../accounting/service-post.ts';
import { userIdOf } from '../../approvals/rules.ts';
import type { Approval } from '../../approvals/schema.ts';
import { requestApproval } from '../../approvals/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { hasOtherHolder } from '../../identity/users/service-holders.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { type Cents, sumOf } from '../../kernel/money.ts';
import { countPosted } from '../postings.ts';
import { lockLevels } from '../queries-moves.ts';
import type { StockCountDetail } from '../schema.ts';
import { moveStock } from '../service-moves.ts';
import * as queries from './queries.ts';
import { countSummary, differenceValue } from './rules.ts';
import { changeCount, getCount, lockCount } from './service.ts';

/**
 * The differences of a locked count, with their levels locked.
 * @throws AppError rule for an item that was adjusted or counted since, whose units are reserved, or whose missing units have
 *   serial numbers.
 */
async function differencesOf(tx: Ctx, countId: number): Promise<queries.Difference[]> {
  const items = await queries.findItems(tx.db, countId);
  await lockLevels(tx.db, [...items]);
  const found = await queries.findDifferences(tx.db, countId);
  for (const line of found) {
    const { equipmentNumber: item, reserved, serials } = line;
    const left = line.onHand + line.difference;
    if (line.isOutdated) {
      const message = `${item} was adjusted or counted since its quantity was entered. Clear it and enter it again.`;
      breaksRule('stockCount.outdated', message);
    }
    if (left < reserved) {
      const message = `${item}: ${reserved} units are reserved, and the count leaves ${Math.max(0, left)}. Count it again, or release them.`;
      breaksRule('stockCount.reserved', message);
    }
    if (line.difference < 0 && serials > left) {
      const message = `${item} has serial numbers: adjust its stock, naming the units that are gone, then clear its quantity and enter it again.`;
      breaksRule('stockCount.serials', message);
    }
  }
  return found;
}

async function closeAsPosted(
  tx: Ctx,
  before: queries.CountRecord,
  differenceUsd: Cents,
  submitted: Partial<queries.CountRecord> = {},
): Promise<void> {
  const by = { ...submitted, postedAt: tx.now, postedBy: actorName(tx.actor) };
  const changes = { ...by, status: 'posted' as const, differenceUsd };
  await changeCount(tx, 'stockCount.post', before, changes);
}

/**
 * Ends a count: without differences it is closed, otherwise another person is asked to accept them. What was not counted is
 * left as it is.
 * @throws AppError notFound; conflict for an outdated version; rule for a count without a quantity, one that waits or is closed,
 *   and as `differencesOf`.
 */
export function submitCount(
  ctx: Ctx,
  id: number,
  { reason, version }: { reason: string; version?: number | undefined },
): Promise<StockCountDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockCount(tx, id, 'submit', version);
    if (before.counted === 0)
      breaksRule('stockCount.nothingCounted', 'Enter the quantity of at least one item.');
    const found = await differencesOf(tx, id);
    if (found.length === 0) {
      await closeAsPosted(tx, before, before.differenceUsd, { submittedAt: tx.now });
      return getCount(tx, id);
    }
    const sums = await queries.sumLines(tx.db, id);
    const waiting = { ...sums, status: 'waiting' as const, submittedAt: tx.now };
    const after = await changeCount(tx, 'stockCount.submit', before, waiting);
    await requestApproval(tx, {
      ...{ kind: 'stock_count', entity: 'stockCount', entityId: id, record: after.countId },
      ...{ summary: countSummary(after), amountUsd: after.differenceUsd, reason },
    });
    return getCount(tx, id);
  });
}

/** @throws AppError rule for whoever began the count, while another person could decide (decision 34). */
async function assertOther(tx: Ctx, { createdById }: queries.CountRecord): Promise<void> {
  if (userIdOf(tx.actor) !== createdById || createdById === null) return;
  if (!(await hasOtherHolder(tx, 'stock.adjust', createdById))) return;
  breaksRule(
    'approval.ownRequest',
    'You began this count yourself: another person must accept it.',
  );
}

/**
 * Moves and posts the differences of a count whose approval was accepted in the caller's transaction, dated today: more
 * 1410 / 5230 at the average, less 5230 / 1410. The posting is the last statement.
 * @throws AppError rule as `differencesOf`, for a locked month, and for whoever began the count.
 */
export async function postCount(
  tx: Ctx,
  id: number,
  { reason }: Pick<Approval, 'reason'>,
): Promise<void> {
  const before = await lockCount(tx, id, 'post');
  await assertOther(tx, before);
  const found = await differencesOf(tx, id);
  const moves = await moveStock(
    tx,
    found.map((line) => ({
      equipmentId: line.equipmentId,
      date: tx.today,
      kind: 'count' as const,
      quantity: line.difference,
      valueUsd: differenceValue(line.difference, line),
      ...{ source: 'stock.count', sourceId: id, reference: before.countId, note: reason },
    })),
  );
  await closeAsPosted(
    tx,
    before,
    sumOf(moves, (move) => move.valueUsd),
  );
  const description = `Stock count ${before.countId}: ${reason}`;
  const document = { id, date: tx.today, description, reference: before.countId };
  const values = moves.map((move) => move.valueUsd);
  await post(tx, countPosted(document, values));
}

/** Refuses a count whose approval was refused or has expired: it can be counted again, or cancelled. */
export async function refuseCount(tx: Ctx, id: number): Promise<void> {
  const before = await lockCount(tx, id, 'refuse');
  await changeCount(tx, 'stockCount.refuse', before, { status: 'refused' });
}
