import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutDefaults } from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type App, type Ctx, createContext } from '../../context.ts';
import { createDatabase, createPool } from '../../database/connect.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { createUser } from '../../identity/users/service.ts';
import { updateUser } from '../../identity/users/service-update.ts';
import { previewImport } from '../preview/service.ts';
import type { ImportSettings } from '../schema-centre.ts';
import { importFile } from '../service.ts';
import { importsEnded } from './service-background.ts';
import { resumeImportRuns, startImportRun, stopImportRun } from './service-execute.ts';
import { openStagedFile, purgeImportFiles, stageImportFile } from './service-files.ts';
import {
  getImportRun,
  listImportChanges,
  listImportRuns,
  listKeptRecords,
} from './service-history.ts';
import { savedSettings } from './service-mappings.ts';
import { waitForImportSlot } from './service-queue.ts';
import { exportRefusedRows } from './service-refused.ts';

const BATCH = 5000;
let app: TestApp;
let folder: string;
let clerk: StaffActor;
/** Makes the customers of each test its own. */
let round = 0;

beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'nimule-background-'));
  const user = await createUser(contextOf(app), {
    username: 'nyandeng',
    email: 'nyandeng@example.net',
    fullName: 'Nyandeng Deng',
    role: 'support',
    password: 'Torit-Kapoeta-72',
    mustChangePassword: false,
  });
  clerk = { ...(staff('support') as StaffActor), userId: user.id, fullName: user.fullName };
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  round += 1;
  app.time.set('2026-11-21T08:00:00Z');
});

const plain: ImportSettings = {
  map: {},
  value: {},
  set: { packageType: 'Flexible Plan' },
  keepPrices: false,
  combineRows: false,
};
const by = (actor = clerk): Ctx => contextOf(app, actor);

async function written(name: string, text: string) {
  const path = join(folder, name);
  await writeFile(path, text);
  return { filename: name, path, size: text.length };
}

/** Rows of which every hundredth is a customer and the others are refused, which is fast. */
function customers(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, row) => `B${round}-${row},Customer ${row},${row % 100 === 0 ? '10.50' : 'free'}`,
  );
  return ['customerId,name,monthlyFee', ...rows].join('\n');
}

async function staged(text: string, name = 'customers.csv') {
  return stageImportFile(by(), await written(name, text));
}

async function begin(count: number) {
  const { id: fileId } = await staged(customers(count));
  return startImportRun(by(), { fileId, type: 'customers', settings: plain });
}

async function imported(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customers where customer_id like ${`B${round}-%`}`.execute(
    app.db,
  );
  return rows[0]!.count;
}

async function auditLines(id: number): Promise<string[]> {
  const { rows } = await sql<{ summary: string }>`
    select summary from audit_log where entity = 'import' and entity_id = ${String(id)} order by id`.execute(
    app.db,
  );
  return rows.map(({ summary }) => summary);
}

/** A second process on the same database and data directory. */
async function inOtherProcess<T>(work: (other: App) => Promise<T>): Promise<T> {
  const pool = createPool(app.settings);
  const other = { ...app, pool, db: createDatabase(pool) };
  try {
    return await work(other);
  } finally {
    await importsEnded(other);
    await pool.end();
  }
}

/** A run as its process left it when it was killed after its first batch. */
async function killedAfterFirstBatch(count: number): Promise<number> {
  const { id: fileId } = await staged(customers(count));
  const stop = await waitForImportSlot('test', { stops: [] });
  const { id } = await startImportRun(by(), { fileId, type: 'customers', settings: plain });
  // The next batch fails as if the database had gone.
  await sql`create or replace function gone() returns trigger language plpgsql as
    $$ begin raise exception 'gone' using errcode = '57P01'; end $$`.execute(app.db);
  await sql`create trigger gone before insert on import_batches for each row when (new.number = 1) execute function gone()`.execute(
    app.db,
  );
  stop.end();
  await importsEnded(app);
  await sql`drop trigger gone on import_batches`.execute(app.db);
  return id;
}

const resume = (other: App = app) =>
  resumeImportRuns(createContext(other, { kind: 'system', job: 'imports.resume' }));

test('a run is answered at once, goes on without its caller, and its counts and messages are found again', async () => {
  const gone = new AbortController();
  const { id: fileId } = await staged(customers(BATCH + 1000));
  const ctx = { ...by(), origin: { ip: '', signal: gone.signal } };
  const run = await startImportRun(ctx, { fileId, type: 'customers', settings: plain });
  expect(run).toMatchObject({ status: 'queued', waitsFor: 0, totalRows: null, fileId });
  gone.abort();
  await importsEnded(app);
  const ended = await getImportRun(by(), run.id);
  expect(ended).toMatchObject({
    status: 'done',
    totalRows: BATCH + 1000,
    recordsProcessed: BATCH + 1000,
    recordsCreated: 60,
    recordsFailed: BATCH + 940,
    actorName: 'Nyandeng Deng',
    settings: plain,
    error: '',
  });
  expect(withoutDefaults(ended.reasons)).toEqual([
    {
      // Without the option by which the shell mends it.
      message: 'monthlyFeeUsd: Enter an amount such as 125 or 1,250.50; it says free.',
      isRefusal: true,
      rows: BATCH + 940,
      firstRows: expect.any(Array),
      field: 'monthlyFeeUsd',
      text: 'free',
      suggestion: null,
    },
  ]);
  expect(ended.reasons[0]!.firstRows.slice(0, 2)).toEqual([3, 4]);
  expect(await imported()).toBe(60);
  expect(await auditLines(run.id)).toEqual([
    `customers.csv: 60 created, 0 updated, 0 unchanged, ${BATCH + 940} refused`,
  ]);
  const again = await staged(customers(BATCH + 1000));
  expect(again.importedBefore).toMatchObject({ runId: run.id, by: 'Nyandeng Deng' });
  expect(again.detectedType).toBe('customers');
  expect(await savedSettings(by(), 'customers', ['Monthly Fee', 'NAME', 'customer id'])).toEqual(
    plain,
  );
});

test('a killed run goes on behind its last batch, in one of two processes, with the counts of an unkilled one', async () => {
  const id = await killedAfterFirstBatch(2 * BATCH);
  expect(await getImportRun(by(), id)).toMatchObject({
    status: 'queued',
    recordsProcessed: BATCH,
    totalRows: 2 * BATCH,
  });
  const first = await sql<{ xmin: string }>`
    select xmin::text from customers where customer_id = ${`B${round}-0`}`.execute(app.db);
  await inOtherProcess(async (other) => {
    const taken = await Promise.all([resume(), resume(other), resume(), resume(other)]);
    expect(taken.toSorted()).toEqual([0, 0, 0, 1]);
    await Promise.all([importsEnded(app), importsEnded(other)]);
  });
  const ended = await getImportRun(by(), id);
  expect(ended).toMatchObject({
    status: 'done',
    recordsProcessed: 2 * BATCH,
    recordsCreated: 100,
    recordsUnchanged: 0,
    recordsFailed: 2 * BATCH - 100,
  });
  expect(withoutDefaults(ended.reasons)).toEqual([
    expect.objectContaining({ rows: 2 * BATCH - 100 }),
  ]);
  expect(await imported()).toBe(100);
  const later = await sql<{ xmin: string }>`
    select xmin::text from customers where customer_id = ${`B${round}-0`}`.execute(app.db);
  expect(later.rows).toEqual(first.rows);
  expect(await auditLines(id)).toEqual([
    `customers.csv: 100 created, 0 updated, 0 unchanged, ${2 * BATCH - 100} refused`,
  ]);
});

test('a run of a process that only looked dead writes no more once another one has taken it', async () => {
  const slot = await waitForImportSlot('test', { stops: [] });
  const { id } = await begin(10);
  app.time.set('2026-11-21T08:02:00Z');
  await inOtherProcess(async (other) => {
    // Both wait in the queue of this test's only process; the one that was taken over comes first.
    expect(await resume(other)).toBe(1);
    slot.end();
    await Promise.all([importsEnded(app), importsEnded(other)]);
  });
  expect(await getImportRun(by(), id)).toMatchObject({ status: 'done', recordsProcessed: 10 });
  const { rows } = await sql`select number from import_batches where run_id = ${id}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ number: 0 }]);
});

test('a killed run ends as failed if its user may no longer import, or its file is gone', async () => {
  const forbidden = await killedAfterFirstBatch(2 * BATCH);
  await updateUser(contextOf(app), clerk.userId, { role: 'technician' });
  expect(await resume()).toBe(0);
  await updateUser(contextOf(app), clerk.userId, { role: 'support' });
  expect(await getImportRun(by(), forbidden)).toMatchObject({
    status: 'failed',
    error:
      'Nyandeng Deng may no longer import customers, so the rest of the file was not imported.',
  });
  round += 1;
  const lost = await killedAfterFirstBatch(2 * BATCH);
  await rm(join(app.config.dataDir, 'imports'), { recursive: true });
  expect(await resume()).toBe(1);
  await importsEnded(app);
  expect(await getImportRun(by(), lost)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^The file customers\.csv is no longer on the server/),
  });
  expect(await auditLines(lost)).toEqual([expect.stringMatching(/, then failed$/)]);
});

test('a run stops between batches, also for another process, and while it waits or was killed at once', async () => {
  await sql`create function stop() returns trigger language plpgsql as
    $$ begin new.is_stop_requested := true; return new; end $$`.execute(app.db);
  // As another process asks while the first batch is written.
  await sql`create trigger stop before update on import_runs for each row when (new.created > 0) execute function stop()`.execute(
    app.db,
  );
  const { id } = await begin(3 * BATCH);
  await importsEnded(app);
  await sql`drop trigger stop on import_runs`.execute(app.db);
  expect(await getImportRun(by(), id)).toMatchObject({
    status: 'stopped',
    recordsProcessed: BATCH,
    error: `Stopped after ${BATCH} rows. Import the same file again to go on.`,
  });
  round += 1;
  const slot = await waitForImportSlot('test', { stops: [] });
  const waiting = await begin(10);
  await inOtherProcess(async (other) => {
    const stopped = await stopImportRun(createContext(other, clerk), waiting.id);
    expect(stopped).toMatchObject({ status: 'stopped', waitsFor: null });
  });
  slot.end();
  await importsEnded(app);
  expect(await imported()).toBe(0);
  expect(await auditLines(waiting.id)).toEqual(['customers.csv: stopped']);
  round += 1;
  const killed = await killedAfterFirstBatch(2 * BATCH);
  expect(await stopImportRun(by(), killed)).toMatchObject({ status: 'stopped' });
  expect(await stopImportRun(by(), killed)).toMatchObject({ status: 'stopped' });
  expect(await resume()).toBe(0);
});

test('a run that waits when the program stops goes on with the next program', async () => {
  const stopping = new AbortController();
  const slot = await waitForImportSlot('test', { stops: [] });
  const { id: fileId } = await staged(customers(10));
  const ctx = { ...by(), stopping: stopping.signal };
  const { id } = await startImportRun(ctx, { fileId, type: 'customers', settings: plain });
  stopping.abort();
  await importsEnded(app);
  slot.end();
  expect(await getImportRun(by(), id)).toMatchObject({ status: 'queued', recordsProcessed: 0 });
  expect(await resume()).toBe(1);
  await importsEnded(app);
  expect(await getImportRun(by(), id)).toMatchObject({ status: 'done', recordsProcessed: 10 });
});

test('the same Idempotency-Key starts one run', async () => {
  const { id: fileId } = await staged(customers(3));
  const input = { fileId, type: 'customers' as const, settings: plain };
  const ctx = () => ({ ...by(), origin: { ip: '', idempotencyKey: `run-${round}` } });
  const runs = await Promise.all([startImportRun(ctx(), input), startImportRun(ctx(), input)]);
  await importsEnded(app);
  expect(runs[0]!.id).toBe(runs[1]!.id);
  expect(await imported()).toBe(1);
});

test('a user sees and touches only runs of types that the role may import', async () => {
  const { id, fileId } = await begin(10);
  await importsEnded(app);
  const stranger = by({ ...(staff('technician') as StaffActor), userId: clerk.userId + 1 });
  await expect(getImportRun(stranger, id)).rejects.toMatchObject({ kind: 'notFound' });
  await expect(stopImportRun(stranger, id)).rejects.toMatchObject({ kind: 'notFound' });
  await expect(exportRefusedRows(stranger, id)).rejects.toMatchObject({ kind: 'notFound' });
  await expect(listImportChanges(stranger, id, {})).rejects.toMatchObject({ kind: 'notFound' });
  await expect(openStagedFile(stranger, fileId!)).rejects.toMatchObject({ kind: 'notFound' });
  expect((await listImportRuns(stranger, { total: true })).rows).toEqual([]);
  const invoices = { fileId: fileId!, type: 'billing' as const, settings: plain };
  await expect(startImportRun(by(), invoices)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(
    startImportRun(by(), { ...invoices, type: 'customers', fileId: 987654 }),
  ).rejects.toMatchObject({ kind: 'notFound' });
  const { rows, total } = await listImportRuns(by(), { total: true, pageSize: 1, q: 'CUSTOMERS.' });
  expect([rows[0]!.id, total! > 1]).toEqual([id, true]);
});

test('an uploaded file is read by its uploader, and by who may import what it holds or was imported as', async () => {
  const admin = by({ ...(staff('admin') as StaffActor), userId: clerk.userId + 3 });
  const colleague = by({ ...clerk, userId: clerk.userId + 1 });
  const poster = by({ ...(staff('ceo') as StaffActor), userId: clerk.userId + 2 });
  const stage = async (text: string) => stageImportFile(admin, await written('file.csv', text));
  const journal = await stage('reference,date,account,debit,credit\nJ1,2026-11-01,5100,900,');
  const unknown = await stage('Person,Salary\nAchol,900');
  const people = await stage(customers(3));
  expect([journal, unknown, people].map((file) => file.detectedType)).toEqual([
    'accounting',
    null,
    'customers',
  ]);
  const preview = (ctx: Ctx, fileId: number) =>
    previewImport(ctx, { fileId, type: 'customers', show: 'all' });
  for (const { id } of [journal, unknown, people]) await preview(admin, id);
  for (const { id } of [journal, unknown])
    await expect(preview(colleague, id)).rejects.toMatchObject({ kind: 'notFound' });
  await preview(colleague, people.id);
  await openStagedFile(poster, journal.id);
  await expect(openStagedFile(poster, unknown.id)).rejects.toMatchObject({ kind: 'notFound' });
  const settings = { ...plain, map: { customerId: 'Person', name: 'Person' } };
  await startImportRun(admin, { fileId: unknown.id, type: 'customers', settings });
  await importsEnded(app);
  await openStagedFile(colleague, unknown.id);
});

test('calls at the same time keep to the number of imports that may wait', async () => {
  const { id: fileId } = await staged(customers(1));
  const slot = await waitForImportSlot('test', { stops: [] });
  const input = { fileId, type: 'customers' as const, settings: plain };
  const calls = Array.from({ length: 18 }, () => startImportRun(by(), input));
  const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { code: 'import.busy' } });
  slot.end();
  await importsEnded(app);
  await startImportRun(by(), input);
  await importsEnded(app);
});

test('pages of a list go across batches', async () => {
  const { id } = await begin(1);
  await importsEnded(app);
  const entries = (from: number, to: number) =>
    JSON.stringify(
      Array.from({ length: to - from }, (_, at) => ({
        entity: 'customers',
        entityId: from + at,
        label: `K${from + at}`,
        reason: 'It has a payment.',
      })),
    );
  await sql`insert into import_batches (run_id, number, kept) values
    (${id}, 1, ${entries(0, 3)}), (${id}, 2, '[]'), (${id}, 3, ${entries(3, 10)})`.execute(app.db);
  const page = async (number: number) => {
    const { rows, total } = await listKeptRecords(by(), id, {
      page: number,
      pageSize: 4,
      total: true,
    });
    return [rows.map(({ entityId }) => entityId), total];
  };
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
    [[0, 1, 2, 3], 10],
    [[4, 5, 6, 7], 10],
    [[8, 9], 10],
    [[], 10],
  ]);
});

async function textOf(answer: Awaited<ReturnType<typeof exportRefusedRows>>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of answer.body as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('refused rows are a file with the reasons, which is corrected and imported again', async () => {
  const text = [
    'Report of November;;;',
    'customerId;name;monthlyFee;Start;Colour',
    `B${round}-1;Akol;1.250;03.04.2026;red`,
    `B${round}-2;Deng;free;13.04.2026;=green`,
    `B${round}-3;Lado;1.250;05.06.2026;"blue; dark"`,
    `;Nobody;1.250;07.06.2026;grey`,
  ].join('\n');
  const { id: fileId } = await staged(text, 'clients.csv');
  const settings = { ...plain, headerRow: 2, map: { serviceStartDate: 'Start' } };
  const run = await startImportRun(by(), { fileId, type: 'customers', settings });
  await importsEnded(app);
  expect(await getImportRun(by(), run.id)).toMatchObject({ status: 'done', recordsFailed: 2 });
  const file = await exportRefusedRows(by(), run.id);
  expect(file.filename).toBe('clients-refused.csv');
  const lines = (await textOf(file)).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('customerId,name,monthlyFee,Start,Colour,Import errors');
  expect(lines[1]).toMatch(
    new RegExp(`^B${round}-2,Deng,free,13\\.04\\.2026,'=green,"?monthlyFeeUsd: `),
  );
  // The amount is ambiguous without the semicolons of the original file.
  expect(lines[2]).toMatch(/^,Nobody,1\.250?,2026-06-07,grey,"?customerId: /);
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('--value');
  const corrected = lines.join('\n').replace('Deng,free', 'Deng,20');
  const again = await staged(corrected, 'clients-refused.csv');
  expect(again.detectedType).toBe('customers');
  const rerun = await startImportRun(by(), {
    fileId: again.id,
    type: 'customers',
    settings: { ...plain, map: settings.map },
  });
  await importsEnded(app);
  const result = await getImportRun(by(), rerun.id);
  expect(result).toMatchObject({ recordsCreated: 1, recordsFailed: 1 });
  expect(result.warnings.join(' ')).not.toContain('Import errors');
  const workbook = await exportRefusedRows(by(), rerun.id, 'csv');
  const header = (await textOf(workbook)).split('\r\n')[0];
  expect(header).toBe('\uFEFFcustomerId,name,monthlyFee,Start,Colour,Import errors');
});

test('files are removed after 30 days, except of runs under way, and so are bytes without a row', async () => {
  const old = await staged(customers(2));
  const needed = await staged(customers(3));
  const slot = await waitForImportSlot('test', { stops: [] });
  const run = await startImportRun(by(), { fileId: needed.id, type: 'customers', settings: plain });
  const imports = join(app.config.dataDir, 'imports');
  await writeFile(join(imports, 'left.tmp'), 'x');
  await utimes(join(imports, 'left.tmp'), new Date(0), new Date(0));
  app.time.set('2026-12-22T08:00:00Z');
  expect(await purgeImportFiles(by())).toBeGreaterThanOrEqual(2);
  expect(await readdir(imports)).toHaveLength(1);
  await expect(openStagedFile(by(), old.id)).rejects.toMatchObject({ code: 'importFile.gone' });
  slot.end();
  await importsEnded(app);
  expect(await getImportRun(by(), run.id)).toMatchObject({ status: 'done', fileId: needed.id });
  await purgeImportFiles(by());
  expect(await readdir(imports)).toEqual([]);
  expect(await getImportRun(by(), run.id)).toMatchObject({ fileId: null });
});

test('an import that an unexpected error ends stores no details', async () => {
  await sql`create function broken() returns trigger language plpgsql as $$ begin perform 1/0; return new; end $$`.execute(
    app.db,
  );
  await sql`create trigger broken before insert on import_batches for each row execute function broken()`.execute(
    app.db,
  );
  const input = { type: 'customers' as const, set: JSON.stringify(plain.set) };
  try {
    const upload = await written('broken.csv', customers(1));
    await expect(importFile(by(), upload, input)).rejects.toThrow('division');
  } finally {
    await sql`drop trigger broken on import_batches`.execute(app.db);
  }
  const [run] = (await listImportRuns(by(), { q: 'broken.csv' })).rows;
  expect(run).toMatchObject({
    status: 'failed',
    error: 'An unexpected error ended the import. The log of the server has the details.',
  });
});

test('a file that the disk cannot take is refused without paths', async () => {
  const dataDir = join(folder, 'blocked');
  await writeFile(dataDir, '');
  const blocked = { ...by(), config: { ...app.config, dataDir } };
  await expect(
    stageImportFile(blocked, await written('b.csv', customers(1))),
  ).rejects.toMatchObject({
    code: 'importFile.notKept',
    message:
      'The server cannot keep the file: its data directory cannot be written. Tell the administrator.',
  });
});

test('an import that its caller waits for keeps its batches, and its file if asked to', async () => {
  const upload = await written('shell.csv', customers(10));
  const input = { type: 'customers' as const, set: JSON.stringify(plain.set) };
  await importFile(by(), upload, input, { stage: true });
  const { rows } = await listImportRuns(by(), { q: 'shell.csv' });
  expect(rows).toMatchObject([{ status: 'done', recordsFailed: 9, fileId: expect.any(Number) }]);
  expect((await textOf(await exportRefusedRows(by(), rows[0]!.id))).split('\r\n')).toHaveLength(11);
});
