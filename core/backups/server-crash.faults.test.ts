import { type Cluster, startCluster } from '@nimule/fixtures/testing/databases/cluster';
import {
  addBilledCustomers,
  createSite,
  type Site,
  type SiteApp,
  stateOf,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needing } from '@nimule/fixtures/testing/needs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getBackupStats, listBackups } from './service.ts';
import { createBackup } from './service-create.ts';
import { readJournal } from './service-journal.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// The server of PostgreSQL ends at once while a backup is made or restored.

describe('a crash of PostgreSQL', needing('pg_dump'), () => {
  let cluster: Cluster;
  let site: Site;
  let one: SiteApp;
  let filename: string;
  let minute = 0;

  beforeAll(async () => {
    cluster = await startCluster();
    site = await createSite('postgres', cluster);
    one = await site.open();
    await addBilledCustomers(one, 300);
    filename = (await createBackup(one.ctx())).filename;
    await one.app.pool.query(`update customers set customer_id = 'B' || customer_id`);
    await addBilledCustomers(one, 100);
  });

  afterAll(async () => {
    await one?.close();
    await site?.drop();
    await cluster?.stop();
  });

  const next = () => {
    minute += 1;
    one.set(new Date(Date.parse('2026-11-21T09:00:00Z') + minute * 60_000).toISOString());
  };

  async function fails(
    work: (onReport: (step: string) => void) => Promise<unknown>,
    { step, statement }: { step?: RegExp; statement?: RegExp },
  ) {
    next();
    let crashed: Promise<void> | undefined;
    const crash = () => {
      crashed ??= cluster.crash();
      return crashed;
    };
    const { query } = pg.Client.prototype;
    const sent = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const send = () => Reflect.apply(query, this, args);
      // Sent after the crash, since the server could still answer before it.
      return !crashed && statement?.test(String(args[0])) ? crash().then(send) : send();
    } as typeof query);
    const failure = await work((said) => {
      if (step?.test(said)) void crash();
    })
      .then(
        () => 'it was done',
        (error: unknown) => error,
      )
      .finally(() => sent.mockRestore());
    expect(crashed).toBeDefined();
    await crashed;
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/database|pg_dump/),
    });
    expect(one.app.maintenance.message).toBeUndefined();
  }

  test('while a backup is made: no file, and the journal tells', async () => {
    const before = await listBackups(one.ctx());
    await fails((report) => createBackup(one.ctx(), 'scheduled', report), {
      step: /^Writing/,
    });
    expect(await listBackups(one.ctx())).toEqual(before);
    expect((await readJournal(site.config.backupDir)).at(-1)).toMatchObject({
      event: 'backup.failed',
    });
    expect((await getBackupStats(one.ctx())).alert).toContain('failed');
  });

  test.each([
    ['the load', { step: /^Loading invoices/ }],
    ['the comparison', { step: /^Comparing/ }],
    ['the safety backup', { step: /^Writing customers/ }],
    ['the swap', { step: /^Replacing/ }],
    ['the first rename', { statement: /^alter database "?site_/ }],
    ['the end of the swap', { statement: /^comment on database .*_replaced_/ }],
  ])('while %s runs: the present data stay', async (_, when) => {
    const before = await stateOf(one);
    expect(before).toMatchObject({ customers: 400, unsound: [] });
    await fails((onReport) => restoreBackup(one.ctx(), filename, { onReport }), when);
    const again = await site.open();
    expect(await stateOf(again)).toEqual(before);
    await again.close();
    expect((await readJournal(site.config.backupDir)).at(-1)).toMatchObject({
      event: 'restore.failed',
    });
  });

  test('afterwards another restore succeeds, and the next verified backup leaves nothing', async () => {
    next();
    await restoreBackup(one.ctx(), filename);
    expect(await stateOf(one)).toMatchObject({ customers: 300, unsound: [] });
    next();
    const made = await createBackup(one.ctx());
    expect(await verifyBackup(one.ctx(), made.filename)).toMatchObject({ verified: true });
    expect(await site.leftovers()).toEqual([]);
  });
});
