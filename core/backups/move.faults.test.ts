import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Cluster,
  findPostgresBinaries,
  startCluster,
} from '@nimule/fixtures/testing/databases/cluster';
import {
  addBilledCustomers,
  createSite,
  databaseUrl,
  type Engine,
  filesOf,
  type Site,
  type SiteApp,
  stateOf,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needing } from '@nimule/fixtures/testing/needs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../database/connect.ts';
import { compareContents } from '../database/dump/contents.ts';
import { readContentsOf } from '../database/dump/load.ts';
import { readManifest } from '../database/dump/manifest.ts';
import { postgresEngine } from '../database/dump/postgres.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { createBackup, writeBackup } from './service-create.ts';
import { withBackupLock } from './service-lock.ts';
import { moveDatabase } from './service-move.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// Backups that leave their database: read by psql alone, by a newer program, and by the other engine.

const run = promisify(execFile);
const report = () => {};

describe('a backup', needing('pg_dump'), () => {
  let cluster: Cluster;
  const sites = {} as Record<Engine, Site>;
  const apps = {} as Record<Engine, SiteApp>;
  const files = {} as Record<Engine, string>;

  beforeAll(async () => {
    cluster = await startCluster();
    for (const [engine, count] of [
      ['postgres', 70],
      ['embedded', 30],
    ] as const) {
      sites[engine] = await createSite(engine, cluster);
      apps[engine] = await sites[engine].open();
      await addBilledCustomers(apps[engine], count);
      files[engine] = (await createBackup(apps[engine].ctx())).filename;
    }
  });

  afterAll(async () => {
    for (const one of Object.values(apps)) await one.close().catch(() => {});
    for (const site of Object.values(sites)) await site.drop();
    await cluster?.stop();
  });

  const pathOf = (engine: Engine) => join(sites[engine].config.backupDir, files[engine]);

  async function emptyDatabase(name: string): Promise<string> {
    const admin = createPool({ ...cluster, database: 'postgres', max: 1 });
    await admin.query(`create database ${name}`).finally(() => admin.end());
    return databaseUrl(cluster, name);
  }

  async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const pool = createPool({ url, max: 2 });
    return work(pool).finally(() => pool.end());
  }

  test.each(['postgres', 'embedded'] as const)('of %s is loaded by psql alone', async (engine) => {
    const url = await emptyDatabase(`psql_${engine}`);
    const psql = join(findPostgresBinaries()!, 'psql');
    await run(psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-f', pathOf(engine)]);
    const { manifest } = await readManifest(pathOf(engine));
    const found = await withPool(url, (pool) => readContentsOf(pool, report));
    expect(compareContents(manifest, found)).toEqual([]);
    expect(found.trialBalanceCents).toBeGreaterThan(0);
  });

  test('of an older schema is brought forward and restored', async () => {
    const newest = (await readMigrations()).length;
    const url = await emptyDatabase('older');
    await withPool(url, (pool) => migrate(pool, newest - 2));
    const { ctx, set, app } = apps.postgres;
    set('2026-11-21T09:00:00Z');
    const { filename } = await withBackupLock(ctx(), 'backup', (held) =>
      writeBackup(
        ctx(),
        { type: 'manual', secretKey: ctx().ports.secrets.fingerprint },
        held,
        postgresEngine({ url }).dump,
      ),
    );
    const path = join(sites.postgres.config.backupDir, filename);
    expect((await readManifest(path)).manifest.schemaVersion).toBe(newest - 2);
    expect(await verifyBackup(ctx(), filename)).toMatchObject({ verified: true });
    set('2026-11-21T09:10:00Z');
    const { safety } = await restoreBackup(ctx(), filename);
    const { rows } = await app.pool.query('select max(version) as newest from schema_migrations');
    expect(rows).toEqual([{ newest }]);
    expect(await stateOf(apps.postgres)).toMatchObject({ customers: 0, unsound: [] });
    set('2026-11-21T09:20:00Z');
    await restoreBackup(ctx(), safety!);
    expect(await stateOf(apps.postgres)).toMatchObject({ customers: 70, unsound: [] });
  });

  test('of one engine is restored on the other, and back', async () => {
    const before = await stateOf(apps.embedded);
    const there = 'nimule-20261121-140000-manual.sql';
    await copyFile(pathOf('embedded'), join(sites.postgres.config.backupDir, there));
    const { ctx, set } = apps.postgres;
    set('2026-11-21T13:00:00Z');
    await restoreBackup(ctx(), there);
    expect(await stateOf(apps.postgres)).toEqual(before);
    set('2026-11-21T13:10:00Z');
    const { filename } = await createBackup(ctx());
    await mkdir(sites.embedded.config.backupDir, { recursive: true });
    await copyFile(
      join(sites.postgres.config.backupDir, filename),
      join(sites.embedded.config.backupDir, filename),
    );
    apps.embedded.set('2026-11-21T13:20:00Z');
    await restoreBackup(apps.embedded.ctx(), filename);
    expect(await stateOf(apps.embedded)).toEqual(before);
  });

  test('moves the embedded database to PostgreSQL; what fails changes nothing', async () => {
    const { ctx, set } = apps.embedded;
    const before = await stateOf(apps.embedded);
    set('2026-11-21T15:00:00Z');
    const to = await emptyDatabase('moved');
    await expect(
      moveDatabase(ctx(), sites.postgres.config.databaseUrl!, report),
    ).rejects.toMatchObject({ code: 'move.notEmpty' });
    const absent = databaseUrl(cluster, 'absent');
    await expect(moveDatabase(ctx(), absent, report)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await withPool(to, (pool) => pool.query('create role lesser login createdb'));
    const lesser = databaseUrl({ ...cluster, user: 'lesser' }, 'moved');
    await expect(moveDatabase(ctx(), lesser, report)).rejects.toMatchObject({
      code: 'move.notOwner',
      message: `The user "lesser" does not own the database, but "${cluster.user}" does: name that role in --to.`,
    });
    let crashed: Promise<void> | undefined;
    const cut = moveDatabase(ctx(), to, (step) => {
      if (step.startsWith('Loading invoices')) crashed ??= cluster.crash();
    });
    await expect(cut).rejects.toMatchObject({ kind: 'unavailable' });
    await crashed;
    expect(await stateOf(apps.embedded)).toEqual(before);
    expect((await filesOf(sites.embedded)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await withPool(to, (pool) => pool.query('select 1 as n'))).toMatchObject({
      rows: [{ n: 1 }],
    });

    await withPool(to, (pool) => pool.query('create schema radius'));
    await expect(moveDatabase(ctx(), to, report)).rejects.toMatchObject({ code: 'move.notEmpty' });
    await withPool(to, (pool) => pool.query('drop schema radius'));

    set('2026-11-21T15:10:00Z');
    const guest = await sites.embedded.open('shell');
    const moved = await moveDatabase(ctx(), to, report);
    expect(moved).toMatchObject({ to: expect.stringContaining('"moved"') });
    expect(moved.rows).toBeGreaterThan(100);
    const found = await withPool(to, async (pool) => {
      const { rows } = await pool.query('select count(*)::int as n from customers');
      return rows[0].n as number;
    });
    expect(found).toBe(before.customers);
    // Nobody goes on with the old data, also who had them open.
    for (const one of [guest, apps.embedded])
      await expect(one.app.pool.query('select 1')).rejects.toThrow();
    await guest.close();
    await apps.embedded.close();
    await expect(sites.embedded.open()).rejects.toMatchObject({ code: 'database.moved' });
  });
});
