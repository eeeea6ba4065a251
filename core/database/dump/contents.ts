import type pg from 'pg';
import type { Contents, TableContents } from './engine.ts';

/** Runs one statement on one connection and answers its rows. */
export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export function queryOf(client: Pick<pg.Pool | pg.ClientBase, 'query'>): Query {
  return async (text, values) => (await (client as pg.Pool).query(text, values)).rows;
}

/** Compiling a query that runs once costs more than it saves. */
const SETTINGS = { search_path: '', jit: 'off' };

export interface TableColumns {
  table: string;
  /** Without generated columns, by name. */
  columns: string[];
}

/** The tables of schema public with their stored columns, without those of extensions. */
export async function findTables(query: Query): Promise<TableColumns[]> {
  const rows = await query(`
    select c.relname::text as table, array_agg(a.attname::text order by a.attname collate "C") as columns
      from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_catalog.pg_depend d
         where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname collate "C"`);
  return rows as unknown as TableColumns[];
}

/**
 * Relations and functions of schemas other than public, as schema and name, without those of extensions; and relations
 * of public.
 */
export async function findObjects(query: Query): Promise<{ schema: string; name: string }[]> {
  const rows = await query(`
    with objects as (
      select c.oid, 'pg_catalog.pg_class'::regclass as class, c.relnamespace as namespace, c.relname as name
        from pg_catalog.pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f')
      union all
      select p.oid, 'pg_catalog.pg_proc'::regclass, p.pronamespace, p.proname
        from pg_catalog.pg_proc p where p.pronamespace <> 'public'::regnamespace
    )
    select distinct n.nspname::text as schema, o.name::text as name
      from objects o join pg_catalog.pg_namespace n on n.oid = o.namespace
     where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
       and not exists (select from pg_catalog.pg_depend d
         where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')
     order by 1, 2`);
  return rows as { schema: string; name: string }[];
}

/**
 * The name of a relation or schema that is neither PostgreSQL's own nor an extension's; undefined for an empty database.
 */
export async function findAnyObject(query: Query): Promise<string | undefined> {
  const [found] = await query(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' and not exists (
       select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    union all
    select format('schema %I', nspname) from pg_catalog.pg_namespace
     where nspname not in ('public', 'information_schema') and nspname not like 'pg\\_%'
    limit 1`);
  return found && String(found.name);
}

/** Runs reads of one snapshot on a connection that nobody else uses. */
export async function inSnapshot<T>(query: Query, read: () => Promise<T>): Promise<T> {
  await query('begin transaction isolation level repeatable read, read only');
  try {
    return await read();
  } finally {
    await query('rollback');
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const HASH_SPACE = 2n ** 64n;

/**
 * Counts the rows of a table and sums their hashes: equal for equal rows in any order, on every version of PostgreSQL and
 * whatever its settings, because the hash functions also place the rows of partitioned tables and so never change. Every
 * type of a column must have one (json has none, jsonb has). Not cryptographic: it finds differences, not forgeries.
 */
export async function readTable(
  query: Query,
  { table, columns }: TableColumns,
): Promise<TableContents> {
  // A record's hash is a sum over its columns: without the second hash, values exchanged between two rows would go unseen.
  const hashOfRow = `pg_catalog.hashint8extended(pg_catalog.hash_record_extended(row(${columns.map(quoted).join(', ')}), 0), 0)`;
  const [found] = await query(
    `select count(*)::text as rows, coalesce(sum(${hashOfRow}), 0)::text as hash from public.${quoted(table)}`,
  );
  const sum = BigInt(String(found?.hash)) % HASH_SPACE;
  const hash = ((sum + HASH_SPACE) % HASH_SPACE).toString(16).padStart(16, '0');
  return { rows: Number(found?.rows), hash };
}

/**
 * What the database contains, as the current transaction sees it: rows and fingerprint of each table, the total of the
 * trial balance. Must run within a transaction of its own, whose settings it changes.
 */
export async function readContents(
  query: Query,
  onTable: (table: string, number: number, of: number) => void = () => {},
): Promise<Contents> {
  for (const [name, value] of Object.entries(SETTINGS)) {
    await query('select set_config($1, $2, true)', [name, value]);
  }
  const tables: Record<string, TableContents> = {};
  const found = await findTables(query);
  for (const [index, table] of found.entries()) {
    onTable(table.table, index + 1, found.length);
    tables[table.table] = await readTable(query, table);
  }
  const [version] = await query(
    'select coalesce(max(version), 0)::int as version from public.schema_migrations',
  );
  return {
    schemaVersion: Number(version?.version),
    tables,
    trialBalanceCents: await readTrialBalance(query),
    ...(await readSeal(query)),
  };
}

/** The newest seal of the audit log, as `copyText` of core/seals writes it. */
async function readSeal(query: Query): Promise<Pick<Contents, 'auditSeal'>> {
  const [table] = await query(`select to_regclass('public.audit_seals') is not null as "isThere"`);
  if (!table?.isThere) return {};
  const [row] = await query(
    `select 'seal ' || id || ' sha256:' || hash as seal from public.audit_seals order by id desc limit 1`,
  );
  return row ? { auditSeal: String(row.seal) } : {};
}

/** The total of the trial balance over all months: the debit balances of the accounts, in cents. */
async function readTrialBalance(query: Query): Promise<number> {
  const [row] = await query(`
    select coalesce(sum(greatest(balance, 0)), 0)::text as cents from (
      select sum(debit_cents::bigint - credit_cents::bigint) as balance
        from public.account_months group by account_code) as accounts`);
  return Number(row?.cents);
}

/** The differences between two contents, one sentence each; empty when they are equal. */
export function compareContents(expected: Contents, found: Contents): string[] {
  const problems: string[] = [];
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)]);
  for (const name of [...names].sort()) {
    const [one, other] = [expected.tables[name], found.tables[name]];
    if (!one || !other) {
      problems.push(`Table ${name} is ${one ? 'missing' : 'not in the list of the backup'}.`);
    } else if (one.rows !== other.rows) {
      problems.push(`Table ${name} has ${other.rows} rows instead of ${one.rows}.`);
    } else if (one.hash !== other.hash) {
      problems.push(`The rows of table ${name} are not those that were backed up.`);
    }
  }
  if (expected.schemaVersion !== found.schemaVersion) {
    problems.push(
      `The schema version is ${found.schemaVersion} instead of ${expected.schemaVersion}.`,
    );
  }
  if (expected.auditSeal !== undefined && expected.auditSeal !== found.auditSeal) {
    problems.push(
      `The newest seal of the audit log is ${found.auditSeal ?? 'missing'} instead of ${expected.auditSeal}.`,
    );
  }
  if (expected.trialBalanceCents !== found.trialBalanceCents) {
    problems.push(
      `The trial balance totals ${found.trialBalanceCents / 100} USD instead of ${expected.trialBalanceCents / 100} USD.`,
    );
  }
  return problems;
}
