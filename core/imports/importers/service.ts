import type { ImportTable } from '../fields/rules.ts';
import { type BuiltImportType, takesNumberRows } from '../schema-types.ts';
import { accounting, accounts, openings } from './service-books.ts';
import { bundles } from './service-bundles.ts';
import { customers } from './service-customers.ts';
import { expenses } from './service-expenses.ts';
import { fees } from './service-fees.ts';
import type { Importer } from './service-importer.ts';
import { employees, nodes, suppliers } from './service-lists.ts';
import { billing, cash } from './service-money.ts';
import { numberedCustomers } from './service-numbered.ts';
import { counts, items } from './service-stock.ts';

export type { Importer, Surveyed, WriteOptions, Written } from './service-importer.ts';

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
  expenses: importer(expenses),
  items: importer(items),
  counts: importer(counts),
  bundles: importer(bundles),
  fees: importer(fees),
};

/** The columns of each type. */
export const importTables = Object.fromEntries(
  Object.entries(importers).map(([type, { table }]) => [type, table]),
) as Record<BuiltImportType, ImportTable<AnyRow>>;

/**
 * The importer of a type; where the type can do that, `combineRows` makes several rows with one key one record, and
 * `numberRows` numbers rows without an id.
 */
export function importerFor(
  type: BuiltImportType,
  {
    combineRows,
    numberRows,
  }: { combineRows?: boolean | undefined; numberRows?: boolean | undefined },
): Importer<AnyRow> {
  const isNumbered = numberRows && takesNumberRows(type);
  const chosen = isNumbered ? importer(numberedCustomers) : importers[type];
  const { combine } = chosen;
  return combineRows && combine ? { ...chosen, gather: combine } : chosen;
}
