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
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../accounting/opening/service.ts';
import { listAccounts, trialBalance } from '../accounting/service.ts';
import type { StaffActor } from '../identity/actor.ts';
import { createUser } from '../identity/users/service.ts';
import { isoDate } from '../kernel/dates.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { previewImport } from './preview/service.ts';
import { importsEnded } from './runs/service-background.ts';
import { resumeImportRuns, startImportRun } from './runs/service-execute.ts';
import { stageImportFile } from './runs/service-files.ts';
import { getImportRun, listImportDifferences, listKeptRecords } from './runs/service-history.ts';
import type { ImportRunDetail, ImportSettings } from './schema-centre.ts';
import { undoRun } from './undo/service.ts';

let app: MarkedApp;
let folder: string;
let actor: StaffActor;
const ctx = () => contextOf(app, actor);

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-general-'));
  const user = await createUser(contextOf(app), {
    username: 'keji',
    email: 'keji@example.net',
    fullName: 'Keji Lado',
    role: 'super_admin',
    password: 'Torit-Kapoeta-72',
    mustChangePassword: false,
  });
  actor = { ...(staff('super_admin') as StaffActor), userId: user.id, fullName: user.fullName };
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await importsEnded(app);
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const NONE: ImportSettings = { map: {}, value: {}, set: {}, keepPrices: false, combineRows: false };

async function staged(rows: readonly string[]) {
  const path = join(folder, 'upload');
  await writeFile(path, `${rows.join('\n')}\n`);
  return stageImportFile(ctx(), { filename: 'general.csv', path, size: 1 });
}

async function run(rows: readonly string[]): Promise<ImportRunDetail> {
  const { id: fileId } = await staged(rows);
  const { id } = await startImportRun(ctx(), { fileId, type: 'general', settings: NONE });
  await importsEnded(app);
  return getImportRun(ctx(), id);
}

async function undo(id: number) {
  await undoRun(ctx(), id, { wait: true });
  const { undo: undone } = await getImportRun(ctx(), id);
  const kept = await listKeptRecords(ctx(), id, {});
  return [undone?.removed, undone?.reversed, kept.rows.map(({ label, reason }) => [label, reason])];
}

function counts({
  recordsCreated,
  recordsUpdated,
  recordsUnchanged,
  recordsFailed,
}: ImportRunDetail) {
  return [recordsCreated, recordsUpdated, recordsUnchanged, recordsFailed];
}

const totals = ({ reconciliation }: ImportRunDetail) =>
  reconciliation?.map((one) => [
    one.label,
    one.file,
    one.books,
    one.refused,
    one.different,
    one.unexplained,
  ]);

async function balances(): Promise<Record<string, number>> {
  const { accounts } = await trialBalance(ctx(), { month: 11, year: 2026 });
  return Object.fromEntries(accounts.map(({ code, debit, credit }) => [code, debit - credit]));
}

const CHART = [
  'Code,Name,Type,Parent',
  '6110,Fuel,Expense,6100',
  '6100,Vehicles,Expense,5000',
  '1165,KCB Bank,Bank,',
  '6120,Tyres,Gizmo,6100',
];

describe('a chart of accounts', () => {
  it('is told by its headers, reconciles, and is removed by an undo', async () => {
    const { id: fileId, detectedType } = await staged(CHART);
    expect(detectedType).toBe('accounts');
    const preview = await previewImport(ctx(), { fileId, type: 'general', show: 'all' });
    expect(preview).toMatchObject({
      type: 'accounts',
      filename: 'general.csv',
      counts: { new: 3, refused: 1 },
      totals: [{ key: 'accounts', file: '4' }],
    });
    const before = await listAccounts(ctx());
    const done = await run(CHART);
    expect([done.type, done.status, ...counts(done)]).toEqual(['accounts', 'done', 3, 0, 0, 1]);
    expect(totals(done)).toEqual([['Accounts', '4', '3', '1', '0', '0']]);
    expect(await undo(done.id)).toEqual([3, 0, []]);
    expect(await listAccounts(ctx())).toEqual(before);
    expect(counts(await run(CHART))).toEqual([3, 0, 0, 1]);
  });

  it('shows what it would change, and changes without a column are none', async () => {
    await run(CHART);
    const { id: fileId } = await staged([
      'Code,Name,Type,Parent',
      '6110,Diesel,Expenses,Vehicles',
      '1165,KCB Bank,Asset,1100',
    ]);
    const { rows } = await previewImport(ctx(), { fileId, type: 'general', show: 'all' });
    const told = rows.map(({ fate, cells }) => [
      fate,
      ...cells.map(({ field, before }) => `${field} ${before}`),
    ]);
    expect(told).toEqual([
      ['changed', 'code null', 'name Fuel', 'type null', 'parent null'],
      ['same', 'code null', 'name null', 'type null', 'parent null'],
    ]);
  });

  it('of too many rows is told in its preview, and not imported', async () => {
    const rows = Array.from({ length: 5001 }, (_, index) => `${index}x,Account ${index},Expense`);
    const { id: fileId } = await staged(['Code,Name,Type', ...rows]);
    const preview = await previewImport(ctx(), { fileId, type: 'general', show: 'all' });
    expect(preview.problem).toContain('can have at most 5000');
    const failed = await run(['Code,Name,Type', ...rows]);
    expect([failed.status, failed.error]).toEqual(['failed', preview.problem]);
  });
});

const TRIAL = [
  'Account,Debit,Credit',
  '1120,"1,200.50",',
  '5910,300.00,',
  '4510,,"1,000.00"',
  '1210,99.50,',
  '3110,,600.00',
];

describe('a trial balance', () => {
  it('reconciles by its rows, is reversed by an undo and can be imported again', async () => {
    const done = await run(TRIAL);
    expect([done.type, ...counts(done)]).toEqual(['openings', 4, 0, 0, 1]);
    const debits = ['Debits', '1600.00', '1500.50', '99.50', '0.00', '0.00'];
    const credits = ['Credits', '1600.00', '1600.00', '0.00', '0.00', '0.00'];
    expect(totals(done)).toEqual([debits, credits]);
    const again = await run(TRIAL);
    expect([...counts(again), totals(again)]).toEqual([0, 0, 4, 1, [debits, credits]]);
    const opened = await balances();
    expect(await undo(done.id)).toEqual([0, 1, []]);
    expect(Object.values(await balances()).filter(Boolean)).toEqual([]);
    expect(counts(await run(TRIAL))).toEqual([4, 0, 0, 1]);
    expect(await balances()).toEqual(opened);
    const { checks } = await checkBooks(ctx());
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  });

  it('that another one has replaced is kept by its undo', async () => {
    const first = await run(TRIAL);
    const second = await run(TRIAL.map((row) => row.replace('600.00', '700.00')));
    expect(second.recordsFailed).toBe(5);
    const third = await run(
      TRIAL.map((row) => row.replace('600.00', '700.00').replace('300.00', '400.00')),
    );
    expect(counts(third)).toEqual([0, 3, 1, 1]);
    const kept = [
      expect.any(String),
      'It was reversed before, or a later trial balance has replaced it.',
    ];
    expect(await undo(first.id)).toEqual([0, 0, [kept]]);
    expect(await undo(third.id)).toEqual([0, 1, []]);
    expect(Object.values(await balances()).filter(Boolean)).toEqual([]);
  });

  it('with balances on the usual sides has their debits and credits as totals', async () => {
    const rows = ['Account,Balance', '1120,900.50', '5910,99.50', '4510,400.00', '3110,600.00'];
    const { id: fileId } = await staged(rows);
    const preview = await previewImport(ctx(), { fileId, type: 'general', show: 'all' });
    expect(preview.totals.map(({ file }) => file)).toEqual(['1000.00', '1000.00']);
    const done = await run(rows);
    expect(totals(done)).toEqual([
      ['Debits', '1000.00', '1000.00', '0.00', '0.00', '0.00'],
      ['Credits', '1000.00', '1000.00', '0.00', '0.00', '0.00'],
    ]);
    expect((await listImportDifferences(ctx(), done.id, {})).rows).toEqual([]);
  });
});

it('an interrupted run goes on, before and after the commit of its rows', async () => {
  const { id: fileId } = await staged(TRIAL);
  const { id } = await startImportRun(ctx(), { fileId, type: 'general', settings: NONE });
  await importsEnded(app);
  const opened = await balances();
  const done = await getImportRun(ctx(), id);
  // As if the process had been killed before the run was closed.
  await sql`update import_runs set status = 'running', claimed_by = '', finished_at = null where id = ${id}`.execute(
    app.db,
  );
  expect(await resumeImportRuns(contextOf(app))).toBe(1);
  await importsEnded(app);
  const closed = await getImportRun(ctx(), id);
  expect([closed.status, counts(closed), totals(closed)]).toEqual([
    'done',
    counts(done),
    totals(done),
  ]);
  expect(closed.reasons).toEqual(done.reasons);
  expect(await balances()).toEqual(opened);
});
