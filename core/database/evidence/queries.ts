import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Query } from '../dump/contents.ts';
import { guardFunctions, guardTriggers } from './guards.ts';

/**
 * The triggers of our tables with a hash of all that they are, but whether they are enabled. Source: decision 129.
 * Not the text of the whole definition, which depends on the search path.
 */
export const TRIGGERS = `
  select c.relname::text as table, t.tgname::text as name, t.tgenabled::text as enabled,
      md5(concat_ws('|', t.tgtype, n.nspname, p.proname, encode(t.tgargs, 'hex'), t.tgdeferrable, t.tginitdeferred, t.tgoldtable, t.tgnewtable,
        (select string_agg(a.attname::text, ',' order by k.place) from unnest(t.tgattr::int2[]) with ordinality as k (number, place)
          join pg_catalog.pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.number),
        substring(pg_get_triggerdef(t.oid) from ' WHEN (.*) EXECUTE FUNCTION '))) as hash
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_proc p on p.oid = t.tgfoid
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
   where not t.tgisinternal`;

/** Our functions with a hash of what they do and of how they are run. */
export const FUNCTIONS = `
  select p.proname::text as name, string_agg(md5(concat_ws('|', pg_get_function_identity_arguments(p.oid), l.lanname, p.prosrc, p.prosecdef,
      p.proconfig::text, p.provolatile)), ' ' order by p.oid) as hash
    from pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang
   where p.pronamespace = 'public'::regnamespace and not exists (select from pg_catalog.pg_depend d
     where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
   group by p.proname`;

/**
 * What differs between the triggers and functions of the database and those that the migrations make: rows with a sentence
 * `what`. Foreign keys are triggers too.
 */
const GUARD_VIOLATIONS = `
  select case when f.name is null then 'Trigger ' || k.name || ' of ' || k."table" || ' is missing'
      when k.name is null then 'Trigger ' || f.name || ' of ' || f."table" || ' is not of this program'
      when f.hash <> k.hash then 'Trigger ' || f.name || ' of ' || f."table" || ' was changed'
      else 'Trigger ' || f.name || ' of ' || f."table" || ' is disabled' end as what
  from json_to_recordset(${pg.escapeLiteral(JSON.stringify(guardTriggers))}::json) as k ("table" text, name text, hash text)
  full join (${TRIGGERS}) f on f."table" = k."table" and f.name = k.name
  where f.name is null or k.name is null or f.hash <> k.hash or f.enabled not in ('O', 'A')
  union all
  select case when f.name is null then 'Function ' || k.name || ' is missing'
      when k.name is null then 'Function ' || f.name || ' is not of this program'
      else 'Function ' || f.name || ' was changed' end
  from json_to_recordset(${pg.escapeLiteral(JSON.stringify(guardFunctions))}::json) as k (name text, hash text)
  full join (${FUNCTIONS}) f on f.name = k.name
  where f.name is null or k.name is null or f.hash <> k.hash
  union all
  select 'Foreign key ' || k.conname || ' of ' || c.relname || ' is disabled'
  from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
  where k.contype = 'f' and exists (
    select from pg_catalog.pg_trigger t where t.tgconstraint = k.oid and t.tgenabled not in ('O', 'A'))
  union all
  select 'Rule ' || r.rulename || ' of ' || c.relname || ' is not of this program'
  from pg_catalog.pg_rewrite r join pg_catalog.pg_class c on c.oid = r.ev_class and c.relnamespace = 'public'::regnamespace
  where c.relkind = 'r'`;

/** The same for a check of the books. */
export const guardViolations: RawBuilder<{ what: string }> = sql.raw(GUARD_VIOLATIONS);

/** What differs, a sentence each. */
export async function findGuardProblems(query: Query): Promise<string[]> {
  return (await query(GUARD_VIOLATIONS)).map(({ what }) => String(what)).sort();
}
