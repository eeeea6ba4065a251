import type { Ctx } from '../../context.ts';
import { customerIdKey } from '../../customers/rules.ts';
import { personKey } from '../../customers/rules-numbering.ts';
import { numberCustomers } from '../../customers/service-numbering.ts';
import type { ImportTable } from '../fields/rules.ts';
import { type CustomerRow, customerTable } from '../fields/rules-customers.ts';
import { customers } from './service-customers.ts';
import { type Importer, writtenAt } from './service-importer.ts';

/** A row of a list that may have no ids. */
const idOf = ({ customerId }: Partial<CustomerRow>): string | undefined => customerId;

const table: ImportTable<CustomerRow> = {
  ...customerTable,
  keyOr: 'name',
  fields: customerTable.fields.map((field) =>
    field.name === 'name' ? { ...field, standsFor: 'customerId' } : field,
  ),
};

interface Numbered {
  /** The rows with an id, and their indexes among all. */
  found: { row: CustomerRow; index: number }[];
  errors: { index: number; message: string }[];
}

/** Finds or gives the ids of rows without one. */
async function numbered(
  ctx: Ctx,
  rows: readonly CustomerRow[],
  dryRun: boolean,
): Promise<Numbered> {
  const people = rows.flatMap((row, index) => (idOf(row) === undefined ? [{ row, index }] : []));
  const ids = await numberCustomers(
    ctx,
    people.map(({ row }) => row),
    { dryRun },
  );
  const byRow = new Map(people.map(({ index }, place) => [index, ids[place]!]));
  const result: Numbered = { found: [], errors: [] };
  for (const [index, row] of rows.entries()) {
    const id = byRow.get(index);
    if (id && 'problem' in id) result.errors.push({ index, message: id.problem });
    else result.found.push({ row: id ? { ...row, ...id } : row, index });
  }
  return result;
}

/** The rows of a batch with the ids that they were written with. */
const writtenRows = new WeakMap<CustomerRow, CustomerRow>();

/**
 * Customers of a list without ids, or with some: rows without one are found by name with telephone or e-mail, else get the
 * next number (decision 78).
 */
export const numberedCustomers: Importer<CustomerRow> = {
  ...customers,
  table,
  keyOf: (row) => (idOf(row) === undefined ? personKey(row) : customerIdKey(row.customerId)),
  async readCurrent(ctx, rows, options) {
    const { found } = await numbered(ctx, rows, true);
    const present = await customers.readCurrent!(
      ctx,
      found.map(({ row }) => row),
      options,
    );
    const byIndex = new Map(found.map(({ index }, place) => [index, present[place]]));
    return rows.map((_, index) => byIndex.get(index));
  },
  async write(tx, rows, options) {
    const { found, errors } = await numbered(tx, rows, options.dryRun);
    for (const { row, index } of found) writtenRows.set(rows[index]!, row);
    const written = await customers.write(
      tx,
      found.map(({ row }) => row),
      options,
    );
    return writtenAt(rows.length, found, errors, written);
  },
  readBooks: (tx, rows, written) =>
    customers.readBooks(
      tx,
      rows.map((row) => writtenRows.get(row) ?? { ...row, customerId: '' }),
      written,
    ),
};
