import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Ctx, transact } from '../context.ts';
import type { Actor } from '../identity/actor.ts';
import { AppError } from '../kernel/errors.ts';

function owner(actor: Actor): string {
  return actor.kind === 'staff' ? `staff:${actor.userId}` : actor.kind;
}

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
 * An empty key is a sender's slip, never a wish for no key: its repeats would do the work again.
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

/**
 * Runs `work` once for a key: a repeat gets the first answer, a repeat at the same moment waits for it.
 * The key is kept in the transaction of the work. `work` answers the wire form, which is what is kept.
 * @throws AppError invalid for a key that is none; conflict when it was used with another body.
 */
export async function once(
  ctx: Ctx,
  operation: string,
  body: unknown,
  work: (tx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const key = ctx.origin.idempotencyKey;
  if (key === undefined) return transact(ctx, work);
  assertKey(key);
  const hash = createHash('sha256')
    .update(stableJson(body ?? null))
    .digest('hex');
  const actor = owner(ctx.actor);
  return transact(ctx, async (tx) => {
    const claimed = await sql`
      insert into idempotency_keys (actor, operation, key, body_hash, created_at)
      values (${actor}, ${operation}, ${key}, ${hash}, ${tx.now}) on conflict do nothing returning 1`.execute(
      tx.db,
    );
    if (claimed.rows.length === 0) {
      const kept = await tx.db
        .selectFrom('idempotency_keys')
        .select(['body_hash', 'response'])
        .where('actor', '=', actor)
        .where('operation', '=', operation)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (kept.body_hash !== hash) {
        throw new AppError(
          'conflict',
          'idempotency.reused',
          'This Idempotency-Key was already used for another request.',
        );
      }
      return kept.response;
    }
    const response = (await work(tx)) ?? null;
    await tx.db
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(response) })
      .where('actor', '=', actor)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .execute();
    return response;
  });
}
