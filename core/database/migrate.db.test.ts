import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { postgresMajor } from '@nimule/fixtures/testing/cluster';
import { dumpSchema } from '@nimule/fixtures/testing/schema-dump';
import { createTestDatabase, type TestDatabase } from '@nimule/fixtures/testing/test-database';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from './connect.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ ...database.settings, max: 3 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function empty(): Promise<void> {
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
}

/** Everything that a migration can make, as text that can be compared. */
async function catalogue(): Promise<string[]> {
  const result = await pool.query<{ line: string }>(`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contypid = 0 and contype <> 'n'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
    union all select 'account ' || code || ' ' || name from accounts
    order by 1`);
  return result.rows.map((row) => row.line);
}

describe('migrations', () => {
  beforeEach(empty);

  test('lead to the same schema from empty and from each earlier version', async () => {
    const migrations = await readMigrations();
    expect(await migrate(pool)).toBe(migrations.length);
    const expected = await catalogue();
    expect(expected.length).toBeGreaterThan(200);
    for (let version = 1; version < migrations.length; version += 1) {
      await empty();
      expect(await migrate(pool, version)).toBe(version);
      expect(await migrate(pool)).toBe(migrations.length - version);
      expect(await catalogue()).toEqual(expected);
    }
  });

  test('the ninth tells a fee billed before the customer came from one in an invoice', async () => {
    await migrate(pool, 8);
    await pool.query(`
      insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents,
        other_expenses_cents, connection_fee_billed, service_start_date, status, search_text, created_at, updated_at)
      select id, id, 'individual', 'Wau', 'Flexible Plan', 1000, 5000, 0, id <> 'NEW', '2026-01-01', 'Active', id, now(), now()
      from unnest(array['BEFORE', 'INVOICED', 'NEW']) id`);
    await pool.query(`
      insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, rate_cents,
        ssp_cents, description, receivable_account, created_at, created_by)
      select 1, 'INV-1', id, 'manual', '2026-01-01', '2026-01-15', 'pending', 5000, 100, 5000, 'x', '1110', now(), 'x'
      from customers where customer_id = 'INVOICED'`);
    await pool.query(`insert into invoice_lines values (1, 1, 'connection', 'x', 5000, '4210')`);
    await migrate(pool);
    const { rows } = await pool.query(
      'select customer_id as id from customers where connection_fee_billed_before',
    );
    expect(rows).toEqual([{ id: 'BEFORE' }]);
  });

  test('changes of status: who is suspended gets one, from what was on record', async () => {
    await migrate(pool, 12);
    await pool.query(`
      insert into customers (customer_id, name, type, location, package_type, service_start_date, status,
        suspended_by_rule, search_text, created_at, updated_at)
      select id, id, 'individual', 'Wau', 'Flexible Plan', '2026-01-01', case id when 'RUNS' then 'Active' else 'Suspended' end,
        id like 'RULE%', id, '2026-01-01T08:00Z', '2026-06-30T23:00Z'
      from unnest(array['RUNS', 'RULE', 'RULE-OLD', 'HAND', 'HAND-OLD']) id`);
    await pool.query(`
      insert into outbox (at, fact, entity_id, data)
      select at::timestamptz, 'customer.suspended', id, '{}' from customers,
        unnest(array['2026-04-01T04:00Z', '2026-05-01T22:30Z']) at where customer_id = 'RULE'`);
    await pool.query(`
      insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity, entity_id, before, after)
      select '2026-03-02T09:00Z', 'staff', 7, 'Achol Deng', 'customer.update', 'customer', id::text,
        '{"status": "Inactive"}', '{"status": "Suspended"}' from customers where customer_id = 'HAND'`);
    await migrate(pool);
    const { rows } = await pool.query(`
      select c.customer_id as id, from_status, to_status, h.at, business_date::text as day, by_rule, actor_id, actor_name
      from customer_status_changes h join customers c on c.id = h.customer_id where reconstructed order by c.id`);
    const later = { to_status: 'Suspended', actor_id: null, actor_name: '' };
    const lastEdit = { at: new Date('2026-06-30T23:00Z'), day: '2026-07-01' };
    expect(rows).toEqual([
      {
        ...later,
        id: 'RULE',
        from_status: 'Active',
        at: new Date('2026-05-01T22:30Z'),
        day: '2026-05-02',
        by_rule: true,
      },
      { ...later, ...lastEdit, id: 'RULE-OLD', from_status: 'Active', by_rule: true },
      {
        id: 'HAND',
        from_status: 'Inactive',
        to_status: 'Suspended',
        at: new Date('2026-03-02T09:00Z'),
        day: '2026-03-02',
        by_rule: false,
        actor_id: 7,
        actor_name: 'Achol Deng',
      },
      { ...later, ...lastEdit, id: 'HAND-OLD', from_status: null, by_rule: false },
    ]);
  });

  test('run once, however many processes start at the same moment', async () => {
    // The creation of the very first table is a race of its own, and a short one: it is run often.
    for (let round = 0; round < 40; round += 1) {
      await pool.query('drop table if exists schema_migrations');
      await Promise.all([migrate(pool, 0), migrate(pool, 0), migrate(pool, 0)]);
    }
    const migrations = await readMigrations();
    const applied = await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(migrations.length);
    expect(await migrate(pool)).toBe(0);
  });

  test('a failing one leaves nothing of itself behind', async () => {
    await migrate(pool, 2);
    // What migration 3 makes is in the way.
    await pool.query('create table accounts (code text)');
    await expect(migrate(pool)).rejects.toThrow(/accounts/);
    const left = await pool.query(`select to_regclass('accounting_months') as made`);
    expect(left.rows[0].made).toBeNull();
    await pool.query('drop table accounts');
    expect(await migrate(pool)).toBe((await readMigrations()).length - 2);
  });

  test('a newer schema is refused in plain words', async () => {
    const { length } = await migrate(pool).then(readMigrations);
    await pool.query(
      `insert into schema_migrations (version, name, checksum, applied_at) values ($1, 'later', 'x', now())`,
      [length + 1],
    );
    await expect(migrate(pool)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database.newer',
    });
  });

  test('a changed history is refused', async () => {
    await migrate(pool);
    await pool.query(`update schema_migrations set checksum = 'x' where version = 2`);
    await expect(migrate(pool)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database.history',
    });
  });
});

// schema.sql is the dump of PostgreSQL 15, the oldest version supported: another pg_dump words it differently.
if (process.env.NIMULE_TEST_ENGINE === 'postgres' && postgresMajor() === 15) {
  test('schema.sql is what the migrations make', async () => {
    await empty();
    await migrate(pool);
    const committed = readFileSync(fileURLToPath(new URL('./schema.sql', import.meta.url)), 'utf8');
    expect(dumpSchema(database.settings)).toBe(committed);
  });
}
