import { sql } from 'kysely';
import { type Ctx, transact } from '../context.ts';

/** The columns by which the rows of large tables are looked for, joined and sorted. */
const columns = {
  customers: ['location', 'package_type', 'service_start_date', 'status', 'suspended_by_rule'],
  invoices: ['bill_date', 'billing_month', 'customer_id', 'due_date', 'kind', 'run_id', 'status'],
  journal_entries: ['entry_date', 'source', 'source_id'],
  journal_lines: ['account_code', 'customer_id', 'entry_id', 'month'],
  payment_allocations: ['invoice_id', 'payment_id'],
  payments: ['customer_id', 'kind', 'payment_date', 'status'],
} as const;

type Counted = keyof typeof columns;

/** Work on fewer rows leaves nothing that a query would take long over. */
const MANY = 500;
/** A third of PostgreSQL's own: a table of any size takes about a tenth of a second. */
const PRECISION = 30;

/**
 * Tells the planner of tables that bulk work has at least doubled: `added` rows of each. PostgreSQL and the embedded
 * database do so by themselves, but later. Only some columns are analysed, which does not count as done with either,
 * so that they still follow with more precision. It is left to them where this role owns no tables, where somebody
 * else is at it, and within a transaction under way. No query may depend on it for its order of growth
 * (core/growth.db.test.ts).
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
