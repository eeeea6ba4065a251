import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, isModule, kindOf, moduleOf, root } from './source-files.ts';
import { tables } from './tables.ts';

/** Who writes and who reads each table (rules/tables.ts). */
describe('tables', () => {
  const mayHoldSql = (file: string) =>
    !isModule(file) || ['queries', 'fragments'].includes(kindOf(file));
  const isOneOf = (modules: readonly string[], file: string) => modules.includes(moduleOf(file));
  const sources = files.map((path) => ({
    file: relative(root, path),
    source: readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
  }));

  test('every table has a writer', () => {
    const schema = readFileSync(join(root, 'database/schema.sql'), 'utf8');
    const names = [...schema.matchAll(/^CREATE TABLE public\.(\w+)/gm)].map((match) => match[1]);
    expect(names).toEqual(Object.keys(tables).sort());
  });

  // One pattern for all tables, whose names are looked up: a pattern for each takes most of a minute.
  const writes =
    /\b(?:insert into|update|delete from)(?=\s+"?(\w+)"?\b)|(?:insertInto|updateTable|deleteFrom)(?=\('(\w+)[ '])|defineRecord(?=<'(\w+)')|(?:insertRows(?:<[^>]*>)?\(\s*\w+(?:\.\w+)*,|insertionOf(?:<[^>]*>)?\()(?=\s*'(\w+)')/g;
  const reads =
    /\b(?:from|join|using)(?=\s+"?(\w+)"?\b)|(?:selectFrom|[jJ]oin|byKey)(?=\(\s*\[?'(\w+)[ '])/g;

  /** The tables that a pattern finds in a source, each once. */
  function tablesIn(source: string, pattern: RegExp): string[] {
    const names = [...source.matchAll(pattern)].flatMap(([, ...found]) => found.filter(Boolean));
    return [...new Set(names)].filter((name) => Object.hasOwn(tables, name));
  }

  test('are found in statements and in calls', () => {
    const source = `insert into customers; update "invoices" set; delete from payments; .insertInto('vouchers as v')
      defineRecord<'users'>(); insertRows<Row>(tx.db, 'accounts', x); insertionOf('sessions'); update nothing`;
    expect(tablesIn(source, writes)).toEqual([
      ...['customers', 'invoices', 'payments', 'vouchers', 'users', 'accounts', 'sessions'],
    ]);
    const read = `from customers c join "invoices" using payments; .selectFrom('users as u') .innerJoin('vouchers',
      byKey(['accounts', x]) from nothing`;
    expect(tablesIn(read, reads)).toEqual([
      ...['customers', 'invoices', 'payments', 'users', 'vouchers', 'accounts'],
    ]);
  });

  test("only a module's own queries write its tables", () => {
    const offenders = sources.flatMap(({ file, source }) =>
      tablesIn(source, writes)
        .filter((table) => {
          const mayWrite = isOneOf([tables[table]!.writer].flat(), file);
          return !(mayWrite && mayHoldSql(file));
        })
        .map((table) => `${file} writes ${table}`),
    );
    expect(offenders).toEqual([]);
  });

  test('a table is read by the modules that are named here, in their queries', () => {
    const offenders = sources.flatMap(({ file, source }) =>
      tablesIn(source, reads)
        .filter((table) => {
          const { writer, readers = [] } = tables[table]!;
          const may = isOneOf([writer, readers, 'reports', 'database'].flat(), file);
          return !(may && mayHoldSql(file));
        })
        .map((table) => `${file} reads ${table}`),
    );
    expect(offenders).toEqual([]);
  });
});
