import { type Ctx, transact } from '../context.ts';
import { documentNumber, takeNumbers } from '../database/counters.ts';
import { notFound } from '../kernel/errors.ts';
import { limitOf, type Page } from '../kernel/paging.ts';
import { audit } from '../records/audit.ts';
import { writeOutbox } from '../records/outbox.ts';
import * as queries from './queries.ts';
import * as lists from './queries-list.ts';
import {
  assertDates,
  assertVersion,
  CUSTOMER_COUNTER,
  CUSTOMER_NUMBER_WIDTH,
  CUSTOMER_PREFIX,
  type CustomerFields,
  changedCustomer,
  changedFields,
  keepsRuleMark,
  newCustomer,
  promiseOf,
} from './rules.ts';
import type {
  Customer,
  CustomerFilter,
  CustomerInput,
  CustomerStats,
  CustomerSums,
  CustomerUpdate,
  DeleteResult,
  ListedCustomer,
  PromiseInput,
} from './schema.ts';
import { restoreByRule } from './service-billing.ts';
import { idsOfCustomers } from './service-import.ts';
import { recordStatusChanges } from './service-status.ts';

/** Customers by name unless sorted otherwise; the total is counted only when asked for. */
export async function listCustomers(
  ctx: Ctx,
  filter: CustomerFilter,
): Promise<Page<ListedCustomer>> {
  const rows = await lists.findCustomers(ctx.db, filter, ctx.today);
  if (!filter.total) return { rows };
  const { limit, offset } = limitOf(filter);
  // The last page tells the total by itself.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isLast
    ? offset + rows.length
    : await lists.countCustomers(ctx.db, filter, ctx.today);
  return { rows, total };
}

/** Monthly fees and open and overdue amounts of all customers that the filter finds, in US cents. */
export function getCustomerSums(ctx: Ctx, filter: CustomerFilter): Promise<CustomerSums> {
  return lists.getSums(ctx.db, filter, ctx.today);
}

/**
 * The figures of the four cards over all customers: revenue is the monthly fees of the Active ones in US cents, in pounds
 * at today's standard rate. Source: seeds/000 2, decision 9.
 */
export function getCustomerStats(ctx: Ctx): Promise<CustomerStats> {
  return lists.getStats(ctx.db, ctx.today);
}

/** A customer by the internal id: fees in US cents, and in pounds at today's standard rate. @throws AppError notFound. */
export async function getCustomer(ctx: Ctx, id: number): Promise<Customer> {
  return (await queries.getCustomer(ctx.db, id, ctx.today)) ?? notFound('Customer', id);
}

/** By the id that people know, `SC003`, in whatever case. @throws AppError notFound. */
export async function lookupCustomer(ctx: Ctx, customerId: string): Promise<Customer> {
  const known = (await idsOfCustomers(ctx, [customerId])).get(customerId);
  return known ? getCustomer(ctx, known.id) : notFound('Customer', customerId);
}

/**
 * Adds a customer with the next `SC…` id, which goes back if the transaction fails (decision 7).
 * @throws AppError invalid for a date before 2000 or more than a year ahead.
 */
export async function createCustomer(ctx: Ctx, input: CustomerInput): Promise<Customer> {
  return transact(ctx, async (tx) => {
    const fields = newCustomer(input, tx.today);
    assertDates(fields, tx.today);
    const number = await takeNumbers(tx.db, CUSTOMER_COUNTER);
    const customerId = documentNumber(CUSTOMER_PREFIX, number, CUSTOMER_NUMBER_WIDTH);
    const id = await queries.insertCustomer(tx.db, customerId, fields, tx.now);
    await audit(tx, {
      action: 'customer.create',
      entity: 'customer',
      entityId: id,
      summary: nameOf({ customerId, name: fields.name }),
      after: { customerId, ...fields },
    });
    return getCustomer(tx, id);
  });
}

/**
 * Changes what was sent and nothing else. A status set by hand is no longer the 15-day rule's.
 * @throws AppError notFound; conflict when `version` is no longer the record's; invalid for a new date before 2000 or
 *   more than a year ahead.
 */
export async function updateCustomer(
  ctx: Ctx,
  id: number,
  input: CustomerUpdate,
): Promise<Customer> {
  return transact(ctx, async (tx) => {
    const before = (await queries.lockCustomer(tx.db, id)) ?? notFound('Customer', id);
    const { version, ...updates } = input.updates;
    assertVersion(before.version, input.version ?? version);
    const after = changedCustomer(before, updates);
    assertDates(after, tx.today, before);
    const changed = changedFields(before, after);
    if (changed.length > 0) {
      const ruleMark = keepsRuleMark(before, after);
      await queries.updateCustomer(tx.db, before, after, ruleMark, tx.now);
      await recordStatusChanges(
        tx,
        [{ customerId: id, from: before.status, to: after.status }],
        'hand',
      );
      await audit(tx, {
        action: 'customer.update',
        entity: 'customer',
        entityId: id,
        summary: nameOf({ customerId: before.customerId, name: after.name }),
        before: pick(before, changed),
        after: pick(after, changed),
      });
    }
    return getCustomer(tx, id);
  });
}

/**
 * Records a promise to pay, which holds the 15-day rule back to the end of its day, or takes it back. Whom
 * the rule has suspended it connects again at once; taken back, the rule decides with its next run (decision 3).
 * @throws AppError notFound; conflict for a stale version; invalid without a reason or for a day that is over.
 */
export async function setPromise(ctx: Ctx, id: number, input: PromiseInput): Promise<Customer> {
  return transact(ctx, async (tx) => {
    const before = (await queries.lockCustomer(tx.db, id)) ?? notFound('Customer', id);
    assertVersion(before.version, input.version);
    const promise = promiseOf(input, tx.today);
    const unchanged =
      promise.until === before.doNotDisconnectUntil &&
      promise.reason === before.doNotDisconnectReason;
    if (!unchanged) {
      await queries.updatePromise(tx.db, before, promise, tx.now);
      const restored = promise.until ? await restoreByRule(tx, [id]) : [];
      await writeOutbox(tx, 'customer.restored', restored, { date: tx.today });
      const isRestored = restored.length > 0;
      await audit(tx, {
        action: 'customer.promise',
        entity: 'customer',
        entityId: id,
        summary: isRestored ? `${nameOf(before)}, connected again` : nameOf(before),
        before: {
          until: before.doNotDisconnectUntil,
          reason: before.doNotDisconnectReason,
          ...(isRestored ? { status: before.status } : {}),
        },
        after: { ...promise, ...(isRestored ? { status: 'Active' } : {}) },
      });
    }
    return getCustomer(tx, id);
  });
}

/**
 * Deactivates an Active or Suspended customer; removes an Inactive one (decision 18).
 * @throws AppError notFound; conflict when records hang on the customer, by the foreign keys.
 */
export async function deleteCustomer(ctx: Ctx, id: number): Promise<DeleteResult> {
  return transact(ctx, async (tx) => {
    const before = (await queries.lockCustomer(tx.db, id)) ?? notFound('Customer', id);
    return before.status === 'Inactive' ? remove(tx, before) : deactivate(tx, before);
  });
}

async function remove(tx: Ctx, before: queries.CustomerRecord): Promise<DeleteResult> {
  await queries.deleteCustomer(tx.db, before.id);
  await audit(tx, {
    action: 'customer.delete',
    entity: 'customer',
    entityId: before.id,
    summary: nameOf(before),
    before,
  });
  return { outcome: 'deleted', message: `${nameOf(before)} was deleted.` };
}

async function deactivate(tx: Ctx, before: queries.CustomerRecord): Promise<DeleteResult> {
  await queries.updateCustomer(tx.db, before, { ...before, status: 'Inactive' }, false, tx.now);
  await recordStatusChanges(
    tx,
    [{ customerId: before.id, from: before.status, to: 'Inactive' }],
    'hand',
  );
  await audit(tx, {
    action: 'customer.deactivate',
    entity: 'customer',
    entityId: before.id,
    summary: nameOf(before),
    before: { status: before.status },
    after: { status: 'Inactive' },
  });
  return {
    outcome: 'deactivated',
    message: `${nameOf(before)} is now Inactive. The record is kept for data integrity, with its invoices and payments; an inactive customer without any can be deleted for good.`,
  };
}

function nameOf(customer: { customerId: string; name: string }): string {
  return `${customer.customerId} ${customer.name}`;
}

function pick(
  fields: CustomerFields,
  names: readonly (keyof CustomerFields)[],
): Partial<CustomerFields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
