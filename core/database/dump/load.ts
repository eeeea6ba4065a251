import { type FileHandle, open } from 'node:fs/promises';
import pg from 'pg';
import { migrate, readMigrations } from '../migrate.ts';
import {
  compareContents,
  inSnapshot,
  type Query,
  queryOf,
  quoted,
  readContents,
} from './contents.ts';
import type { Contents, Report, Scratch } from './engine.ts';
import { type Catalog, checkStatement, parseCopy, parseSetval, readCatalog } from './forms.ts';
import { brokenBackup, type CheckedFile } from './manifest.ts';
import { readParts } from './read.ts';

/** Statements that recreate what slows a load down: run in this order after it. */
interface Postponed {
  constraints: string[];
  indexes: string[];
  foreignKeys: string[];
  triggers: string[];
}

export interface LoadOptions {
  /** How many statements load rows or build indexes at a time. */
  parallel: number;
  /** The database is dropped afterwards: its rows need not survive a crash, and are not written to the server's log. */
  isDisposable: boolean;
  report: Report;
}

/** Rows of this many bytes are loaded by one statement; larger tables by several at a time. */
const PIECE_BYTES = 32 * 1024 * 1024;

/**
 * Loads a checked backup file into an empty scratch database and compares each table with the manifest. Nothing of the
 * file is run: the schema comes from our migrations up to the file's version; the file gives rows and the values of
 * sequences, and its other statements must be of the forms that pg_dump writes for our schema.
 * @returns what differs from the manifest; empty for a whole backup.
 * @throws AppError rule `backup.broken` for other statements or rows that cannot be loaded; unavailable
 *   `database.newer` when the file's schema is newer than this program.
 */
export async function loadDump(
  scratch: Scratch,
  path: string,
  { manifest, sqlEnd }: CheckedFile,
  { parallel, isDisposable, report }: LoadOptions,
): Promise<string[]> {
  report('Preparing an empty database');
  await migrate(scratch.pool, manifest.schemaVersion);
  const query = queryOf(scratch.pool);
  const catalog = await readCatalog(query);
  // Later migrations could not refer from their tables, which are logged, to those that are not.
  const isUnlogged = isDisposable && manifest.schemaVersion === (await readMigrations()).length;
  const postponed = await withClient(scratch.pool, (client) =>
    dropPostponed(client, catalog, isUnlogged),
  );
  const set = await loadParts(scratch, query, { path, sqlEnd, catalog, parallel, report });
  report('Building indexes', 90);
  await blamingTheFile(() =>
    runAll(scratch.pool, [...postponed.constraints, ...postponed.indexes], parallel),
  );
  await query('analyze');
  report('Comparing every table', 95);
  const foreignKeys = () =>
    blamingTheFile(async () => {
      await runAll(scratch.pool, postponed.foreignKeys, 1);
      await runAll(scratch.pool, postponed.triggers, 1);
    });
  // They are checked one at a time, and by one process each, so the comparison takes little longer beside them.
  const beside = parallel > 1 ? foreignKeys() : undefined;
  if (!beside) await foreignKeys();
  const [keys, found] = await Promise.allSettled([beside, readContentsOf(scratch.pool, report)]);
  if (keys.status === 'rejected') throw keys.reason;
  if (found.status === 'rejected') throw found.reason;
  const problems = compareContents(manifest, found.value);
  const missing = [...catalog.sequences].filter((sequence) => !set.has(sequence)).length;
  if (missing > 0) problems.push(`The values of ${missing} sequences are missing.`);
  for (const table of await findBehind(query)) {
    problems.push(`The counter of table ${table} stands behind its rows.`);
  }
  return problems;
}

/** The tables whose sequence would give a number that a row has already; fingerprints do not cover sequences. */
async function findBehind(query: Query): Promise<string[]> {
  const owned = await query(`
    select s.relname::text as sequence, c.relname::text as table, a.attname::text as column, q.seqincrement::text as step
      from pg_catalog.pg_class s join pg_catalog.pg_sequence q on q.seqrelid = s.oid
      join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_class'::regclass and d.objid = s.oid
        and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjsubid > 0 and d.deptype in ('a', 'i')
      join pg_catalog.pg_class c on c.oid = d.refobjid
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace and q.seqincrement > 0 order by 2, 3`);
  if (owned.length === 0) return [];
  const behind = owned.map(({ sequence, table, column, step }) => {
    const greatest = `(select max(${quoted(String(column))}) from public.${quoted(String(table))})`;
    return `select ${pg.escapeLiteral(String(table))} as table from public.${quoted(String(sequence))}
      where last_value + case when is_called then ${step} else 0 end <= ${greatest}`;
  });
  return (await query(behind.join(' union all '))).map(({ table }) => String(table));
}

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** The contents of a database that nobody else uses. */
export function readContentsOf(pool: pg.Pool, report: Report): Promise<Contents> {
  return withClient(pool, (client) => {
    const query = queryOf(client);
    return inSnapshot(query, () =>
      readContents(query, (table, number, of) =>
        report(`Comparing ${table} (${number} of ${of} tables)`, 95 + (4 * number) / of),
      ),
    );
  });
}

/** Removes triggers, keys and indexes, and empties all tables; returns the statements that make them again. */
async function dropPostponed(
  client: pg.PoolClient,
  catalog: Catalog,
  isUnlogged: boolean,
): Promise<Postponed> {
  const query = queryOf(client);
  const own = `n.nspname = 'public' and c.relkind = 'r'`;
  const triggers = await query(`
    select format('drop trigger %I on public.%I', t.tgname, c.relname) as drop, pg_get_triggerdef(t.oid) as make
      from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace where ${own} and not t.tgisinternal order by t.oid`);
  const constraints = await query(`
    select format('alter table public.%I drop constraint %I', c.relname, k.conname) as drop, k.contype::text as type,
        format('alter table public.%I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as make
      from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace where ${own} and k.contype in ('f', 'p', 'u', 'x')
     order by k.contype = 'f' desc, k.oid`);
  const indexes = await query(`
    select format('drop index public.%I', i.relname) as drop, pg_get_indexdef(i.oid) as make
      from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid
      join pg_catalog.pg_class c on c.oid = x.indrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where ${own} and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.oid) order by i.oid`);
  await client.query('begin');
  for (const { drop } of [...triggers, ...constraints, ...indexes]) await query(String(drop));
  const tables = [...catalog.tables.keys()].map((table) => `public.${quoted(table)}`);
  await query(`truncate ${tables.join(', ')}`);
  if (isUnlogged) for (const table of tables) await query(`alter table ${table} set unlogged`);
  await client.query('commit');
  const made = (rows: Record<string, unknown>[]) => rows.map(({ make }) => String(make));
  return {
    constraints: made(constraints.filter(({ type }) => type !== 'f')),
    indexes: made(indexes),
    foreignKeys: made(constraints.filter(({ type }) => type === 'f')),
    triggers: made(triggers),
  };
}

interface Load {
  path: string;
  sqlEnd: number;
  catalog: Catalog;
  parallel: number;
  report: Report;
}

/** Returns the sequences whose values were set. */
async function loadParts(scratch: Scratch, query: Query, load: Load): Promise<Set<string>> {
  const { path, sqlEnd, catalog, report } = load;
  const loaded = new Set<string>();
  const set = new Set<string>();
  const running = new Set<Promise<void>>();
  let failed: unknown;
  for await (const part of readParts(path, sqlEnd)) {
    if (failed) break;
    if (part.kind === 'statement') {
      const setval = parseSetval(part.text, catalog);
      if (setval) {
        set.add(setval.sequence);
        await query('select pg_catalog.setval($1::regclass, $2::bigint, $3)', [
          `public.${quoted(setval.sequence)}`,
          setval.value,
          setval.isCalled,
        ]);
      } else checkStatement(part.text, catalog);
      continue;
    }
    const { table, columns } = parseCopy(part.header, catalog);
    if (loaded.has(table)) throw brokenBackup(`it holds the rows of ${table} twice.`);
    loaded.add(table);
    report(
      `Loading ${table} (${loaded.size} of ${catalog.tables.size} tables)`,
      (90 * part.from) / sqlEnd,
    );
    for await (const piece of pieces(path, part)) {
      while (running.size >= load.parallel) await Promise.race(running);
      if (failed) break;
      const work = scratch
        .copy({ table, columns, file: path, ...piece })
        .catch((error: unknown) => {
          failed ??= rowsError(table, error);
        })
        .finally(() => running.delete(work));
      running.add(work);
    }
  }
  await Promise.all(running);
  if (failed) throw failed;
  return set;
}

/** Errors of the rows themselves are the file's fault; others, such as a full disk, are not. */
function rowsError(table: string, error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  // Class 22 is a value that its column cannot hold, 23 a constraint, 42 a column that does not exist.
  if (!code || !/^(?:22|23|42)/.test(code)) return error;
  return brokenBackup(`the rows of ${table} cannot be loaded (${message}).`);
}

/** Splits a range of rows at line ends. */
async function* pieces(
  path: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<{ from: number; to: number }> {
  if (to - from <= PIECE_BYTES) {
    if (to > from) yield { from, to };
    return;
  }
  const file = await open(path, 'r');
  try {
    let start = from;
    while (start < to) {
      const end = await lineEnd(file, Math.min(start + PIECE_BYTES, to), to);
      yield { from: start, to: end };
      start = end;
    }
  } finally {
    await file.close();
  }
}

/** The position after the next line end, from `at` on. */
async function lineEnd(file: FileHandle, at: number, to: number): Promise<number> {
  const buffer = Buffer.alloc(64 * 1024);
  for (let place = at; place < to; place += buffer.length) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - place), place);
    const index = buffer.subarray(0, bytesRead).indexOf(10);
    if (index >= 0) return place + index + 1;
  }
  return to;
}

/** Rows that contradict one another are the file's fault. */
async function blamingTheFile(recreate: () => Promise<void>): Promise<void> {
  try {
    await recreate();
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (!code?.startsWith('23')) throw error;
    throw brokenBackup(`its rows contradict one another (${message}).`);
  }
}

/** Runs statements on several connections, each in a transaction of its own. */
async function runAll(
  pool: pg.Pool,
  statements: readonly string[],
  parallel: number,
): Promise<void> {
  const waiting = [...statements];
  const worker = () =>
    withClient(pool, async (client) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await client.query('begin');
        try {
          await client.query(`set local maintenance_work_mem = '192MB'`);
          await client.query(next);
          await client.query('commit');
        } catch (error) {
          waiting.length = 0;
          await client.query('rollback').catch(() => {});
          throw error;
        }
      }
    });
  await Promise.all(Array.from({ length: parallel }, worker));
}
