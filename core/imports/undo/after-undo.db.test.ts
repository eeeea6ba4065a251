import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getOpeningSettings, setOpeningDate } from '../../accounting/opening/service.ts';
import { lockMonth, trialBalance } from '../../accounting/service.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { addBatch, RunTakenOver } from '../runs/service.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { importFile } from '../service.ts';
import { undoRun } from './service.ts';

let app: MarkedApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-after-undo-'));
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Imports a file; the runs of a test are numbered from 1. */
async function load(type: BuiltImportType, header: string, ...rows: string[]): Promise<void> {
  const path = join(folder, 'upload');
  await writeFile(path, `${header}\n${rows.join('\n')}\n`);
  const result = await importFile(ctx(), { filename: 'file.csv', path, size: 1 }, { type });
  expect(result.errors).toEqual([]);
}
const undo = (id: number) => undoRun(ctx(), id, { wait: true });

const openAt = async (date: string) =>
  setOpeningDate(ctx(), {
    openingDate: isoDate(date),
    version: (await getOpeningSettings(ctx())).version,
  });

const CUSTOMERS = 'customerId,name,monthlyFeeUsd,serviceStartDate';
const INVOICES = 'invoiceId,customerId,amountUsd,billDate,status,paidAmountUsd,paidDate';
const CASH = 'date,customerId,amount,account,counterAccount,reference';

it('a customer whose imported invoice of the opening month was undone is billed for it', async () => {
  await openAt('2026-11-10');
  await load('customers', CUSTOMERS, 'C1,One,30,2026-01-01', 'C2,Two,30,2026-01-01');
  await load('billing', INVOICES, 'A1,C1,30,2026-11-05,pending,,', 'A2,C2,30,2026-11-05,pending,,');
  const billed = async () =>
    (await runBilling(ctx(), { month: isoMonth('2026-11'), dryRun: true })).invoicesGenerated;
  expect(await billed()).toBe(0);
  await undo(2);
  expect(await billed()).toBe(2);
});

it('an import that was taken for abandoned and undone writes no more', async () => {
  await load('cash', CASH, '2026-11-07,,-1,cash,5110,R1');
  const { rows } = await sql<{
    token: string;
  }>`select claimed_by as token from import_runs`.execute(app.db);
  const claim = { runId: 1, token: rows[0]!.token };
  await sql`update import_runs set status = 'abandoned'`.execute(app.db);
  await undo(1);
  const counts = { created: 1, updated: 0, unchanged: 0, lines: 0, failed: 0 };
  const nothing = { created: {}, changes: [], differences: [], refused: [], notes: [] };
  const add = (tx: Ctx) => addBatch(tx, claim, { number: 1, counts, ...nothing });
  await expect(transact(ctx(), add)).rejects.toThrow(RunTakenOver);
  const after = await sql`select status, undo_status as undo, created from import_runs`.execute(
    app.db,
  );
  expect(after.rows).toEqual([{ status: 'abandoned', undo: 'done', created: 1 }]);
});

it('an import that has lost its run says so and leaves nothing', async () => {
  await sql`create function lose_claim() returns trigger language plpgsql
    as 'begin new.claimed_by = ''''; return new; end'`.execute(app.db);
  await sql`create trigger lose_claim before insert on import_runs
    for each row execute function lose_claim()`.execute(app.db);
  await expect(load('cash', CASH, '2026-11-07,,-1,cash,5110,R1')).rejects.toThrow(
    'It writes nothing more',
  );
  const { rows } = await sql`select from journal_entries`.execute(app.db);
  expect(rows).toHaveLength(0);
});

it('the opening date moves over what was undone, unless its month was locked before', async () => {
  await openAt('2026-11-01');
  await load('customers', 'customerId,name,openingBalanceUsd', 'C1,One,50', 'C2,Two,-20');
  await load('cash', CASH, '2026-11-03,,-1,cash,5110,R1');
  await load('cash', CASH, '2026-10-30,C2,5,cash,,R2');
  const refused = 'cannot be moved across it';
  await expect(openAt('2026-10-01')).rejects.toThrow(refused);
  for (const id of [3, 1]) await undo(id);
  await openAt('2026-10-01');
  await undo(2);
  await openAt('2026-11-10');
  // What was undone of a month that was locked since is reversed today.
  await load('cash', CASH, '2026-09-03,C2,5,cash,,R3');
  await lockMonth(ctx(), isoMonth('2026-09'));
  await undo(4);
  await expect(openAt('2026-09-01')).rejects.toThrow(refused);
});

it('old invoices imported before there was an opening date leave nothing in their months once undone', async () => {
  await load('customers', CUSTOMERS, 'C1,One,30,2026-01-01');
  const old = 'A1,C1,30,2026-09-05,paid,30,2026-09-20';
  await load('billing', INVOICES, old, 'A2,C1,40,2026-10-05,pending,,');
  await expect(openAt('2026-11-01')).rejects.toThrow('3 entries are posted before 1 Nov 2026');
  await undo(2);
  await openAt('2026-11-01');
  for (const month of [9, 10, 11]) {
    const { accounts } = await trialBalance(ctx(), { month, year: 2026 });
    expect(accounts.filter(({ debit, credit }) => debit !== credit)).toEqual([]);
  }
  await load('billing', INVOICES, old);
  const { accounts } = await trialBalance(ctx(), { month: 9, year: 2026 });
  expect(accounts.filter(({ debit, credit }) => debit !== credit)).toEqual([]);
});
