import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '@nimule/fixtures/testing/long';
import { moment, runAndKill, statementsOf } from '@nimule/fixtures/testing/processes/kill';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '../../identity/actor.ts';
import { createUser } from '../../identity/users/service.ts';
import { importFile } from '../service.ts';
import { importsEnded } from './service-background.ts';
import { resumeImportRuns } from './service-execute.ts';
import { stageImportFile } from './service-files.ts';
import { getImportRun, listImportRuns } from './service-history.ts';

const KILLS = isLong ? 12 : 2;
const RUN_KILLS = isLong ? 6 : 2;
/** Several batches. */
const ROWS = isLong ? 20_000 : 11_000;
const CHILD = 'import-child';
const RUN_CHILD = 'import-run-child';
const SET = JSON.stringify({ packageType: 'Flexible Plan' });

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'nimule-import-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function writeUpload(name: string) {
  const path = join(folder, name);
  const rows = Array.from({ length: ROWS }, (_, row) => `${name}-${row},Customer ${row},10`);
  await writeFile(path, ['customerId,name,monthlyFee', ...rows].join('\n'));
  return { filename: name, path, size: (await stat(path)).size };
}

/** Customers of the file in the database, and the number created according to its audit lines. */
async function outcome(name: string) {
  const found = await sql<{ customers: number; told: number }>`
    select (select count(*) from customers where customer_id like ${`${name}-%`})::int as customers,
      (select coalesce(sum((after->>'recordsCreated')::int), 0) from audit_log
       where entity = 'import' and after->>'filename' = ${name})::int as told`.execute(app.db);
  return found.rows[0]!;
}

test(`${KILLS} kills of an import lose and repeat no row, and each is in the audit log`, async () => {
  const begun = app.clock().getTime();
  let halfway = 0;
  let statements = 0;
  // The first is not killed.
  for (let tries = 0; tries <= KILLS; tries += 1) {
    const name = `F${tries}`;
    const upload = await writeUpload(name);
    // Each a quarter of an hour after the previous one, whose heartbeat has expired by then.
    const at = (quarters: number) => new Date(begun + quarters * 15 * 60_000);
    const input = { settings: app.settings, upload, set: SET, now: at(2 * tries).toISOString() };
    if (tries === 0) statements = await statementsOf(CHILD, input);
    else expect(await runAndKill(CHILD, input, moment(statements, tries, KILLS))).toBe(true);
    const { customers } = await outcome(name);
    if (customers > 0 && customers < ROWS) halfway += 1;
    app.clock = () => at(2 * tries + 1);
    const rest = await importFile(contextOf(app), upload, { type: 'customers', set: SET });
    expect(rest).toMatchObject({ recordsCreated: ROWS - customers, recordsUnchanged: customers });
    expect(await outcome(name)).toEqual({ customers: ROWS, told: ROWS });
  }
  expect(halfway).toBeGreaterThan(0);
});

test(`${RUN_KILLS} kills of background imports: each goes on by itself, with the counts of an unkilled one`, async () => {
  const begun = app.clock().getTime();
  const user = await createUser(contextOf(app), {
    username: 'nyandeng',
    email: 'nyandeng@example.net',
    fullName: 'Nyandeng Deng',
    role: 'support',
    password: 'Torit-Kapoeta-72',
    mustChangePassword: false,
  });
  const actor = { ...(staff('support') as StaffActor), userId: user.id, fullName: user.fullName };
  let halfway = 0;
  let statements = 0;
  for (let tries = 0; tries <= RUN_KILLS; tries += 1) {
    const name = `R${tries}`;
    const { id: fileId } = await stageImportFile(contextOf(app, actor), await writeUpload(name));
    const at = (minutes: number) => new Date(begun + (10 * tries + minutes) * 60_000);
    const child = {
      settings: app.settings,
      dataDir: app.config.dataDir,
      actor,
      input: {
        fileId,
        type: 'customers',
        settings: {
          map: {},
          value: {},
          set: JSON.parse(SET),
          keepPrices: false,
          combineRows: false,
        },
      },
      now: at(0).toISOString(),
    };
    if (tries === 0) statements = await statementsOf(RUN_CHILD, child);
    else
      expect(await runAndKill(RUN_CHILD, child, moment(statements, tries, RUN_KILLS))).toBe(true);
    const { customers } = await outcome(name);
    if (customers > 0 && customers < ROWS) halfway += 1;
    app.clock = () => at(2);
    await resumeImportRuns(contextOf(app, { kind: 'system', job: 'imports.resume' }));
    await importsEnded(app);
    const [run] = (await listImportRuns(contextOf(app), { q: name, pageSize: 1 })).rows;
    expect(await getImportRun(contextOf(app), run!.id)).toMatchObject({
      status: 'done',
      actorName: 'Nyandeng Deng',
      totalRows: ROWS,
      recordsCreated: ROWS,
      recordsUnchanged: 0,
      recordsFailed: 0,
    });
    expect(await outcome(name)).toEqual({ customers: ROWS, told: ROWS });
  }
  expect(halfway).toBeGreaterThan(0);
});
