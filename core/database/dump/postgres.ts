import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../kernel/errors.ts';
import { createPool } from '../connect.ts';
import {
  type Address,
  connect,
  databaseTag,
  replacedPrefix,
  scratchPrefix,
  withConnection,
  withDatabase,
} from './connections.ts';
import { findAnyObject, findObjects, queryOf, quoted, readContents } from './contents.ts';
import type { BackupEngine, CopyBlock, Dumped, Report, Scratch } from './engine.ts';
import { copyRights, tryDatabase } from './rights.ts';
import { runPgDump } from './run-pg-dump.ts';
import { swapDatabases } from './swap-postgres.ts';

/** How many statements load rows or build indexes at a time. */
export const POSTGRES_PARALLEL = 2;

/** Backups of a PostgreSQL database, through the role that owns its tables. */
export function postgresEngine(address: Address): BackupEngine {
  return {
    dump: (file, report) => dump(address, file, report),
    createScratch: (report) => createScratch(address, report),
    async replaceWith(scratch, beforeSwap, report) {
      const refused = await scratch.takeRights();
      await scratch.close();
      await swapDatabases(
        address,
        (scratch as PostgresScratch).database,
        async () => beforeSwap?.({ dump: (file, inner) => dump(address, file, inner) }),
        report,
      );
      return refused;
    },
    findForeign: (scratch) => findForeign(address, scratch),
    removeScratch: () => removeDatabases(address, [SCRATCH]),
    removeReplaced: () => removeDatabases(address, [SCRATCH, REPLACED]),
  };
}

/** Dumps and reads the contents of one snapshot, at the same time. */
async function dump(address: Address, file: string, report: Report): Promise<Dumped> {
  return withConnection(address, async (client) => {
    const query = queryOf(client);
    const [server] = await query(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    );
    const major = Math.floor(Number(server?.number) / 10_000);
    await client.query('begin transaction isolation level repeatable read, read only');
    const [snapshot] = await query('select pg_export_snapshot() as id');
    const schemas = await query(`
      select nspname::text as name from pg_catalog.pg_namespace
       where nspname not in ('public', 'information_schema') and nspname not like 'pg\\_%'`);
    const failed = new AbortController();
    const dumping = runPgDump({
      settings: address,
      snapshot: String(snapshot?.id),
      server: major,
      excludedSchemas: schemas.map(({ name }) => String(name)),
      excludedTables: [],
      file,
      signal: failed.signal,
    });
    const reading = readContents(query, (table, number, of) =>
      report(`Writing ${table} (${number} of ${of} tables)`, (90 * number) / of),
    ).catch((error: unknown) => {
      failed.abort();
      throw error;
    });
    const [contents] = await Promise.all([reading, dumping]).catch(async (error) => {
      await Promise.allSettled([reading, dumping]);
      throw error;
    });
    const version = String(server?.version).split(' ')[0];
    return { ...contents, database: `PostgreSQL ${version}`, waitedMs: 0 };
  });
}

export interface PostgresScratch extends Scratch {
  database: string;
}

interface DatabaseRow {
  name: string;
  owner: string;
  encoding: string;
  collate: string;
  ctype: string;
  provider: string;
  icu: string | null;
  tableOwner: string;
  self: string;
}

async function describe(client: pg.Client): Promise<DatabaseRow> {
  const rows = await queryOf(client)(`
    select d.datname::text as name, pg_get_userbyid(d.datdba)::text as owner, pg_encoding_to_char(d.encoding) as encoding,
        d.datcollate::text as collate, d.datctype::text as ctype, d.datlocprovider::text as provider,
        coalesce(to_jsonb(d) ->> 'daticulocale', to_jsonb(d) ->> 'datlocale') as icu, current_user::text as self,
        coalesce((select pg_get_userbyid(relowner)::text from pg_catalog.pg_class
          where oid = to_regclass('public.schema_migrations')), current_user::text) as "tableOwner"
      from pg_catalog.pg_database d where d.datname = current_database()`);
  return rows[0] as unknown as DatabaseRow;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Every commit that a swap relies on is durable before the swap's own commit, which waits for the log up to itself.
 * Compiling queries that run once costs more than it saves.
 */
const SCRATCH_OPTIONS = '-c synchronous_commit=off -c jit=off';

/** Creates an empty database beside the present one, with its encoding, locale, owner and rights. */
async function createScratch(address: Address, report: Report): Promise<PostgresScratch> {
  report('Creating a scratch database');
  const present = await withConnection(address, async (client) => {
    const found = await describe(client);
    const name = `${scratchPrefix(found.name)}${randomBytes(4).toString('hex')}`;
    const icu =
      found.provider === 'i' && found.icu
        ? ` locale_provider icu icu_locale ${pg.escapeLiteral(found.icu)}`
        : '';
    await client
      .query(
        `create database ${quoted(name)} owner ${quoted(found.owner)} template template0 encoding ${pg.escapeLiteral(found.encoding)}
          lc_collate ${pg.escapeLiteral(found.collate)} lc_ctype ${pg.escapeLiteral(found.ctype)}${icu}`,
      )
      .catch((error: { code?: string }) => {
        throw error.code === INSUFFICIENT_PRIVILEGE ? mayNotCreate(found.self, error) : error;
      });
    return { ...found, scratch: name };
  });
  const scratch = withDatabase(address, present.scratch);
  // Its objects belong to the role that owns the present tables.
  const asOwner = present.tableOwner === present.self ? '' : ` -c role=${present.tableOwner}`;
  const options = `${SCRATCH_OPTIONS}${asOwner}`;
  const pool = createPool({ ...scratch, max: POSTGRES_PARALLEL + 2, options });
  // Shows that the scratch database is in use (see removeReplaced).
  const guard = await connect(scratch);
  await guard.query(
    `comment on database ${quoted(present.scratch)} is ${pg.escapeLiteral(databaseTag(present.name))}`,
  );
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await pool.end();
    await guard.end();
  };
  return {
    database: present.scratch,
    pool,
    copy: (block) => copyRows(pool, block),
    async takeRights() {
      const refused = await copyRights(address, pool, present.scratch);
      await tryDatabase(scratch);
      return refused;
    },
    close,
    async drop() {
      await close();
      await withConnection(address, (client) =>
        client.query(`drop database if exists ${quoted(present.scratch)}`),
      );
    },
  };
}

function mayNotCreate(role: string, cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'backup.mayNotCreate',
    `The database user "${role}" may not create databases, which verifying and restoring need. Run: ALTER ROLE ${role} CREATEDB; or set ISP_OWNER_URL to a role that may.`,
    { cause },
  );
}

async function copyRows(
  pool: pg.Pool,
  { table, columns, file, from, to }: CopyBlock,
): Promise<void> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    const names = columns.map(quoted).join(', ');
    await pipeline(
      createReadStream(file, { start: from, end: to - 1, highWaterMark: 128 * 1024 }),
      client.query(copyFrom(`copy public.${quoted(table)} (${names}) from stdin`)),
    );
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}

async function findForeign(address: Address, { pool }: Scratch): Promise<string[]> {
  const version = 'select max(version) as version from public.schema_migrations';
  const ours = new Set((await findObjects(queryOf(pool))).map(({ name }) => name));
  return withConnection(address, async (client) => {
    const [[present], [restored]] = await Promise.all([
      queryOf(client)(version),
      queryOf(pool)(version),
    ]);
    // Another version of the program may have other tables of ours.
    const isKnown = present?.version === restored?.version;
    const objects = await findObjects(queryOf(client));
    return objects
      .filter(({ schema, name }) => schema !== 'public' || (isKnown && !ours.has(name)))
      .map(({ schema, name }) => `${schema}.${name}`);
  });
}

/** What follows the prefix in the names of databases of a kind. */
interface Leftover {
  prefix: (database: string) => string;
  suffix: string;
  /** It is marked after its creation; a replaced one is in the transaction of the swap. */
  mayBeUnmarked?: true;
}
const SCRATCH: Leftover = { prefix: scratchPrefix, suffix: '[0-9a-f]{8}', mayBeUnmarked: true };
const REPLACED: Leftover = { prefix: replacedPrefix, suffix: '[0-9]{17}' };

/** Whether a database has no objects of anybody; false if it cannot be asked. */
async function isEmpty(address: Address): Promise<boolean> {
  const object = withConnection(address, (client) => findAnyObject(queryOf(client)));
  return object.then(
    (found) => found === undefined,
    () => false,
  );
}

/**
 * Drops databases of these kinds that nobody is connected to. Others may have databases of similar names, or of the same
 * first characters: only those whose comment says that they belong to this one are dropped, and empty scratch databases
 * without a comment, as a kill right after their creation leaves them.
 */
async function removeDatabases(address: Address, kinds: readonly Leftover[]): Promise<void> {
  await withConnection(address, async (client) => {
    const { name } = await describe(client);
    for (const { prefix, suffix, mayBeUnmarked } of kinds) {
      const rows = await queryOf(client)(
        `select datname::text as name, shobj_description(d.oid, 'pg_database') is null as "isUnmarked"
           from pg_catalog.pg_database d
          where starts_with(datname, $1) and substr(datname, length($1) + 1) ~ $2 and datname <> current_database()
            and coalesce(shobj_description(d.oid, 'pg_database'), $3) = $3
            and not exists (select from pg_catalog.pg_stat_activity a where a.datname = d.datname)`,
        [prefix(name), `^${suffix}$`, databaseTag(name)],
      );
      for (const row of rows) {
        const database = String(row.name);
        const isUnused = mayBeUnmarked && (await isEmpty(withDatabase(address, database)));
        if (row.isUnmarked && !isUnused) continue;
        // Another process may have removed it, or connected to it.
        await client.query(`drop database if exists ${quoted(database)}`).catch(() => {});
      }
    }
  });
}
