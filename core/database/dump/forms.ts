import type { Query } from './contents.ts';
import { brokenBackup } from './manifest.ts';

/** The names of a schema that our migrations made, and the bodies of its functions. */
export interface Catalog {
  /** Stored columns of each table. */
  tables: ReadonlyMap<string, ReadonlySet<string>>;
  sequences: ReadonlySet<string>;
  /** Names of types, domains, indexes, constraints and triggers. */
  names: ReadonlySet<string>;
  functions: ReadonlyMap<string, readonly string[]>;
}

/** Reads the catalog of schema public, without the objects of extensions. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const names = async (sql: string) => (await query(sql)).map(({ name }) => String(name));
  const columns = await query(`
    select c.relname::text as table, a.attname::text as column from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  const tables = new Map<string, Set<string>>();
  for (const { table, column } of columns) {
    const known = tables.get(String(table)) ?? new Set();
    tables.set(String(table), known.add(String(column)));
  }
  const bodies = await query(`
    select p.proname::text as name, p.prosrc as body from pg_catalog.pg_proc p
     where p.pronamespace = 'public'::regnamespace and not exists (select from pg_catalog.pg_depend d
       where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`);
  const functions = new Map<string, string[]>();
  for (const { name, body } of bodies) {
    functions.set(String(name), [...(functions.get(String(name)) ?? []), String(body)]);
  }
  return {
    tables,
    sequences: new Set(
      await names(
        `select relname::text as name from pg_catalog.pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
      ),
    ),
    names: new Set([
      ...(await names(
        `select typname::text as name from pg_catalog.pg_type where typnamespace = 'public'::regnamespace`,
      )),
      ...(await names(
        `select relname::text as name from pg_catalog.pg_class where relkind in ('i', 'r') and relnamespace = 'public'::regnamespace`,
      )),
      ...(await names(
        `select conname::text as name from pg_catalog.pg_constraint where connamespace = 'public'::regnamespace`,
      )),
      ...(await names(
        'select tgname::text as name from pg_catalog.pg_trigger where not tgisinternal',
      )),
    ]),
    functions,
  };
}

const NAME = '([a-z_][a-z0-9_]{0,62})';

/** Statements that pg_dump writes for any schema, complete. */
const fixed = [
  /^SET [a-z_]{1,60} = (?:'[A-Za-z0-9-]{0,40}'|[a-z0-9]{1,40});$/,
  /^SELECT pg_catalog\.set_config\('search_path', '', false\);$/,
  /^CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;$/,
  /^COMMENT ON EXTENSION pg_trgm IS '[A-Za-z -]{0,100}';$/,
];

/** Beginnings of statements that define an object; the names in them must be known. */
const definitions = [
  new RegExp(`^CREATE TABLE public\\.${NAME} \\(`),
  new RegExp(`^CREATE DOMAIN public\\.${NAME} AS `),
  new RegExp(`^CREATE (?:UNIQUE )?INDEX ${NAME} ON (?:ONLY )?public\\.${NAME} USING `),
  new RegExp(
    `^CREATE (?:CONSTRAINT )?TRIGGER ${NAME} (?:BEFORE|AFTER) [A-Z a-z0-9_,]{3,2000} ON public\\.${NAME} `,
  ),
  new RegExp(
    `^ALTER TABLE (?:ONLY )?public\\.${NAME}\\s{1,10}ADD CONSTRAINT ${NAME} (?:PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK|NOT NULL|EXCLUDE) `,
  ),
  new RegExp(
    `^ALTER TABLE (?:ONLY )?public\\.${NAME} ALTER COLUMN [a-z_0-9]{1,63} (?:SET STATISTICS|SET DEFAULT|ADD GENERATED) `,
  ),
];
const FUNCTION = new RegExp(`^CREATE FUNCTION public\\.${NAME}\\(`);
const ALTER_FUNCTION = new RegExp(`^ALTER FUNCTION public\\.${NAME}\\([a-z0-9_, ]{0,200}\\) SET `);

/**
 * Checks that a statement is one that pg_dump writes for our schema. It is not run: the schema of a restored database
 * comes from our own migrations.
 * @throws AppError rule `backup.broken` for any other statement.
 */
export function checkStatement(text: string, catalog: Catalog): void {
  if (fixed.some((form) => form.test(text))) return;
  for (const form of definitions) {
    const names = form.exec(text)?.slice(1);
    if (names?.every((name) => catalog.names.has(name))) return;
  }
  const name = FUNCTION.exec(text)?.[1];
  if (name && catalog.functions.get(name)?.some((body) => text.includes(body))) return;
  const altered = ALTER_FUNCTION.exec(text)?.[1];
  if (altered && catalog.functions.has(altered)) return;
  throw foreign(text);
}

function foreign(text: string): Error {
  const start = text.slice(0, 60).replaceAll(/\s{1,60}/g, ' ');
  return brokenBackup(`it holds a statement that no backup has: '${start}…'.`);
}

const COPY = new RegExp(`^COPY public\\.(?:${NAME}|"${NAME}") \\(([^()]{1,8000})\\) FROM stdin;$`);

/**
 * The table and columns of a COPY.
 * @throws AppError rule `backup.broken` unless all of them are stored columns of a table of the schema.
 */
export function parseCopy(header: string, catalog: Catalog): { table: string; columns: string[] } {
  const match = COPY.exec(header);
  const table = match?.[1] ?? match?.[2] ?? '';
  const known = catalog.tables.get(table);
  const columns = (match?.[3] ?? '').split(', ').map((column) => column.replaceAll('"', ''));
  if (!known || new Set(columns).size < columns.length || !columns.every((one) => known.has(one))) {
    throw foreign(header);
  }
  return { table, columns };
}

const SETVAL = new RegExp(
  `^SELECT pg_catalog\\.setval\\('public\\.${NAME}', (\\d{1,19}), (true|false)\\);$`,
);

/** The sequence and value of a setval, or undefined for another statement. */
export function parseSetval(
  text: string,
  catalog: Catalog,
): { sequence: string; value: string; isCalled: boolean } | undefined {
  const match = SETVAL.exec(text);
  if (!match?.[1] || !catalog.sequences.has(match[1])) return undefined;
  return { sequence: match[1], value: match[2]!, isCalled: match[3] === 'true' };
}
