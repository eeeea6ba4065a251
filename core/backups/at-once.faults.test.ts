import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addBilledCustomers,
  availableEngines,
  createSite,
  filesOf,
  type Site,
  type SiteApp,
  type State,
  stateOf,
  type Work,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needingBackups } from '@nimule/fixtures/testing/needs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { createBackup } from './service-create.ts';
import { engineOf } from './service-engine.ts';

// Several programs that back up, restore and delete at the same time.

const NOW = '2026-11-21T12:00:00Z';
const BUSY = { error: { kind: 'conflict', code: 'backup.busy' } };
const DONE = { value: expect.anything() };

let site: Site;
let one: SiteApp;
let files: string[];
let states: State[];

for (const engine of availableEngines())
  describe(`at once on ${engine}`, needingBackups(engine), () => {
    beforeAll(async () => {
      site = await createSite(engine);
      one = await site.open();
      files = [];
      states = [];
      for (const [count, at] of [
        [100, '2026-11-21T09:00:00Z'],
        [200, '2026-11-21T10:00:00Z'],
      ] as const) {
        await one.app.pool.query(`update customers set customer_id = 'B' || customer_id`);
        await addBilledCustomers(one, count);
        one.set(at);
        files.push((await createBackup(one.ctx())).filename);
        states.push(await stateOf(one));
      }
    });

    afterAll(async () => {
      await one.close();
      await site.drop();
    });

    /** The answers of two works: the one that was done first. */
    async function answersOf(works: readonly Work[]) {
      const answers = await Promise.all(works.map(({ ended }) => ended));
      return answers.sort((a) => (a && 'value' in a ? -1 : 1));
    }

    test('two restores, of which one wins', async () => {
      const works = files.map((filename) => site.start({ work: 'restore', filename, now: NOW }));
      expect(await answersOf(works)).toMatchObject([DONE, BUSY]);
      const done = await Promise.all(works.map(({ ended }) => ended));
      expect(await stateOf(one)).toEqual(states[done.findIndex((answer) => 'value' in answer!)]);
    });

    // The lock of the directory does not depend on the engine, and the embedded one takes ten seconds for each restore.
    const testOnce = engine === availableEngines()[0] ? test : () => {};

    testOnce('a restore keeps its file from being deleted', async () => {
      const filename = files[0]!;
      const restore = site.start({ work: 'restore', filename, now: NOW });
      await restore.reported(/^Loading/);
      const removal = site.start({ work: 'delete', filename, now: NOW });
      expect(await answersOf([restore, removal])).toMatchObject([DONE, BUSY]);
      expect(await filesOf(site)).toContain(filename);
      expect(await stateOf(one)).toEqual(states[0]);
    });

    testOnce('two backups, of which one is made', async () => {
      const before = await filesOf(site);
      const works = [1, 2].map(() => site.start({ work: 'backup', now: NOW }));
      expect(await answersOf(works)).toMatchObject([DONE, BUSY]);
      expect(await filesOf(site)).toHaveLength(before.length + 1);
    });

    test('a restore is refused while a program with another directory replaces the database', async () => {
      const before = await stateOf(one);
      const engine = engineOf(one.ctx());
      const scratch = await engine.createScratch(() => {});
      await migrate(scratch.pool);
      const replacing = engine.replaceWith(
        scratch,
        async () => {
          const work = site.start({ work: 'restore', filename: files[0]!, now: NOW });
          expect(await work.ended).toMatchObject({
            // The embedded database refuses its connections too, while it is held.
            error: {
              kind: expect.stringMatching(/^(?:conflict|unavailable)$/),
              message: expect.stringMatching(/replac/),
            },
          });
          throw new Error('enough');
        },
        () => {},
      );
      await expect(replacing).rejects.toThrow('enough');
      await scratch.drop();
      expect(await stateOf(one)).toEqual(before);
    });

    test('two restores from different directories: one wins, the data are whole', async () => {
      const other = join(site.folder, 'other');
      await mkdir(other);
      await copyFile(join(site.config.backupDir, files[1]!), join(other, files[1]!));
      const works = [
        site.start({ work: 'restore', filename: files[0]!, now: NOW }),
        site.start(
          { work: 'restore', filename: files[1]!, now: NOW },
          { env: { ISP_BACKUP_DIR: other } },
        ),
      ];
      const answers = await Promise.all(works.map(({ ended }) => ended));
      const done = answers.flatMap((answer, index) => ('value' in answer! ? [index] : []));
      expect(done.length).toBeGreaterThan(0);
      for (const answer of answers) {
        if ('error' in answer!) {
          expect(['unavailable', 'conflict']).toContain(answer.error.kind);
        }
      }
      const found = await stateOf(one);
      expect(done.map((index) => states[index])).toContainEqual(found);
    });
  });
