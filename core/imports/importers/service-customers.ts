import { importCustomersWithOpenings } from '../../billing/opening/service.ts';
import { customersInBooks } from '../../billing/opening/service-books.ts';
import type { Ctx } from '../../context.ts';
import { customerIdKey } from '../../customers/rules.ts';
import { newCustomerDefaults } from '../../customers/schema-defaults.ts';
import { presentCustomers } from '../../customers/service-import.ts';
import { nodesNamed } from '../../network/nodes/service-connect.ts';
import { type CustomerRow, customerTable, customerTotals } from '../fields/rules-customers.ts';
import { combineCustomers, MAX_COMBINED } from './rules-customers.ts';
import type { Importer, Written } from './service-importer.ts';

const PACKAGE_TERMS =
  'the package sets bandwidth and monthly fee; those of the file were not used. Keep the prices of the file to give such a customer a Flexible Plan with them.';
const KEPT_PRICES =
  'the fee or bandwidth of the file is not the package’s; the customer has a Flexible Plan with those of the file.';

const NO_LOCATION = `location: The file says none; the customer is in ${newCustomerDefaults.location} until it is changed.`;

export const customers: Importer<CustomerRow> = {
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
      ...told(withoutLocation(rows, written.outcomes), NO_LOCATION),
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

/** The new customers of rows without a location. */
function withoutLocation(rows: readonly CustomerRow[], outcomes: Written['outcomes']): number[] {
  return rows.flatMap(({ location }, index) =>
    location === undefined && outcomes[index] === 'created' ? [index] : [],
  );
}

/** Loads the library's numbering plans only when a file has telephone numbers (decision 30). */
async function phoneDoubts(rows: readonly CustomerRow[]): Promise<Written['notes']> {
  if (!rows.some(({ phone }) => phone)) return [];
  const { PHONE_DOUBT, phoneDoubt } = await import('../../customers/rules-phone.ts');
  const message = `phone: ${PHONE_DOUBT}`;
  return rows.flatMap(({ phone = '' }, index) => (phoneDoubt(phone) ? [{ index, message }] : []));
}
