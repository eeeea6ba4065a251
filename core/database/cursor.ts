import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

/** Cursors of one transaction have different names. */
let opened = 0;

/**
 * The ids of a query in its order, at most `size` at a time, from a cursor of the transaction: however many they are, neither
 * side holds all of them, and the query is planned once. The cursor ends with the transaction, which keeps its connection
 * behind a pooling proxy too.
 * @param db a transaction. @throws Error outside of one.
 */
export async function* fetchIds(
  db: Db,
  query: RawBuilder<{ id: number }>,
  size: number,
): AsyncGenerator<number[]> {
  if (!db.isTransaction) throw new Error('a cursor needs a transaction');
  opened += 1;
  const cursor = sql.ref(`ids_${opened}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db);
  try {
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(size)} from ${cursor}`.execute(db);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      if (rows.length < size) return;
    }
  } finally {
    // Fails in a transaction that has failed, which ends the cursor too.
    await sql`close ${cursor}`.execute(db).catch(() => {});
  }
}
