import {
  type AccessFate,
  type ImportedAccess,
  importAccess,
  judgeImportedAccess,
} from '../../access/accounts/service-import.ts';
import { openingDate } from '../../accounting/opening/service.ts';
import { openingDay } from '../../billing/opening/rules.ts';
import { importCustomersWithOpenings } from '../../billing/opening/service.ts';
import { customersInBooks } from '../../billing/opening/service-books.ts';
import type { Ctx } from '../../context.ts';
import { customerIdKey, saysNoTerms } from '../../customers/rules.ts';
import { FLEXIBLE_PLAN } from '../../customers/schema.ts';
import { newCustomerDefaults } from '../../customers/schema-defaults.ts';
import { idsOfCustomers, presentCustomers } from '../../customers/service-import.ts';
import { nodesNamed } from '../../network/nodes/service-connect.ts';
import { type CustomerRow, customerTable, customerTotals } from '../fields/rules-customers.ts';
import { combineCustomers, MAX_COMBINED } from './rules-customers.ts';
import { type CurrencyRules, inDollars, writeInDollars } from './service-currency.ts';
import { type Importer, type WriteOptions, type Written, writtenAt } from './service-importer.ts';

const PACKAGE_TERMS =
  'the package sets bandwidth and monthly fee; those of the file were not used. Keep the prices of the file to give such a customer a Flexible Plan with them.';
const KEPT_PRICES =
  'the fee or bandwidth of the file is not the package’s; the customer has a Flexible Plan with those of the file.';

const NO_LOCATION = `location: The file says none; the customer is in ${newCustomerDefaults.location} until it is changed.`;

const NO_TERMS = `packageType: The file says no package and no fee; the customer has a ${FLEXIBLE_PLAN} at $0.00 until it is changed.`;
const NO_STATUS = `status: The file says none; the customer is ${newCustomerDefaults.status}, and is billed the fee each month.`;

export const customers: Importer<CustomerRow> = {
  table: customerTable,
  totals: customerTotals,
  keyOf: ({ customerId }) => customerIdKey(customerId),
  combine: { most: MAX_COMBINED, rows: combineCustomers },
  isEachForItself: true,
  grows: ['customers', 'invoices', 'journal_entries', 'journal_lines', 'payments'],
  // User names.
  numbersLines: (rows) => rows.some(({ username }) => username),
  async readCurrent(ctx, rows, options) {
    const { found } = await inDollars(ctx, rows, await currenciesOf(ctx, rows));
    const { connected } = await withNodes(
      ctx,
      found.map(({ row }) => row),
    );
    const present = await presentCustomers(ctx, connected, options);
    const byIndex = new Map(found.map(({ index }, place) => [index, present[place]]));
    return rows.map((_, index) => byIndex.get(index));
  },
  async write(tx, rows, options) {
    const currencies = await currenciesOf(tx, rows);
    return writeInDollars(tx, rows, currencies, customerTotals, (converted, ofFile) =>
      writeWithAccess(tx, converted, { ...options, ofFile }),
    );
  },
  readBooks: customersInBooks,
};

const NO_USERNAME = 'password: The row says no user name; the password was left out.';

/** What a row says of an access account, with its position. */
interface AccessRow {
  index: number;
  access: ImportedAccess;
}

/** Writes customers with the access accounts that their rows name; a row whose account is refused changes nothing. */
async function writeWithAccess(
  tx: Ctx,
  rows: readonly CustomerRow[],
  { ofFile, ...options }: WriteOptions & { ofFile: readonly CustomerRow[] },
): Promise<Written> {
  const named = await accessRowsOf(tx, rows);
  const fates = await judgeImportedAccess(
    tx,
    named.map(({ access }) => access),
    (place, name) => options.ordinalOf(ofFile[named[place]!.index]!, `username ${name}`),
  );
  const fateAt = new Map(named.map(({ index }, place) => [index, fates[place]!]));
  const errors = [...fateAt].flatMap(([index, fate]) =>
    'refused' in fate ? [{ index, message: fate.refused }] : [],
  );
  const refused = new Set(errors.map(({ index }) => index));
  const found = rows.flatMap((row, index) => (refused.has(index) ? [] : [{ row, index }]));
  const accepted = found.map(({ row }) => row);
  const written = writtenAt(
    rows.length,
    found,
    errors,
    await writeCustomers(tx, accepted, options),
  );
  const outcomes = [...written.outcomes];
  const added = named.filter(
    ({ index }) => 'add' in fateAt.get(index)! && outcomes[index] !== 'refused',
  );
  const known = added.filter(({ index }) => outcomes[index] !== 'created');
  const more = known.filter(({ index }) => outcomes[index] === 'unchanged');
  for (const { index } of more) outcomes[index] = 'updated';
  const notes = rows.flatMap(({ username, password }, index) =>
    username || !password || outcomes[index] === 'refused' ? [] : [{ index, message: NO_USERNAME }],
  );
  const told = {
    ...written,
    outcomes,
    updated: written.updated + more.length,
    unchanged: written.unchanged - more.length,
    notes: [...written.notes, ...notes],
  };
  if (options.dryRun || added.length === 0) return told;
  const ids = await idsOfCustomers(
    tx,
    added.map(({ index }) => rows[index]!.customerId),
  );
  const accessAccounts = await importAccess(
    tx,
    added.map(({ index, access }) => ({
      ...access,
      customerId: ids.get(rows[index]!.customerId)!.id,
    })),
  );
  const changes = known.map(({ index, access }) => ({
    index,
    entity: 'customer',
    entityId: access.customerId!,
    label: `${rows[index]!.customerId} ${rows[index]!.name ?? ''}`.trim(),
    fields: [{ field: 'username', before: '', after: nameOf(fateAt.get(index)!) }],
  }));
  return {
    ...told,
    made: { ...written.made, accessAccounts },
    changes: [...written.changes, ...changes],
  };
}

const nameOf = (fate: AccessFate): string => ('add' in fate ? fate.add : '');

/** The rows that name a user, with the customers that are there already. */
async function accessRowsOf(tx: Ctx, rows: readonly CustomerRow[]): Promise<AccessRow[]> {
  const named = rows.flatMap((row, index) => (row.username ? [{ row, index }] : []));
  if (named.length === 0) return [];
  const ids = await idsOfCustomers(
    tx,
    named.map(({ row }) => row.customerId),
  );
  return named.map(({ index, row: { customerId, username, password, accessType } }) => ({
    index,
    access: {
      customerId: ids.get(customerId)?.id,
      kind: accessType === 'hotspot' ? 'hotspot' : 'pppoe',
      username: username!,
      password: password || undefined,
    },
  }));
}

async function writeCustomers(
  tx: Ctx,
  rows: readonly CustomerRow[],
  options: WriteOptions,
): Promise<Written> {
  const { connected, doubts } = await withNodes(tx, await withStatuses(tx, rows));
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
    ...defaultsOf(rows, written.outcomes),
    ...(await phoneDoubts(rows)),
    ...doubts,
  ];
  return { ...written, notes };
}

/** Pounds are converted on the day before the opening date, like opening balances, else today. */
async function currenciesOf(
  ctx: Ctx,
  rows: readonly CustomerRow[],
): Promise<CurrencyRules<CustomerRow>> {
  const hasPounds = rows.some(({ currency }) => currency === 'SSP');
  const opening = hasPounds ? await openingDate(ctx) : null;
  const day = opening ? openingDay(opening) : ctx.today;
  return {
    amounts: {
      openingBalanceUsd: 'anySign',
      monthlyFeeUsd: 'zero',
      connectionFeeUsd: 'zero',
      otherExpensesUsd: 'zero',
    },
    dayOf: () => day,
    day: opening ? 'day before the opening date' : 'day of the import',
    withOrigin: (row, origin) => (row.openingBalanceUsd === undefined ? row : { ...row, origin }),
  };
}

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

/** New customers whose status nobody here knows are Inactive, so that nobody is billed by a guess; others keep theirs. */
async function withStatuses(
  ctx: Ctx,
  rows: readonly CustomerRow[],
): Promise<readonly CustomerRow[]> {
  const doubtful = rows.filter(({ unknownStatus }) => unknownStatus !== undefined);
  if (doubtful.length === 0) return rows;
  const known = await idsOfCustomers(
    ctx,
    doubtful.map(({ customerId }) => customerId),
  );
  return rows.map((row) =>
    row.unknownStatus === undefined || known.has(row.customerId)
      ? row
      : { ...row, status: 'Inactive' },
  );
}

/** Notes on what the rows of new customers do not say. */
function defaultsOf(
  rows: readonly CustomerRow[],
  outcomes: Written['outcomes'],
): { index: number; message: string }[] {
  return rows.flatMap((row, index) => {
    if (outcomes[index] !== 'created') return [];
    const messages = [
      ...(row.location === undefined ? [NO_LOCATION] : []),
      ...(saysNoTerms(row) ? [NO_TERMS] : []),
      ...(row.status === undefined && row.unknownStatus === undefined ? [NO_STATUS] : []),
    ];
    return messages.map((message) => ({ index, message }));
  });
}

/** Loads the library's numbering plans only when a file has telephone numbers (decision 30). */
async function phoneDoubts(rows: readonly CustomerRow[]): Promise<Written['notes']> {
  if (!rows.some(({ phone }) => phone)) return [];
  const { PHONE_DOUBT, phoneDoubt } = await import('../../customers/rules-phone.ts');
  const message = `phone: ${PHONE_DOUBT}`;
  return rows.flatMap(({ phone = '' }, index) => (phoneDoubt(phone) ? [{ index, message }] : []));
}
