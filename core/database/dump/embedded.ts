import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createPool } from '../connect.ts';
import { type EmbeddedConnection, openEmbedded } from '../embedded/embedded.ts';
import { exists } from '../embedded/files.ts';
import { isOpen } from '../embedded/lock.ts';
import {
  copyFiles,
  dumpToFile,
  type HeldDatabase,
  holdDatabase,
  loadRows,
} from '../embedded/requests-client.ts';
import { beginSwap } from '../embedded/swap.ts';
import { type Query, queryOf } from './contents.ts';
import { makeEmptyDatabase, makePlace, removeLeftovers, removePlace } from './embedded-places.ts';
import type { BackupEngine, Contents, Dumped, Frozen, Report, Scratch } from './engine.ts';

export interface EmbeddedEngine extends BackupEngine {
  /**
   * Runs work while everybody else is disconnected, and then ends the process that serves the database. After an error
   * the others go on.
   */
  retireAfter(work: (present: Frozen) => Promise<void>): Promise<void>;
}

export interface EmbeddedEngineSettings {
  /** The data directory, whose embedded database this process has open. */
  dataDir: string;
  /** This process's own connections to it. `replaceWith` cuts them; the pool connects again by itself. */
  pool: pg.Pool;
  /** Describes the contents of the database that `query` asks. */
  readContents(query: Query): Promise<Contents>;
}

const SCRATCH_CONNECTIONS = 2;

/** Where scratch databases are. */
const places = new WeakMap<Scratch, string>();

/** Opening a large database after a swap. */
const REOPEN_LIMIT = 120_000;
const REOPEN_PAUSE = 200;

/**
 * Backups of the embedded database. This process may be the server, a guest of it, or a shell that has started the
 * owner process. A dump is written from a copy of the files, so that others wait for the copy only.
 * @throws AppError `disk.full` (unavailable) when there is no space for a copy or a scratch database.
 */
export function embeddedEngine({
  dataDir,
  pool,
  readContents,
}: EmbeddedEngineSettings): EmbeddedEngine {
  /** Makes a copy of the files by `copy` and dumps it. */
  async function dumpCopy(
    file: string,
    report: Report,
    copy: (to: string) => Promise<number>,
  ): Promise<Dumped> {
    report('Copying the files of the database');
    const place = await makePlace(dataDir, 'copy');
    try {
      const waitedMs = await copy(place);
      const opened = await openEmbedded(place, 'shell', { mustExist: true });
      return await using(opened, async () => {
        report('Writing the data');
        await dumpToFile(place, file);
        report('Counting and comparing the rows');
        const rows = createPool({ ...opened.config, max: 1 });
        const query = queryOf(rows);
        // Asked of the copy: the database itself may be held.
        const read = async () => ({
          ...(await readContents(query)),
          database: await versionOf(query),
          waitedMs,
        });
        return await read().finally(() => rows.end());
      });
    } finally {
      await removePlace(place);
    }
  }

  async function createScratch(report: Report): Promise<Scratch> {
    report('Preparing an empty database');
    const place = await makePlace(dataDir, 'scratch');
    const open = async () => {
      await makeEmptyDatabase(dataDir, place);
      return openEmbedded(place, 'shell');
    };
    const opened = await open().catch(async (error: unknown) => {
      await removePlace(place);
      throw error;
    });
    const own = createPool({ ...opened.config, max: SCRATCH_CONNECTIONS });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= own.end().then(() => opened.close());
      return closed;
    };
    const scratch: Scratch = {
      pool: own,
      copy: (block) => loadRows(place, block),
      takeRights: async () => [],
      close,
      async drop() {
        await close();
        await removePlace(place);
      },
    };
    places.set(scratch, place);
    return scratch;
  }

  /** Waits until this process's connections reach the database again, whoever opens it. */
  async function untilOpen(): Promise<void> {
    const end = Date.now() + REOPEN_LIMIT;
    for (;;) {
      try {
        await pool.query('select 1');
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await pause(REOPEN_PAUSE);
      }
    }
  }

  function frozenBy(held: HeldDatabase): Frozen {
    return { dump: (file, inner) => dumpCopy(file, inner, held.copy) };
  }

  /** Replaces a database that no process can open: the next opening completes it. */
  async function replaceUnopened(place: string): Promise<void> {
    await beginSwap(dirname(place), place, new Date());
    await (await openEmbedded(dataDir, 'shell')).close();
    if (await exists(join(place, 'pg'))) throw new Error('the database was not replaced');
    await removePlace(place);
  }

  return {
    dump: (file, report) => dumpCopy(file, report, (to) => copyFiles(dataDir, to)),

    createScratch,

    async replaceWith(scratch, beforeSwap, report) {
      const place = places.get(scratch);
      if (!place) throw new Error('not a scratch database of this engine');
      report('Waiting for what is being saved');
      await scratch.close();
      const held = await holdDatabase(dataDir).catch(async (error: unknown) => {
        if (beforeSwap || (await isOpen(dataDir))) throw error;
        return undefined;
      });
      if (!held) {
        await replaceUnopened(place);
        return [];
      }
      try {
        await beforeSwap?.(frozenBy(held));
        report('Replacing the database');
        await held.swap(place);
      } catch (error) {
        held.release();
        // The owner may have ended after it had decided to replace: opening it has then completed that.
        await untilOpen();
        if (await exists(join(place, 'pg'))) throw error;
      }
      report('Opening the database');
      await untilOpen();
      await removePlace(place);
      return [];
    },

    findForeign: async () => [],
    removeScratch: () => removeLeftovers(dataDir, { replaced: false }),
    removeReplaced: () => removeLeftovers(dataDir, { replaced: true }),

    async retireAfter(work) {
      const held = await holdDatabase(dataDir);
      try {
        await work(frozenBy(held));
        await held.retire();
      } finally {
        held.release();
      }
    },
  };
}

async function versionOf(query: Query): Promise<string> {
  const [row] = await query('show server_version');
  return `embedded PostgreSQL ${String(row?.server_version).split(' ')[0]}`;
}

/** Closes a database after the work, also when it failed. */
async function using<T>(opened: EmbeddedConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}
