import type { Ctx } from '../context.ts';
import { skipNumbers } from '../database/counters.ts';
import type { FieldErrors } from '../kernel/errors.ts';
import type { ImportedChange } from '../kernel/imported.ts';
import { type Cents, toDecimal } from '../kernel/money.ts';
import { countRow, emptyResults, type ImportResults } from '../kernel/outcomes.ts';
import { parsePhone } from '../kernel/phone.ts';
import { namesOfNodes } from '../network/nodes/service-connect.ts';
import * as queries from './queries-import.ts';
import {
  CUSTOMER_COUNTER,
  type CustomerFields,
  changedCustomer,
  changedFields,
  counterNumberOf,
  finderById,
  hasKeptPrices,
  implausibleDates,
  importedFields,
  keepingPrices,
  keepsRuleMark,
  newCustomer,
  termsDiffer,
} from './rules.ts';
import {
  contactsOf,
  customerNamed,
  type NamedCustomer,
  type NamesCustomer,
} from './rules-names.ts';
import type { CustomerRecord } from './rules-record.ts';
import type { CustomerInput } from './schema.ts';
import { recordStatusChanges, type StatusChange } from './service-status.ts';

/** An imported customer; fields missing in the file are left out. */
export type ImportedCustomer = Partial<CustomerInput> & { customerId: string };

/** `made` are the new customers, `changes` the changed ones. */
export interface ImportedCustomers extends Omit<ImportResults, 'notes'> {
  /** Rows whose fee or bandwidth was replaced by that of their fixed package. */
  packageTerms: number[];
  /** Rows whose package was replaced by the Flexible Plan, which keeps their fee and bandwidth. */
  keptPrices: number[];
}

export interface CustomerImportOptions {
  dryRun?: boolean;
  /** A fee or bandwidth that differs from the package's changes the package to the Flexible Plan (decision 32). */
  keepPrices?: boolean;
}

/** Internal ids by the ids of a file, ignoring case; unknown ones are missing. */
export async function idsOfCustomers(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<Map<string, queries.CustomerIds>> {
  const sent = [...new Set(customerIds)];
  const find = finderById(await queries.findIds(ctx.db, sent));
  return new Map(sent.flatMap((id) => matchOf(id, find)));
}

/**
 * The customer ids by the names of a file, ignoring case: one, two if several customers have the name; unknown names are
 * missing.
 */
async function idsOfNames(
  ctx: Ctx,
  names: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (names.length === 0) return new Map();
  const found = await queries.findIdsByName(ctx.db, [...new Set(names)]);
  return new Map(found.map(({ name, customerIds }) => [name, customerIds]));
}

/**
 * Finds the customer ids of rows (`customerNamed`): by id, then by name, then by e-mail or telephone where the rows have
 * such. `orByName`: a row whose id is no customer's is looked for by the others too. Undefined for a row that names none.
 */
export async function namedCustomers(
  ctx: Ctx,
  rows: readonly NamesCustomer[],
  { orByName = false }: { orByName?: boolean } = {},
): Promise<(row: NamesCustomer) => NamedCustomer | undefined> {
  const hasOthers = ({ customerName, customerEmail, customerPhone }: NamesCustomer) =>
    Boolean(customerName || customerEmail || customerPhone);
  const doubtful = orByName ? rows.filter(hasOthers) : [];
  const ids = doubtful.flatMap(({ customerId }) => customerId ?? []);
  const known = ids.length === 0 ? undefined : await idsOfCustomers(ctx, ids);
  const isOpen = ({ customerId }: NamesCustomer) =>
    customerId === undefined || (known !== undefined && !known.has(customerId));
  const open = rows.filter((row) => isOpen(row) && hasOthers(row));
  const byName = await idsOfNames(
    ctx,
    open.flatMap(({ customerName }) => customerName || []),
  );
  const lost = open.filter(({ customerName = '' }) => byName.get(customerName)?.length !== 1);
  const reached = await queries.findReachable(ctx.db, {
    emails: lost.flatMap(({ customerEmail }) => customerEmail || []),
    phones: lost.flatMap(({ customerPhone }) => parsePhone(customerPhone ?? '') ?? []),
  });
  const contacts = contactsOf(reached);
  const knows = known && ((customerId: string) => known.has(customerId));
  return (row) =>
    customerNamed(row, { byName, contacts, ...(knows && hasOthers(row) && { knows }) });
}

/** An id of the file with the record found for it; empty if there is none. */
function matchOf<T>(customerId: string, find: (id: string) => T | undefined): [string, T][] {
  const found = find(customerId);
  return found ? [[customerId, found]] : [];
}

/** The fees of customers by the ids of a file, ignoring case, to compare them with it. */
export async function feesOfCustomers(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<(customerId: string) => queries.CustomerFee | undefined> {
  const found = await queries.findFees(ctx.db, customerIds);
  const exact = new Set(found.map(({ customerId }) => customerId));
  const others = customerIds.filter((id) => !exact.has(id));
  return finderById(
    others.length === 0 ? found : [...found, ...(await queries.findByCustomerIds(ctx.db, others))],
  );
}

interface Pending {
  index: number;
  row: ImportedCustomer;
}

/**
 * Writes imported customers by the rules of the form, in a constant number of statements: an unknown id becomes a new
 * customer with its connection fee billed (decision 4), with the Flexible Plan at no fee if the row says neither package nor
 * fee (decision 101); a known one, ignoring case, is updated with the file's fields. One
 * whom the undo of an import left Inactive is a new customer again, under the same row id.
 * The caller passes each id once, in one spelling, and writes the audit line of the whole import. With `dryRun` it
 * counts the same and writes nothing.
 */
export async function importCustomers(
  tx: Ctx,
  rows: readonly ImportedCustomer[],
  options: CustomerImportOptions = {},
): Promise<ImportedCustomers> {
  const { notes: _none, ...empty } = emptyResults(rows.length);
  const result: ImportedCustomers = { ...empty, packageTerms: [], keptPrices: [] };
  let pending: Pending[] = rows.map((row, index) => ({ row, index }));
  // Ids that another import inserts between reading and inserting are processed again as known ones.
  while (pending.length > 0) {
    const known = await readKnown(tx, pending, options.dryRun === true);
    const created = pending.filter(({ row }) => !known.has(row.customerId));
    await change(
      tx,
      pending.filter(({ row }) => known.has(row.customerId)),
      known,
      result,
      options,
    );
    pending = await create(tx, created, result, options);
  }
  result.errors.sort((a, b) => a.index - b.index);
  return result;
}

async function readKnown(
  tx: Ctx,
  pending: readonly Pending[],
  dryRun: boolean,
): Promise<Map<string, queries.KnownCustomer>> {
  const ids = pending.map(({ row }) => row.customerId);
  const records = dryRun
    ? await queries.findByCustomerIds(tx.db, ids)
    : await queries.lockByCustomerIds(tx.db, ids);
  if (records.length === 0) return new Map();
  const find = finderById(records);
  return new Map(ids.flatMap((id) => matchOf(id, find)));
}

/** Adds errors for a row's implausible dates; returns whether there are any. */
function refuseDates(index: number, implausible: FieldErrors, result: ImportedCustomers): boolean {
  const problems = Object.entries(implausible).map(([name, message]) => `${name}: ${message}`);
  if (problems.length > 0) result.errors.push({ index, message: problems.join(' ') });
  return problems.length > 0;
}

async function change(
  tx: Ctx,
  pending: readonly Pending[],
  known: ReadonlyMap<string, queries.KnownCustomer>,
  result: ImportedCustomers,
  { dryRun, keepPrices }: CustomerImportOptions,
): Promise<void> {
  const changes: CustomerRecord[] = [];
  const statuses: StatusChange[] = [];
  for (const { row, index } of pending) {
    const before = known.get(row.customerId)!;
    const packageType = row.packageType ?? before.packageType;
    const { name } = row;
    const isNew = before.undoneRunId !== null && name !== undefined;
    const keeps = keepPrices || (!isNew && hasKeptPrices(before, row));
    const own = isNew ? importedFields(row) : row;
    const sent = keeps ? keepingPrices(own, isNew ? own.packageType : packageType) : own;
    const fields = isNew ? newCustomer({ ...sent, name }, tx.today) : changedCustomer(before, sent);
    if (refuseDates(index, implausibleDates(fields, tx.today, before), result)) continue;
    if (sent !== own) result.keptPrices.push(index);
    if (termsDiffer(row, fields)) result.packageTerms.push(index);
    const changed = changedFields(before, fields);
    if (changed.length === 0 && !isNew) {
      countRow(result, index, 'unchanged');
    } else {
      const suspendedByRule = keepsRuleMark(before, fields);
      changes.push({ ...before, ...fields, suspendedByRule });
      countRow(result, index, isNew ? 'created' : 'updated');
      statuses.push({ customerId: before.id, from: before.status, to: fields.status });
      if (dryRun) continue;
      const version = before.version + 1 - before.undoneSteps;
      if (isNew) result.made.push({ id: before.id, version });
      else result.changes.push(changeOf(index, before, fields, changed));
    }
  }
  if (changes.length === 0 || dryRun) return;
  await nameNodes(tx, result.changes);
  await queries.updateCustomers(tx.db, changes, tx.now);
  await recordStatusChanges(tx, statuses, 'hand');
}

/** Replaces ids of nodes by their names in the changes that users read. */
async function nameNodes(tx: Ctx, changes: readonly ImportedChange[]): Promise<void> {
  const fields = changes.flatMap((change) =>
    change.fields.filter(({ field }) => field === 'nodeId'),
  );
  const ids = fields.flatMap(({ before, after }) => [before, after]).filter(Boolean);
  const names = await namesOfNodes(tx, [...new Set(ids.map(Number))]);
  for (const field of fields) {
    field.field = 'nodeName';
    field.before = names.get(Number(field.before)) ?? '';
    field.after = names.get(Number(field.after)) ?? '';
  }
}

/** The change of a customer by an import, with its values as texts. */
export function changeOf(
  index: number,
  before: CustomerRecord,
  after: CustomerFields,
  changed: readonly (keyof CustomerFields)[],
): ImportedChange {
  const textOf = (fields: CustomerFields, name: keyof CustomerFields) => {
    const value = fields[name];
    return name.endsWith('Usd') ? toDecimal(value as Cents) : String(value ?? '');
  };
  return {
    index,
    entity: 'customer',
    entityId: before.id,
    label: `${before.customerId} ${before.name}`,
    fields: changed.map((field) => ({
      field,
      before: textOf(before, field),
      after: textOf(after, field),
    })),
  };
}

/** Returns the rows whose id was inserted by another transaction. */
async function create(
  tx: Ctx,
  pending: readonly Pending[],
  result: ImportedCustomers,
  { dryRun, keepPrices }: CustomerImportOptions,
): Promise<Pending[]> {
  const additions: (Pending & { customer: queries.NewCustomer })[] = [];
  for (const { row, index } of pending) {
    const { name } = row;
    if (name === undefined) {
      result.errors.push({ index, message: 'name: The name is required.' });
      continue;
    }
    const own = importedFields(row);
    const sent = keepPrices ? keepingPrices(own, own.packageType) : own;
    const fields = newCustomer({ ...sent, name }, tx.today);
    if (refuseDates(index, implausibleDates(fields, tx.today), result)) continue;
    if (dryRun) countCreated(result, { row, index }, fields);
    else additions.push({ row, index, customer: { customerId: row.customerId, ...fields } });
  }
  if (additions.length === 0) return [];
  const added = additions.map(({ customer }) => customer);
  const ids = added.map(({ customerId }) => customerId);
  // The counter first, as when a single customer is created: another order could deadlock.
  const highest = Math.max(0, ...ids.map((id) => counterNumberOf(id) ?? 0));
  if (highest > 0) await skipNumbers(tx.db, CUSTOMER_COUNTER, highest);
  const written = await queries.insertCustomers(tx.db, added, tx.now);
  for (const addition of additions) {
    if (written.has(addition.row.customerId)) countCreated(result, addition, addition.customer);
  }
  for (const id of written.values()) result.made.push({ id, version: 1 });
  return additions.filter(({ row }) => !written.has(row.customerId));
}

function countCreated(
  result: ImportedCustomers,
  { row, index }: Pending,
  fields: CustomerFields,
): void {
  countRow(result, index, 'created');
  if (termsDiffer(row, fields)) result.packageTerms.push(index);
  else if (row.packageType !== undefined && row.packageType !== fields.packageType)
    result.keptPrices.push(index);
}

/** The present values of the fields that an imported row would change, by name; undefined for an unknown customer. */
export async function presentCustomers(
  ctx: Ctx,
  rows: readonly ImportedCustomer[],
  { keepPrices = false }: CustomerImportOptions = {},
): Promise<((Partial<CustomerRecord> & { nodeName?: string }) | undefined)[]> {
  const pending = rows.map((row, index) => ({ row, index }));
  const known = await readKnown(ctx, pending, true);
  const connected = [...known.values()].flatMap(({ nodeId }) => nodeId ?? []);
  const isNamed = rows.some(({ nodeId }) => nodeId !== undefined);
  const nodes = await namesOfNodes(ctx, isNamed ? [...new Set(connected)] : []);
  return rows.map((row) => {
    const before = known.get(row.customerId);
    if (!before) return undefined;
    const keeps = keepPrices || hasKeptPrices(before, row);
    const sent = keeps ? keepingPrices(row, row.packageType ?? before.packageType) : row;
    const names = changedFields(before, changedCustomer(before, sent));
    const present: Partial<CustomerRecord> & { nodeName?: string } = Object.fromEntries(
      names.map((name) => [name, before[name]]),
    );
    if (names.includes('nodeId')) present.nodeName = nodes.get(before.nodeId ?? 0) ?? '';
    return present;
  });
}
