import { sql } from 'kysely';
import { type Ctx, transact } from '../context.ts';

/** The columns by which rows of large tables are searched, joined and sorted. */
const columns = {
  customers: ['location', 'package_type', 'service_start_date', 'status', 'suspended_by_rule'],
  invoices: ['bill_date', 'billing_month', 'customer_id', 'due_date', 'kind', 'run_id', 'status'],
  journal_entries: ['entry_date', 'source', 'source_id'],
  journal_lines: ['account_code', 'customer_id', 'entry_id', 'month'],
  payment_allocations: ['invoice_id', 'payment_id'],
  payments: ['customer_id', 'kind', 'payment_date', 'status'],
} as const;

type Counted = keyof typeof columns;

/** Below this number of rows, every plan is fast. */
const MANY = 500;
/** A third of PostgreSQL's default: analysing a table of any size takes about a tenth of a second. */
const PRECISION = 30;

/**
 * Analyses tables that bulk work has at least doubled: `added` rows of each. PostgreSQL and the embedded database do
 * so too, but later; since only some columns are analysed here, they still follow with more precision. Skipped if this
 * role owns no tables, if another session is analysing them, and inside a transaction. The cost of a query must not
 * depend on it (core/growth.db.test.ts).
 */
export async function analyseGrown(
  ctx: Ctx,
  added: number,
  tables: readonly Counted[],
): Promise<void> {
  if (added < MANY || ctx.db.isTransaction) return;
  try {
    const { rows } = await sql<{ name: Counted }>`
      select relname as name from pg_class
      where oid = any(${tables}::regclass[]) and reltuples < ${added}`.execute(ctx.db);
    if (rows.length === 0) return;
    const targets = rows.map(({ name }) => {
      const names = columns[name].map((column) => sql.ref(column));
      return sql`${sql.table(name)} (${sql.join(names)})`;
    });
    await transact(ctx, async ({ db }) => {
      await sql`set local default_statistics_target = ${sql.lit(PRECISION)}`.execute(db);
      await sql`analyze (skip_locked) ${sql.join(targets)}`.execute(db);
    });
  } catch (error) {
    ctx.log.warn({ err: error }, 'the tables could not be analysed');
  }
}
