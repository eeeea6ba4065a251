import { type Ctx, transact } from '../context.ts';
import { documentNumber, takeNumbers } from '../database/counters.ts';
import { notFound } from '../kernel/errors.ts';
import { sumToSsp } from '../kernel/money.ts';
import { assertVersion } from '../kernel/versions.ts';
import { lockConnectable, namesOfNodes } from '../network/nodes/service-connect.ts';
import { knownRate } from '../rates/rules.ts';
import { audit } from '../records/audit.ts';
import { writeOutbox } from '../records/outbox.ts';
import * as queries from './queries.ts';
import { customers } from './queries.ts';
import {
  assertDates,
  CUSTOMER_COUNTER,
  CUSTOMER_NUMBER_WIDTH,
  CUSTOMER_PREFIX,
  changedCustomer,
  keepsRuleMark,
  newCustomer,
  promiseOf,
} from './rules.ts';
import { type CustomerRecord, toCustomer } from './rules-record.ts';
import {
  type Customer,
  type CustomerInput,
  type CustomerStats,
  type CustomerUpdate,
  type DeleteResult,
  type PromiseInput,
  customer as schema,
} from './schema.ts';
import { restoreByRule } from './service-billing.ts';
import { idsOfCustomers } from './service-import.ts';
import { factOfStatus, recordStatusChanges } from './service-status.ts';

/**
 * The figures of the four cards over all customers: revenue is the monthly fees of Active customers in US cents, and in
 * pounds at today's standard rate. Source: seeds/000 2, decision 9.
 */
export async function getCustomerStats(ctx: Ctx): Promise<CustomerStats> {
  const { rate, revenue, ...counts } = await queries.getStats(ctx.db, ctx.today);
  return {
    ...counts,
    totalRevenueUsd: revenue,
    totalRevenueSsp: sumToSsp(revenue, knownRate(rate, ctx.today)),
  };
}

/** A customer by the internal id: fees in US cents, and in pounds at today's standard rate. @throws AppError notFound. */
export async function getCustomer(ctx: Ctx, id: number): Promise<Customer> {
  const row = await queries.getCustomer(ctx.db, id, ctx.today);
  return row ? toCustomer(row, ctx.today) : notFound('Customer', id);
}

/** A customer by customer id, `SC003`, ignoring case. @throws AppError notFound. */
export async function lookupCustomer(ctx: Ctx, customerId: string): Promise<Customer> {
  const known = (await idsOfCustomers(ctx, [customerId])).get(customerId);
  return known ? getCustomer(ctx, known.id) : notFound('Customer', customerId);
}

/**
 * Creates a customer with the next `SC…` id, which is released if the transaction fails (decision 7).
 * @throws AppError invalid for a date before 2000 or more than a year ahead, or a node that does not exist or is retired.
 */
export async function createCustomer(ctx: Ctx, input: CustomerInput): Promise<Customer> {
  return transact(ctx, async (tx) => {
    const fields = newCustomer(input, tx.today);
    assertDates(fields, tx.today);
    if (fields.nodeId !== null) await lockConnectable(tx, fields.nodeId);
    const number = await takeNumbers(tx.db, CUSTOMER_COUNTER);
    const customerId = documentNumber(CUSTOMER_PREFIX, number, CUSTOMER_NUMBER_WIDTH);
    const { id } = await customers.insert(
      tx.db,
      { customerId, ...fields, createdAt: tx.now },
      { updated_at: ['timestamptz', () => tx.now] },
    );
    const after = await getCustomer(tx, id);
    await writeOutbox(tx, 'customer.created', [id]);
    await auditCustomer(tx, 'customer.create', { after });
    return after;
  });
}

/**
 * Changes the sent fields. A status set by a user is no longer the 15-day rule's.
 * @throws AppError notFound; conflict when `version` is outdated; invalid for a new date before 2000 or
 *   more than a year ahead, or a new node that does not exist or is retired.
 */
export async function updateCustomer(
  ctx: Ctx,
  id: number,
  input: CustomerUpdate,
): Promise<Customer> {
  return transact(ctx, async (tx) => {
    const before = (await customers.lock(tx.db, id)) ?? notFound('Customer', id);
    const { version, ...updates } = input.updates;
    assertVersion('customer', before.version, input.version ?? version);
    const fields = changedCustomer(before, updates);
    assertDates(fields, tx.today, before);
    if (fields.nodeId !== null && fields.nodeId !== before.nodeId)
      await lockConnectable(tx, fields.nodeId);
    const suspendedByRule = keepsRuleMark(before, fields);
    const after = await change(tx, before, { ...fields, suspendedByRule });
    await recordStatusChanges(
      tx,
      [{ customerId: id, from: before.status, to: after.status }],
      'hand',
    );
    const fact = factOfStatus(before.status, after.status);
    if (fact) await writeOutbox(tx, fact, [id], { date: tx.today });
    await auditCustomer(tx, 'customer.update', { before, after });
    return getCustomer(tx, id);
  });
}

/**
 * Records a promise to pay, which defers the 15-day rule to the end of its day, or withdraws it. A customer whom the
 * rule has suspended is restored at once; after a withdrawal the rule's next run decides (decision 3).
 * @throws AppError notFound; conflict for an outdated version; invalid without a reason or for a past day.
 */
export async function setPromise(ctx: Ctx, id: number, input: PromiseInput): Promise<Customer> {
  return transact(ctx, async (tx) => {
    const before = (await customers.lock(tx.db, id)) ?? notFound('Customer', id);
    assertVersion('customer', before.version, input.version);
    const promise = promiseOf(input, tx.today);
    const promised = await change(tx, before, {
      doNotDisconnectUntil: promise.until,
      doNotDisconnectReason: promise.reason,
    });
    if (promised !== before) {
      const restored = promise.until ? await restoreByRule(tx, [id]) : [];
      await writeOutbox(tx, 'customer.restored', restored, { date: tx.today });
      const after = restored.length > 0 ? { ...promised, status: 'Active' as const } : promised;
      const note = restored.length > 0 ? ', connected again' : '';
      await auditCustomer(tx, 'customer.promise', { before, after, note });
    }
    return getCustomer(tx, id);
  });
}

/**
 * Deactivates an Active or Suspended customer; deletes an Inactive one (decision 18).
 * @throws AppError notFound; conflict when other records refer to the customer.
 */
export async function deleteCustomer(ctx: Ctx, id: number): Promise<DeleteResult> {
  return transact(ctx, async (tx) => {
    const before = (await customers.lock(tx.db, id)) ?? notFound('Customer', id);
    return before.status === 'Inactive' ? remove(tx, before) : deactivate(tx, before);
  });
}

async function remove(tx: Ctx, before: CustomerRecord): Promise<DeleteResult> {
  await customers.remove(tx.db, before.id);
  await auditCustomer(tx, 'customer.delete', { before });
  return { outcome: 'deleted', message: `${nameOf(before)} was deleted.` };
}

async function deactivate(tx: Ctx, before: CustomerRecord): Promise<DeleteResult> {
  const after = await change(tx, before, { status: 'Inactive', suspendedByRule: false });
  await recordStatusChanges(
    tx,
    [{ customerId: before.id, from: before.status, to: 'Inactive' }],
    'hand',
  );
  await auditCustomer(tx, 'customer.deactivate', { before, after });
  return {
    outcome: 'deactivated',
    message: `${nameOf(before)} is now Inactive. The record is kept for data integrity, with its invoices and payments; an inactive customer without any can be deleted for good.`,
  };
}

function change(
  tx: Ctx,
  before: CustomerRecord,
  changes: Partial<CustomerRecord>,
): Promise<CustomerRecord> {
  return customers.update(tx.db, before, changes, { updated_at: tx.now, undone_run_id: null });
}

async function auditCustomer(
  tx: Ctx,
  action: string,
  { note = '', before, after }: { before?: CustomerRecord; after?: CustomerRecord; note?: string },
): Promise<void> {
  const record = (after ?? before)!;
  const header = { action, entity: 'customer', entityId: record.id };
  const summary = `${nameOf(record)}${note}`;
  const names = await nodeNamesOf(tx, before, after);
  await audit(tx, { ...header, summary, schema, before: names(before), after: names(after) });
}

/** Adds the name of the node to a record of the log, which is read as words; unless both records have the same node. */
async function nodeNamesOf(tx: Ctx, before?: CustomerRecord, after?: CustomerRecord) {
  const isSame = before && after && before.nodeId === after.nodeId;
  const ids = isSame ? [] : [before?.nodeId, after?.nodeId].filter((id) => typeof id === 'number');
  const names = await namesOfNodes(tx, ids);
  return (record: CustomerRecord | undefined) =>
    record && {
      ...record,
      nodeName: record.nodeId === null ? '' : (names.get(record.nodeId) ?? ''),
    };
}

function nameOf(record: { customerId: string; name: string }): string {
  return `${record.customerId} ${record.name}`;
}
