import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addBilledCustomers,
  availableEngines,
  createSite,
  type Site,
  type SiteApp,
  stateOf,
} from '@nimule/fixtures/testing/documents/backup-site';
import { patiently } from '@nimule/fixtures/testing/machine';
import { needingBackups } from '@nimule/fixtures/testing/needs';
import { afterEach, expect, test } from 'vitest';
import { createBackup } from './service-create.ts';
import { restoreBackup } from './service-restore.ts';

// A restore while another program, which does not know of it, records payments.

const PER_SECOND = { postgres: 50, embedded: 20 };

let site: Site;
let one: SiteApp;

afterEach(async () => {
  await one.close();
  await site.drop();
});

for (const engine of availableEngines())
  test(
    `on ${engine} each acknowledged payment is in the safety backup or in the restored database`,
    needingBackups(engine),
    async () => {
      site = await createSite(engine);
      one = await site.open();
      await addBilledCustomers(one, 200);
      const { filename } = await createBackup(one.ctx());
      const payer = site.pay(PER_SECOND[engine], '2026-11-21T09:00:00Z');
      await payer.reported(/started/);
      await payer.said(30);
      one.set('2026-11-21T10:00:00Z');
      const { safety } = await restoreBackup(one.ctx(), filename);
      const restored = payer.lines.length;
      const after = () => payer.lines.slice(restored).filter((line) => 'paid' in line).length;
      await expect.poll(after, { timeout: patiently(60_000) }).toBeGreaterThan(20);
      payer.child.kill('SIGTERM');
      await payer.ended;

      const paid = payer.lines.flatMap((line) => ('paid' in line ? [`P${line.paid}`] : []));
      const refused = payer.lines.filter((line) => 'refused' in line);
      const saved = await readFile(join(site.config.backupDir, safety!), 'utf8');
      const inSafety = new Set(saved.match(/(?<=\t)P\d{1,6}(?=\t)/g));
      const { rows } = await one.app.pool.query<{ reference: string }>(
        'select reference from payments',
      );
      const present = new Set(rows.map(({ reference }) => reference));
      expect(paid.filter((name) => !inSafety.has(name) && !present.has(name))).toEqual([]);
      expect(inSafety.size).toBeGreaterThan(10);
      // None of the old ones, and nothing twice.
      expect(rows.filter(({ reference }) => inSafety.has(reference))).toEqual([]);
      expect(present.size).toBe(rows.length);
      expect(
        refused.filter(({ kind }) => !['unavailable', 'conflict'].includes(String(kind))),
      ).toEqual([]);
      expect((await stateOf(one)).unsound).toEqual([]);
    },
  );
