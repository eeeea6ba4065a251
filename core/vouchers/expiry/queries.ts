import { type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type BatchRecord, batches } from '../sales/queries.ts';

/** Sets 'expired' at most `limit` activated vouchers that have ended; answers their ids. */
export async function endVouchers(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update vouchers set status = 'expired' where id in (
      select id from vouchers where status = 'activated' and expires_at <= ${now}
      order by expires_at limit ${limit} for no key update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** At most `limit` sales after the id `after` that lapsed before a day and have unused vouchers, in the order of ids. */
export async function findLapsed(
  db: Db,
  today: IsoDate,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('voucher_batches as b')
    .select('b.id')
    .where('b.lapses_on', '<', today)
    .where('b.id', '>', after)
    .where(
      sql<SqlBool>`exists (select from ${byKey('vouchers', 'batch_id', 'b.id')} v where v.status = 'unused')`,
    )
    .orderBy('b.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the unused vouchers of sales, with their sales; those that were used in between are left out. */
export async function lockUnused(
  db: Db,
  batchIds: readonly number[],
): Promise<{ batches: BatchRecord[]; vouchers: { id: number; batchId: number }[] }> {
  const vouchers = await db
    .selectFrom('vouchers')
    .select(['id', 'batch_id as batchId'])
    .where('batch_id', '=', sql<number>`any(${arrayOf('bigint', batchIds)})`)
    .where(sql<SqlBool>`status = 'unused'`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<BatchRecord>`select ${batches.listText('b')}
    from ${eachId(batchIds)} cross join lateral ${byKey('voucher_batches', 'id', 'k.id')} b order by b.id`.execute(
    db,
  );
  return { batches: rows, vouchers };
}

export async function setLapsed(db: Db, ids: readonly number[], today: IsoDate): Promise<void> {
  await sql`update vouchers set status = 'expired', lapsed_on = ${today}
    where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
