import pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import { type Address, withConnection } from './connections.ts';
import { type Query, queryOf, quoted } from './contents.ts';

/** Statements that grant in a new database what roles may do in the present one. */
const GRANTS = `
  with objects as (
    select case c.relkind when 'S' then 'sequence' else 'table' end as kind, format('public.%I', c.relname) as name, c.relacl as acl, '' as columns
      from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S', 'v')
    union all
    select 'table', format('public.%I', c.relname), a.attacl, format(' (%I)', a.attname)
      from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attacl is not null and not a.attisdropped
    union all
    select 'schema', 'public', nspacl, '' from pg_catalog.pg_namespace where nspname = 'public'
    union all
    select 'function', p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner)), '' from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
  )
  select o.kind, o.name, a.privilege_type || o.columns as privilege, a.is_grantable as grantable,
      case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
    from objects o cross join lateral aclexplode(o.acl) a where a.grantee <> a.grantor`;

const INSUFFICIENT_PRIVILEGE = '42501';
/** Relation, function, type or role, schema. */
const NO_SUCH_OBJECT = new Set(['42P01', '42883', '42704', '3F000']);
/** The role may not set it, its extension is not loaded, its value is not valid any more. */
const NOT_SETTABLE = new Set([INSUFFICIENT_PRIVILEGE, '42704', '22023']);

/**
 * Gives the roles in a new database the rights that they have in the present one: on schema, tables, sequences and
 * functions, as default privileges, and on the database with its settings. Can be repeated.
 * @returns the statements of settings, default privileges and rights on functions that only an administrator may run.
 * @throws AppError unavailable `backup.mayNotGrant` when a right could not be given.
 */
export async function copyRights(
  present: Address,
  pool: pg.Pool,
  database: string,
): Promise<string[]> {
  return withConnection(present, async (client) => {
    const restored = await pool.connect();
    try {
      // Both write names with their schema.
      for (const one of [client, restored]) await one.query(`set search_path = ''`);
      await copyDatabaseGrants(queryOf(client), database);
      return [
        ...(await copyGrants(queryOf(client), queryOf(restored))),
        ...(await copyDefaultPrivileges(queryOf(client), queryOf(restored))),
        ...(await copySettings(queryOf(client), database)),
      ];
    } finally {
      restored.release(true);
    }
  });
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

function mayNotGrant(statement: string, cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'backup.mayNotGrant',
    `A restored database could not get the rights of the present one, so that nothing was replaced. The database user may not run: ${statement}. Set ISP_OWNER_URL to the role that owns the tables and the database, or revoke that right.`,
    { cause },
  );
}

/**
 * @returns the grants on functions that this role may not give: those of extensions belong to a superuser, and everybody
 *   may run them.
 */
async function copyGrants(present: Query, restored: Query): Promise<string[]> {
  const given: { key: string; kind: unknown; statement: string }[] = [];
  const keyOf = ({ kind, name, privilege, grantee }: Record<string, unknown>) =>
    [kind, name, privilege, grantee].join(' ');
  for (const row of await present(GRANTS)) {
    const option = row.grantable ? ' with grant option' : '';
    const statement = `grant ${row.privilege} on ${row.kind} ${row.name} to ${row.grantee}${option}`;
    try {
      await restored(statement);
    } catch (error) {
      // An object that the present database has beyond ours has no place in the new one.
      if (NO_SUCH_OBJECT.has(codeOf(error))) continue;
      if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      if (row.kind !== 'function') throw mayNotGrant(statement, error);
    }
    given.push({ key: keyOf(row), kind: row.kind, statement });
  }
  // A role that has a right without the option to grant it gets a warning, and nothing is granted.
  const found = new Set((await restored(GRANTS)).map(keyOf));
  const missing = given.filter(({ key }) => !found.has(key));
  const other = missing.find(({ kind }) => kind !== 'function');
  if (other) throw mayNotGrant(other.statement);
  return missing.map(({ statement }) => statement);
}

async function copyDatabaseGrants(present: Query, database: string): Promise<void> {
  const target = quoted(database);
  const [closed] = await present(
    'select datacl is not null as set from pg_catalog.pg_database where datname = current_database()',
  );
  if (closed?.set) await present(`revoke all on database ${target} from public`);
  const rights = await present(`
    select a.privilege_type as privilege,
        case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
      from pg_catalog.pg_database d cross join lateral aclexplode(d.datacl) a
     where d.datname = current_database() and a.grantee <> d.datdba`);
  for (const { privilege, grantee } of rights) {
    const statement = `grant ${privilege} on database ${target} to ${grantee}`;
    await present(statement).catch((error: unknown) => {
      throw codeOf(error) === INSUFFICIENT_PRIVILEGE ? mayNotGrant(statement, error) : error;
    });
  }
}

/** @returns the statements that this role may not run. */
async function copyDefaultPrivileges(present: Query, restored: Query): Promise<string[]> {
  const refused: string[] = [];
  const defaults = await present(`
    select pg_get_userbyid(d.defaclrole)::text as role, n.nspname::text as schema,
        case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' end as kind,
        a.privilege_type as privilege,
        case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
      from pg_catalog.pg_default_acl d left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace
      cross join lateral aclexplode(d.defaclacl) a
     where d.defaclobjtype in ('r', 'S', 'f') and a.grantee <> d.defaclrole`);
  for (const { role, schema, kind, privilege, grantee } of defaults) {
    const within = schema ? ` in schema ${quoted(String(schema))}` : '';
    const statement = `alter default privileges for role ${quoted(String(role))}${within} grant ${privilege} on ${kind} to ${grantee}`;
    await restored(statement).catch((error: unknown) => {
      if (codeOf(error) === INSUFFICIENT_PRIVILEGE) refused.push(statement);
      else if (!NO_SUCH_OBJECT.has(codeOf(error))) throw error;
    });
  }
  return refused;
}

/** Settings whose stored value is a list of quoted names; PostgreSQL has no others, and extensions may not have any. */
const LISTS_OF_NAMES = new Set([
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
]);

/** A stored value as SQL: a list of names as several literals, since one literal would be one name. */
export function settingValue(name: string, stored: string): string {
  if (!LISTS_OF_NAMES.has(name.toLowerCase())) return pg.escapeLiteral(stored);
  const names = stored.match(/"(?:[^"]|"")*"|[^\s,"]+/g) ?? [''];
  return names
    .map((one) => (one.startsWith('"') ? one.slice(1, -1).replaceAll('""', '"') : one))
    .map((one) => pg.escapeLiteral(one))
    .join(', ');
}

/**
 * Copies the settings of the database, and those of roles within it.
 * @returns the statements that this role may not run, with the present database's name.
 */
async function copySettings(present: Query, database: string): Promise<string[]> {
  const refused: string[] = [];
  const settings = await present(`
    select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value,
        r.rolname::text as role, current_database()::text as present
      from pg_catalog.pg_db_role_setting s cross join unnest(s.setconfig) entry
      left join pg_catalog.pg_roles r on r.oid = s.setrole
     where s.setdatabase = (select oid from pg_catalog.pg_database where datname = current_database())`);
  for (const { name, value, role, present: own } of settings) {
    const statement = (of: string) =>
      `alter ${role ? `role ${quoted(String(role))} in ` : ''}database ${quoted(of)} set ${quoted(String(name))} = ${settingValue(String(name), String(value))}`;
    await present(statement(database)).catch((error: unknown) => {
      if (!NOT_SETTABLE.has(codeOf(error))) throw error;
      refused.push(statement(String(own)));
    });
  }
  return refused;
}

/**
 * Runs a query of the application in a new database on a new connection, on which its settings are in force.
 * @throws AppError unavailable `backup.settings` when that fails.
 */
export async function tryDatabase(restored: Address): Promise<void> {
  try {
    await withConnection(restored, (client) => client.query('select count(*) from settings'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError(
      'unavailable',
      'backup.settings',
      `The restored database does not answer with the settings of the present one, so that nothing was replaced: ${reason}. Look at them with \\drds in psql.`,
      { cause: error },
    );
  }
}
