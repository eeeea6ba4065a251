import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { recordStatements, workOf } from '@nimule/fixtures/testing/databases/statements';
import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { entryInput, sale } from '@nimule/fixtures/testing/ledger';
import { firstSuppliers } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { createJournalEntry, reverseJournalEntry } from './journal/service.ts';
import { credit, debit, inPounds, mirrored } from './rules.ts';
import { ledgerChecks, runChecks } from './service-check.ts';
import { post } from './service-post.ts';

let app: TestApp;
let ctx: Ctx;

/** Paid in pounds to a supplier. */
const inSsp = sale('2023-11-05', 0, {
  lines: [
    { ...debit('5320', cents(1_000)), supplierId: 3 },
    inPounds(credit('1160', cents(1_000)), cents(400_000)),
  ],
});

// JE-2026-000001 is posted in October, 000002 in November, 000003 reverses 000002. Entry 4 stands in 2025, 5 and its
// reversal 6 in 2023.
beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  await firstSuppliers(ctx, 8);
  await firstEmployees(ctx, 3);
  await transact(ctx, (tx) => post(tx, [sale('2026-10-05', 10_000)]));
  const entry = await createJournalEntry(
    ctx,
    entryInput('2026-11-05', [
      ['1120', 700, 0],
      ['4510', 0, 700],
    ]),
  );
  await reverseJournalEntry(ctx, entry.id, { reason: 'Mistake' });
  await transact(ctx, (tx) => post(tx, [sale('2025-11-05', 300)]));
  await transact(ctx, async (tx) => {
    const [paid] = await post(tx, [inSsp]);
    const lines = mirrored(inSsp.lines);
    await post(tx, [{ ...inSsp, date: isoDate('2023-12-05'), lines, reversalOf: paid!.id }]);
  });
});
afterAll(() => app.close());

/** What the checks say about books damaged behind the back of the database's own guards; then undone. */
function after(...damage: string[]): Promise<Record<string, string>> {
  const guarded = ['journal_lines', 'journal_entries', 'account_months', 'cash_months', 'accounts'];
  const run = async (db: Ctx['db']) => {
    const { isSound, checks } = await runChecks({ ...ctx, db }, ledgerChecks);
    for (const check of checks) expect(check.detail === '').toBe(check.isSound);
    expect(isSound).toBe(checks.every((check) => check.isSound));
    return checks;
  };
  return unsoundAfter(app, damage, run, guarded);
}

const balance = 'Entries have two lines or more and balance';
const orphans = 'Lines belong to an entry';
const place = "Lines stand in their entry's month and on one side";
const leaves = 'Lines are on leaves of the chart';
const kept = 'Monthly balances equal their lines';
const pounds = 'Lines on pound accounts carry pounds, no others do, and monthly pounds equal them';
const counterparts = 'The counterparts of cash equal their lines';
const cashChange = 'The counterparts of cash add up to its change in every month';
const months = 'Debits equal credits in every month';
const numbers = 'Entry numbers follow each other without gaps';
const mirrors = 'Reversals mirror what they reverse';

describe('the checks of the ledger', () => {
  it('find nothing in sound books', async () => {
    expect(await after()).toEqual({});
    expect(ledgerChecks.map(({ name }) => name)).toEqual([
      balance,
      orphans,
      place,
      leaves,
      kept,
      pounds,
      counterparts,
      cashChange,
      months,
      numbers,
      'Revenue and expenses begin on the opening date',
      mirrors,
    ]);
  });

  it('name an entry that does not balance', async () => {
    expect(
      await after(
        'update journal_lines set debit_cents = 10001 where entry_id = 1 and line_no = 1',
      ),
    ).toEqual({
      [balance]: 'JE-2026-000001: 2 lines, debits 100.01, credits 100.00, total 100.00',
      [kept]: 'Account 1110 in 2026-10: kept 100.00 and 0.00, lines 100.01 and 0.00',
    });
    expect(await after('update journal_entries set total_cents = 5 where id = 1')).toEqual({
      [balance]: 'JE-2026-000001: 2 lines, debits 100.00, credits 100.00, total 0.05',
    });
  });

  it('name entries of payroll without their amounts', async () => {
    const found = await after(
      'alter table journal_lines drop constraint journal_lines_one_side',
      "update journal_entries set source = 'payroll.approval', total_cents = 5 where id = 1",
      'update journal_lines set credit_cents = 5 where entry_id = 1 and line_no = 1',
    );
    expect(found[balance]).toBe('JE-2026-000001: 2 lines, which do not balance or are too few');
    expect(found[place]).toBe('JE-2026-000001 line 1: on both sides or none');
  });

  it('name an entry that lost its lines', async () => {
    const found = await after('delete from journal_lines where entry_id = 1');
    expect(Object.keys(found)).toEqual([balance, kept, counterparts]);
    expect(found[balance]).toBe('JE-2026-000001: 0 lines, debits 0.00, credits 0.00, total 100.00');
    expect(found[kept]).toContain(
      'Account 1110 in 2026-10: kept 100.00 and 0.00, lines 0.00 and 0.00',
    );
  });

  it('name lines without an entry', async () => {
    const found = await after(
      `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, cash_place) values (99, 1, '2026-11-01', '1110', 5, 'safe')`,
    );
    expect(found[orphans]).toBe('Entry id 99 does not exist: 1 lines');
    expect(Object.keys(found)).toEqual([orphans, kept]);
  });

  it('name lines in another month than their entry', async () => {
    const found = await after(
      "update journal_lines set month = '2026-09-01' where entry_id = 1 and line_no = 2",
    );
    expect(found[place]).toBe('JE-2026-000001 line 2: month 2026-09-01 instead of 2026-10-01');
    expect(Object.keys(found)).toEqual([place, kept, counterparts]);
  });

  it('name a line with two sides', async () => {
    const found = await after(
      'alter table journal_lines drop constraint journal_lines_one_side',
      'update journal_lines set credit_cents = 5 where entry_id = 1 and line_no = 1',
    );
    expect(found[place]).toBe('JE-2026-000001 line 1: debit 100.00, credit 0.05');
  });

  it('name lines on groups and on accounts that are not there', async () => {
    const found = await after(
      "update journal_lines set account_code = '1100', cash_place = null where entry_id = 1 and line_no = 1",
      "update journal_lines set account_code = '9999' where entry_id = 1 and line_no = 2",
    );
    expect(found[leaves]).toBe('Account 1100 is a group; Account 9999 does not exist');
  });

  it('name balances that are not those of the lines', async () => {
    const found = await after(
      "update account_months set debit_cents = debit_cents + 1 where account_code = '1110' and month = '2026-10-01'",
    );
    expect(found).toEqual({
      [kept]: 'Account 1110 in 2026-10: kept 100.01 and 0.00, lines 100.00 and 0.00',
      [cashChange]: '2026-10: cash changed by 100.01, its counterparts by 100.00',
      [months]: '2026-10: debits 100.01, credits 100.00',
    });
  });

  it('name gaps, strange numbers and counters that are off', async () => {
    expect(
      await after(
        'delete from journal_lines where entry_id = 1',
        'delete from journal_entries where id = 1',
      ),
    ).toMatchObject({ [numbers]: 'JE-2026: 2 entries between 2 and 3' });
    expect(await after("update counters set value = 9 where name = 'journal:2026'")).toEqual({
      [numbers]: 'JE-2026: the counter stands at 9, the last number is 3',
    });
    expect(await after("delete from counters where name = 'journal:2025'")).toEqual({
      [numbers]: 'JE-2025: the counter stands at 0, the last number is 1',
    });
    expect(await after("insert into counters (name, value) values ('journal:2024', 1)")).toEqual({
      [numbers]: 'JE-2024: the counter stands at 1, the last number is 0',
    });
    expect(
      (await after("update journal_entries set entry_number = 'JE-2025-000009' where id = 1"))[
        numbers
      ],
    ).toContain('JE-2025-000009 is not a number of 2026');
    expect(
      (await after("update journal_entries set entry_number = 'X' where id = 1"))[numbers],
    ).toContain('X is not a number of 2026');
  });

  it('name a reversal that is none', async () => {
    expect(
      await after(
        "update journal_entries set reversal_of = 1 where entry_number = 'JE-2025-000001'",
      ),
    ).toEqual({
      [mirrors]: 'JE-2025-000001 does not mirror JE-2026-000001',
    });
    expect(
      await after('update journal_lines set customer_id = 5 where entry_id = 3 and line_no = 1'),
    ).toEqual({
      [mirrors]: 'JE-2026-000003 does not mirror JE-2026-000002',
    });
    for (const damage of ['supplier_id = 4', 'supplier_id = null, employee_id = 3'])
      expect(
        await after(`update journal_lines set ${damage} where entry_id = 6 and line_no = 1`),
      ).toEqual({ [mirrors]: 'JE-2023-000002 does not mirror JE-2023-000001' });
  });

  it('name lines with pounds where there must be none, and the other way', async () => {
    expect(
      await after('update journal_lines set ssp_cents = 5 where entry_id = 1 and line_no = 1'),
    ).toEqual({
      [pounds]:
        'Account 1110 in 2026-10: kept SSP 0.00, lines SSP 0.05; JE-2026-000001 line 1 on 1110 has pounds',
    });
    expect(
      await after('update journal_lines set ssp_cents = null where entry_id = 5 and line_no = 2'),
    ).toEqual({
      [mirrors]: 'JE-2023-000002 does not mirror JE-2023-000001',
      [pounds]:
        'Account 1160 in 2023-11: kept SSP -4000.00, lines SSP 0.00; JE-2023-000001 line 2 on 1160 has no pounds',
    });
    expect(
      await after(
        "update account_months set ssp_cents = 7 where account_code = '1160' and month = '2023-11-01'",
      ),
    ).toEqual({
      [pounds]: 'Account 1160 in 2023-11: kept SSP 0.07, lines SSP -4000.00',
    });
  });

  it('name counterparts of cash that are not those of the lines', async () => {
    expect(
      await after(
        "update cash_months set credit_cents = credit_cents + 1 where account_code = '4510' and month = '2026-10-01'",
      ),
    ).toEqual({
      [counterparts]: 'Account 4510 in 2026-10: kept 0.00 and 100.01, lines 0.00 and 100.00',
      [cashChange]: '2026-10: cash changed by 100.00, its counterparts by 100.01',
    });
    const found = await after('delete from cash_months');
    expect(Object.keys(found)).toEqual([counterparts, cashChange]);
  });

  it('count what they do not name', async () => {
    const damage = Array.from({ length: 13 }, (_, index) => {
      const id = 100 + index;
      return `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, cash_place) values (${id}, 1, '2026-11-01', '1110', 5, 'safe')`;
    });
    expect((await after(...damage))[orphans]).toMatch(/^Entry id 100 does .*; and 3 more$/);
  });
});

it('the checks read each line a few times, also with the statistics of emptied tables', async () => {
  const entries = 1_000;
  const postings = Array.from({ length: entries }, () => sale('2026-09-05', 100));
  await transact(ctx, (tx) => post(tx, postings));
  await app.pool.query(
    "update pg_class set reltuples = 0, relpages = 1 where relname in ('journal_lines', 'journal_entries')",
  );
  const noted = recordStatements(app.pool);
  expect((await runChecks(ctx, ledgerChecks)).isSound).toBe(true);
  const statements = noted.take();
  expect(statements.length).toBeGreaterThanOrEqual(ledgerChecks.length);
  for (const statement of statements) {
    // The lines of all entries for each entry are two million rows.
    expect(await workOf(app.pool, statement), statement.text).toBeLessThan(500 * entries);
  }
});
