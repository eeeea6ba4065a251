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
