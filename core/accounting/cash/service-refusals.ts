import type pg from 'pg';
import { type Ctx, transact } from '../../context.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { SAFE_SHORT } from './rules.ts';

/*
 * What the safe holds tells a salary that was paid from it, and each refusal tells something about it. So a user who may not
 * see pay is refused a few times an hour, and each refusal is in the audit log (decision 97).
 */

const MAX_REFUSALS = 5;
const HOUR_MS = 3_600_000;

/**
 * When users were refused, by their ids, in this process. Rows would be rolled back with the call; the lock of the safe, which
 * the caller holds, lets nobody ask in between.
 */
const refusals = new WeakMap<pg.Pool, Map<number, number[]>>();

/** The refusals of a user within the last hour, oldest first. */
function recentOf({ pool, now }: Ctx, { userId }: StaffActor): number[] {
  const after = now.getTime() - HOUR_MS;
  return (refusals.get(pool)?.get(userId) ?? []).filter((at) => at > after);
}

/** @throws AppError tooMany. */
export function assertMayAsk(tx: Ctx, actor: StaffActor): void {
  const recent = recentOf(tx, actor);
  if (recent.length < MAX_REFUSALS) return;
  throw new AppError(
    'tooMany',
    'safe.asked',
    `You have asked ${MAX_REFUSALS} times within an hour for more cash than the safe holds. Ask somebody who may see pay to do this, or try again in an hour.`,
    { retryAfter: Math.ceil((recent[0]! + HOUR_MS - tx.now.getTime()) / 1000) },
  );
}

export function countRefusal(tx: Ctx, actor: StaffActor): void {
  const byUser = refusals.get(tx.pool) ?? new Map<number, number[]>();
  refusals.set(tx.pool, byUser.set(actor.userId, [...recentOf(tx, actor), tx.now.getTime()]));
}

/** Writes into the audit log that a call was refused because of what the safe holds; no amount, since the log is read by many. */
export async function auditSafeRefusal(ctx: Ctx, operation: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== SAFE_SHORT) return;
  await transact(ctx, (tx) =>
    audit(tx, {
      action: 'cash.refuse',
      entity: 'safe',
      entityId: 'safe',
      summary: 'More cash than the safe holds',
      facts: { operation },
    }),
  );
}
