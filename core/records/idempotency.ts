import { createHash } from 'node:crypto';
import { type Ctx, transact } from '../context.ts';
import { actorKey } from '../identity/actor.ts';
import { AppError } from '../kernel/errors.ts';

/**
 * JSON with sorted keys, so that the same body in another order has the same hash.
 * @throws AppError invalid for one that is nested past what can be walked.
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
 * An empty key is a mistake of the sender: taken for no key, its repeats would do the work again.
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

/** What is kept under a key; `response` is null while its work is under way, or was cut off. */
interface KeptAnswer {
  response: unknown;
}

/** The row of the caller's key for an operation; undefined where the caller sent none. */
function keyOf({ actor, origin }: Ctx, operation: string) {
  const key = origin.idempotencyKey;
  return key === undefined ? undefined : { actor: actorKey(actor), operation, key };
}

/**
 * Claims the caller's Idempotency-Key for an operation in the running transaction, and answers undefined: the work is
 * to be done. For a key that was claimed before it answers what is kept; one that another transaction is claiming is
 * waited for. Without a key there is nothing to claim.
 * @throws AppError invalid for a key that is none; conflict when it was used with another body.
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
    // Given back between the two statements, by a request that failed at this moment.
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

/** Keeps the answer, in its wire form, under the key that was claimed. */
export async function keepAnswer(tx: Ctx, operation: string, response: unknown): Promise<void> {
  const row = keyOf(tx, operation);
  const kept = tx.db.updateTable('idempotency_keys').set({ response: JSON.stringify(response) });
  if (row) await kept.where((eb) => eb.and(row)).execute();
}

/** Gives the claimed key back: the work was not done, and may be tried again under it. */
export async function releaseKey(tx: Ctx, operation: string): Promise<void> {
  const row = keyOf(tx, operation);
  if (row)
    await tx.db
      .deleteFrom('idempotency_keys')
      .where((eb) => eb.and(row))
      .execute();
}

/**
 * Runs `work` once for a key: a repeat gets the first answer, a repeat at the same moment waits for it.
 * The key is kept in the transaction of the work. `work` answers the wire form, which is what is kept.
 * Work that awaits the network claims its key itself, in a transaction of its own.
 * @throws AppError as `claimKey`.
 */
export function once(
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
