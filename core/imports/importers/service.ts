import type { ImportTable } from '../fields/rules.ts';
import type { BuiltImportType } from '../schema-types.ts';
import { accounting, accounts, openings } from './service-books.ts';
import { customers } from './service-customers.ts';
import type { Importer } from './service-importer.ts';
import { employees, nodes, suppliers } from './service-lists.ts';
import { billing, cash } from './service-money.ts';

export type { Importer, WriteOptions, Written } from './service-importer.ts';

/** A row of any type of file. */
export type AnyRow = Record<string, unknown>;

function importer<Row>(one: Importer<Row>): Importer<AnyRow> {
  return one as unknown as Importer<AnyRow>;
}

/** The importer of each type of file. */
export const importers: Record<BuiltImportType, Importer<AnyRow>> = {
  customers: importer(customers),
  billing: importer(billing),
  cash: importer(cash),
  accounting: importer(accounting),
  accounts: importer(accounts),
  openings: importer(openings),
  nodes: importer(nodes),
  suppliers: importer(suppliers),
  employees: importer(employees),
};

/** The columns of each type. */
export const importTables = Object.fromEntries(
  Object.entries(importers).map(([type, { table }]) => [type, table]),
) as Record<BuiltImportType, ImportTable<AnyRow>>;

/** The importer of a type; `combineRows` makes several rows with one key one record where the type can do that. */
export function importerFor(type: BuiltImportType, combineRows: boolean): Importer<AnyRow> {
  const { combine, ...importer } = importers[type];
  return combineRows && combine ? { ...importer, gather: combine } : importers[type];
}
