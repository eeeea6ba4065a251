import {
  createMigratedDatabase,
  type MigratedDatabase,
} from '@nimule/fixtures/testing/databases/migrations';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';

// What migrations make of the books of a company.

const migrations = await readMigrations();

let database: MigratedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(() => database.empty());

describe('the ledger with pounds', () => {
  const before = migrations.find(({ name }) => name === 'ledger')!.version - 1;

  test('keeps the account of each payment, and the lines against cash of what was posted', async () => {
    await migrate(pool, before);
    await pool.query(`
      insert into customers (customer_id, name, type, location, package_type, service_start_date, status, search_text,
        created_at, updated_at)
      values ('C', 'C', 'individual', 'Wau', 'Flexible Plan', '2026-01-01', 'Active', 'c', now(), now())`);
    await pool.query(`
      insert into payments (receipt_number, customer_id, kind, payment_date, account, currency, amount_cents, ssp_cents,
        rate_cents, unallocated_cents, status, created_at, created_by)
      select 'R-' || n, c.id, (array['payment', 'payment', 'payment', 'credit', 'before_opening'])[n], '2026-01-02',
        (array['cash', 'bank', 'mobile_money', null, 'cash'])[n], case n when 1 then 'SSP' else 'USD' end,
        100, 100, 100, 0, 'recorded', now(), 'x' from customers c, generate_series(1, 5) n`);
    await pool.query(`
      insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents) values
        (1, 1, '2026-01-01', '1110', 500, 0), (1, 2, '2026-01-01', '4510', 0, 300), (1, 3, '2026-01-01', '4210', 0, 200),
        (2, 1, '2026-01-01', '5951', 70, 0), (2, 2, '2026-01-01', '1390', 0, 70);
      insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
      select id, 'JE-2026-00000' || id, '2026-01-02', '2026-01-01', 'x', 'manual', id, total, now(), 'x'
      from (values (1, 500), (2, 70)) e (id, total)`);
    await database.migrateRest(before);
    const payments = await pool.query(
      'select money_account as account from payments order by receipt_number',
    );
    expect(payments.rows.map(({ account }) => account)).toEqual([
      '1110',
      '1120',
      '1130',
      null,
      null,
    ]);
    const months = await pool.query(
      'select account_code as code, debit_cents - credit_cents as net from cash_months order by 1',
    );
    expect(months.rows).toEqual([
      { code: '4210', net: -200 },
      { code: '4510', net: -300 },
    ]);
  });

  /** Adds an account of the company; the side does not matter here. */
  const add = (code: string, type: string, parent: string, level = 2) =>
    pool.query(
      `insert into accounts (code, name, type, parent_code, level, normal_balance)
       values ($1, 'Ours', $2, $3, $4, 'DEBIT')`,
      [code, type, parent, level],
    );
  async function ours(columns: string): Promise<string[]> {
    const { rows } = await pool.query<{ text: string }>(
      `select concat_ws(' ', ${columns}) as text from accounts where name = 'Ours' order by code`,
    );
    return rows.map(({ text }) => text);
  }

  test('gives accounts of the company the classes of their groups', async () => {
    await migrate(pool, before);
    await add('1165', 'ASSET', '1100');
    await add('1330', 'ASSET', '1300');
    await add('3130', 'EQUITY', '3100');
    await add('5120', 'EXPENSE', '5100');
    await add('5690', 'EXPENSE', '5600');
    await add('5960', 'EXPENSE', '5900');
    await database.migrateRest(before);
    expect(await ours('code, cash_flow, expense_class')).toEqual([
      '1165 operating',
      '1330 investing',
      '3130 financing',
      '5120 operating cost_of_sales',
      '5690 operating non_operating',
      '5960 operating operating',
    ]);
    const { rows } = await pool.query('select from audit_log');
    expect(rows).toHaveLength(0);
  });

  test('moves accounts of the company with codes that it needs, and what was posted to them', async () => {
    await migrate(pool, before);
    await add('1160', 'ASSET', '1100');
    await add('1161', 'ASSET', '1100');
    await add('1190', 'ASSET', '1100');
    await add('2400', 'LIABILITY', '2000', 1);
    await add('2410', 'LIABILITY', '2400');
    await add('2420', 'LIABILITY', '2400');
    await pool.query(`
      insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents) values
        (1, 1, '2026-01-01', '1160', 500, 0), (1, 2, '2026-01-01', '2410', 0, 500),
        (2, 1, '2026-02-01', '1110', 70, 0), (2, 2, '2026-02-01', '1160', 0, 70);
      insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
      select id, 'JE-2026-00000' || id, month + 1, month, 'x', 'manual', id, total, now(), 'x'
      from (values (1, '2026-01-01'::date, 500), (2, '2026-02-01'::date, 70)) e (id, month, total);
      insert into accounting_months (month, locked_at, locked_by) values ('2026-01-01', now(), 'x')
        on conflict (month) do update set locked_at = now(), locked_by = 'x';
      insert into customers (customer_id, name, type, location, package_type, service_start_date, status, search_text,
        created_at, updated_at)
      values ('C', 'C', 'individual', 'Wau', 'Flexible Plan', '2026-01-01', 'Active', 'c', now(), now());
      insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, rate_cents,
        ssp_cents, description, receivable_account, created_at, created_by)
      select 1, 'INV-1', id, 'manual', '2026-01-01', '2026-01-15', 'pending', 5000, 100, 5000, 'x', '1190', now(), 'x' from customers;
      insert into invoice_lines values (1, 1, 'other', 'x', 5000, '2410')`);
    const ids = await ours('id');
    await database.migrateRest(before);
    expect(await ours('code, parent_code')).toEqual([
      '1161 1100',
      '1162 1100',
      '1191 1100',
      '2411 2500',
      '2420 2500',
      '2500 2000',
    ]);
    expect((await ours('id')).sort()).toEqual(ids.sort());
    const text = async (query: string) => {
      const { rows } = await pool.query<{ text: string }>(query);
      return rows.map((row) => row.text);
    };
    const sums = `account_code || ' ' || sum(debit_cents) - sum(credit_cents) as text`;
    const balances = ['1110 70', '1162 430', '2411 -500'];
    expect(
      await text(`select ${sums} from journal_lines group by account_code order by 1`),
    ).toEqual(balances);
    expect(
      await text(`select ${sums} from account_months group by account_code order by 1`),
    ).toEqual(balances);
    expect(await text(`select ${sums} from cash_months group by account_code`)).toEqual([
      '1162 -70',
    ]);
    expect(
      await text(`select receivable_account || ' ' || account_code as text
        from invoices join invoice_lines on invoice_id = id`),
    ).toEqual(['1191 2411']);
    expect(await text('select summary as text from audit_log order by id')).toEqual([
      'Account 1160 Ours is now 1162: the chart needs its code',
      'Account 1190 Ours is now 1191: the chart needs its code',
      'Account 2400 Ours is now 2500: the chart needs its code',
      'Account 2410 Ours is now 2411: the chart needs its code',
    ]);
    expect(await text(`select name as text from accounts where code = '1160'`)).toEqual([
      'Cash on Hand - SSP',
    ]);
    await expect(
      pool.query(`update journal_lines set account_code = '1110' where account_code = '1162'`),
    ).rejects.toThrow('append-only');
  });
});

test.each([
  [
    'above zero',
    [
      [94_000, 0],
      [0, 4_000],
    ],
    ['EQ-001', 1, 90_000, '2026-10-02'],
  ],
  [
    'of zero',
    [
      [94_000, 0],
      [0, 94_000],
    ],
    undefined,
  ],
  ['below zero', [[0, 100]], undefined],
  ['without an entry', [], undefined],
] as const)('the thirty-sixth takes over a balance %s of equipment', async (_, amounts, taken) => {
  await migrate(pool, 35);
  for (const [index, [debit, credit]] of amounts.entries()) {
    const [id, total] = [index + 1, debit + credit];
    // In one transaction; the entry last, which checks its lines.
    await pool.query(`
        insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents)
          values (${id}, 1, '2026-10-01', '1410', ${debit}, ${credit}), (${id}, 2, '2026-10-01', '3120', ${credit}, ${debit});
        insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
          values (${id}, 'JE-2026-00000${id}', '2026-10-0${id}', '2026-10-01', 'x', 'manual', ${id}, ${total}, now(), 'x')`);
  }
  await pool.query(
    `insert into counters (name, value) values ('journal', $1), ('journal:2026', $1)`,
    [amounts.length],
  );
  // Its balance is cleared in the first open month.
  await pool.query(
    `update accounting_months set locked_at = now(), locked_by = 'x' where month = '2026-10-01'`,
  );
  await database.migrateRest(35);
  const levels = await pool.query(
    `select e.equipment_id as number, l.on_hand as units, l.value_cents as value, l.last_date::text as date
     from equipment e join stock_levels l on l.equipment_id = e.id`,
  );
  const [number, units, value, date] = taken ?? [];
  expect(levels.rows).toEqual(taken ? [{ number, units, value, date }] : []);
  const next = await pool.query(`select value from counters where name = 'equipment'`);
  expect(next.rows).toEqual(taken ? [{ value: 1 }] : []);
  const failed = await pool.query(
    `select (select coalesce(sum(value_cents), 0) from stock_moves) as stock,
      (select coalesce(sum(debit_cents - credit_cents), 0) from account_months where account_code = '1410') as ledger`,
  );
  const { stock, ledger } = failed.rows[0];
  expect(Number(stock)).toBe(Number(ledger));
  const cleared = await pool.query(
    `select entry_number as number, entry_date::text as date, account_code as account, debit_cents - credit_cents as cents
       from journal_entries e join journal_lines l on l.entry_id = e.id where e.created_by = 'migration' order by line_no`,
  );
  const below = amounts.reduce((sum, [debit, credit]) => sum + credit - debit, 0);
  const entry = { number: 'JE-2026-000002', date: '2026-11-01' };
  const lines = [
    { ...entry, account: '1410', cents: below },
    { ...entry, account: '3120', cents: -below },
  ];
  expect(cleared.rows).toEqual(below > 0 ? lines : []);
});

test('the thirty-sixth moves an account 2350 of the company, and everything that refers to it', async () => {
  await migrate(pool, 35);
  await pool.query(`
    insert into accounts (code, name, type, parent_code, level, normal_balance)
      values ('2350', 'Pensions', 'LIABILITY', '2300', 2, 'CREDIT');
    insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents) values
      (1, 1, '2026-01-01', '1110', 500, 0), (1, 2, '2026-01-01', '2350', 0, 500);
    insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, created_at, created_by)
      values (1, 'JE-2026-000001', '2026-01-02', '2026-01-01', 'x', 'manual', 1, 500, now(), 'x');
    insert into journal_templates (description, lines, day, first_month, created_at, created_by)
      values ('x', '[{"accountCode": "1110"}, {"accountCode": "2350", "creditAmount": "5.00"}]', 1, '2026-01-01', now(), 'x')`);
  await database.migrateRest(35);
  const { rows } = await pool.query(`
    select (select string_agg(code || ' ' || name, ', ' order by code) from accounts where parent_code = '2300') as accounts,
      (select account_code from journal_lines where credit_cents > 0) as line,
      (select account_code from account_months where credit_cents > 0) as month,
      (select account_code from cash_months) as cash, (select lines from journal_templates) as lines,
      (select string_agg(summary, '') from audit_log) as audit`);
  expect(rows).toEqual([
    {
      accounts:
        '2310 NSSF Payable, 2320 Income Tax Payable, 2330 Salaries Payable, 2350 Other Deductions, 2351 Pensions',
      ...{ line: '2351', month: '2351', cash: '2351' },
      lines: [{ accountCode: '1110' }, { accountCode: '2351', creditAmount: '5.00' }],
      audit: 'Account 2350 Pensions is now 2351: the chart needs its code',
    },
  ]);
});

test('the forty-ninth moves credit notes to their invoices, and gives back what had paid these', async () => {
  await migrate(pool, 48);
  await pool.query(`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents,
      other_expenses_cents, service_start_date, status, search_text, created_at, updated_at)
    values ('C', 'C', 'individual', 'Wau', 'Flexible Plan', 1000, 0, 0, '2026-01-01', 'Active', 'c', now(), now());
    insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, paid_cents,
      rate_cents, ssp_cents, description, receivable_account, created_at, created_by)
    select n, 'INV-' || n, c.id, kind, '2026-11-01', '2026-11-15', case when paid = amount then 'paid' else 'pending' end,
      amount, paid, 40000, amount * 400, 'x', '1210', now(), 'x'
    from customers c, (values (1, 'equipment', 100, 100), (2, 'manual', 30, 30), (3, 'equipment', 100, 100),
      (4, 'equipment', 50, 0), (5, 'manual', 20, 20)) as i (n, kind, amount, paid);
    insert into payments (id, receipt_number, customer_id, kind, payment_date, account, money_account, currency,
      amount_cents, ssp_cents, rate_cents, unallocated_cents, status, created_at, created_by)
    select n, kind || n, c.id, kind, '2026-11-02', case kind when 'payment' then 'cash' end,
      case kind when 'payment' then '1110' when 'credit_note' then '4410' end, 'USD', amount, amount * 400, 40000, kept,
      'recorded', now(), 'x'
    from customers c, (values (1, 'payment', 100, 0), (2, 'credit_note', 100, 50), (3, 'credit', 100, 0),
      (4, 'credit_note', 60, 40), (5, 'credit_note', 20, 0)) as p (n, kind, amount, kept);
    insert into payment_allocations (payment_id, invoice_id, amount_cents)
      values (1, 1, 100), (2, 2, 30), (3, 3, 100), (5, 5, 20);
    insert into refunds (refund_number, customer_id, refund_date, account, money_account, currency, amount_cents,
      ssp_cents, rate_cents, reason, created_at, created_by)
    select 'RF-2026-00000' || n, c.id, '2026-11-03', 'cash', '1110', 'USD', 20, 8000, 40000, 'x', now(), 'x'
    from customers c, generate_series(1, 2) n;
    insert into refund_parts values (1, 2, 20), (2, 4, 20);
    insert into sales_orders (order_number, order_date, customer_id, sales_person_name, status, rate_cents, total_cents,
      ssp_cents, invoice_id, delivered_on, search_text, created_at, created_by, updated_at)
    select 'SO-' || i.id, '2026-11-01', i.customer_id, 'x', 'delivered', 40000, i.amount_cents, i.ssp_cents, i.id,
      '2026-11-01', 'x', now(), 'x', now()
    from invoices i where i.kind = 'equipment' order by i.id;
    insert into sales_returns (order_id, credit_note_id, return_date, reason, amount_cents, created_at, created_by)
      values (1, 2, '2026-11-03', 'x', 100, now(), 'x'), (2, 4, '2026-11-03', 'x', 60, now(), 'x'),
        (3, 5, '2026-11-03', 'x', 20, now(), 'x')`);
  await database.migrateRest(48);
  const { rows } = await pool.query(`
    select p.id, p.credited_invoice_id as invoice, p.unallocated_cents as kept, (
        select string_agg(invoice_id || ': ' || amount_cents, ', ' order by invoice_id) from payment_allocations
        where payment_id = p.id) as settles, (
        select sum(amount_cents)::int from refund_parts where payment_id = p.id) as refunded
    from payments p order by p.id`);
  expect(rows).toEqual([
    { id: 1, invoice: null, kept: 50, settles: '2: 30', refunded: 20 },
    { id: 2, invoice: 1, kept: 0, settles: '1: 100', refunded: null },
    // The refund of goods that a grant paid stays with the note: money was paid out.
    { id: 3, invoice: null, kept: 40, settles: '3: 60', refunded: null },
    { id: 4, invoice: 3, kept: 0, settles: '3: 40', refunded: 20 },
    // Nothing pays its invoice any more that could change places.
    { id: 5, invoice: null, kept: 0, settles: '5: 20', refunded: null },
  ]);
  const sums = await pool.query(`
    select (select sum(paid_cents) from invoices)::int as paid, (select sum(amount_cents) from payment_allocations)::int as used,
      (select sum(money_cents - amount_cents) from refunds)::int as exchanged`);
  expect(sums.rows).toEqual([{ paid: 250, used: 250, exchanged: 0 }]);
});
