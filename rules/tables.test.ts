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

  test("only a module's own queries write its tables", () => {
    const offenders: string[] = [];
    for (const { file, source } of sources) {
      for (const [table, { writer }] of Object.entries(tables)) {
        const writes = new RegExp(
          `\\b(?:insert into|update|delete from)\\s+"?${table}"?\\b|(?:insertInto|updateTable|deleteFrom)\\('${table}[ ']|defineRecord<'${table}'|(?:insertRows(?:<[^>]*>)?\\(\\s*\\w+(?:\\.\\w+)*,|insertionOf(?:<[^>]*>)?\\()\\s*'${table}'`,
        );
        if (writes.test(source) && !(isOneOf([writer].flat(), file) && mayHoldSql(file)))
          offenders.push(`${file} writes ${table}`);
      }
    }
    expect(offenders).toEqual([]);
  });

  test('a table is read by the modules that are named here, in their queries', () => {
    const offenders: string[] = [];
    for (const { file, source } of sources) {
      for (const [table, { writer, readers = [] }] of Object.entries(tables)) {
        const reads = new RegExp(
          `\\b(?:from|join|using)\\s+"?${table}"?\\b|(?:selectFrom|[jJ]oin|byKey)\\(\\s*\\[?'${table}[ ']`,
        );
        const may = isOneOf([writer, readers, 'reports', 'database'].flat(), file);
        if (reads.test(source) && !(may && mayHoldSql(file)))
          offenders.push(`${file} reads ${table}`);
      }
    }
    expect(offenders).toEqual([]);
  });
});
