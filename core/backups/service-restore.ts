import { type Ctx, transact } from '../context.ts';
import type { Report, Scratch } from '../database/dump/engine.ts';
import { readManifest } from '../database/dump/manifest.ts';
import { readMigrations } from '../database/migrate.ts';
import { heartbeatCutoff } from '../database/runs.ts';
import { actorName } from '../identity/actor.ts';
import { endRestoredCodes } from '../identity/factors/service-restored.ts';
import { currentSession, keepOnlySession } from '../identity/sessions/service.ts';
import { formatInstant } from '../kernel/dates.ts';
import { AppError } from '../kernel/errors.ts';
import { settleRestoredMessages } from '../messaging/service-restored.ts';
import { audit } from '../records/audit.ts';
import { setPause } from '../records/pause.ts';
import { keyOfBackup, recordRestoredKey } from '../reports/secret-key/service.ts';
import { newestSeal, sealRestored } from '../seals/service.ts';
import * as queries from './queries.ts';
import { reportingAlso, writeBackup } from './service-create.ts';
import { engineOf, onScratch } from './service-engine.ts';
import { type BackupFile, findFile } from './service-files.ts';
import { writeJournal } from './service-journal.ts';
import { explainFault, type Held, withBackupLock, within } from './service-lock.ts';
import { loadBackup } from './service-verify.ts';

export interface RestoreOptions {
  /** Makes no backup of the present first: for a database that is too broken to be dumped. */
  withoutSafety?: boolean;
  /** Goes on although this program does not have the key of the backup: what is encrypted in it cannot be read. */
  lostKey?: boolean;
  onReport?: Report;
}

export interface Restored {
  message: string;
  /** The backup of the replaced data. */
  safety: string | null;
}

/**
 * Replaces all data by a backup (seeds/001 4). The file is checked, loaded into a scratch database and compared before
 * anything is touched; then nobody can write, the present is backed up, and the databases are swapped. Everybody else is
 * signed out; jobs and outgoing messages stand still until `resumeAfterRestore` (decision 38).
 * @throws AppError notFound, rule `backup.broken`, `backup.newer`, `backup.otherKey`, `backup.foreignObjects`, conflict `backup.busy`, or
 *   unavailable; the present data are then unchanged.
 */
export async function restoreBackup(
  ctx: Ctx,
  filename: string,
  { withoutSafety, lostKey, onReport }: RestoreOptions = {},
): Promise<Restored> {
  return withBackupLock(ctx, 'restore', async (held) => {
    held.name(filename);
    const file = await findFile(ctx, filename);
    const { sha256, secretKey } = await assertRestorable(ctx, file, lostKey ?? false);
    if (!withoutSafety) await assertNoBulkWork(ctx);
    await writeJournal(ctx, { event: 'restore.begun', file: filename, sha256 });
    try {
      const { safety, isOpen, refused } = await replace(
        ctx,
        { ...file, secretKey },
        reportingAlso(held, onReport),
        withoutSafety ?? false,
      );
      const toSetAgain = refused.length > 0 ? { toSetAgain: refused } : {};
      await writeJournal(ctx, {
        event: 'restore.done',
        file: filename,
        safety,
        ...toSetAgain,
      }).catch((error: unknown) => {
        ctx.log.warn({ err: error, file: filename }, 'a finished restore was not journalled');
      });
      const paused =
        'Jobs and outgoing messages are paused until you resume them. Recovery codes have ended: users make new ones under Sign-in and devices.';
      const slow =
        'The database does not answer yet: try again in a minute, or restart the server.';
      const message = `The data of ${filename} are in place. ${isOpen ? '' : `${slow} `}${paused}`;
      return { message: message + askToSetAgain(refused), safety };
    } catch (error) {
      const fault = explainFault(error);
      const reason = fault instanceof Error ? fault.message : String(fault);
      await writeJournal(ctx, { event: 'restore.failed', file: filename, reason }).catch(() => {});
      throw fault;
    } finally {
      ctx.maintenance.message = undefined;
    }
  });
}

function askToSetAgain(refused: readonly string[]): string {
  if (refused.length === 0) return '';
  return ` These settings of the database could not be set again by its owner; have an administrator of PostgreSQL run: ${refused.join('; ')};`;
}

/** @throws AppError rule when the backup is of a newer program, or its secrets belong to another key. */
async function assertRestorable(
  ctx: Ctx,
  file: BackupFile,
  lostKey: boolean,
): Promise<{ sha256: string; secretKey: string }> {
  const { manifest, sha256 } = await readManifest(file.path);
  const known = (await readMigrations()).length;
  if (manifest.schemaVersion > known) {
    throw new AppError(
      'rule',
      'backup.newer',
      `${file.filename} was made by Nimule ${manifest.program} with schema version ${manifest.schemaVersion}; this program knows ${known}. Install the newer version first.`,
    );
  }
  const { held } = ctx.ports.secrets;
  if (manifest.secretKey !== held && !lostKey) {
    const here = held ? `this program has ${held}` : 'this program has none';
    throw new AppError(
      'rule',
      'backup.otherKey',
      `${file.filename} was made with another secret key (fingerprint ${manifest.secretKey}, ${here}): what is encrypted in it could not be read. Set ISP_SECRET_KEY to that key, or put its file secret.key into ${ctx.config.dataDir}, then restore again. Only if that key is lost for good: isp backups restore --lost-key.`,
    );
  }
  return { sha256, secretKey: manifest.secretKey };
}

/** @throws AppError conflict `backup.workRuns` while a billing run, an import or a job is under way. */
async function assertNoBulkWork(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  const [work] = await queries.findBulkWork(ctx.db, { now, cutoff: heartbeatCutoff(now) });
  if (!work) return;
  const message = `A restore has to wait for ${work}. Try again when that is finished; if its program was ended, ten minutes later.`;
  throw new AppError('conflict', 'backup.workRuns', message);
}

interface RestoredFile extends BackupFile {
  /** The fingerprint of its key. */
  secretKey: string;
}

async function replace(
  ctx: Ctx,
  file: RestoredFile,
  held: Held,
  withoutSafety: boolean,
): Promise<{ safety: string | null; isOpen: boolean; refused: string[] }> {
  const step = (words: string) =>
    writeJournal(ctx, { event: 'restore.step', file: file.filename, step: words });
  const { scratch, problems } = await loadBackup(ctx, file, {
    isDisposable: false,
    report: within(held, 0, 60).report,
  });
  const swapping = within(held, 60, 99);
  let swapped = false;
  try {
    if (problems.length > 0) throw differs(file.filename, problems);
    await step('loaded and compared');
    if (!withoutSafety) await assertNothingForeign(ctx, scratch);
    await settle(ctx, scratch, file);
    let safety: string | null = null;
    if (!withoutSafety) await assertNoBulkWork(ctx);
    const presentKey = withoutSafety ? '' : await keyOfBackup(ctx);
    ctx.maintenance.message = `The backup ${file.filename} is being restored by ${actorName(ctx.actor)}. Try again in a minute.`;
    await step('maintenance begun');
    const refused = await engineOf(ctx).replaceWith(
      scratch,
      withoutSafety
        ? undefined
        : async (present) => {
            safety = (
              await writeBackup(
                ctx,
                { type: 'manual', secretKey: presentKey },
                swapping,
                present.dump,
              )
            ).filename;
            await step(`safety backup ${safety}`);
          },
      swapping.report,
    );
    swapped = true;
    // The data are replaced: no fault from here on is a failed restore.
    await step('databases swapped').catch(() => {});
    held.report('Opening the restored database', 99);
    // A database that could not be opened before has no connections to renew.
    const isOpen = withoutSafety || (await reopen(ctx));
    return { safety, isOpen, refused };
  } finally {
    if (!swapped) await scratch.drop().catch(() => {});
  }
}

const NAMED = 3;

/**
 * Backups hold the program's own tables. What others have in its database would stay in the replaced one, which is
 * removed later. @throws AppError rule `backup.foreignObjects`.
 */
async function assertNothingForeign(ctx: Ctx, scratch: Scratch): Promise<void> {
  const found = await engineOf(ctx).findForeign(scratch);
  if (found.length === 0) return;
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : '';
  throw new AppError(
    'rule',
    'backup.foreignObjects',
    `This database also holds ${found.slice(0, NAMED).join(', ')}${more}, which are not part of Nimule and of no backup: a restore would remove them. Move them to a database of their own, then restore again.`,
  );
}

function differs(filename: string, problems: readonly string[]): AppError {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new AppError(
    'rule',
    'backup.differs',
    `${filename} was not restored, because it is not what was backed up: ${problems[0]}${more}`,
  );
}

/**
 * What is true of restored data from the start: who is signed in, what stands still, what may have been sent since, who did it, and
 * where the chain of seals was cut.
 */
async function settle(ctx: Ctx, scratch: Scratch, file: RestoredFile): Promise<void> {
  const { filename, secretKey } = file;
  const session = await currentSession(ctx).catch(() => undefined);
  await transact(onScratch(ctx, scratch), async (tx) => {
    await keepOnlySession(tx, session);
    await settleRestoredMessages(tx);
    await endRestoredCodes(tx);
    await recordRestoredKey(tx, secretKey);
    await setPause(tx, { since: ctx.now, by: actorName(ctx.actor), filename });
    await audit(tx, {
      action: 'backup.restore',
      entity: 'backup',
      entityId: filename,
      summary: `All data were replaced by those of ${filename} on ${formatInstant(ctx.now)}`,
    });
  });
  // A database that is too broken to be asked has no known seal.
  const cut = (await newestSeal(ctx).catch(() => undefined)) ?? null;
  await sealRestored(onScratch(ctx, scratch), cut);
}

const REOPEN_TRIES = 200;
const REOPEN_PAUSE_MS = 100;

/** Connections to the replaced database fail once each; waits until the restored one answers. False if it does not. */
async function reopen({ pool, log }: Ctx): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await Promise.all(Array.from({ length: pool.totalCount + 1 }, () => pool.query('select 1')));
      return true;
    } catch (error) {
      if (attempt === REOPEN_TRIES) {
        log.warn({ err: error }, 'the restored database does not answer yet');
        return false;
      }
      await new Promise((resolve) => setTimeout(resolve, REOPEN_PAUSE_MS));
    }
  }
}
