import { gatherEntry, MAX_ENTRY_ROWS } from '../accounting/import/rules.ts';
import { importEntries } from '../accounting/import/service.ts';
import { entriesInBooks } from '../accounting/import/service-books.ts';
import {
  accountsInBooks,
  type ImportedAccounts,
  importAccounts,
  presentAccounts,
} from '../accounting/import-accounts/service.ts';
import { importOpeningBalances } from '../accounting/opening/service-balances.ts';
import {
  type OpeningOfRows,
  openingInBooks,
  sidesOf,
} from '../accounting/opening/service-books.ts';
import { type ImportedCash, importCash } from '../billing/cash/service.ts';
import { cashInBooks } from '../billing/cash/service-books.ts';
import { gatherRows, MAX_LINES } from '../billing/import/rules-lines.ts';
import { importInvoices, presentInvoices } from '../billing/import/service.ts';
import { invoicesInBooks } from '../billing/import/service-books.ts';
import { importCustomersWithOpenings } from '../billing/opening/service.ts';
import { customersInBooks } from '../billing/opening/service-books.ts';
import type { Ctx } from '../context.ts';
import { customerIdKey } from '../customers/rules.ts';
import { namedCustomers, presentCustomers } from '../customers/service-import.ts';
import type { analyseGrown } from '../database/statistics.ts';
import {
  employeesInBooks,
  importEmployees,
  presentEmployees,
} from '../hr/employees/service-import.ts';
import type { BookValues } from '../kernel/books.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { ImportedChange, Touched } from '../kernel/imported.ts';
import type { RowOutcome } from '../kernel/outcomes.ts';
import { searchKey } from '../kernel/text.ts';
import { nodesNamed } from '../network/nodes/service-connect.ts';
import { importNodes, nodesInBooks, presentNodes } from '../network/nodes/service-import.ts';
import {
  importSuppliers,
  presentSuppliers,
  suppliersInBooks,
} from '../procurement/suppliers/service-import.ts';
import { ratesOn } from '../rates/service-current.ts';
import type { ImportTable, ImportTotal } from './fields/rules.ts';
import { type EntryRow, entryTable, entryTotals } from './fields/rules-accounting.ts';
import { accountTable, accountTotals, type ImportedAccountRow } from './fields/rules-accounts.ts';
import { type InvoiceRow, invoiceTable, invoiceTotals } from './fields/rules-billing.ts';
import { type CashRow, cashTable, cashTotals, statusNote } from './fields/rules-cash.ts';
import { type CustomerRow, customerTable, customerTotals } from './fields/rules-customers.ts';
import { type EmployeeRow, employeeTable, employeeTotals } from './fields/rules-employees.ts';
import { type NodeRow, nodeTable, nodeTotals } from './fields/rules-nodes.ts';
import { type OpeningRow, openingTable, openingTotals } from './fields/rules-openings.ts';
import { type SupplierRow, supplierTable, supplierTotals } from './fields/rules-suppliers.ts';
import { combineCustomers, findCustomers, MAX_COMBINED } from './rules-customers.ts';
import type { RecordRules } from './rules-records.ts';
import type { RowCounts } from './rules-tally.ts';
import type { BuiltImportType } from './schema-types.ts';
import type { Made } from './undo/rules.ts';

/** The result of a batch; `index` is the position in the given records. */
export interface Written extends RowCounts {
  /** What happened to each given record, or would happen in a dry run. */
  outcomes: readonly RowOutcome[];
  errors: readonly { index: number; message: string }[];
  notes: readonly { index: number; message: string }[];
  /** Values of the totals in the file, per record, where the record alone does not tell them. */
  fileValues?: readonly (Readonly<Record<string, number>> | undefined)[];
  /** What was created, and the documents of others that were settled or changed; empty in a dry run. */
  made: Partial<Made> & { touched?: Touched };
  /** What was changed; empty in a dry run. */
  changes: readonly ImportedChange[];
}

export interface WriteOptions {
  dryRun: boolean;
  /** Customers only: the file's prices take precedence over those of the packages. */
  keepPrices: boolean;
  /** Numbers the rows of the whole file that have one key, from 1. */
  ordinalOf(row: object, key: string): number;
  /** The number of rows of the batch that cannot be read. */
  unread: number;
}

export interface Importer<Row> extends RecordRules<Row> {
  /** How rows with one key become one record, if the user asks for it (`combineRows`). */
  combine?: RecordRules<Row>['gather'];
  /** Compared with the books, and shown before the import. */
  totals: readonly ImportTotal<Row>[];
  /** All rows of the file are needed at once, so it can have at most IMPORT_BATCH. */
  isWhole?: true;
  /** What happens to a record depends on no other record of its batch, so a preview takes fewer at a time. */
  isEachForItself?: true;
  /** The tables that grow. */
  grows: Parameters<typeof analyseGrown>[2];
  /** Uses `ordinalOf`. */
  numbersLines?: true;
  write(tx: Ctx, rows: readonly Row[], options: WriteOptions): Promise<Written>;
  /** What the books hold of each record of a batch that was written, in the same transaction. */
  readBooks(
    tx: Ctx,
    rows: readonly Row[],
    written: Written,
  ): Promise<readonly (BookValues | undefined)[]>;
  /** The present values of the fields that each row would change; missing if the type changes no records. */
  readCurrent?(
    ctx: Ctx,
    rows: readonly Row[],
    options: Pick<WriteOptions, 'keepPrices'>,
  ): Promise<(Readonly<Record<string, unknown>> | undefined)[]>;
}

const PACKAGE_TERMS =
  'the package sets bandwidth and monthly fee; those of the file were not used. Keep the prices of the file to give such a customer a Flexible Plan with them.';
const KEPT_PRICES =
  'the fee or bandwidth of the file is not the package’s; the customer has a Flexible Plan with those of the file.';

const customers: Importer<CustomerRow> = {
  table: customerTable,
  totals: customerTotals,
  keyOf: ({ customerId }) => customerIdKey(customerId),
  combine: { most: MAX_COMBINED, rows: combineCustomers },
  isEachForItself: true,
  grows: ['customers', 'invoices', 'journal_entries', 'journal_lines', 'payments'],
  async readCurrent(ctx, rows, options) {
    const { connected } = await withNodes(ctx, rows);
    return presentCustomers(ctx, connected, options);
  },
  async write(tx, rows, options) {
    const { connected, doubts } = await withNodes(tx, rows);
    const { packageTerms, keptPrices, ...written } = await importCustomersWithOpenings(
      tx,
      connected,
      options,
    );
    const told = (indexes: readonly number[], message: string) =>
      indexes.map((index) => ({ index, message }));
    const notes = [
      ...written.notes,
      ...told(packageTerms, PACKAGE_TERMS),
      ...told(keptPrices, KEPT_PRICES),
      ...(await phoneDoubts(rows)),
      ...doubts,
    ];
    return { ...written, notes };
  },
  readBooks: customersInBooks,
};

/**
 * Finds the nodes of rows by their names. A customer whose node is unknown or retired is imported without a new node, and
 * told: a file of another system names nodes that may not exist here yet, and no money depends on it.
 */
async function withNodes(
  ctx: Ctx,
  rows: readonly CustomerRow[],
): Promise<{ connected: readonly CustomerRow[]; doubts: Written['notes'] }> {
  const names = rows.flatMap(({ nodeName }) => nodeName || []);
  if (names.length === 0) return { connected: rows, doubts: [] };
  const find = await nodesNamed(ctx, names);
  const doubts: { index: number; message: string }[] = [];
  const connected = rows.map((row, index): CustomerRow => {
    const { nodeName } = row;
    if (!nodeName) return row;
    const node = find(nodeName);
    if (node && !node.isRetired) return { ...row, nodeId: node.id };
    const problem = node ? `${node.name} is retired` : `There is no network node named ${nodeName}`;
    doubts.push({ index, message: `nodeName: ${problem}; it was left out.` });
    return row;
  });
  return { connected, doubts };
}

/** Loads the library's numbering plans only when a file has telephone numbers (decision 30). */
async function phoneDoubts(rows: readonly CustomerRow[]): Promise<Written['notes']> {
  if (!rows.some(({ phone }) => phone)) return [];
  const { PHONE_DOUBT, phoneDoubt } = await import('../customers/rules-phone.ts');
  const message = `phone: ${PHONE_DOUBT}`;
  return rows.flatMap(({ phone = '' }, index) => (phoneDoubt(phone) ? [{ index, message }] : []));
}

const billing: Importer<InvoiceRow> = {
  table: invoiceTable,
  totals: invoiceTotals,
  keyOf: ({ invoiceId }) => invoiceId,
  grows: ['invoices', 'journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  gather: { most: MAX_LINES, rows: gatherRows },
  readCurrent: presentInvoices,
  write: importByIdOrName,
  readBooks: invoicesInBooks,
};

/** Imports invoices; those without a customer id belong to the only customer of their customer name. */
async function importByIdOrName(
  tx: Ctx,
  rows: readonly InvoiceRow[],
  { dryRun }: WriteOptions,
): Promise<Written> {
  const { found, errors } = findCustomers(rows, await namedCustomers(tx, rows));
  const written = await importInvoices(
    tx,
    found.map(({ row }) => row),
    { dryRun },
  );
  const atRow = <Told extends { index: number }>(told: Told): Told => ({
    ...told,
    index: found[told.index]!.index,
  });
  const outcomes = rows.map((): RowOutcome => 'refused');
  for (const [place, outcome] of written.outcomes.entries())
    outcomes[found[place]!.index] = outcome;
  return {
    ...written,
    outcomes,
    errors: [...errors, ...written.errors.map(atRow)],
    notes: written.notes.map(atRow),
    changes: written.changes.map(atRow),
  };
}

const cash: Importer<CashRow> = {
  table: cashTable,
  totals: cashTotals,
  // Equal lines are different money, unless they have a reference: the service tells them apart.
  keyOf: () => undefined,
  numbersLines: true,
  grows: ['journal_entries', 'journal_lines', 'payment_allocations', 'payments'],
  async write(tx, rows, options) {
    const written = await importCash(tx, rows, options);
    const told = rows.flatMap((row, index) => {
      const message = statusNote(row);
      return message === undefined ? [] : [{ index, message }];
    });
    return { ...written, notes: [...written.notes, ...told] };
  },
  readBooks: (tx, lines, written) => cashInBooks(tx, lines, written as ImportedCash),
};

const accounting: Importer<EntryRow> = {
  table: entryTable,
  totals: entryTotals,
  keyOf: ({ reference }) => reference,
  grows: ['journal_entries', 'journal_lines'],
  gather: { most: MAX_ENTRY_ROWS, rows: gatherEntry },
  write: importEntries,
  readBooks: entriesInBooks,
};

const accounts: Importer<ImportedAccountRow> = {
  table: accountTable,
  totals: accountTotals,
  keyOf: ({ code, name = '' }) => (code === undefined ? `name ${searchKey(name)}` : `code ${code}`),
  isWhole: true,
  grows: [],
  readCurrent: presentAccounts,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importAccounts(tx, rows, { dryRun });
    return { ...written, made: { accounts: made } };
  },
  readBooks: (tx, _rows, written) =>
    accountsInBooks(tx, written as Written & Pick<ImportedAccounts, 'codes'>),
};

const openings: Importer<OpeningRow> = {
  table: openingTable,
  totals: openingTotals,
  // Several accounts of another system may become one account of the books.
  keyOf: () => undefined,
  isWhole: true,
  grows: ['journal_entries', 'journal_lines'],
  async write(tx, rows, { dryRun, unread }) {
    const rateOn = async (date: IsoDate) => (await ratesOn(tx, 'standard', [date])).get(date);
    const written = await importOpeningBalances(tx, rows, { dryRun, unread, rateOn });
    const { made, ...rest } = written;
    const fileValues = written.amounts.map((amount) =>
      amount === undefined ? undefined : sidesOf(amount),
    );
    return { ...rest, made: { openings: made }, fileValues };
  },
  readBooks: (tx, _rows, written) => openingInBooks(tx, written as Written & OpeningOfRows),
};

const nodes: Importer<NodeRow> = {
  table: nodeTable,
  totals: nodeTotals,
  keyOf: ({ name }) => searchKey(name),
  isWhole: true,
  grows: [],
  readCurrent: presentNodes,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importNodes(tx, rows, { dryRun });
    return { ...written, made: { nodes: made } };
  },
  readBooks: nodesInBooks,
};

const suppliers: Importer<SupplierRow> = {
  table: supplierTable,
  totals: supplierTotals,
  keyOf: ({ supplierCode, name }) =>
    supplierCode ? `code ${searchKey(supplierCode)}` : `name ${searchKey(name)}`,
  isWhole: true,
  grows: [],
  readCurrent: presentSuppliers,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importSuppliers(tx, rows, { dryRun });
    return { ...written, made: { suppliers: made } };
  },
  readBooks: suppliersInBooks,
};

const employees: Importer<EmployeeRow> = {
  table: employeeTable,
  totals: employeeTotals,
  keyOf: ({ employeeNumber, email }) =>
    employeeNumber ? `number ${searchKey(employeeNumber)}` : email && `email ${searchKey(email)}`,
  isWhole: true,
  grows: [],
  readCurrent: presentEmployees,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importEmployees(tx, rows, { dryRun });
    return { ...written, made: { employees: made } };
  },
  readBooks: employeesInBooks,
};

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
