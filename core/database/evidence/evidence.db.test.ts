import { randomUUID } from 'node:crypto';
import { missingStatements } from '@nimule/fixtures/testing/databases/evidence';
import { changeOf, insertFilled, notRefused } from '@nimule/fixtures/testing/databases/tampering';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Query, queryOf, quoted } from '../dump/contents.ts';
import { type TableClass, tableClasses } from './classes.ts';
import { findGuardProblems } from './queries.ts';
import { bringRights, compareRights, findPowers } from './rights.ts';
import { fixedColumns, grantStatements, readColumns, type TableColumn } from './statements.ts';

let app: TestApp;
let columns: Map<string, TableColumn[]>;
const ROLE = `application_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  app = await createTestApp();
  const query = queryOf(app.pool);
  columns = await readColumns(query);
  await query(`create role ${ROLE}`);
  for (const statement of grantStatements(ROLE)) await query(statement);
});
afterAll(async () => {
  await app.pool.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await app.close();
});

/** Runs `work` in a transaction that is rolled back. */
async function undone(work: (query: Query) => Promise<void>): Promise<void> {
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    await work(queryOf(client));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const classesOf = (...names: TableClass['class'][]) =>
  Object.entries(tableClasses).filter(([, rule]) => names.includes(rule.class));

test('each table has a class, whose columns it has', () => {
  expect(Object.keys(tableClasses).sort()).toEqual([...columns.keys()].sort());
  const unknown = Object.entries(tableClasses).flatMap(([table, rule]) => {
    const { changing = [], once = [], until, locks } = rule;
    const known = new Set(columns.get(table)?.map(({ name }) => name));
    const named = [...changing, ...once, ...(until?.columns ?? []), ...(locks ? [locks] : [])];
    expect([table, new Set(named).size]).toEqual([table, named.length]);
    return named.filter((name) => !known.has(name)).map((name) => `${table}.${name}`);
  });
  expect(unknown).toEqual([]);
});

test('the migrations make the triggers that the classes ask for', async () => {
  // What is listed here goes into a new migration: scripts/evidence.ts prints it.
  expect(await missingStatements(app.pool)).toEqual([]);
  expect(await findGuardProblems(queryOf(app.pool))).toEqual([]);
});

/** What nobody may do to the rows of a table that have a value in each column. */
function tampering(table: string, rule: TableClass): string[] {
  const own = columns.get(table)!;
  const changes = (names: readonly string[]) =>
    own.filter(({ name }) => names.includes(name)).map((column) => changeOf(table, column));
  if (rule.class === 'sums')
    return [...changes(own.map(({ name }) => name)), `delete from ${quoted(table)}`];
  return [
    ...changes([
      ...fixedColumns(rule, own),
      ...(rule.once ?? []),
      // A row with values in all columns is past the condition.
      ...(rule.until?.columns ?? []),
    ]),
    ...(typeof rule.deletes === 'string' ? [] : [`delete from ${quoted(table)}`]),
    `truncate ${quoted(table)} cascade`,
  ];
}

test('no plain statement changes evidence, as the owner and as the application', () =>
  undone(async (query) => {
    const guarded = classesOf('evidence', 'sums');
    await insertFilled(query, new Map(guarded.map(([table]) => [table, columns.get(table)!])));
    const statements = guarded.flatMap(([table, rule]) => tampering(table, rule));
    expect(statements.length).toBeGreaterThan(500);
    expect(await notRefused(query, statements)).toEqual([]);
    expect(await notRefused(query, statements, ROLE)).toEqual([]);
  }));

test('values are written once, and what the product removes can be removed', () =>
  undone(async (query) => {
    const once = classesOf('evidence').filter(([, rule]) => rule.once);
    const tables = new Map(once.map(([table]) => [table, columns.get(table)!]));
    await insertFilled(query, tables);
    await query('set local session_replication_role = replica');
    for (const [table, rule] of once) {
      const empty = columns.get(table)!.filter(({ name }) => rule.once!.includes(name));
      const sets = empty.map(({ name, type, isNullable }) => {
        const none = { boolean: 'false', 'text[]': `'{}'`, cents: '0' }[type] ?? `''`;
        return `${quoted(name)} = ${isNullable ? 'null' : none}`;
      });
      await query(`update ${quoted(table)} set ${sets.join(', ')}`);
    }
    await query('set local session_replication_role = origin');
    const writes = once.flatMap(([table, rule]) =>
      columns
        .get(table)!
        .filter(({ name, type }) => rule.once!.includes(name) && type !== 'boolean')
        // Guards of older migrations look at several columns at once.
        .filter(() => !rule.refused?.includes('update'))
        .map((column) => changeOf(table, column)),
    );
    expect(writes.length).toBeGreaterThan(40);
    expect((await notRefused(query, writes)).length).toBe(writes.length);
    expect(await notRefused(query, ['delete from sales_order_lines'])).toHaveLength(1);
  }));

test('the application changes neither tables, triggers nor functions', () =>
  undone(async (query) => {
    const statements = [...columns.keys()].flatMap((table) => [
      `alter table ${quoted(table)} disable trigger all`,
      `truncate ${quoted(table)}`,
      `create trigger own before insert on ${quoted(table)} for each row execute function evidence_kept()`,
      `create rule own as on insert to ${quoted(table)} do instead nothing`,
      `drop table ${quoted(table)}`,
    ]);
    const others = [
      'set session_replication_role = replica',
      `create or replace function evidence_kept() returns trigger language plpgsql as 'begin return new; end'`,
      'drop function evidence_kept() cascade',
      'alter function evidence_kept() owner to current_user',
      'create table public.own ()',
      `insert into schema_migrations values (9999, 'x', 'x', now())`,
      'drop trigger refunds_evidence on refunds',
    ];
    expect(await notRefused(query, [...statements, ...others], ROLE)).toEqual([]);
    expect(await compareRights(query, ROLE)).toEqual({ missing: [], beyond: [] });
  }));

test('rights are brought up to date, whatever they were', async () => {
  const query = queryOf(app.pool);
  await query(
    `grant all on all tables in schema public to ${ROLE}; grant create on schema public to ${ROLE}`,
  );
  await query(`revoke select on invoices from ${ROLE}`);
  await query(`alter default privileges in schema public grant update on tables to ${ROLE}`);
  const { missing, beyond } = await compareRights(query, ROLE);
  expect(missing).toEqual(['select of invoices']);
  expect(beyond).toContain('update of journal_lines');
  await query(`revoke create on schema public from ${ROLE}`);
  expect(await bringRights(app.pool, ROLE)).toBe(true);
  expect(await compareRights(query, ROLE)).toEqual({ missing: [], beyond: [] });
  expect(await bringRights(app.pool, ROLE)).toBe(false);
  await undone(async (inside) => {
    await inside('create table later (id int)');
    const [later] = await inside(`select has_table_privilege('${ROLE}', 'later', 'update') as may`);
    expect(later).toEqual({ may: false });
  });
});

test('rights on sequences are found and taken, but of ids that are chosen before their rows', () =>
  undone(async (query) => {
    await query(`grant all on sequence payments_id_seq to ${ROLE}`);
    await query(`grant update on sequence access_accounts_id_seq to ${ROLE}`);
    await query(`revoke usage on sequence radius_routers_id_seq from ${ROLE}`);
    expect(await compareRights(query, ROLE)).toEqual({
      missing: ['usage of radius_routers_id_seq'],
      beyond: [
        'update of access_accounts_id_seq',
        ...['usage', 'update', 'select'].map((right) => `${right} of payments_id_seq`),
      ],
    });
  }));

test('what a role may do beside its rights on tables is found', () =>
  undone(async (query) => {
    const [{ database } = {}] = await query('select current_database() as database');
    const name = quoted(String(database));
    await query(`revoke temporary on database ${name} from public`);
    expect(await findPowers(query, ROLE)).toEqual([]);
    const given: [statement: string, ...found: string[]][] = [
      [`grant temporary on database ${name} to ${ROLE}`, 'may make temporary tables'],
      [`grant create on database ${name} to ${ROLE}`, 'may make schemas'],
      [`alter role ${ROLE} createrole`, 'may make roles'],
      [`alter role ${ROLE} createdb`, 'may make databases'],
      [`alter role ${ROLE} bypassrls`, 'passes row security'],
      [`alter role ${ROLE} replication`, 'may replicate'],
      [`grant create on schema public to ${ROLE}`],
      [
        `create sequence own_ids; alter sequence own_ids owner to ${ROLE}`,
        'owns tables or sequences, or may become their owner',
      ],
      [
        `alter function evidence_kept() owner to ${ROLE}`,
        'owns functions, or may become their owner',
      ],
    ];
    const expected = new Set<string>();
    for (const [statement, ...found] of given) {
      await query(statement);
      for (const one of found) expected.add(one);
      expect(new Set(await findPowers(query, ROLE))).toEqual(expected);
    }
    await query(`alter role ${ROLE} superuser`);
    expect(await findPowers(query, ROLE)).toHaveLength(10);
  }));

test('membership in a role of the owner is found', () =>
  undone(async (query) => {
    const [{ database } = {}] = await query('select current_database() as database');
    await query(`revoke temporary on database ${quoted(String(database))} from public`);
    await query(`create role ${ROLE}_of; alter function evidence_kept() owner to ${ROLE}_of`);
    expect(await findPowers(query, ROLE)).toEqual([]);
    await query(`grant ${ROLE}_of to ${ROLE}`);
    expect(await findPowers(query, ROLE)).toEqual(['owns functions, or may become their owner']);
  }));

test('triggers, functions and keys that were disabled, changed, removed or added are found', () =>
  undone(async (query) => {
    const triggers = await query(`select c.relname::text as table, t.tgname::text as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`);
    const all = (word: string) =>
      query(
        [...columns.keys()]
          .map((table) => `alter table ${quoted(table)} ${word} trigger all`)
          .join(';'),
      );
    await all('disable');
    const found = new Set(await findGuardProblems(query));
    for (const { table, name } of triggers)
      expect(found).toContain(`Trigger ${name} of ${table} is disabled`);
    const keys = await query(
      `select conname || ' of ' || conrelid::regclass as name from pg_constraint where contype = 'f'`,
    );
    for (const { name } of keys) expect(found).toContain(`Foreign key ${name} is disabled`);
    expect(found.size).toBe(triggers.length + keys.length);
    await all('enable');
    expect(await findGuardProblems(query)).toEqual([]);

    await query(`
      alter table refunds enable replica trigger refunds_evidence;
      drop trigger goods_receipts_evidence on goods_receipts;
      drop trigger payments_once on payments;
      create trigger payments_once before update of undone_run_id on payments for each row when (false) execute function evidence_kept();
      create trigger quiet before insert on audit_log for each row execute function evidence_kept();
      create rule quiet as on update to customers do instead nothing;
      create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end';
      alter function tills_guard() set search_path = 'elsewhere';
      alter function lock_table(text) rename to lock_nothing`);
    expect(await findGuardProblems(query)).toEqual([
      'Function lock_nothing is not of this program',
      'Function lock_table is missing',
      'Function refuse_change was changed',
      'Function tills_guard was changed',
      'Rule quiet of customers is not of this program',
      'Trigger goods_receipts_evidence of goods_receipts is missing',
      'Trigger payments_once of payments was changed',
      'Trigger quiet of audit_log is not of this program',
      'Trigger refunds_evidence of refunds is disabled',
    ]);
  }));
