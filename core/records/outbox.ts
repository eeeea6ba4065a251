import { sql } from 'kysely';
import { type Ctx, transact } from '../context.ts';
import { arrayOf, insertionOf } from '../database/bulk.ts';

/** Facts that lower layers publish for higher ones (decision 31). */
export type Fact =
  | 'customer.created'
  | 'invoice.issued'
  | 'payment.recorded'
  | 'customer.suspended'
  | 'customer.restored'
  | 'alarm.raised'
  | 'alarm.ended'
  | 'ticket.created'
  | 'ticket.resolved'
  | 'wifi.sold'
  | 'user.security';

export interface FactRow {
  id: number;
  fact: Fact;
  entityId: number;
  data: unknown;
}

/**
 * Writes one fact about each entity, in the transaction of the change and in one statement. `data` is common to all;
 * a consumer reads the rest from the entity.
 */
export async function writeOutbox(
  tx: Ctx,
  fact: Fact,
  entityIds: readonly number[],
  data: Record<string, unknown> = {},
): Promise<void> {
  if (entityIds.length === 0) return;
  const text = JSON.stringify(data);
  await insertionOf('outbox', entityIds, {
    entity_id: ['bigint', (id) => id],
    at: ['timestamptz', () => tx.now],
    fact: ['text', () => fact],
    data: ['jsonb', () => text],
  }).execute(tx.db);
}

/**
 * Registers a consumer of a fact; a second call changes nothing. It receives all facts that are committed from now on. The
 * lock waits for transactions that have written facts with lower ids and are not committed yet. Call it at program start,
 * before the first drain.
 */
export async function registerConsumer(ctx: Ctx, consumer: string, fact: Fact): Promise<void> {
  await transact(ctx, async (tx) => {
    if (await findStart(tx, consumer, fact)) return;
    await sql`lock table outbox in share row exclusive mode`.execute(tx.db);
    await sql`
      insert into outbox_consumers (consumer, fact, after_id, registered_at)
      select ${consumer}, ${fact}, coalesce(max(id), 0), ${tx.now}::timestamptz from outbox
      on conflict do nothing`.execute(tx.db);
  });
}

/** Ends the registration of a consumer: it receives no more facts, and a later one begins anew. */
export async function unregisterConsumer(tx: Ctx, consumer: string, fact: Fact): Promise<void> {
  await tx.db
    .deleteFrom('outbox_consumers')
    .where('consumer', '=', consumer)
    .where('fact', '=', fact)
    .execute();
}

function findStart(ctx: Ctx, consumer: string, fact: Fact) {
  return ctx.db
    .selectFrom('outbox_consumers')
    .select('after_id')
    .where('consumer', '=', consumer)
    .where('fact', '=', fact)
    .executeTakeFirst();
}

/** @throws Error for an unregistered consumer, which would never receive anything. */
async function startOf(ctx: Ctx, consumer: string, fact: Fact): Promise<number> {
  const row = await findStart(ctx, consumer, fact);
  if (!row) throw new Error(`${consumer} is not registered for ${fact}`);
  return row.after_id;
}

/**
 * Passes each fact that a registered consumer has not received to `consume`, one transaction per batch: the delivery and
 * the consumer's work commit together, so each fact is consumed once with any number of processes. Deliveries are
 * stored per fact, because a transaction may commit after others with higher ids were consumed.
 * Returns how many were consumed.
 */
export async function drainOutbox(
  ctx: Ctx,
  consumer: string,
  fact: Fact,
  consume: (tx: Ctx, facts: FactRow[]) => Promise<void>,
  batch = 500,
): Promise<number> {
  const start = await startOf(ctx, consumer, fact);
  for (let total = 0; ; ) {
    const { found, consumed } = await transact(ctx, async (tx) => {
      const rows = (
        await sql<FactRow>`
          select o.id, o.fact, o.entity_id as "entityId", o.data from outbox o
          where o.fact = ${fact} and o.id > ${start}
            and not exists (select 1 from outbox_deliveries d where d.consumer = ${consumer} and d.fact_id = o.id offset 0)
          order by o.id limit ${batch} for update of o skip locked`.execute(tx.db)
      ).rows;
      if (rows.length === 0) return { found: 0, consumed: 0 };
      const claimed = await sql<{ fact_id: number }>`
        insert into outbox_deliveries (consumer, fact_id, delivered_at)
        select ${consumer}, id, ${tx.now} from unnest(${arrayOf(
          'bigint',
          rows.map(({ id }) => id),
        )}) as ids(id)
        on conflict do nothing returning fact_id`.execute(tx.db);
      const mine = new Set(claimed.rows.map((row) => row.fact_id));
      const facts = rows.filter(({ id }) => mine.has(id));
      if (facts.length > 0) await consume(tx, facts);
      // A concurrent drain may have delivered some of them.
      return { found: rows.length, consumed: facts.length };
    });
    total += consumed;
    if (found < batch) return total;
  }
}

/** Marks all facts that a consumer has not received as delivered: after a restore they are of old data. */
export async function skipFacts(tx: Ctx, consumer: string): Promise<void> {
  await sql`
    insert into outbox_deliveries (consumer, fact_id, delivered_at)
    select c.consumer, o.id, ${tx.now}::timestamptz from outbox_consumers c join outbox o on o.fact = c.fact and o.id > c.after_id
    where c.consumer = ${consumer}
    on conflict do nothing`.execute(tx.db);
}

const KEPT_DAYS = 30;
const PURGE_BATCH = 10_000;

/**
 * Removes facts that are 30 days old and were delivered to all their consumers, with their deliveries. A fact that a
 * registered consumer has not received is kept. Returns how many were removed.
 */
export async function purgeOutbox(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000);
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from outbox where id in (
        select o.id from outbox o
        where o.at < ${before} and not exists (
          select 1 from outbox_consumers c
          where c.fact = o.fact and c.after_id < o.id
            and not exists (select 1 from outbox_deliveries d where d.fact_id = o.id and d.consumer = c.consumer offset 0))
        order by o.id limit ${PURGE_BATCH})`.execute(ctx.db);
    total += Number(numAffectedRows);
    if (numAffectedRows < PURGE_BATCH) return total;
  }
}
