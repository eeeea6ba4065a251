import {
  createMigratedDatabase,
  type MigratedDatabase,
} from '@nimule/fixtures/testing/databases/migrations';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fullNameKey } from '../identity/schema.ts';
import { searchKey } from '../kernel/text.ts';
import { migrate } from './migrate.ts';

// What migrations make of the rows of a company.

let database: MigratedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(() => database.empty());

test('the ninth distinguishes a fee billed before the customer came from one in an invoice', async () => {
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
  await database.migrateRest(8);
  const { rows } = await pool.query(
    'select customer_id as id from customers where connection_fee_billed_before',
  );
  expect(rows).toEqual([{ id: 'BEFORE' }]);
});

test('the thirteenth keys full names as the core does, except shared ones', async () => {
  await migrate(pool, 12);
  const names = ['Amina Deng', 'AMINA\u00a0 Deng', 'Ami\u200bna Deng', 'Çelik Ｏ', 'Amina Deng'];
  const role = 'support';
  for (const [n, name] of names.entries()) {
    const key = searchKey(name, `u${n}`, `u${n}@x`);
    await pool.query(
      `insert into users (username, username_key, email, email_key, full_name, search_text, role, password_hash,
         is_active, created_at) values ($1, $1, $2, $2, $3, $4, $5, 'x', $6, now())`,
      [`u${n}`, `u${n}@x`, name, key, role, n < 4],
    );
  }
  await pool.query(`
    insert into audit_log (at, actor_kind, actor_id, actor_name, origin, action, entity, entity_id)
    select now(), 'staff', id, 'x', origin, 'session.login', 'user', id
    from users, unnest(array['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', 'a host']) origin
    where username = 'u0'`);
  await database.migrateRest(12);
  const { rows } = await pool.query<{ key: string }>(
    'select name_key as key from users order by username',
  );
  const keys = names.map(fullNameKey);
  expect(rows.map(({ key }) => key)).toEqual([keys[0], null, null, keys[3], keys[4]]);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  const addresses = await pool.query('select address from sign_in_addresses');
  expect(addresses.rows).toEqual([{ address: '192.0.2.7' }]);
});

test('the fifteenth records who reversed a payment and why, from the audit log and the notes', async () => {
  await migrate(pool, 14);
  await pool.query(`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents,
      other_expenses_cents, service_start_date, status, search_text, created_at, updated_at)
    values ('C', 'C', 'individual', 'Wau', 'Flexible Plan', 1000, 0, 0, '2026-01-01', 'Active', 'c', now(), now())`);
  const payments = [
    ['Cheque 1\nReversed: It came back.\nTwice: so', 'reversed'],
    ['Reversed: INV-2026-000001 set back by Grace Akol', 'reversed'],
    ['Reversed: not at all', 'recorded'],
  ];
  for (const [index, [notes, status]] of payments.entries()) {
    await pool.query(
      `insert into payments (receipt_number, customer_id, kind, payment_date, account, currency, amount_cents, ssp_cents,
        rate_cents, unallocated_cents, notes, status, created_at, created_by)
      select $1, id, 'payment', '2026-01-02', 'cash', 'USD', 100, 100, 100, 0, $2, $3, now(), 'x' from customers`,
      [`RCT-${index + 1}`, notes, status],
    );
  }
  await pool.query(`
    insert into audit_log (at, actor_kind, actor_name, action, entity, entity_id, summary)
    select '2026-01-03T08:00:00Z', 'staff', 'Achol Deng', 'payment.reverse', 'payment', id::text,
      E'RCT-1: It came back.\nTwice: so' from payments where receipt_number = 'RCT-1'`);
  await database.migrateRest(14);
  const { rows } = await pool.query(
    'select notes, reversed_by, reversal_reason, reversed_at from payments order by receipt_number',
  );
  expect(rows).toEqual([
    {
      notes: 'Cheque 1',
      reversed_by: 'Achol Deng',
      reversal_reason: 'It came back.\nTwice: so',
      reversed_at: new Date('2026-01-03T08:00:00Z'),
    },
    {
      notes: '',
      reversed_by: 'Grace Akol',
      reversal_reason: 'INV-2026-000001 set back',
      reversed_at: null,
    },
    { notes: 'Reversed: not at all', reversed_by: '', reversal_reason: '', reversed_at: null },
  ]);
});

test('the sixteenth gives each run the rate of its invoices, or that of its day', async () => {
  await migrate(pool, 15);
  await pool.query(`
    insert into currency_rates (purpose, rate_cents, valid_from, created_at, created_by)
    values ('standard', 45000, '2026-01-05', now(), 'x')`);
  await pool.query(`
    insert into billing_runs (month, status, started_at, heartbeat_at, actor_name)
    select '2026-01-01', 'done', at, at, 'x' from unnest(array[
      '2026-01-01T08:00:00Z', '2026-01-04T23:00:00Z', '2026-01-04T21:00:00Z']::timestamptz[]) at`);
  await pool.query(`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents,
      other_expenses_cents, service_start_date, status, search_text, created_at, updated_at)
    values ('C', 'C', 'individual', 'Wau', 'Flexible Plan', 1000, 0, 0, '2026-01-01', 'Active', 'c', now(), now())`);
  await pool.query(`
    insert into invoices (id, invoice_number, customer_id, kind, billing_month, run_id, bill_date, due_date, status,
      amount_cents, rate_cents, ssp_cents, description, receivable_account, created_at, created_by)
    select 1, 'INV-1', c.id, 'recurring', '2026-01-01', (select min(id) from billing_runs), '2026-01-01', '2026-01-15',
      'pending', 100, 41000, 41000, 'x', '1110', now(), 'x' from customers c`);
  await database.migrateRest(15);
  const { rows } = await pool.query('select rate_cents as rate from billing_runs order by id');
  // Midnight in Juba is 22:00 UTC.
  expect(rows.map(({ rate }) => Number(rate))).toEqual([41_000, 45_000, 40_000]);
});

test('the twenty-second takes the package of an invoice from its subscription line', async () => {
  await migrate(pool, 21);
  await pool.query(`
    insert into customers (customer_id, name, type, location, package_type, service_start_date, status, search_text,
      created_at, updated_at)
    values ('C', 'C', 'individual', 'Wau', 'Flexible Plan', '2026-01-01', 'Active', 'c', now(), now())`);
  const lines = [
    ['subscription', 'Basic Fiber, May 2026'],
    ['subscription', 'Fiber, fast, May 2026'],
    ['subscription', 'no month'],
    ['service', 'Cable, May 2026'],
  ];
  for (const [index, [kind, words]] of lines.entries()) {
    await pool.query(
      `insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents,
        rate_cents, ssp_cents, description, receivable_account, created_at, created_by)
      select $1::int, 'INV-' || $1::int, c.id, 'manual', '2026-05-01', '2026-05-15', 'pending', 100, 100, 100, 'x', '1110', now(), 'x'
      from customers c`,
      [index + 1],
    );
    await pool.query(
      `insert into invoice_lines (invoice_id, line_no, kind, description, amount_cents, account_code)
      values ($1, 1, 'other', 'Other, May 2026', 50, '4510'), ($1, 2, $2, $3, 50, '4110')`,
      [index + 1, kind, words],
    );
  }
  await database.migrateRest(21);
  const { rows } = await pool.query('select package_name as name from invoices order by id');
  expect(rows.map(({ name }) => name)).toEqual(['Basic Fiber', 'Fiber, fast', null, null]);
});

test('changes of status: who is suspended gets one, from what was on record', async () => {
  await migrate(pool, 17);
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
  await database.migrateRest(17);
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

test('the fifty-ninth keeps beside expenses of files what makes them known again', async () => {
  await migrate(pool, 58);
  const cases = [
    ['Juba Net', 'see the contract\nKES 12,950.00 at 129.50', 'USD', null],
    ['JUBA Net', 'KES 5.00 at the door', 'USD', null],
    ['Shop', 'KES 7.00 at 129.50\nmore', 'SSP', 4000],
    ['By hand', 'KES 12,950.00 at 129.50', 'USD', null],
  ] as const;
  for (const [index, [vendor, notes, currency, pounds]] of cases.entries())
    await pool.query(
      `insert into expenses (transaction_id, expense_date, location, description, search_text, expense_type, category,
        currency, amount_cents, ssp_cents, rate_cents, account, notes, debit_account, credit_account, created_at, created_by,
        updated_at)
      values ($1, '2026-11-02', $2, 'x', 'x', 'operating_expense', 'rent', $3, 100, $4, 40000, 'cash', $5, '5210', '1110',
        now(), 'x', now())`,
      [`TXN-${index}`, vendor, currency, pounds, notes],
    );
  await pool.query(`
    insert into import_runs (type, filename, mapping, status, started_at, heartbeat_at, actor_name)
    values ('expenses', 'x', '{}', 'done', now(), now(), 'x')`);
  await pool.query(`
    insert into import_batches (run_id, number, created)
    select r.id, n, jsonb_build_object('expenses', jsonb_agg(e.id)) from import_runs r, generate_series(0, 1) n, expenses e
    where e.location <> 'By hand' group by r.id, n`);
  await database.migrateRest(58);
  const { rows } = await pool.query('select import_key as key from expenses order by id');
  expect(rows.map(({ key }) => key)).toEqual([
    '2026-11-02|USD|0|rent|juba net|KES 12,950.00',
    '2026-11-02|USD|100|rent|juba net',
    '2026-11-02|SSP|4000|rent|shop',
    '',
  ]);
});

test('the sixty-fifth remembers up to which line the audit log is older than its seals', async () => {
  await migrate(pool, 64);
  await pool.query(`
    insert into audit_log (at, actor_kind, actor_name, action, entity, entity_id)
    select now(), 'system', 'x', 'x', 'x', n from generate_series(1, 7) n`);
  await pool.query('alter table audit_log disable trigger user');
  await pool.query('delete from audit_log where id in (3, 7)');
  await pool.query('alter table audit_log enable trigger user');
  await database.migrateRest(64);
  const stored = `select value from settings where name = 'auditSealUpgrade'`;
  expect((await pool.query(stored)).rows).toEqual([{ value: 6 }]);
  await database.empty();
  await migrate(pool);
  expect((await pool.query(stored)).rows).toEqual([]);
});
