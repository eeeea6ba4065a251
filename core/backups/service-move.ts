import { isPostgresUrl } from '../config-values.ts';
import type { Ctx } from '../context.ts';
import { describeAddress, openingError } from '../database/address.ts';
import { withConnection } from '../database/dump/connections.ts';
import { findAnyObject, queryOf } from '../database/dump/contents.ts';
import type { Report } from '../database/dump/engine.ts';
import { loadDump } from '../database/dump/load.ts';
import { checkFile } from '../database/dump/manifest.ts';
import { POSTGRES_PARALLEL, postgresEngine } from '../database/dump/postgres.ts';
import { markMoved } from '../database/embedded/moved.ts';
import { migrate } from '../database/migrate.ts';
import { AppError } from '../kernel/errors.ts';
import { checkStoredBooks } from '../reports/checks/service.ts';
import { keyOfBackup } from '../reports/secret-key/service.ts';
import { reportingAlso, writeBackup } from './service-create.ts';
import { embeddedEngineOf, onScratch } from './service-engine.ts';
import { findFile } from './service-files.ts';
import { writeJournal } from './service-journal.ts';
import { type Held, withBackupLock } from './service-lock.ts';

export interface MovedDatabase {
  /** Without a password. */
  to: string;
  /** What was compared. */
  tables: number;
  rows: number;
  trialBalanceUsd: number;
  /** The backup that was moved. */
  filename: string;
}

/**
 * Moves the data of the embedded database to an empty database of a PostgreSQL server: by a backup that is loaded there
 * and compared, while nobody can write. The embedded database is not opened any more afterwards.
 * @throws AppError invalid `move.address`, rule `move.notEmbedded`, `move.serverRuns`, `move.notEmpty`, `backup.differs`; unavailable when the
 *   server cannot be reached, or its user does not own the database or lacks a right. The data then stay where they are.
 */
export async function moveDatabase(ctx: Ctx, to: string, report: Report): Promise<MovedDatabase> {
  if (!ctx.embedded) {
    const message =
      'The data are on a PostgreSQL server already. A backup moves them to another one.';
    throw new AppError('rule', 'move.notEmbedded', message);
  }
  if (!ctx.isDatabaseOwner) {
    const message = 'Another program has the database open. Stop the server, then try again.';
    throw new AppError('rule', 'move.serverRuns', message);
  }
  await assertUsable(to);
  return withBackupLock(ctx, 'move', async (held) => {
    const secretKey = await keyOfBackup(ctx);
    let moved: MovedDatabase | undefined;
    await embeddedEngineOf(ctx).retireAfter(async (present) => {
      const { filename } = await writeBackup(
        ctx,
        { type: 'manual', secretKey },
        reportingAlso(held, report),
        present.dump,
      );
      moved = await load(ctx, to, filename, reportingAlso(held, report));
      await markMoved(ctx.config.dataDir, to, ctx.today);
      await writeJournal(ctx, { event: 'moved', file: filename, to: moved.to });
    });
    return moved!;
  });
}

/** @throws AppError invalid `move.address`, rule `move.notEmpty`, unavailable. */
async function assertUsable(to: string): Promise<void> {
  if (!isPostgresUrl(to)) {
    const message =
      'An address is such as postgres://user:password@host:5432/name, with % in the password written as %25.';
    throw new AppError('invalid', 'move.address', message, { fields: { to: message } });
  }
  const { object, rights } = await withConnection({ url: to }, async (client) => ({
    object: await findAnyObject(queryOf(client)),
    rights: (
      await queryOf(client)(
        `select r.rolname::text as role, r.rolsuper or r.rolcreatedb as creates, r.rolsuper or pg_has_role(r.oid, d.datdba, 'usage') as owns,
            pg_get_userbyid(d.datdba)::text as owner
          from pg_catalog.pg_roles r cross join pg_catalog.pg_database d
         where r.rolname = current_user and d.datname = current_database()`,
      )
    )[0],
  })).catch((error: unknown) => {
    throw openingError(to, error, '--to');
  });
  if (!rights?.owns) {
    const message = `The user "${rights?.role}" does not own the database, but "${rights?.owner}" does: name that role in --to.`;
    throw new AppError('unavailable', 'move.notOwner', message);
  }
  if (!rights.creates) {
    const message = `The user "${rights.role}" may not create databases, which a move needs while it compares the data: alter role "${rights.role}" createdb;`;
    throw new AppError('unavailable', 'backup.mayNotCreate', message);
  }
  if (object === undefined) return;
  throw new AppError(
    'rule',
    'move.notEmpty',
    `The ${describeAddress(to)} is not empty: it holds ${object}. Name an empty one: createdb makes it.`,
  );
}

async function load(
  ctx: Ctx,
  to: string,
  filename: string,
  { report }: Held,
): Promise<MovedDatabase> {
  const { path } = await findFile(ctx, filename);
  const checked = await checkFile(path);
  const engine = postgresEngine({ url: to });
  const scratch = await engine.createScratch(report);
  try {
    const problems = await loadDump(scratch, path, checked, {
      parallel: POSTGRES_PARALLEL,
      isDisposable: false,
      report,
    });
    await migrate(scratch.pool);
    const books = await checkStoredBooks(onScratch(ctx, scratch), POSTGRES_PARALLEL);
    if (!books.isSound) problems.push('The books are not sound.');
    if (problems.length > 0) {
      const message = `The data were not moved, because they did not arrive as they are: ${problems[0]}`;
      throw new AppError('rule', 'backup.differs', message);
    }
    await engine.replaceWith(scratch, undefined, report);
  } catch (error) {
    await scratch.drop().catch(() => {});
    throw error;
  }
  // The empty database.
  await engine.removeReplaced();
  const tables = Object.values(checked.manifest.tables);
  return {
    to: describeAddress(to),
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    trialBalanceUsd: checked.manifest.trialBalanceCents / 100,
    filename,
  };
}
