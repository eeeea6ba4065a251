import { describe, expect, test } from 'vitest';
import { isModule, kindOf, moduleOf } from './source-files.ts';
import {
  reads,
  sources,
  strayRows,
  tableNames,
  tables,
  tablesIn,
  withWriters,
  writes,
} from './tables.ts';

/** Who writes and who reads each table (rules/tables.ts). */
describe('tables', () => {
  const mayHoldSql = (file: string) =>
    !isModule(file) || ['queries', 'fragments'].includes(kindOf(file));

  test('every table has one module that writes it, or those that are named', () => {
    expect(strayRows).toEqual([]);
    expect(tableNames.length).toBeGreaterThan(100);
    const others = tableNames
      .filter((name) => tables[name]!.writers.length !== 1 && !withWriters.includes(name))
      .map((name) => `${name} is written by ${tables[name]!.writers.join(', ') || 'no module'}`);
    expect(others).toEqual([]);
    expect(tables.invoices!.writers).toEqual(['billing']);
  });

  test('every table has the tag of its module, or says which of several', () => {
    expect(tableNames.filter((name) => tables[name]!.tag === undefined)).toEqual([]);
    expect(tables.vouchers!.tag).toBe('vouchers');
    expect(tables.sessions!.tag).toBe(null);
  });

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
          const mayWrite = tables[table]!.writers.includes(moduleOf(file));
          return !(mayWrite && mayHoldSql(file));
        })
        .map((table) => `${file} writes ${table}`),
    );
    expect(offenders).toEqual([]);
  });

  test('a table is read by its writers and the modules that are named here, in their queries', () => {
    const offenders = sources.flatMap(({ file, source }) =>
      tablesIn(source, reads)
        .filter((table) => {
          const { writers, readers } = tables[table]!;
          const may = [...writers, ...readers, 'reports', 'database'].includes(moduleOf(file));
          return !(may && mayHoldSql(file));
        })
        .map((table) => `${file} reads ${table}`),
    );
    expect(offenders).toEqual([]);
  });
});
