import { quoted as inQuotes, type Query } from '../dump/contents.ts';
import { type TableClass, tableClasses } from './classes.ts';

/** Names of our own, which are simple. */
const quoted = (name: string) => (/^[a-z_]+$/.test(name) ? name : inQuotes(name));

export interface TableColumn {
  name: string;
  type: string;
  isNullable: boolean;
}

/** The stored columns of each table of the schema, in their order. */
export async function readColumns(query: Query): Promise<Map<string, TableColumn[]>> {
  const rows = await query(`
    select c.relname::text as table, a.attname::text as name, pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as "isNullable"
      from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by c.relname collate "C", a.attnum`);
  const tables = new Map<string, TableColumn[]>();
  for (const row of rows as unknown as (TableColumn & { table: string })[]) {
    const { table, ...column } = row;
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return tables;
}

/** Columns of evidence that have the same value as long as the row is there. */
export function fixedColumns(rule: TableClass, columns: readonly TableColumn[]): string[] {
  const { changing = [], once = [], until } = rule;
  const others = new Set([...changing, ...once, ...(until?.columns ?? [])]);
  return columns.map(({ name }) => name).filter((name) => !others.has(name));
}

export interface Guard {
  name: string;
  statement: string;
}

/** Whether a column of the row before has got its value. */
function isFilled({ name, type, isNullable }: TableColumn): string {
  const column = `old.${quoted(name)}`;
  if (isNullable) return `${column} is not null`;
  if (type === 'boolean') return column;
  if (type === 'text') return `${column} <> ''`;
  if (type === 'text[]') return `${column} <> '{}'`;
  if (/\bcents$/.test(type)) return `${column} <> 0`;
  throw new Error(`${name} is never empty, so it cannot be written once`);
}

const differs = (name: string) => `new.${quoted(name)} is distinct from old.${quoted(name)}`;

/** The triggers that keep a table of evidence as its class says (decision 129), besides those of older migrations. */
export function guardsOf(
  table: string,
  rule: TableClass,
  columns: readonly TableColumn[],
): Guard[] {
  if (rule.class !== 'evidence') return [];
  const { once = [], until, deletes, follows, refused = [] } = rule;
  const guards: Guard[] = [];
  const guard = (kind: string, when: string, each: 'statement' | 'row', condition = '') => {
    const name = `${table}_${kind}`;
    guards.push({
      name,
      statement: `create trigger ${name} before ${when} on ${table} for each ${each}${condition && ` when (${condition})`} execute function evidence_kept();`,
    });
  };
  const fixed = fixedColumns(rule, columns);
  const updates =
    fixed.length === columns.length ? 'update' : `update of ${fixed.map(quoted).join(', ')}`;
  const events = [
    ...(deletes === undefined && !refused.includes('delete') ? ['delete'] : []),
    ...(refused.includes('update') ? [] : [updates]),
    ...(refused.includes('truncate') ? [] : ['truncate']),
  ];
  // Once a statement, whatever its rows: what names no fixed column costs nothing.
  if (events.length > 0)
    guard('evidence', events.join(' or '), 'statement', follows && 'pg_trigger_depth() = 0');
  if (refused.includes('update')) return guards;
  if (once.length > 0) {
    const conditions = once.map((name) => {
      const column = columns.find((one) => one.name === name);
      if (!column) throw new Error(`${table} has no column ${name}`);
      return `${isFilled(column)} and ${differs(name)}`;
    });
    guard('once', `update of ${once.map(quoted).join(', ')}`, 'row', conditions.join(' or '));
  }
  if (until) {
    const changed = until.columns.map(differs).join(' or ');
    guard(
      'final',
      `update of ${until.columns.map(quoted).join(', ')}`,
      'row',
      `(${until.when}) and (${changed})`,
    );
  }
  if (typeof deletes === 'object') guard('removed', 'delete', 'row', deletes.unless);
  return guards;
}

/** What the role of the application may do with a table. */
export interface Rights {
  insert: boolean;
  /** Columns, or all of them. */
  update: 'all' | readonly string[];
  delete: boolean;
}

/** The rights of the application's role on a table; it may read all of them. */
export function rightsOf(rule: TableClass): Rights {
  const { changing = [], once = [], until, deletes, locks } = rule;
  const mayDelete = deletes !== undefined;
  switch (rule.class) {
    case 'history':
      return { insert: false, update: [], delete: false };
    case 'records':
    case 'sums':
      return { insert: true, update: 'all', delete: mayDelete };
    case 'evidence':
      return {
        insert: true,
        update: [...changing, ...once, ...(until?.columns ?? []), ...(locks ? [locks] : [])],
        delete: mayDelete,
      };
  }
}

/** Sequences of ids that are chosen before their rows are written; no others are used by name. */
export const usedSequences = ['access_accounts_id_seq', 'radius_routers_id_seq'] as const;

/** The statements that give a role the rights of the application, and take all others; `role` is quoted. */
export function grantStatements(role: string): string[] {
  const granted = Object.entries(tableClasses).map(([table, rule]) => {
    const { insert, update, delete: deletes } = rightsOf(rule);
    const privileges = ['select'];
    if (insert) privileges.push('insert');
    if (update === 'all') privileges.push('update');
    else if (update.length > 0) privileges.push(`update (${update.map(quoted).join(', ')})`);
    if (deletes) privileges.push('delete');
    return `grant ${privileges.join(', ')} on public.${quoted(table)} to ${role}`;
  });
  return [
    `grant usage on schema public to ${role}`,
    `revoke all on ${Object.keys(tableClasses)
      .map((table) => `public.${inQuotes(table)}`)
      .join(', ')} from ${role}`,
    // The guide gave these before decision 129.
    `alter default privileges in schema public revoke all on tables from ${role}`,
    ...granted,
    `grant execute on function public.lock_table(text) to ${role}`,
    `grant usage on sequence ${usedSequences.map((name) => `public.${name}`).join(', ')} to ${role}`,
  ];
}
