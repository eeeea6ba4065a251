import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countsOf,
  csvOf,
  importText,
  previewText,
} from '@nimule/fixtures/testing/documents/imported';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listAccounts, renewPassword, showPassword } from '../../access/accounts/service.ts';
import type { Ctx } from '../../context.ts';
import { isAppError } from '../../kernel/errors.ts';
import { importsEnded } from '../runs/service-background.ts';
import { startImportRun } from '../runs/service-execute.ts';
import { stageImportFile } from '../runs/service-files.ts';
import { exportRefusedRows } from '../runs/service-refused.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
let folder: string;
const ctx = (role: Parameters<typeof staff>[0] = 'super_admin'): Ctx => contextOf(app, staff(role));
const HEADER = 'customerId,name,monthlyFee,PPPoE Username,PPPoE Password';
/** So that a search through everything stored is certain. */
const SECRET = 'Zanzibar-7781';

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-import-'));
});
afterEach(() => app.pool.query('delete from customers'));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const load = (...rows: string[]) =>
  importText(ctx(), csvOf(HEADER, rows), { type: 'customers' }, { forShell: true });
const accountsNow = async () => (await listAccounts(ctx(), {})).rows;
const latestRun = async () =>
  (await app.pool.query('select max(id)::int as id from import_runs')).rows[0].id as number;

/** All that is stored of imports and in the audit log, as one text. */
async function stored(): Promise<string> {
  const parts = await Promise.all(
    ['import_runs', 'import_batches', 'audit_log'].map((table) =>
      app.pool.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`),
    ),
  );
  return parts.map(({ rows }) => rows[0].text).join(' ');
}

test('a batch that is written again after a deadlock keeps its user names', async () => {
  // A sequence is not rolled back.
  await app.pool.query('create sequence writings');
  await app.pool.query(`create function fail_first() returns trigger language plpgsql as $$
    begin
      if nextval('writings') = 1 then raise exception 'once more' using errcode = '40001'; end if;
      return new;
    end $$`);
  await app.pool.query(
    'create trigger fail_first before insert on access_accounts for each row execute function fail_first()',
  );
  try {
    const header = `${HEADER},currency,startDate`;
    const rows = ['A-1,Akol,10,akol,,USD,2026-11-01', 'A-2,Deng,10000,deng,,SSP,2026-11-01'];
    const result = await importText(ctx(), csvOf(header, rows), { type: 'customers' });
    expect(countsOf(result)).toEqual([2, 0, 0, 0]);
    expect((await app.pool.query('select last_value::int as n from writings')).rows).toEqual([
      { n: 3 },
    ]);
  } finally {
    await app.pool.query('drop function fail_first cascade; drop sequence writings');
  }
});

test('customers get the access accounts that their rows name', async () => {
  const result = await load(
    `A-1,Akol,10,Akol@ISP,${SECRET}`,
    'A-2,Deng,10,deng,',
    'A-3,Lado,10,,',
    `A-4,Keji,10,,${SECRET}`,
  );
  expect(countsOf(result)).toEqual([4, 0, 0, 0]);
  const rows = await accountsNow();
  expect(
    rows.map(({ username, kind, customerNumber }) => [username, kind, customerNumber]),
  ).toEqual([
    ['akol@isp', 'pppoe', 'A-1'],
    ['deng', 'pppoe', 'A-2'],
  ]);
  expect(await showPassword(ctx(), rows[0]!.id)).toMatchObject({ password: SECRET });
  expect((await showPassword(ctx(), rows[1]!.id)).password).toHaveLength(10);
  expect(result.warnings.join(' ')).toContain('password: The row says no user name');
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(await stored()).not.toContain(SECRET);
});

test('a bad or taken name refuses its row, which changes nothing', async () => {
  await load('A-1,Akol,10,akol,');
  const result = await load(
    'A-1,Akol Deng,20,,',
    'A-2,Deng,10,AKOL,',
    'A-3,Lado,10,l ado!,',
    'A-4,Keji,10,keji,short',
    'A-5,Poni,10,poni,',
    'A-6,Jua,10,Poni,',
    'A-7,Kiden,10,kiden,',
  );
  expect(countsOf(result)).toEqual([2, 1, 0, 4]);
  const errors = result.errors.join('\n');
  expect(errors).toContain('username: Another access account already has this user name.');
  expect(errors).toContain('username: The user name has 3 to 64 letters');
  expect(errors).toContain('password: The password has 6 to 64 letters');
  expect(errors).toContain('username: Another row of the file has this user name.');
  expect(errors).not.toContain('short');
  expect((await accountsNow()).map(({ username }) => username)).toEqual(['akol', 'kiden', 'poni']);
});

test('a customer who is there gets an account, and keeps the one that it has', async () => {
  await load('A-1,Akol,10,,', 'A-2,Deng,10,deng,first-one');
  const result = await load('A-1,Akol,10,akol,', 'A-2,Deng,10,deng,second-one');
  expect(countsOf(result)).toEqual([0, 1, 1, 0]);
  const [, deng] = await accountsNow();
  expect(await showPassword(ctx(), deng!.id)).toMatchObject({ password: 'first-one' });
  await undoRun(ctx(), await latestRun(), { wait: true });
  expect((await accountsNow()).map(({ username }) => username)).toEqual(['deng']);
});

test('an undo takes the accounts away with their customers, and leaves what was changed', async () => {
  await load('A-1,Akol,10,,');
  await load('A-1,Akol,10,akol,', 'A-2,Deng,10,deng,');
  const [akol] = await accountsNow();
  await renewPassword(ctx(), akol!.id, undefined);
  const run = await latestRun();
  await undoRun(ctx(), run, { wait: true });
  expect((await accountsNow()).map(({ username }) => username)).toEqual(['akol']);
  const kept = await app.pool.query('select kept from import_batches where run_id = $1', [run]);
  expect(kept.rows[0].kept).toMatchObject([
    { label: 'akol', reason: 'The access account was changed since.' },
  ]);
});

test('the second of two rows with one name is refused wherever it is, in the preview as in the import', async () => {
  // More than a preview judges at once.
  const others = Array.from({ length: 1_100 }, (_, at) => `B-${at},Customer ${at},10,,`);
  const rows = ['A-1,Akol,10,akol,', ...others, 'A-2,Deng,10,AKOL,', 'A-3,Lado,10,lado,'];
  const { counts, reasons } = await previewText(ctx(), csvOf(HEADER, rows), { type: 'customers' });
  expect(counts).toMatchObject({ new: 1_102, refused: 1 });
  expect(JSON.stringify(reasons)).toContain('Another row of the file has this user name.');
  const result = await load(...rows);
  expect(countsOf(result)).toEqual([1_102, 0, 0, 1]);
  expect(result.errors.join()).toContain('Another row of the file has this user name.');
  expect((await accountsNow()).map(({ username }) => username)).toEqual(['akol', 'lado']);
});

test('a role that may not add accounts imports the file without the column', async () => {
  const text = csvOf(HEADER, ['A-1,Akol,10,akol,', 'A-2,Deng,10,,']);
  const result = await importText(ctx('billing'), text, { type: 'customers' });
  expect(countsOf(result)).toEqual([1, 0, 0, 1]);
  expect(result.errors.join()).toContain('Your role may not add access accounts');
});

test('passwords are in neither preview, settings nor the file of refused rows', async () => {
  const text = csvOf(HEADER, [
    `A-1,Akol,free,akol,${SECRET}`,
    `A-2,Deng,10,deng,${SECRET} ${SECRET}`,
    `A-3,Lado,10,lado,${SECRET.repeat(9)}`,
  ]);
  const preview = await previewText(ctx(), text, { type: 'customers' });
  expect(preview.fields.find(({ field }) => field === 'password')).toMatchObject({
    columns: ['PPPoE Password'],
    sample: '••••••',
  });
  expect(preview.rows.map(({ fate }) => fate)).toEqual(['refused', 'refused', 'refused']);
  expect(JSON.stringify(preview)).not.toContain(SECRET);
  const path = join(folder, 'secret.csv');
  await writeFile(path, text);
  const { id: fileId } = await stageImportFile(ctx(), {
    ...{ filename: 'secret.csv', path, size: text.length },
  });
  const { settings } = preview;
  const run = await startImportRun(ctx(), { fileId, type: 'customers', settings });
  await importsEnded(app);
  const parts: Uint8Array[] = [];
  const { body } = await exportRefusedRows(ctx(), run.id);
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
  const refused = Buffer.concat(parts).toString();
  expect(refused).toContain('A-1,Akol,free,akol,,');
  expect(refused).not.toContain(SECRET);
  expect(await stored()).not.toContain(SECRET);
});

test('a password is neither set for all rows nor replaced', async () => {
  const text = csvOf(HEADER, ['A-1,Akol,10,akol,']);
  const refusal = async (input: { set?: string; value?: string }) => {
    try {
      await importText(ctx(), text, { type: 'customers', ...input });
    } catch (error) {
      if (isAppError(error)) return error.message;
      throw error;
    }
    return '';
  };
  expect(await refusal({ set: JSON.stringify({ password: SECRET }) })).toBe(
    '"password" cannot be set for all rows.',
  );
  expect(await refusal({ value: JSON.stringify({ 'password.x': SECRET }) })).toBe(
    '"password" cannot be replaced.',
  );
});
