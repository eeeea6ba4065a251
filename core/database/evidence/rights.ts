import type pg from 'pg';
import { type Query, queryOf, quoted } from '../dump/contents.ts';
import { tableClasses } from './classes.ts';
import { grantStatements, rightsOf, usedSequences } from './statements.ts';

/** How the rights of a role differ from those that the application has: 'update of refunds.amount_cents'. */
export interface RightsCompared {
  missing: string[];
  /** What it may do beyond that, also by membership in other roles. */
  beyond: string[];
}

interface Found {
  table: string;
  selects: boolean;
  inserts: boolean;
  updates: boolean;
  deletes: boolean;
  others: boolean;
  columns: string[];
}

/** Compares the rights of a role on the tables and sequences of the schema with those of the application (decision 129). */
export async function compareRights(query: Query, role: string): Promise<RightsCompared> {
  const found = await query(
    `select c.relname::text as table, has_table_privilege(r.oid, c.oid, 'select') as selects,
        has_table_privilege(r.oid, c.oid, 'insert') as inserts, has_table_privilege(r.oid, c.oid, 'update') as updates,
        has_table_privilege(r.oid, c.oid, 'delete') as deletes,
        has_table_privilege(r.oid, c.oid, 'truncate, references, trigger') as others,
        array(select a.attname::text from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege(r.oid, c.oid, a.attnum, 'update')) as columns
      from pg_catalog.pg_class c cross join pg_catalog.pg_roles r
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and r.rolname = $1`,
    [role],
  );
  const tables = new Map((found as unknown as Found[]).map((row) => [row.table, row]));
  const missing: string[] = [];
  const beyond: string[] = [];
  const compare = (what: string, wanted: boolean, has: boolean) => {
    if (wanted && !has) missing.push(what);
    if (has && !wanted) beyond.push(what);
  };
  for (const [table, rule] of Object.entries(tableClasses)) {
    const has = tables.get(table);
    if (!has) continue;
    const { insert, update, delete: deletes } = rightsOf(rule);
    compare(`select of ${table}`, true, has.selects);
    compare(`insert into ${table}`, insert, has.inserts);
    compare(`delete of ${table}`, deletes, has.deletes);
    compare(`truncate of ${table}`, false, has.others);
    if (update === 'all' || has.updates)
      compare(`update of ${table}`, update === 'all', has.updates);
    else {
      for (const column of new Set([...update, ...has.columns]))
        compare(
          `update of ${table}.${column}`,
          update.includes(column),
          has.columns.includes(column),
        );
    }
  }
  const [schema] = await query(
    `select has_schema_privilege($1, 'public', 'usage') as uses, has_schema_privilege($1, 'public', 'create') as creates`,
    [role],
  );
  compare('usage of schema public', true, Boolean(schema?.uses));
  compare('create in schema public', false, Boolean(schema?.creates));
  const sequences = await compareSequences(query, role);
  return {
    missing: [...missing, ...sequences.missing],
    beyond: [...beyond, ...sequences.beyond],
  };
}

/** What a role may do beside its rights on tables, each with a condition; `r` is its row. */
const powers: Readonly<Record<string, string>> = {
  'is a superuser': 'r.rolsuper',
  'may make roles': 'r.rolcreaterole',
  'may make databases': 'r.rolcreatedb',
  'passes row security': 'r.rolbypassrls',
  'may replicate': 'r.rolreplication',
  'may make schemas': `has_database_privilege(r.oid, current_database(), 'create')`,
  'may make temporary tables': `has_database_privilege(r.oid, current_database(), 'temporary')`,
  'owns the database, or may become its owner': `exists (select from pg_catalog.pg_database d
    where d.datname = current_database() and pg_has_role(r.oid, d.datdba, 'member'))`,
  'owns tables or sequences, or may become their owner': `exists (select from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and pg_has_role(r.oid, c.relowner, 'member'))`,
  'owns functions, or may become their owner': `exists (select from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and pg_has_role(r.oid, p.proowner, 'member'))`,
};

/**
 * What a role may do that the application may not, beside its rights on tables and sequences (`compareRights`): grants on those
 * do not take it, `isp database roles` does (decision 129).
 */
export async function findPowers(query: Query, role: string): Promise<string[]> {
  const conditions = Object.values(powers).map((condition, at) => `${condition} as p${at}`);
  const [found] = await query(
    `select ${conditions.join(', ')} from pg_catalog.pg_roles r where r.rolname = $1`,
    [role],
  );
  return Object.keys(powers).filter((_, at) => found?.[`p${at}`] === true);
}

async function compareSequences(query: Query, role: string): Promise<RightsCompared> {
  const rows = await query(
    `select c.relname::text as sequence, has_sequence_privilege(r.oid, c.oid, 'usage') as uses,
        has_sequence_privilege(r.oid, c.oid, 'update') as sets, has_sequence_privilege(r.oid, c.oid, 'select') as selects
      from pg_catalog.pg_class c cross join pg_catalog.pg_roles r
     where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and r.rolname = $1 order by 1`,
    [role],
  );
  const isUsed = (sequence: unknown) => usedSequences.some((used) => used === sequence);
  const uses = rows.filter((row) => isUsed(row.sequence) && !row.uses);
  return {
    missing: uses.map(({ sequence }) => `usage of ${sequence}`),
    beyond: rows.flatMap(({ sequence, ...has }) => [
      ...(has.uses && !isUsed(sequence) ? [`usage of ${sequence}`] : []),
      ...(has.sets ? [`update of ${sequence}`] : []),
      ...(has.selects ? [`select of ${sequence}`] : []),
    ]),
  };
}

/** A lock id that nothing else uses: the letters 'nimg'. */
const RIGHTS_LOCK = 0x6e696d67;

/**
 * Gives a role the rights of the application on the tables of the schema, and takes others of its own; as the owner of the
 * tables. Does nothing for a role that is the owner or does not exist yet, and where nothing differs.
 * @returns whether rights were changed.
 */
export async function bringRights(owner: pg.Pool, role: string): Promise<boolean> {
  const client = await owner.connect();
  const query = queryOf(client);
  try {
    await query('begin');
    await query('select pg_advisory_xact_lock($1)', [RIGHTS_LOCK]);
    const [other] = await query(
      'select from pg_catalog.pg_roles where rolname = $1 and rolname <> current_user and not rolsuper',
      [role],
    );
    const { missing, beyond } = other
      ? await compareRights(query, role)
      : { missing: [], beyond: [] };
    const differs = missing.length + beyond.length > 0;
    if (differs) {
      await query(`revoke all on all sequences in schema public from ${quoted(role)}`);
      for (const statement of grantStatements(quoted(role))) await query(statement);
    }
    await query('commit');
    return differs;
  } catch (error) {
    await query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** What the role of a connection may do beside its rights on tables. */
export interface Standing {
  role: string;
  isSuperuser: boolean;
  /** It owns a table, or may become a role that does. */
  ownsTables: boolean;
}

/** How the role of a connection stands to the tables. */
export async function findStanding(query: Query): Promise<Standing> {
  const [row] = await query(`
    select r.rolname::text as role, r.rolsuper as "isSuperuser", exists (
        select from pg_catalog.pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
          and pg_has_role(r.oid, c.relowner, 'member')) as "ownsTables"
      from pg_catalog.pg_roles r where r.rolname = current_user`);
  return row as unknown as Standing;
}
