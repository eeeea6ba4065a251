import { fsyncSync } from 'node:fs';
import { readdir, readFile, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { fsyncPath, MAJOR_VERSION, renameDurably, syncTree } from './files.ts';
import { refuseMoved } from './moved.ts';
import { completeSwap } from './swap.ts';

export const EMBEDDED_USER = 'postgres';
export const EMBEDDED_DATABASE = 'postgres';

/** The part of PGlite's emscripten file system that fsync needs. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
  realPath(node: unknown): string;
  tryFSOperation<T>(operation: () => T): T;
}

interface PostgresModule {
  FS: { filesystems: { NODEFS: NodeFileSystem } };
}

interface ModuleOptions {
  preRun?: ((module: PostgresModule) => void)[];
}

/**
 * PGlite's file system does nothing on fsync, which is safe against kill -9 but not against a power cut. This
 * implements it, removes `-F` (no fsync) from the start parameters, and selects fsync for the write-ahead log,
 * because PGlite's fdatasync cannot be replaced.
 */
const durable: Extension = {
  name: 'durable',
  async setup(_pg, emscriptenOpts: ModuleOptions) {
    const install = (module: PostgresModule) => {
      const files = module.FS.filesystems.NODEFS;
      files.stream_ops.fsync = (stream) => {
        files.tryFSOperation(() => {
          if (stream.nfd === undefined) fsyncPath(files.realPath(stream.node));
          else fsyncSync(stream.nfd);
        });
        return 0;
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] },
    };
  },
};

function startParameters(): string[] {
  const settings = {
    wal_sync_method: 'fsync',
    // Measured with the owner's --stack-size: deep recursion gets PostgreSQL's error. With PGlite's
    // default the stack of WebAssembly overflows first, which ends the session.
    max_stack_depth: '200kB',
    // Removes old segments of the write-ahead log early; the default keeps a gigabyte.
    max_wal_size: '128MB',
    min_wal_size: '32MB',
  };
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/**
 * How long V8 runs a function of the engine before it optimises it. With V8's default, a hundredth of this, opening
 * used half as much processor time again, and work of minutes was not faster. A newer V8 that does not know the flag
 * prints a warning and continues.
 */
const TIERING_BUDGET = 200_000_000;

function open(directory: string): Promise<PGlite> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  return PGlite.create({
    dataDir: directory,
    extensions: { pg_trgm, durable },
    startParams: startParameters(),
    relaxedDurability: false,
  });
}

/**
 * Opens `<dataDir>/pg`, after completing a swap that was begun, or creating it if needed. Only the holder of the lock
 * may call this.
 * @throws Error with a message for the user when the directory cannot be opened, AppError `database.moved`.
 */
export async function openEngine(
  dataDir: string,
  onProgress: (message: string) => void,
): Promise<PGlite> {
  await refuseMoved(dataDir);
  await completeSwap(dataDir);
  const directory = join(dataDir, 'pg');
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    await refuseRemains(directory);
    onProgress('Preparing the embedded database for its first use, which takes some seconds…');
    await prepare(directory);
  } else if (version.trim() !== MAJOR_VERSION) {
    throw new Error(
      `The embedded database in ${directory} was made by PostgreSQL ${version.trim()}; this program brings PostgreSQL ${MAJOR_VERSION}.`,
    );
  } else {
    await refuseForeign(directory);
  }
  const db = await open(directory).catch((error: unknown) => explain(error, directory));
  await db.exec('create extension if not exists pg_trgm');
  return db;
}

/** Minimum disk space that opening needs after a crash. */
const ROOM_TO_OPEN = 48 * 1024 * 1024;

/** Finds the cause; the engine itself only reports that it failed to start. */
async function explain(error: unknown, directory: string): Promise<never> {
  const { bavail, bsize } = await statfs(dirname(directory));
  if (bavail * bsize < ROOM_TO_OPEN) {
    throw new Error(
      `The disk with the data directory is full: ${Math.floor((bavail * bsize) / 1024 ** 2)} MB are left, and the database needs ${ROOM_TO_OPEN / 1024 ** 2} MB to open.`,
      { cause: error },
    );
  }
  if (error instanceof Error && 'code' in error) throw error;
  throw new Error(
    `The embedded database in ${directory} cannot be opened: its files may be damaged or not readable. Nothing there was thrown away. isp backups restore FILE --without-safety puts a backup in its place; isp backups list shows the files.`,
    { cause: error },
  );
}

/** Created in a temporary place and renamed when complete and synced, so that a kill leaves nothing incomplete. */
async function prepare(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const db = await open(draft).catch((error: unknown) => explain(error, directory));
  await db.exec('create extension pg_trgm');
  await db.close();
  await syncTree(draft);
  await renameDurably(draft, directory);
}

async function refuseRemains(directory: string): Promise<void> {
  const entries = await readdir(directory).catch(() => undefined);
  if (entries === undefined) return;
  if (entries.length > 0) {
    throw new Error(`${directory} holds files but no database; nothing there was touched.`);
  }
  await rmdir(directory);
}

/** Files written by another user (sudo, say) would lock out their owner. */
async function refuseForeign(directory: string): Promise<void> {
  const owner = (await stat(directory)).uid;
  const self = process.getuid?.();
  if (self !== undefined && owner !== self) {
    throw new Error(
      `The embedded database in ${directory} belongs to the user with number ${owner}; run this as that user.`,
    );
  }
}
