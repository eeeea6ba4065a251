import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';

/** Those of the payments that imports of invoices have created. */
export async function findImportedPayments(
  db: Db,
  paymentIds: readonly number[],
): Promise<Set<number>> {
  if (paymentIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    with made as materialized (
      select jsonb_array_elements_text(e.value)::bigint as id
      from import_runs r join import_batches b on b.run_id = r.id
      cross join lateral jsonb_each(b.created) e
      where r.type = 'billing' and split_part(e.key, ':', 1) = 'payments')
    select id from made where id = any(${arrayOf('bigint', paymentIds)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
