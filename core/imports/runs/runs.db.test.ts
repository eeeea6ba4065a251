import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAutomationStatus, runBilling } from '../../billing/runs/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { type ImportOptions, importFile } from '../service.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-import-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** More than one batch. */
const ROWS = 5200;

async function importCustomers(filename: string, count: number, options: ImportOptions = {}) {
  const path = join(folder, filename);
  const rows = Array.from({ length: count }, (_, row) => `R${row},Customer ${row},10`);
  await writeFile(path, ['customerId,name,monthlyFee', ...rows].join('\n'));
  const set = JSON.stringify({ packageType: 'Flexible Plan' });
  return importFile(
    contextOf(app, staff('support')),
    { filename, path, size: 1 },
    {
      type: 'customers',
      set,
    },
    options,
  );
}

const lines = async (filename: string) =>
  (
    await sql<{ action: string; summary: string; after: unknown }>`
      select action, summary, after from audit_log
      where entity = 'import' and summary like ${`${filename}:%`} order by id`.execute(app.db)
  ).rows;

test('an import that was killed gets its audit line from the next one, once', async () => {
  const at = (minutesAgo: number) => new Date(app.clock().getTime() - minutesAgo * 60_000);
  const begin = (filename: string, minutesAgo: number, created: number) =>
    sql`insert into import_runs (type, filename, mapping, status, started_at, heartbeat_at, actor_name, created, failed)
      values ('billing', ${filename}, '{"map": {}}', 'running', ${at(minutesAgo)}, ${at(minutesAgo)}, 'Abuk', ${created}, 2)`.execute(
      app.db,
    );
  await begin('killed.csv', 30, 5000);
  await begin('under-way.csv', 1, 5000);
  await Promise.all([1, 2, 3].map((n) => importCustomers(`next-${n}.csv`, 1)));
  expect(await lines('killed.csv')).toEqual([
    {
      action: 'invoice.import',
      summary: 'killed.csv: 5000 created, 0 updated, 0 unchanged, 2 refused, then was cut off',
      after: expect.objectContaining({ recordsProcessed: 5002, startedBy: 'Abuk' }),
    },
  ]);
  expect(await lines('under-way.csv')).toEqual([]);
  expect(await lines('next-1.csv')).toHaveLength(1);
});

test('one that fails half-way keeps its committed batches, and its audit line says so', async () => {
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full' using errcode = 'disk_full'; end $$`.execute(
    app.db,
  );
  await sql`create trigger refuse before insert on customers for each row
    when (new.customer_id = 'R5100') execute function refuse()`.execute(app.db);
  await expect(importCustomers('half.csv', ROWS)).rejects.toThrow();
  await sql`drop trigger refuse on customers`.execute(app.db);
  expect((await lines('half.csv')).map(({ summary }) => summary)).toEqual([
    'half.csv: 4999 created, 0 updated, 1 unchanged, 0 refused, then failed',
  ]);
  expect(await importCustomers('half.csv', ROWS)).toMatchObject({ recordsCreated: 200 });
  expect((await lines('half.csv')).map(({ summary }) => summary)).toEqual([
    'half.csv: 4999 created, 0 updated, 1 unchanged, 0 refused, then failed',
    'half.csv: 200 created, 0 updated, 5000 unchanged, 0 refused',
  ]);
});

test('one that found only unchanged records and then failed has an audit line too', async () => {
  await sql`create trigger refuse before insert on customers for each row execute function refuse()`.execute(
    app.db,
  );
  await expect(importCustomers('nothing.csv', ROWS + 1)).rejects.toThrow();
  await sql`drop function refuse cascade`.execute(app.db);
  // Its first batch only has existing customers: nothing is changed, but it is counted.
  expect((await lines('nothing.csv')).map(({ summary }) => summary)).toEqual([
    'nothing.csv: 0 created, 0 updated, 5000 unchanged, 0 refused, then failed',
  ]);
});

test('an import that is stopped keeps its batches and reports it, and continues when run again', async () => {
  const stop = new AbortController();
  const stopped = importCustomers('stopped.csv', ROWS + 1000, {
    signal: stop.signal,
    onProgress: () => stop.abort('SIGINT'),
  });
  await expect(stopped).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Stopped. 5000 rows were imported before this; import the same file again to go on.',
  });
  expect(await lines('stopped.csv')).toMatchObject([
    { summary: expect.stringMatching(/^stopped\.csv: .*, then stopped$/) },
  ]);
  expect(await importCustomers('stopped.csv', ROWS + 1000)).toMatchObject({
    recordsProcessed: ROWS + 1000,
    recordsFailed: 0,
  });
});

test('a billing run that is stopped keeps its invoices, and the next one creates the rest', async () => {
  const { billable } = await getAutomationStatus(contextOf(app));
  const stop = new AbortController();
  const stopped = runBilling(contextOf(app), {
    signal: stop.signal,
    onProgress: () => stop.abort('SIGINT'),
  });
  await expect(stopped).rejects.toMatchObject({
    kind: 'unavailable',
    message: `Stopped with 2000 of ${billable} invoices made. They stand; run it again to make the rest.`,
  });
  expect(await getAutomationStatus(contextOf(app))).toMatchObject({
    billed: 2000,
    activeRun: null,
    lastRun: { status: 'failed', generated: 2000 },
  });
  expect(await runBilling(contextOf(app))).toMatchObject({
    invoicesGenerated: billable - 2000,
    alreadyBilled: 2000,
  });
  const { checks } = await checkBooks(contextOf(app));
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
