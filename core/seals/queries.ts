import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { findPage, type Sorts } from '../database/list.ts';
import { readSetting } from '../database/settings.ts';
import type { Page } from '../kernel/paging.ts';
import type { SealFilter, SealRow } from './schema.ts';

const sealColumns = [
  'id',
  'kind',
  'line_format as lineFormat',
  'first_line as firstLine',
  'last_line as lastLine',
  'lines',
  'root',
  'previous',
  'hash',
  'sealed_at as sealedAt',
  'cut_seal as cutSeal',
  'cut_hash as cutHash',
] as const;

const seals = (db: Db) => db.selectFrom('audit_seals').select(sealColumns);
type Stored<T> = T & SealRow;

export async function findNewestSeal(db: Db): Promise<SealRow | undefined> {
  const row = await seals(db).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row as Stored<typeof row> | undefined;
}

export async function findSeal(db: Db, id: number): Promise<SealRow | undefined> {
  const row = await seals(db).where('id', '=', id).executeTakeFirst();
  return row as Stored<typeof row> | undefined;
}

export async function findSealByHash(db: Db, hash: string): Promise<SealRow | undefined> {
  const row = await seals(db).where('hash', '=', hash).limit(1).executeTakeFirst();
  return row as Stored<typeof row> | undefined;
}

/** The restore seal that says that it cut off this one. */
export async function findCutOf(db: Db, seal: number): Promise<SealRow | undefined> {
  const row = await seals(db)
    .where('kind', '=', 'restore')
    .where('cut_seal', '>=', seal)
    .where('id', '<=', seal)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row as Stored<typeof row> | undefined;
}

/** The seal in whose range a line is. */
export async function findSealOfLine(db: Db, line: number): Promise<SealRow | undefined> {
  const row = await seals(db)
    .where('last_line', '>=', line)
    .orderBy('last_line')
    .limit(1)
    .executeTakeFirst();
  return row as Stored<typeof row> | undefined;
}

/** The newest seal that is older than an instant; looks at the seals since then alone. */
export async function findSealBefore(db: Db, instant: Date): Promise<SealRow | undefined> {
  const row = await seals(db)
    .where('sealed_at', '<', instant)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as Stored<typeof row> | undefined;
}

/** Seals from a number on, in their order. */
export async function findSealsFrom(db: Db, from: number, limit: number): Promise<SealRow[]> {
  const rows = await seals(db).where('id', '>=', from).orderBy('id').limit(limit).execute();
  return rows as Stored<(typeof rows)[number]>[];
}

const sorts: Sorts<'id'> = {
  keys: { id: 'id' },
  unique: 'id',
  first: { column: 'id', descending: true },
  complete: ['id'],
};

export function findSeals(db: Db, filter: SealFilter): Promise<Page<SealRow>> {
  const query = seals(db);
  return findPage(query, sorts, filter) as Promise<Page<Stored<object>>>;
}

/** Inserts a seal; false where another process has inserted one of this number. */
export async function insertSeal(db: Db, seal: SealRow): Promise<boolean> {
  const result = await db
    .insertInto('audit_seals')
    .values({
      id: seal.id,
      kind: seal.kind,
      line_format: seal.lineFormat,
      first_line: seal.firstLine,
      last_line: seal.lastLine,
      lines: seal.lines,
      root: seal.root,
      previous: seal.previous,
      hash: seal.hash,
      sealed_at: seal.sealedAt,
      cut_seal: seal.cutSeal,
      cut_hash: seal.cutHash,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * The text of a line of format 1: a JSON array of the number of the format and all columns, times in UTC with microseconds,
 * `before` and `after` as texts. It depends on no setting of the session. A column that is added to the table makes format 2.
 */
const lineText: RawBuilder<string> = sql`json_build_array(1, id,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_kind, actor_id, actor_name, actor_username, origin,
  action, entity, entity_id, summary, before::text, after::text, format)::text`;

/** The leaf of a line in the tree of its seal (RFC 6962). */
const lineLeaf: RawBuilder<Buffer> = sql`sha256(decode('00', 'hex') || convert_to(${lineText}, 'UTF8'))`;

/** The leaves of a range of ids, in their order: hashes of 32 bytes one after the other, which are read faster than rows. */
export async function findLeaves(
  db: Db,
  { after, upTo }: { after: number; upTo: number },
): Promise<Buffer> {
  const { rows } = await sql<{ hashes: Buffer }>`
    select coalesce(string_agg(${lineLeaf}, ''::bytea order by id), ''::bytea) as hashes from audit_log
    where id > ${after} and id <= ${upTo}`.execute(db);
  return rows[0]!.hashes;
}

/** The first line after an id. */
export async function findNextLine(db: Db, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** How many lines of a range come before one. */
export async function countLinesBefore(db: Db, after: number, line: number): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*) as lines from audit_log where id > ${after} and id < ${line}`.execute(db);
  return rows[0]!.lines;
}

export async function findLineText(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select ${lineText} as text from audit_log where id = ${id}`.execute(db);
  return rows[0]?.text;
}

/** The number of lines after one, and the time of the first of them. */
export async function findUnsealed(
  db: Db,
  after: number,
): Promise<{ lines: number; since: Date | null }> {
  const { rows } = await sql<{ lines: number; since: Date | null }>`
    select count(*) as lines, min(at) as since from audit_log where id > ${after}`.execute(db);
  return rows[0]!;
}

/** The newest line that is committed. */
export async function findNewestLine(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * The transactions of other sessions that may have lines which are not committed: an insert takes this lock before its id, and
 * keeps it until its transaction ends. All users may read pg_locks.
 */
export async function findWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and pid is distinct from pg_backend_pid()`.execute(db);
  return rows.map(({ id }) => id);
}

/** The newest line that is older than seals; undefined in a database that began with them. */
export async function findUpgradeLine(db: Db): Promise<number | undefined> {
  const value = await readSetting(db, 'auditSealUpgrade');
  return value === undefined || value === null ? undefined : Number(value);
}
