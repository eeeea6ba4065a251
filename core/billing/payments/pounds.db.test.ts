import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { reverseJournalEntry } from '../../accounting/journal/service.ts';
import { createCustomer } from '../../customers/service.ts';
import { importFile } from '../../imports/service.ts';
import { undoRun } from '../../imports/undo/service.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { recordPayment, reversePayment } from './service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-pounds-'));
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Debits less credits of an account: US cents and SSP cents, from the sums by month. */
async function standing(code: string): Promise<[number, number]> {
  const { rows } = await sql<{ usd: number; ssp: number }>`
    select coalesce(sum(debit_cents - credit_cents), 0)::bigint as usd, coalesce(sum(ssp_cents), 0)::bigint as ssp
    from account_months where account_code = ${code}`.execute(app.db);
  return [Number(rows[0]!.usd), Number(rows[0]!.ssp)];
}

const newCustomer = async (name: string) => createCustomer(ctx(), { name });

async function importCash(...rows: string[]): Promise<number> {
  const path = join(folder, 'cash.csv');
  await writeFile(
    path,
    `date,amountSsp,reference,account,customerId,counterAccount\n${rows.join('\n')}\n`,
  );
  const upload = { filename: 'cash.csv', path, size: 1 };
  const result = await importFile(ctx(), upload, { type: 'cash' });
  expect(result.errors).toEqual([]);
  const { rows: runs } = await sql<{ id: number }>`select max(id) as id from import_runs`.execute(
    app.db,
  );
  return runs[0]!.id;
}

describe('a payment in pounds', () => {
  test('is posted with its pounds to the pound account, and reversed there', async () => {
    const { id: customerId } = await newCustomer('Pays in pounds');
    const payment = await recordPayment(ctx(), {
      customerId,
      amount: cents(40_000_01),
      currency: 'SSP',
      account: 'mobile_money',
    });
    expect(payment.moneyAccount).toBe(leaf.mobileMoneySsp);
    expect(await standing(leaf.mobileMoneySsp)).toEqual([100_00, 40_000_01]);
    await reversePayment(ctx(), payment.id, 'Wrong customer');
    expect(await standing(leaf.mobileMoneySsp)).toEqual([0, 0]);
  });

  test('from before there were pound accounts is reversed on the dollar account', async () => {
    const { id: customerId } = await newCustomer('Paid in pounds before');
    const payment = await recordPayment(ctx(), { customerId, amount: cents(100_00) });
    expect(payment.moneyAccount).toBe(leaf.cashOnHand);
    await asOwner(app, `update payments set currency = 'SSP' where id = ${payment.id}`);
    const before = await standing(leaf.cashOnHand);
    await reversePayment(ctx(), payment.id, 'Wrong customer');
    expect(await standing(leaf.cashOnHand)).toEqual([before[0] - 100_00, 0]);
    expect(await standing(leaf.cashOnHandSsp)).toEqual([0, 0]);
  });
});

test('lines of a cash book in pounds stand on pound accounts, and their undo takes the pounds back', async () => {
  const { customerId } = await newCustomer('In the cash book');
  const rows = [
    `2026-11-19,40000,R-1,cash,${customerId},`,
    '2026-11-19,-8000,R-2,Petty Cash,,5930',
    '2026-11-20,-20000,R-3,bank,,1160',
  ];
  const run = await importCash(...rows);
  expect(await standing(leaf.cashOnHandSsp)).toEqual([150_00, 60_000_00]);
  expect(await standing(leaf.pettyCashSsp)).toEqual([-20_00, -8_000_00]);
  expect(await standing(leaf.bankSsp)).toEqual([-50_00, -20_000_00]);
  expect(await standing(leaf.pettyCash)).toEqual([0, 0]);
  await undoRun(ctx(), run, { wait: true });
  const { rows: runs } = await sql<{ status: string; error: string }>`
    select undo_status as status, undo_error as error from import_runs where id = ${run}`.execute(
    app.db,
  );
  expect(runs).toEqual([{ status: 'done', error: '' }]);
  for (const code of [leaf.cashOnHandSsp, leaf.pettyCashSsp, leaf.bankSsp])
    expect(await standing(code)).toEqual([0, 0]);
});

test('an imported entry in pounds can be reversed by hand', async () => {
  await importCash('2026-11-20,-4000,R-9,cash,,5930');
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from journal_entries where source = 'import.cash'`.execute(app.db);
  expect(await standing(leaf.cashOnHandSsp)).toEqual([-10_00, -4_000_00]);
  await reverseJournalEntry(ctx(), rows[0]!.id, { reason: 'Wrong' });
  expect(await standing(leaf.cashOnHandSsp)).toEqual([0, 0]);
});
