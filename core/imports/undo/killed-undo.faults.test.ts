import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLong } from '@nimule/fixtures/testing/long';
import { moment, runAndKill, statementsOf } from '@nimule/fixtures/testing/processes/kill';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOpeningSettings, setOpeningDate } from '../../accounting/opening/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { importFile } from '../service.ts';
import { resumeUndos } from './service.ts';

const KILLS = isLong ? 12 : 2;
/** Several batches. */
const ROWS = isLong ? 20_000 : 11_000;
const CHILD = 'undo-child';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'nimule-undo-'));
  const { version } = await getOpeningSettings(contextOf(app));
  await setOpeningDate(contextOf(app), { openingDate: isoDate('2026-11-01'), version });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function importRows(name: string): Promise<number> {
  const path = join(folder, name);
  const rows = Array.from({ length: ROWS }, (_, row) => `${name}-${row},Customer,10,${row % 9}`);
  await writeFile(path, ['customerId,name,monthlyFee,openingBalanceUsd', ...rows].join('\n'));
  const set = JSON.stringify({ packageType: 'Flexible Plan' });
  await importFile(contextOf(app), { filename: name, path, size: 1 }, { type: 'customers', set });
  const { rows: runs } = await sql<{ id: number }>`select max(id) as id from import_runs`.execute(
    app.db,
  );
  return runs[0]!.id;
}

test(`${KILLS} kills of an undo leave nothing half done and repeat nothing`, async () => {
  const begun = app.clock().getTime();
  let halfway = 0;
  let statements = 0;
  // The first is not killed.
  for (let tries = 0; tries <= KILLS; tries += 1) {
    const name = `F${tries}`;
    const run = await importRows(name);
    const at = (quarters: number) => new Date(begun + quarters * 15 * 60_000);
    const input = { settings: app.settings, run, now: at(2 * tries).toISOString() };
    if (tries === 0) statements = await statementsOf(CHILD, input);
    else expect(await runAndKill(CHILD, input, moment(statements, tries, KILLS))).toBe(true);
    const { rows: undone } = await sql<{ count: number }>`
      select count(*)::int as count from import_batches where run_id = ${run} and undone_at is not null`.execute(
      app.db,
    );
    if (undone[0]!.count > 0 && undone[0]!.count < ROWS / 5000) halfway += 1;
    app.clock = () => at(2 * tries + 1);
    await resumeUndos(contextOf(app), { wait: true });
    const { rows } = await sql`
      select undo_status as status, removed, reversed, kept,
        (select count(*)::int from customers where customer_id like ${`${name}-%`}) as customers,
        (select count(*)::int from customers where customer_id like ${`${name}-%`} and status = 'Inactive') as inactive,
        (select count(*)::int from audit_log where action = 'import.undo' and entity_id = ${String(run)}) as lines
      from import_runs where id = ${run}`.execute(app.db);
    const reversed = Array.from({ length: ROWS }, (_, row) => row % 9).filter(Boolean).length;
    if ((rows[0] as { status: string | null }).status === null) continue;
    expect(rows[0]).toEqual({
      status: 'done',
      removed: ROWS - reversed,
      reversed,
      kept: reversed,
      customers: reversed,
      inactive: reversed,
      lines: 1,
    });
  }
  const { checks } = await checkBooks(contextOf(app));
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  expect(halfway).toBeGreaterThan(0);
});
