import { type SqlBool, sql } from 'kysely';
import { rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';

export type DocumentTable = 'invoices' | 'payments';

/** A document with its version without the steps that undos have taken back. */
export interface NetVersion {
  id: number;
  net: number;
}

const net = sql<number>`d.version - d.undone_steps`.as('net');

/** The open invoices of customers that an import may have created. */
export function findOpenImported(db: Db, customerIds: readonly number[]): Promise<NetVersion[]> {
  return db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('invoices', 'customer_id', 'k.id').as('d'))
    .select(['d.id', net])
    .where(sql<SqlBool>`d.status in ('pending', 'overdue') and d.kind in ('imported', 'opening')`)
    .execute();
}

export async function findNetVersions(
  db: Db,
  table: DocumentTable,
  ids: readonly number[],
): Promise<NetVersion[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey(table, 'id', 'k.id').as('d'))
    .select(['d.id', net])
    .execute();
}

/** Makes the present versions of documents count as the given ones. */
export async function takeBackSteps(
  db: Db,
  table: DocumentTable,
  documents: readonly NetVersion[],
): Promise<void> {
  if (documents.length === 0) return;
  await sql`
    update ${sql.table(table)} t set undone_steps = t.version - n.net
    from (${rowsOf(documents, {
      id: ['bigint', ({ id }) => id],
      net: ['bigint', (document) => document.net],
    })}) as n
    where t.id = n.id`.execute(db);
}

/** The opening balances among these that imports have replaced, of customers who have none in force by now. */
export async function findReplaced(
  db: Db,
  table: DocumentTable,
  ids: readonly number[],
): Promise<{ id: number; number: string }[]> {
  if (ids.length === 0) return [];
  const number = sql.ref(table === 'invoices' ? 'd.invoice_number' : 'd.receipt_number');
  const { rows } = await sql<{ id: number; number: string }>`
    select d.id, ${number} as number from ${eachId(ids)} cross join lateral ${byKey(table, 'id', 'k.id')} d
    where d.is_replaced and d.undone_run_id is null
      and not exists (select from ${byKey('invoices', 'customer_id', 'd.customer_id')} i
        where i.kind = 'opening' and i.status <> 'cancelled')
      and not exists (select from ${byKey('payments', 'customer_id', 'd.customer_id')} p
        where p.kind = 'opening' and p.status = 'recorded')
    order by d.id`.execute(db);
  return rows;
}
