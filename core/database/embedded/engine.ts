import { closeSync, fsyncSync, openSync } from 'node:fs';
import { readdir, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** The PostgreSQL that this PGlite is; a directory made by another one cannot be opened by it. */
const MAJOR_VERSION = '18';

export const EMBEDDED_USER = 'postgres';
export const EMBEDDED_DATABASE = 'postgres';

/** What the emscripten file system of PGlite has that fsync takes. */
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
 * PGlite's file system answers fsync without doing it, which is enough against kill -9 but not against
 * a power cut. This gives it a real one; `-F` (no fsync) leaves the start parameters, and the
 * write-ahead log uses fsync because PGlite's fdatasync cannot be given a body.
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
    // Measured with the owner's --stack-size: deep recursion gets PostgreSQL's error, where PGlite's
    // default overflows the stack of WebAssembly first, which ends the session.
    max_stack_depth: '200kB',
    // Old segments of the write-ahead log are removed early; the default keeps a gigabyte.
    max_wal_size: '128MB',
    min_wal_size: '32MB',
  };
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/**
 * How much a function of the engine runs before it is compiled a second time, for speed. With V8's own
 * figure, a hundredth of this, an opening took half as much processor time again, and work of minutes
 * was not quicker for it. A newer V8 that does not know the flag says so and goes on.
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
 * Opens `<dataDir>/pg`, making it first where there is none. Only the holder of the lock may call this.
 * @throws Error in words for a person when the directory cannot be opened.
 */
export async function openEngine(
  dataDir: string,
  onProgress: (message: string) => void,
): Promise<PGlite> {
  const directory = join(dataDir, 'pg');
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    await refuseRemains(directory);
    onProgress('Preparing the embedded database for its first use, which takes some seconds…');
    await prepare(dataDir, directory);
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

/** The least that an opening writes, after an end in the middle of work. */
const ROOM_TO_OPEN = 48 * 1024 * 1024;

/** The engine itself only says that it failed to start. */
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
    `The embedded database in ${directory} cannot be opened: its files may be damaged or not readable. Nothing there was thrown away; a copy of the data directory from a backup opens again.`,
    { cause: error },
  );
}

/** Made beside its place and moved there when it is whole and on disk: a kill on the way leaves nothing half. */
async function prepare(dataDir: string, directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const db = await open(draft).catch((error: unknown) => explain(error, directory));
  await db.exec('create extension pg_trgm');
  await db.close();
  await syncTree(draft);
  await rename(draft, directory);
  fsyncPath(dataDir);
}

async function refuseRemains(directory: string): Promise<void> {
  const entries = await readdir(directory).catch(() => undefined);
  if (entries === undefined) return;
  if (entries.length > 0) {
    throw new Error(`${directory} holds files but no database; nothing there was touched.`);
  }
  await rmdir(directory);
}

/** Files written by another user (sudo, say) would lock the rightful one out. */
async function refuseForeign(directory: string): Promise<void> {
  const owner = (await stat(directory)).uid;
  const self = process.getuid?.();
  if (self !== undefined && owner !== self) {
    throw new Error(
      `The embedded database in ${directory} belongs to the user with number ${owner}; run this as that user.`,
    );
  }
}

async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else fsyncPath(path);
  }
  fsyncPath(directory);
}

function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
