import type pg from 'pg';
import { type Address, withConnection } from './connections.ts';
import { queryOf, quoted } from './contents.ts';

/** Statements that grant in a new database what roles may do in the present one. */
const GRANTS = `
  with objects as (
    select case c.relkind when 'S' then 'sequence' else 'table' end as kind, format('public.%I', c.relname) as name, c.relacl as acl
      from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S', 'v')
    union all
    select 'schema', 'public', nspacl from pg_catalog.pg_namespace where nspname = 'public'
    union all
    select 'function', p.oid::regprocedure::text, p.proacl from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
  )
  select o.kind, o.name, a.privilege_type as privilege, a.is_grantable as grantable,
      case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
    from objects o cross join lateral aclexplode(o.acl) a where a.grantee <> a.grantor`;

/**
 * Gives the roles in a new database the rights that they have in the present one: on schema, tables, sequences and
 * functions, as default privileges, and on the database with its settings.
 */
export async function copyRights(present: Address, pool: pg.Pool, database: string): Promise<void> {
  await withConnection(present, async (client) => {
    const query = queryOf(client);
    await client.query(`set search_path = ''`);
    for (const { kind, name, privilege, grantable, grantee } of await query(GRANTS)) {
      const option = grantable ? ' with grant option' : '';
      await grant(pool, `grant ${privilege} on ${kind} ${name} to ${grantee}${option}`);
    }
    const defaults = await query(`
      select pg_get_userbyid(d.defaclrole)::text as role, n.nspname::text as schema,
          case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' end as kind,
          a.privilege_type as privilege,
          case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
        from pg_catalog.pg_default_acl d left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace
        cross join lateral aclexplode(d.defaclacl) a
       where d.defaclobjtype in ('r', 'S', 'f') and a.grantee <> d.defaclrole`);
    for (const { role, schema, kind, privilege, grantee } of defaults) {
      const within = schema ? ` in schema ${quoted(String(schema))}` : '';
      await grant(
        pool,
        `alter default privileges for role ${quoted(String(role))}${within} grant ${privilege} on ${kind} to ${grantee}`,
      );
    }
    const onDatabase = await query(`
      select a.privilege_type as privilege,
          case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
        from pg_catalog.pg_database d cross join lateral aclexplode(d.datacl) a
       where d.datname = current_database() and a.grantee <> d.datdba`);
    const [closed] = await query(
      'select datacl is not null as set from pg_catalog.pg_database where datname = current_database()',
    );
    const target = quoted(database);
    if (closed?.set) await client.query(`revoke all on database ${target} from public`);
    for (const { privilege, grantee } of onDatabase) {
      await client.query(`grant ${privilege} on database ${target} to ${grantee}`);
    }
    const settings = await query(`
      select split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
        from pg_catalog.pg_db_role_setting s cross join unnest(s.setconfig) entry
       where s.setrole = 0 and s.setdatabase = (select oid from pg_catalog.pg_database where datname = current_database())`);
    for (const { name, value } of settings) {
      await client
        .query(`select format('alter database %I set %I = %L', $1::text, $2::text, $3::text)`, [
          database,
          name,
          value,
        ])
        .then(({ rows }) => client.query(String(Object.values(rows[0])[0])));
    }
  });
}

const NO_SUCH_OBJECT = new Set(['42P01', '42883', '42704']);

/** An object that the present database has beyond ours has no place in the new one. */
async function grant(pool: pg.Pool, statement: string): Promise<void> {
  await pool.query(statement).catch((error: { code?: string }) => {
    if (!NO_SUCH_OBJECT.has(error.code ?? '')) throw error;
  });
}
