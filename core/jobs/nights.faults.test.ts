import { actingAs, countSessions, userIdOf } from '@nimule/fixtures/testing/accounts';
import {
  backupEngine,
  createSite,
  filesOf,
  type Site,
  type SiteApp,
  stateOf,
} from '@nimule/fixtures/testing/documents/backup-site';
import type { TestApp } from '@nimule/fixtures/testing/test-app';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBackup } from '../backups/service-create.ts';
import { restoreBackup } from '../backups/service-restore.ts';
import { dueJobs, runDueJobs, runJob } from './service.ts';

const NIGHT = 'backup.nightly';

let site: Site;
let one: SiteApp;

beforeEach(async () => {
  site = await createSite(backupEngine());
  one = await site.open();
  await one.app.pool.query(`update schema_migrations set applied_at = '2026-10-01T00:00:00Z'`);
});

afterEach(async () => {
  await one.close();
  await site.drop();
});

const nightly = async () => (await filesOf(site)).filter((name) => name.endsWith('-scheduled.sql'));

describe('the backup of the night', () => {
  test('of a server that was down at 02:00 is made later that day, once', async () => {
    one.set('2026-11-21T23:30:00Z');
    expect(await dueJobs(one.app)).toContain('billing.monthly');
    const told: string[] = [];
    for (const now of ['2026-11-22T09:10:00Z', '2026-11-22T09:20:00Z']) {
      one.set(now);
      await runDueJobs(one.app, (name) => told.push(name));
    }
    expect(told.filter((name) => name === NIGHT)).toEqual([NIGHT]);
    expect(await nightly()).toEqual(['nimule-20261122-111000-scheduled.sql']);
    expect(await dueJobs(one.app)).not.toContain(NIGHT);
  });

  test('of two servers is one', async () => {
    const other = await site.open('shell');
    try {
      for (const server of [one, other]) server.set('2026-11-22T00:00:05Z');
      const results = await Promise.all([one, other].map(({ app }) => runJob(app, NIGHT)));
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['done', 'running']);
      expect(await nightly()).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});

describe('a restore by a user', () => {
  const app = () => one.app as TestApp;

  test('who is not in the backup signs everybody out', async () => {
    const { filename } = await createBackup(one.ctx());
    const admin = await actingAs(app(), 'super_admin');
    one.set('2026-11-21T08:10:00Z');
    await restoreBackup(admin, filename);
    expect(await countSessions(app(), userIdOf(admin))).toBe(0);
    expect((await stateOf(one)).unsound).toEqual([]);
  });

  test('who is suspended in the backup signs everybody out', async () => {
    const admin = await actingAs(app(), 'super_admin');
    const setActive = (isActive: boolean) =>
      one.app.pool.query('update users set is_active = $1 where id = $2', [
        isActive,
        userIdOf(admin),
      ]);
    await setActive(false);
    const { filename } = await createBackup(one.ctx());
    await setActive(true);
    one.set('2026-11-21T08:10:00Z');
    await restoreBackup(admin, filename);
    expect((await one.app.pool.query('select 1 from sessions')).rowCount).toBe(0);
  });

  test('who is in the backup leaves that user alone signed in', async () => {
    const [admin, other] = [
      await actingAs(app(), 'super_admin'),
      await actingAs(app(), 'super_admin'),
    ];
    const { filename } = await createBackup(one.ctx());
    one.set('2026-11-21T08:10:00Z');
    await restoreBackup(admin, filename);
    expect(await countSessions(app(), userIdOf(admin))).toBe(1);
    expect(await countSessions(app(), userIdOf(other))).toBe(0);
  });
});
