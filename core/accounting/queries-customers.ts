import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { byKey, eachId } from '../database/look-up.ts';

/** The customers among these whom journal lines name, and whether these balance in each account. */
export async function findCustomersInLedger(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, boolean>> {
  if (ids.length === 0) return new Map();
  const sums = db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('journal_lines', 'customer_id', 'k.id').as('l'))
    .select('k.id')
    .select(sql<boolean>`sum(l.debit_cents - l.credit_cents) = 0`.as('isEven'))
    .groupBy(['k.id', 'l.account_code']);
  const rows = await sums.execute();
  const even = new Map<number, boolean>();
  for (const { id, isEven } of rows) even.set(id, isEven && (even.get(id) ?? true));
  return even;
}
