import { existsSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { forge, signAgain } from '@nimule/fixtures/testing/documents/backup-files';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needInFile, needing, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { decideDispute, openDispute } from '../billing/disputes/service.ts';
import { createManualInvoice, getInvoice } from '../billing/invoices/service.ts';
import { recordPayment } from '../billing/payments/service.ts';
import { createCustomer } from '../customers/service.ts';
import { queryOf } from '../database/dump/contents.ts';
import { checkStatement, parseCopy, parseSetval, readCatalog } from '../database/dump/forms.ts';
import { checkFile } from '../database/dump/manifest.ts';
import { readParts } from '../database/dump/read.ts';
import { cents } from '../kernel/money.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { deleteBackup, getBackupStats, listBackups, resumeAfterRestore } from './service.ts';
import { createBackup } from './service-create.ts';
import { readJournal } from './service-journal.ts';
import { withBackupLock } from './service-lock.ts';
import { restoreBackup } from './service-restore.ts';
import { runScheduledBackup, verifyBackup } from './service-verify.ts';

// The embedded database takes seconds to prepare each scratch database.
vi.setConfig({ testTimeout: patiently(120_000) });
needInFile(...programsOfBackups());

let app: TestApp;
const ctx = () => contextOf(app);
const pathOf = (filename: string) => join(app.config.backupDir, filename);

/** Texts that dumps and loads could spoil. */
const ODD_NOTES = 'a\\b \\N \\. \\! tab\there\n\\.\n"quoted" \'single\' $$ ; -- \u202e عربي 🛰';

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  const { id } = await createCustomer(ctx(), { name: 'Akol \\Deng', packageType: 'Flexible Plan' });
  await app.pool.query('update customers set do_not_disconnect_reason = $1 where id = $2', [
    ODD_NOTES,
    id,
  ]);
  await createManualInvoice(ctx(), {
    customerId: id,
    description: 'Cable',
    amountUsd: cents(25_00),
  });
  await recordPayment(ctx(), { customerId: id, amount: cents(10_00) });
  await openDispute(ctx(), 1, { reason: 'The cable was not delivered' });
  await decideDispute(ctx(), 1, { outcome: 'rejected', note: 'It was' });
  await openDispute(ctx(), 1, { reason: 'Still not' });
});

afterAll(() => app.close());

async function fresh(): Promise<string> {
  app.time.set(new Date(app.time.now.getTime() + 1000).toISOString());
  return (await createBackup(ctx())).filename;
}

async function scratchDatabases(): Promise<string[]> {
  if (app.embedded) {
    return (await readdir(app.config.dataDir)).filter((name) => /^(scratch|copy)-/.test(name));
  }
  const { rows } = await app.pool.query<{ datname: string }>(
    `select datname from pg_database where datname like current_database() || '\\_scratch\\_%'`,
  );
  return rows.map(({ datname }) => datname);
}

describe('a backup', () => {
  let filename: string;

  test('is listed, verified and counted', async () => {
    filename = await fresh();
    expect(filename).toMatch(/^nimule-20261121-1000\d\d-manual\.sql$/);
    const { mode } = await stat(pathOf(filename));
    expect(mode & 0o777).toBe(0o600);
    expect((await stat(app.config.backupDir)).mode & 0o777).toBe(0o700);
    expect((await listBackups(ctx()))[0]).toMatchObject({ filename, verification: 'unverified' });

    const result = await verifyBackup(ctx(), filename);
    expect(result).toMatchObject({ verified: true, problems: [] });
    expect(result.rows).toBeGreaterThan(50);
    expect(await scratchDatabases()).toEqual([]);
    expect((await listBackups(ctx()))[0]).toMatchObject({ filename, verification: 'verified' });

    const stats = await getBackupStats(ctx());
    expect(stats).toMatchObject({ totalBackups: 1, alert: null, pause: null });
  });

  test('that changes after its verification is not verified any more', async () => {
    await appendFile(pathOf(filename), 'x');
    const [found] = await listBackups(ctx());
    expect(found).toMatchObject({ filename, verification: 'unverified' });
  });

  test('is deleted', async () => {
    await deleteBackup(ctx(), filename);
    expect(await listBackups(ctx())).toEqual([]);
  });

  test('of one second has a name of its own', async () => {
    const first = await createBackup(ctx());
    const second = await createBackup(ctx());
    expect(second.filename).toBe(first.filename.replace('-manual', '-1-manual'));
  });

  test('of a night that fails is told', async () => {
    app.time.set('2026-11-22T08:00:00Z');
    const failing = { ...ctx(), config: { ...app.config, backupCopy: 'false #' } };
    await expect(runScheduledBackup(failing)).rejects.toMatchObject({ code: 'backup.copyFailed' });
    expect((await getBackupStats(ctx())).alert).toContain('elsewhere failed');
  });

  test('of the next night is made, verified and copied elsewhere, and ends what was told', async () => {
    app.time.set('2026-11-24T08:00:00Z');
    const elsewhere = join(app.config.dataDir, 'elsewhere');
    await mkdir(elsewhere);
    const night = { ...ctx(), config: { ...app.config, backupCopy: elsewhere } };
    expect(await runScheduledBackup(night)).toMatch(/-scheduled\.sql, .* verified/);
    const [copied] = await readdir(elsewhere);
    expect(await readFile(join(elsewhere, copied!))).toEqual(await readFile(pathOf(copied!)));
    expect((await getBackupStats(ctx())).alert).toBeNull();
    app.time.set('2026-11-26T08:00:00Z');
    expect((await getBackupStats(ctx())).alert).toContain('no automatic backup since');
  });
});

describe('a damaged or forged file is found', needing(...programsOfBackups()), () => {
  let whole: string;
  const COPY = 'nimule-20200101-000000-manual.sql';

  beforeAll(async () => {
    whole = await fresh();
  });

  async function damaged(change: (path: string) => unknown): Promise<string[]> {
    await copyFile(pathOf(whole), pathOf(COPY));
    await change(pathOf(COPY));
    const { verified, problems } = await verifyBackup(ctx(), COPY);
    expect(verified).toBe(false);
    return problems;
  }

  test('cut anywhere', async () => {
    const { size } = await stat(pathOf(whole));
    for (const part of [0, 0.2, 0.5, 0.9]) {
      await damaged((path) => truncate(path, Math.floor(size * part)));
    }
    await damaged((path) => truncate(path, size - 1));
  });

  test('a byte flipped', async () => {
    const { size } = await stat(pathOf(whole));
    for (const part of [0.01, 0.3, 0.6, 0.99]) {
      await damaged(async (path) => {
        const bytes = await readFile(path);
        bytes[Math.floor(size * part)]! ^= 1;
        await writeFile(path, bytes);
      });
    }
  });

  test('another file', async () => {
    await damaged((path) => writeFile(path, 'SELECT 1;\n'));
    await damaged((path) => writeFile(path, Buffer.alloc(300_000, 7)));
  });

  const canary = () => join(app.config.dataDir, 'canary');
  const afterRows = 'COPY public.accounts';

  /** What a load says of the statements of a file before it uses them, without a database to load it into. */
  async function refusalOf(change: (path: string) => unknown): Promise<string> {
    await copyFile(pathOf(whole), pathOf(COPY));
    await change(pathOf(COPY));
    const { sqlEnd } = await checkFile(pathOf(COPY));
    const catalog = await readCatalog(queryOf(app.pool));
    try {
      for await (const part of readParts(pathOf(COPY), sqlEnd)) {
        if (part.kind === 'rows') parseCopy(part.header, catalog);
        else if (!parseSetval(part.text, catalog)) checkStatement(part.text, catalog);
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'backup.broken' });
      return String((error as Error).message);
    }
    return '';
  }
  const NO_BACKUP = /not a complete backup/;

  test('a shell command, with the hash computed anew', async () => {
    const command = `\\! touch ${canary()}\n${afterRows}`;
    const [problem] = await damaged((path) => forge(path, afterRows, command));
    expect(problem).toMatch(NO_BACKUP);
    expect(existsSync(canary())).toBe(false);
  });

  test('a whole one is not', async () => {
    expect(await refusalOf(signAgain)).toBe('');
  });

  test.each([
    ['a shell command', '\\! touch CANARY\n'],
    ['an included file', '\\i CANARY\n'],
    ['a copy from a program', "COPY public.users (id) FROM PROGRAM 'touch CANARY';\n"],
  ])('%s is no statement of a backup', async (_, statement) => {
    const forged = `${statement.replace('CANARY', canary())}${afterRows}`;
    expect(await refusalOf((path) => forge(path, afterRows, forged))).toMatch(NO_BACKUP);
    expect(existsSync(canary())).toBe(false);
  });

  test('a statement behind rows', async () => {
    const behind = (path: string) => forge(path, '\n\\.\n', '\n\\.\n\\! true\n');
    expect(await refusalOf(behind)).toMatch(NO_BACKUP);
  });

  test('the body of a function', async () => {
    for (const [wanted, forged] of [
      ['RETURNS trigger', "RETURNS trigger -- '"],
      ['begin', "begin perform pg_read_file('x');"],
    ] as const)
      expect(await refusalOf((path) => forge(path, wanted, forged))).toMatch(NO_BACKUP);
  });

  test('a cent changed', async () => {
    await damaged((path) => forge(path, '\t2500\t', '\t2501\t'));
  });

  test('a text, a number of rows, a total, or a sequence changed', async () => {
    const setval = (table: string) => `SELECT pg_catalog.setval('public.${table}_id_seq', `;
    const text = await readFile(pathOf(whole), 'utf8');
    const lineOf = (start: string) => {
      const at = text.indexOf(start);
      return text.slice(at, text.indexOf('\n', at) + 1);
    };
    const [customers, payments] = [lineOf(setval('customers')), lineOf(setval('payments'))];
    expect(customers && payments).toMatch(/, true\);\n$/);
    const problems = await damaged((path) => {
      forge(path, 'Accounts Receivable', 'Accounts Receivably');
      forge(path, '"trialBalanceCents":', '"trialBalanceCents":1');
      forge(path, '"users":{"rows":', '"users":{"rows":1');
      forge(path, customers, '');
      // It stands behind the rows of its table.
      forge(path, payments, payments.replace('true', 'false'));
    });
    expect(problems).toEqual([
      'The rows of table accounts are not those that were backed up.',
      expect.stringMatching(/^Table users has \d+ rows instead of 1\d+\.$/),
      'The trial balance totals 25 USD instead of 125 USD.',
      'The values of 1 sequences are missing.',
      'The counter of table customers stands behind its rows.',
      'The counter of table payments stands behind its rows.',
    ]);
    await expect(restoreBackup(ctx(), COPY)).rejects.toMatchObject({ code: 'backup.differs' });
  });

  test('a newer schema is refused with its reason', async () => {
    await copyFile(pathOf(whole), pathOf(COPY));
    forge(pathOf(COPY), '"schemaVersion":', '"schemaVersion":9');
    await expect(restoreBackup(ctx(), COPY)).rejects.toMatchObject({ code: 'backup.newer' });
  });

  test('a file of another secret key is refused with its reason', async () => {
    await copyFile(pathOf(whole), pathOf(COPY));
    forge(pathOf(COPY), '"secretKey":"', '"secretKey":"00');
    await expect(restoreBackup(ctx(), COPY)).rejects.toMatchObject({ code: 'backup.otherKey' });
  });

  test('after all of them the database is as before, with nothing beside it', async () => {
    expect(await scratchDatabases()).toEqual([]);
    expect((await checkBooks(ctx())).isSound).toBe(true);
  });
});

describe('names', () => {
  test.each([
    '../etc/passwd',
    'nimule-journal.jsonl',
    'nimule-20261121-100000-manual.sql\0',
    '..',
    '',
    'x'.repeat(200),
  ])('another name is not found (%#)', async (name) => {
    for (const work of [verifyBackup, deleteBackup, restoreBackup]) {
      await expect(work(ctx(), name)).rejects.toMatchObject({ kind: 'notFound' });
    }
  });

  test('a link and a folder are not opened, listed or deleted', async () => {
    const link = 'nimule-20200202-000000-manual.sql';
    const folder = 'nimule-20200203-000000-manual.sql';
    await symlink('/etc/passwd', pathOf(link));
    await mkdir(pathOf(folder));
    for (const name of [link, folder]) {
      await expect(deleteBackup(ctx(), name)).rejects.toMatchObject({ kind: 'notFound' });
      await expect(verifyBackup(ctx(), name)).rejects.toMatchObject({ kind: 'notFound' });
    }
    const listed = (await listBackups(ctx())).map(({ filename }) => filename);
    expect(listed).not.toContain(link);
    expect(listed).not.toContain(folder);
    await rm(pathOf(link));
    await rm(pathOf(folder), { recursive: true });
  });
});

test('one piece of work at a time', async () => {
  const filename = await fresh();
  await withBackupLock(ctx(), 'verify', async () => {
    for (const work of [createBackup, verifyBackup, restoreBackup, deleteBackup]) {
      await expect((work as typeof deleteBackup)(ctx(), filename)).rejects.toMatchObject({
        code: 'backup.busy',
        kind: 'conflict',
      });
    }
  });
  expect(existsSync(pathOf(filename))).toBe(true);
});

test('a failed backup leaves no file and is told', async () => {
  const before = await readdir(app.config.backupDir);
  const broken = {
    ...ctx(),
    config: { ...app.config, ownerUrl: 'postgres://nobody@localhost:1/x' },
  };
  if (!app.embedded) {
    await expect(createBackup(broken, 'scheduled')).rejects.toThrow();
    expect((await getBackupStats(ctx())).alert).toContain('failed');
    expect(await readdir(app.config.backupDir)).toEqual(before);
  }
});

const names = async () =>
  (await app.pool.query<{ name: string }>('select name from customers order by id')).rows.map(
    ({ name }) => name,
  );
const disputes = async () =>
  (await app.pool.query('select * from invoice_disputes order by id')).rows;
let safety: string | null;

test('a restore replaces all data and pauses the jobs', async () => {
  const { id: userId } = await makeAccount(app, 'support');
  await app.pool.query(
    `insert into recovery_codes (user_id, code_hash, made_at) values ($1, '\\x01', now())`,
    [userId],
  );
  const filename = await fresh();
  // What the forged files have in common with it.
  signAgain(pathOf(filename));
  const disputed = await disputes();
  await decideDispute(ctx(), 1, { outcome: 'withdrawn' });
  const later = await createCustomer(ctx(), { name: 'Later', packageType: 'Flexible Plan' });
  ({ safety } = await restoreBackup(ctx(), filename));
  expect(await names()).toEqual(['Akol \\Deng']);
  const { rows } = await app.pool.query<{ text: string }>(
    'select do_not_disconnect_reason as text from customers',
  );
  expect(rows[0]?.text).toBe(ODD_NOTES);
  expect((await checkBooks(ctx())).isSound).toBe(true);
  expect(await disputes()).toEqual(disputed);
  expect(await getInvoice(ctx(), 1)).toMatchObject({ disputedSince: '2026-11-21', openUsd: 15_00 });
  await expect(openDispute(ctx(), 1, { reason: 'Again' })).rejects.toMatchObject({
    code: 'invoice.disputed',
  });
  await expect(app.pool.query(`update invoice_disputes set note = 'x'`)).rejects.toThrow();
  expect((await getBackupStats(ctx())).pause).toMatchObject({ filename, by: 'test (shell)' });
  expect((await app.pool.query('select from recovery_codes')).rows).toEqual([]);
  expect(app.maintenance.message).toBeUndefined();

  // Numbers continue where the backup was.
  const again = await createCustomer(ctx(), { name: 'Again', packageType: 'Flexible Plan' });
  expect(again.customerId).toBe(later.customerId);
});

test('the safety backup holds what a restore replaced', async () => {
  await restoreBackup(ctx(), safety!);
  expect(await names()).toEqual(['Akol \\Deng', 'Later']);
  await resumeAfterRestore(ctx());
  expect((await getBackupStats(ctx())).pause).toBeNull();
  await expect(resumeAfterRestore(ctx())).rejects.toMatchObject({ code: 'backup.notPaused' });
  const events = (await readJournal(app.config.backupDir)).map(({ event }) => event);
  expect(events).toContain('restore.done');
});
