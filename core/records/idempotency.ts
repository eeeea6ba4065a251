import { createHash } from 'node:crypto';
import { type Ctx, transact } from '../context.ts';
import { actorKey } from '../identity/actor.ts';
import { AppError } from '../kernel/errors.ts';

/**
 * JSON with sorted keys, so that the same body in another order has the same hash.
 * @throws AppError invalid if it is nested too deeply.
 */
function stableJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, item: unknown) =>
      item && typeof item === 'object' && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('invalid', 'input.nested', 'The request is nested too deeply.');
  }
}

/**
 * An empty key is an error of the sender: without a key, repeated requests would do the work again.
 * @throws AppError invalid.
 */
function assertKey(key: string): void {
  if (key.trim() === '') {
    throw new AppError(
      'invalid',
      'idempotency.key',
      'The Idempotency-Key is empty. Send one of your own for each request, or none at all.',
    );
  }
  if (key.length > 200)
    throw new AppError('invalid', 'idempotency.key', 'The Idempotency-Key is too long.');
}

/** What is stored under a key; `response` is null while the work is running, or if it was interrupted. */
interface KeptAnswer {
  response: unknown;
}

/** The row of the caller's key for an operation; undefined where the caller sent none. */
function keyOf({ actor, origin }: Ctx, operation: string) {
  const key = origin.idempotencyKey;
  return key === undefined ? undefined : { actor: actorKey(actor), operation, key };
}

/**
 * Claims the caller's Idempotency-Key for an operation in the current transaction and returns undefined: the work must
 * be done. For a key that was claimed before it returns the stored answer; it waits for one that another transaction is
 * claiming. Without a key there is nothing to claim.
 * @throws AppError invalid for an invalid key; conflict when it was used with another body.
 */
export async function claimKey(
  tx: Ctx,
  operation: string,
  body: unknown,
): Promise<KeptAnswer | undefined> {
  const row = keyOf(tx, operation);
  if (!row) return undefined;
  assertKey(row.key);
  const hash = createHash('sha256')
    .update(stableJson(body ?? null))
    .digest('hex');
  const claimed = await tx.db
    .insertInto('idempotency_keys')
    .values({ ...row, body_hash: hash, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined;
  const kept = await tx.db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'response'])
    .where((eb) => eb.and(row))
    .executeTakeFirst();
  if (!kept) {
    // Released between the two statements, by a request that failed at this moment.
    const text = 'The same request has just failed. Try again.';
    throw new AppError('conflict', 'idempotency.released', text);
  }
  if (kept.bodyHash !== hash) {
    throw new AppError(
      'conflict',
      'idempotency.reused',
      'This Idempotency-Key was already used for another request.',
    );
  }
  return { response: kept.response };
}

/** Stores the answer, in its wire form, under the claimed key. */
export async function keepAnswer(tx: Ctx, operation: string, response: unknown): Promise<void> {
  const row = keyOf(tx, operation);
  const kept = tx.db.updateTable('idempotency_keys').set({ response: JSON.stringify(response) });
  if (row) await kept.where((eb) => eb.and(row)).execute();
}

/** Releases the claimed key: the work was not done and may be retried. */
export async function releaseKey(tx: Ctx, operation: string): Promise<void> {
  const row = keyOf(tx, operation);
  if (row)
    await tx.db
      .deleteFrom('idempotency_keys')
      .where((eb) => eb.and(row))
      .execute();
}

/**
 * Runs `work` once per key: a repeated request gets the first answer, a concurrent one waits for it. The key is stored
 * in the transaction of the work. `work` returns the wire form, which is stored. Work that awaits the network claims
 * its key itself, in a separate transaction.
 * @throws AppError as `claimKey`.
 */
export function withIdempotency(
  ctx: Ctx,
  operation: string,
  body: unknown,
  work: (tx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  return transact(ctx, async (tx) => {
    const kept = await claimKey(tx, operation, body);
    if (kept) return kept.response;
    const response = (await work(tx)) ?? null;
    await keepAnswer(tx, operation, response);
    return response;
  });
}

/**
 * As `withIdempotency`, for an answer that may not be kept, since it holds secrets: the id of the record is kept, and
 * `read` answers a repeat with the record as it is then.
 * @throws AppError as `claimKey`.
 */
export function withIdempotencyOf<T>(
  ctx: Ctx,
  { operation, body }: { operation: string; body: unknown },
  work: (tx: Ctx) => Promise<{ id: number; answer?: T }>,
  read: (tx: Ctx, id: number) => Promise<T>,
): Promise<T> {
  return transact(ctx, async (tx) => {
    const kept = await claimKey(tx, operation, body);
    if (kept) return read(tx, kept.response as number);
    const { id, answer } = await work(tx);
    await keepAnswer(tx, operation, id);
    return answer ?? read(tx, id);
  });
}
