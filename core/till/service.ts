import { userIdOf } from '../approvals/rules.ts';
import type { Ctx } from '../context.ts';
import { actorName, authorise, can } from '../identity/actor.ts';
import { hasOtherHolder } from '../identity/users/service-holders.ts';
import { notFound } from '../kernel/errors.ts';
import { subtractCents } from '../kernel/money.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries.ts';
import { acceptProblem } from './rules.ts';
import { till as schema, type Till, type TillDetail } from './schema.ts';

/** How many movements a till shows. */
const SHOWN = 200;

/** A till as it is answered, with its differences in US cents and piastres; null before the count. */
export function tillOf(record: queries.TillRecord): Till {
  const { expectedUsd, expectedSsp, countedUsd, countedSsp } = record;
  const [differenceUsd, differenceSsp] =
    expectedUsd === null || expectedSsp === null || countedUsd === null || countedSsp === null
      ? [null, null]
      : [subtractCents(countedUsd, expectedUsd), subtractCents(countedSsp, expectedSsp)];
  return { ...record, differenceUsd, differenceSsp };
}

export function auditTill(
  tx: Ctx,
  action: string,
  { before, after }: { before?: queries.TillRecord; after: queries.TillRecord },
): Promise<void> {
  const change = { ...(before ? { before: tillOf(before) } : {}), after: tillOf(after) };
  const summary = `${after.tillNumber} (${after.userName})`;
  return audit(tx, { action, entity: 'till', entityId: after.id, summary, schema, ...change });
}

/**
 * Whether a counted till is the caller's own, or that of another user whom the caller found short or over; and whether the
 * caller may accept it all the same, because nobody else may (decision 34).
 */
export async function concernOf(
  ctx: Ctx,
  record: queries.TillRecord,
): Promise<{ isOwn: boolean; isCounter: boolean; isSole: boolean }> {
  const callerId = userIdOf(ctx.actor);
  const { differenceUsd, differenceSsp, countedBy, status } = tillOf(record);
  const isOwn = callerId === record.userId;
  const isExact = differenceUsd === 0 && differenceSsp === 0;
  const isCounter = callerId !== null && !isOwn && !isExact && countedBy === actorName(ctx.actor);
  const isConcerned = status === 'counted' && (isOwn || isCounter);
  const isSole =
    isConcerned && !(await hasOtherHolder(ctx, 'till.manage', callerId, record.userId));
  return { isOwn, isCounter, isSole };
}

/** A till with its movements and pieces, and whether the caller may accept its hand-over. */
export async function detailOf(ctx: Ctx, record: queries.TillRecord): Promise<TillDetail> {
  const { id } = record;
  const mayManage = can(ctx.actor, 'till.manage');
  const problem = acceptProblem(record, await concernOf(ctx, record));
  return {
    ...tillOf(record),
    sums: await queries.sumMovements(ctx.db, id),
    movements: await queries.findMovements(ctx.db, id, SHOWN),
    counts: await queries.findCounts(ctx.db, id),
    mayAccept: mayManage && !problem,
    refusal: mayManage ? (problem?.message ?? '') : 'Your role may not accept tills.',
  };
}

/**
 * A till that the caller may see: their own, or that of another user with `till.manage`.
 * @throws AppError notFound; forbidden.
 */
export async function visibleTill(ctx: Ctx, id: number): Promise<queries.TillRecord> {
  const record = (await queries.tills.get(ctx.db, id)) ?? notFound('Till', id);
  if (record.userId !== userIdOf(ctx.actor)) authorise(ctx.actor, 'till.manage');
  return record;
}

/** @throws AppError notFound; forbidden for the till of another user without `till.manage`. */
export async function getTill(ctx: Ctx, id: number): Promise<TillDetail> {
  return detailOf(ctx, await visibleTill(ctx, id));
}

/** What the caller's till holds, without its movements: the open one, or one that waits for its hand-over. */
export async function ownTillState(ctx: Ctx): Promise<Till | undefined> {
  const userId = userIdOf(ctx.actor);
  const record = userId === null ? undefined : await queries.findOwnTill(ctx.db, userId);
  return record && tillOf(record);
}

/** The caller's till: the open one, or the last one that waits for its hand-over; null without one. */
export async function getOwnTill(ctx: Ctx): Promise<{ till: TillDetail | null }> {
  const userId = userIdOf(ctx.actor);
  const record = userId === null ? undefined : await queries.findOwnTill(ctx.db, userId);
  return { till: record ? await detailOf(ctx, record) : null };
}
