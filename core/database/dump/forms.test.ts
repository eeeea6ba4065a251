import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Catalog, checkStatement, parseCopy, parseSetval } from './forms.ts';

const catalog: Catalog = {
  tables: new Map([['users', new Set(['id', 'name', 'order'])]]),
  sequences: new Set(['users_id_seq']),
  names: new Set(['users', 'users_pkey', 'users_name', 'users_kept', 'cents']),
  functions: new Map([['keep', ["\nbegin\n  raise exception 'kept';\nend "]]]),
};

test.each([
  'SET statement_timeout = 0;',
  "SET client_encoding = 'UTF8';",
  "SELECT pg_catalog.set_config('search_path', '', false);",
  'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;',
  'CREATE TABLE public.users (\n    id bigint NOT NULL\n);',
  'CREATE DOMAIN public.cents AS bigint\n\tCONSTRAINT cents_check CHECK ((VALUE < 1));',
  'CREATE UNIQUE INDEX users_name ON public.users USING btree (name);',
  'CREATE TRIGGER users_kept BEFORE DELETE OR UPDATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION public.keep();',
  'ALTER TABLE ONLY public.users\n    ADD CONSTRAINT users_pkey PRIMARY KEY (id);',
  "CREATE FUNCTION public.keep() RETURNS trigger\n    LANGUAGE plpgsql\n    AS $$\nbegin\n  raise exception 'kept';\nend $$;",
])('a statement of a dump is let through: %s', (statement) => {
  expect(() => checkStatement(statement, catalog)).not.toThrow();
});

test.each([
  'DROP TABLE public.users;',
  'ALTER ROLE postgres SUPERUSER;',
  'DO $$ begin perform 1; end $$;',
  "CREATE FUNCTION public.evil() RETURNS int LANGUAGE sql AS 'select 1';",
  "CREATE FUNCTION public.keep() RETURNS trigger LANGUAGE plpgsql AS $$ begin perform pg_read_file('x'); end $$;",
  "INSERT INTO public.users VALUES (1, 'a');",
  "SELECT pg_read_file('/etc/passwd');",
  'CREATE VIEW public.v AS SELECT 1;',
  'CREATE RULE r AS ON INSERT TO public.users DO NOTHING;',
  'CREATE TABLE public.other (id bigint);',
  'CREATE TABLE other.users (id bigint);',
  'CREATE EXTENSION IF NOT EXISTS plpython3u WITH SCHEMA public;',
  "SET search_path = 'a', (select 1);",
  'ALTER TABLE ONLY public.users OWNER TO postgres;',
  'GRANT ALL ON TABLE public.users TO public;',
  "COPY public.users (id) FROM PROGRAM 'true';",
  "COPY public.users (id) FROM '/etc/passwd';",
  'ALTER SYSTEM SET archive_command = x;',
])('another statement is refused: %s', (statement) => {
  expect(() => checkStatement(statement, catalog)).toThrow(/not a complete backup/);
});

describe('rows', () => {
  test('belong to stored columns of a table of the schema', () => {
    expect(parseCopy('COPY public.users (id, "order") FROM stdin;', catalog)).toEqual({
      table: 'users',
      columns: ['id', 'order'],
    });
  });

  test.each([
    'COPY pg_catalog.pg_authid (rolname) FROM stdin;',
    'COPY public.other (id) FROM stdin;',
    'COPY public.users (id, id) FROM stdin;',
    'COPY public.users (id, other) FROM stdin;',
    'COPY public.users FROM stdin;',
    'COPY public.users (id) FROM stdin WITH (FREEZE);',
  ])('of anything else are refused: %s', (header) => {
    expect(() => parseCopy(header, catalog)).toThrow(/not a complete backup/);
  });
});

test('values of sequences', () => {
  expect(
    parseSetval("SELECT pg_catalog.setval('public.users_id_seq', 12, true);", catalog),
  ).toEqual({ sequence: 'users_id_seq', value: '12', isCalled: true });
  expect(parseSetval("SELECT pg_catalog.setval('public.x_seq', 12, true);", catalog)).toBe(
    undefined,
  );
});

test('every statement of our schema has a form that is let through', async () => {
  const schema = await readFile(new URL('../schema.sql', import.meta.url), 'utf8');
  const withoutFunctions = schema.replaceAll(/CREATE FUNCTION [^$]*(\$[a-z_]*\$)[\s\S]*?\1;/g, '');
  const statements = withoutFunctions.split(/;\n\n/);
  const names = new Set(schema.match(/[a-z_][a-z0-9_]*/g));
  const known = { ...catalog, names };
  expect(statements.length).toBeGreaterThan(150);
  for (const one of statements) {
    const statement = `${one.trim().replace(/;$/, '')};`;
    if (statement !== ';') expect(() => checkStatement(statement, known)).not.toThrow();
  }
});
