import { readFile } from 'node:fs/promises';
import {
  addBilledCustomers,
  availableEngines,
  createSite,
  filesOf,
  type Site,
  type SiteApp,
  stateOf,
} from '@nimule/fixtures/testing/documents/backup-site';
import { isLong } from '@nimule/fixtures/testing/long';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needingBackups } from '@nimule/fixtures/testing/needs';
import { afterEach, describe, expect, test } from 'vitest';
import { createBackup } from './service-create.ts';
import { journalPath, readJournal } from './service-journal.ts';
import { readProgress } from './service-lock.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// kill -9 of a program that backs up or restores, at each step and in between: the old data or the new, whole, opening
// by their name, and nothing is left behind after the next verified backup.

/** Each line of the journal begins with a look at the clock, as do the checks for bulk work; the last one tells that the restore is done. */
const LAST_LOOK = 12;
const LOOKS = isLong
  ? { postgres: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], embedded: [6, 10, 11] }
  : { postgres: [2, 6, 10, 11], embedded: [11] };
/** Kills at other moments: at so many of the reports of a restore, evenly spread. */
const REPORTS = isLong ? { postgres: 20, embedded: 6 } : { postgres: 4, embedded: 1 };
const POLL = { timeout: patiently(30_000), interval: 100 };

let site: Site;
let one: SiteApp | undefined;

afterEach(async () => {
  await one?.close();
  one = undefined;
  await site.drop();
});

/** Runs work with the database open, and closes it, so that other processes are the only ones. */
async function opened<T>(work: (one: SiteApp) => Promise<T>): Promise<T> {
  one = await site.open();
  try {
    return await work(one);
  } finally {
    await one.close();
    one = undefined;
  }
}

let minute = 0;
/** A time of its own for each backup. */
function later(): string {
  minute += 1;
  return new Date(Date.parse('2026-11-21T09:00:00Z') + minute * 60_000).toISOString();
}

function backUp(of: SiteApp): Promise<string> {
  of.set(later());
  return createBackup(of.ctx()).then(({ filename }) => filename);
}

async function expectNothingLeft(): Promise<void> {
  const cleaned = async () => {
    await opened(async (of) => {
      const filename = await backUp(of);
      expect((await verifyBackup(of.ctx(), filename)).problems).toEqual([]);
    });
    return site.leftovers();
  };
  // The database may take a moment to notice that a process has ended.
  await expect.poll(cleaned, POLL).toEqual([]);
  expect((await filesOf(site)).filter((name) => !name.endsWith('.sql'))).toEqual([]);
}

for (const engine of availableEngines())
  describe(`kill -9 on ${engine}`, needingBackups(engine), () => {
    test('while it dumps: no backup, the draft is removed by the next one, the lock is free', async () => {
      site = await createSite(engine);
      await opened((of) => addBilledCustomers(of, 500));
      for (const step of [/^(Copying|Writing)/, /^Writing/, /^Signing/]) {
        const work = site.start({ work: 'backup', now: later() });
        expect(await work.reported(step)).toBeDefined();
        await work.kill();
        const files = await filesOf(site);
        expect(files.filter((name) => name.endsWith('.sql'))).toEqual([]);
        expect(files.length).toBeLessThanOrEqual(1);
        expect(await readProgress(site.config.backupDir)).toMatchObject({ work: null });
      }
      await expectNothingLeft();
      expect(await filesOf(site)).toHaveLength(1);
    });

    test('at any moment of a restore: the old data or the new', async () => {
      site = await createSite(engine);
      const files: string[] = [];
      const states: unknown[] = [];
      await opened(async (of) => {
        await addBilledCustomers(of, 300);
        files.push(await backUp(of));
        states.push(await stateOf(of));
        await of.app.pool.query(`update customers set customer_id = 'B' || customer_id`);
        await addBilledCustomers(of, 200);
        files.push(await backUp(of));
        states.push(await stateOf(of));
      });
      expect(states[0]).toMatchObject({ customers: 300, unsound: [] });
      expect(states[1]).toMatchObject({ customers: 500, unsound: [] });

      let present = 1;
      const outcomes = new Set<string>();
      const killed = async ({ look: killAt, report }: { look?: number; report?: number }) => {
        const next = 1 - present;
        const work = site.start({ work: 'restore', filename: files[next], now: later(), killAt });
        if (report !== undefined) {
          await work.said(report);
          await work.kill();
        }
        const answer = await work.ended;
        const journal = await readFile(journalPath(site.config.backupDir), 'utf8');
        const found = await opened(stateOf);
        expect(states, journal).toContainEqual(found);
        const at = states.findIndex((state) => JSON.stringify(state) === JSON.stringify(found));
        if (answer) expect(answer).toMatchObject({ value: expect.anything() });
        if (answer) expect(at).toBe(next);
        outcomes.add(answer ? 'not killed' : at === next ? 'new' : 'old');
        present = at;
        return work.lines.length;
      };
      const reports = await killed({ look: LAST_LOOK });
      expect([...outcomes]).toEqual(['new']);
      for (const look of LOOKS[engine]) await killed({ look });
      for (let part = 1; part <= REPORTS[engine]; part += 1)
        await killed({ report: Math.ceil((reports * part) / (REPORTS[engine] + 1)) });
      // Otherwise the kills miss a part of it.
      expect([...outcomes]).toEqual(expect.arrayContaining(['old', 'new']));

      const events = (await readJournal(site.config.backupDir)).map(({ event }) => event);
      expect(events.filter((event) => event === 'restore.begun').length).toBeGreaterThan(
        LOOKS[engine].length,
      );
      await opened(async (of) => {
        expect(of.app.maintenance.message).toBeUndefined();
        of.set(later());
        await restoreBackup(of.ctx(), files[1 - present]!);
        expect(await stateOf(of)).toEqual(states[1 - present]);
      });
      await expectNothingLeft();
    });
  });
