import { type SqlBool, sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { customers } from '../queries.ts';
import type { CustomerRecord } from '../rules-record.ts';

/** A customer with the version without the steps that undos have taken back. */
export interface NetCustomer extends CustomerRecord {
  net: number;
}

/** Locks customers in the order of their ids. */
export function lockCustomers(db: Db, ids: readonly number[]): Promise<NetCustomer[]> {
  return db
    .selectFrom('customers as c')
    .select([...customers.list('c'), sql<number>`c.version - c.undone_steps`.as('net')])
    .where(sql<SqlBool>`c.id = any(${arrayOf('bigint', ids)})`)
    .orderBy('c.id')
    .forNoKeyUpdate()
    .execute();
}

/** Makes the present versions of customers count as the given ones. */
export async function takeBackSteps(
  db: Db,
  steps: readonly { id: number; net: number }[],
): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    update customers t set undone_steps = t.version - n.net
    from (${rowsOf(steps, {
      id: ['bigint', ({ id }) => id],
      net: ['bigint', ({ net }) => net],
    })}) as n
    where t.id = n.id`.execute(db);
}
