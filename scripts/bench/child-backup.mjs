import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createBackup } from '@nimule/core/backups/service-create';
import { restoreBackup } from '@nimule/core/backups/service-restore';
import { verifyBackup } from '@nimule/core/backups/service-verify';
import { createContext } from '@nimule/core/context';
import { openEmbedded } from '@nimule/core/database/embedded/embedded';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { report } from './report.mjs';

const work = {
  create: (ctx) => createBackup(ctx),
  verify: async (ctx, filename) => {
    const result = await verifyBackup(ctx, filename);
    if (!result.verified) throw new Error(result.problems.join('\n'));
    return result;
  },
  restore: (ctx, filename) => restoreBackup(ctx, filename),
};

/** Peak memory by directory of the processes that this one has started for embedded databases. */
function watchOwners() {
  const peaks = {};
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) continue;
        const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
        const directory = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-3) ?? '';
        const purpose = /^(copy|scratch)-/.exec(basename(directory))?.[1] ?? 'owner';
        peaks[purpose] = Math.max(peaks[purpose] ?? 0, kilobytes / 1024);
      } catch {
        // It has ended.
      }
    }
  }, 100);
  return { peaks, stop: () => clearInterval(timer) };
}

const { settings, dataDir, backupDir, steps } = JSON.parse(process.argv[2]);
const owners = dataDir ? watchOwners() : undefined;
const embedded = dataDir ? await openEmbedded(dataDir, 'server') : undefined;
const opened = openApp({ ...(embedded?.config ?? settings), max: 4 });
const app = {
  ...opened,
  embedded: embedded !== undefined,
  isDatabaseOwner: embedded !== undefined,
  clock: () => new Date(),
  config: { ...opened.config, ...(dataDir ? { dataDir } : {}), backupDir },
};
await report(async () => {
  const answers = {};
  let { filename } = steps[0];
  for (const { name } of steps) {
    const start = process.hrtime.bigint();
    const answer = await work[name](
      createContext(app, { kind: 'shell', osUser: 'bench' }),
      filename,
    );
    filename ??= answer.filename;
    answers[name] = { ...answer, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
  }
  return { answers, owners: owners?.peaks };
});
owners?.stop();
await opened.close();
await embedded?.close();
