import { type RawBuilder, sql } from 'kysely';
import { type Ctx, transact } from '../context.ts';
import { arrayOf, insertionOf } from '../database/bulk.ts';

/** Facts that lower layers state for higher ones (decision 31). */
export type Fact =
  | 'invoice.issued'
  | 'payment.recorded'
  | 'customer.suspended'
  | 'customer.restored';

export interface FactRow {
  id: number;
  fact: Fact;
  entityId: number;
  data: unknown;
}

/**
 * The statement of one fact about each entity. `data` is what all of them share; the rest a consumer reads
 * from the entity.
 */
export function factsOf(
  tx: Ctx,
  fact: Fact,
  entityIds: readonly number[],
  data: Record<string, unknown> = {},
): RawBuilder<unknown> {
  const text = JSON.stringify(data);
  return insertionOf('outbox', entityIds, {
    entity_id: ['bigint', (id) => id],
    at: ['timestamptz', () => tx.now],
    fact: ['text', () => fact],
    data: ['jsonb', () => text],
  });
}

/** Writes facts in the transaction of the change, all in one statement. */
export async function stateFacts(
  tx: Ctx,
  fact: Fact,
  entityIds: readonly number[],
  data?: Record<string, unknown>,
): Promise<void> {
  if (entityIds.length > 0) await factsOf(tx, fact, entityIds, data).execute(tx.db);
}

/**
 * Hands each fact that a consumer has not had to `consume`, a batch a transaction: the delivery and what
 * the consumer does commit together, so each fact is consumed once, however many processes drain.
 * Answers how many were consumed.
 */
export async function drainFacts(
  ctx: Ctx,
  consumer: string,
  fact: Fact,
  consume: (tx: Ctx, facts: FactRow[]) => Promise<void>,
  batch = 500,
): Promise<number> {
  for (let total = 0; ; ) {
    const { found, consumed } = await transact(ctx, async (tx) => {
      const rows = (
        await sql<FactRow>`
          select o.id, o.fact, o.entity_id as "entityId", o.data from outbox o
          where o.fact = ${fact}
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
      // Another drain may have had some of them since this one looked.
      return { found: rows.length, consumed: facts.length };
    });
    total += consumed;
    if (found < batch) return total;
  }
}
