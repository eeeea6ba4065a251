import { type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { ImportedLine } from './rules-types.ts';

/** The lines of invoices, grouped by invoice id. */
export async function findLines(
  db: Db,
  invoiceIds: readonly number[],
): Promise<Map<number, ImportedLine[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('invoice_lines')
    .select(['invoice_id as invoiceId', 'description', 'amount_cents as amountUsd'])
    .where(sql<SqlBool>`invoice_id = any(${arrayOf('bigint', invoiceIds)})`)
    .execute();
  return groupedBy(rows, ({ invoiceId }) => invoiceId);
}
