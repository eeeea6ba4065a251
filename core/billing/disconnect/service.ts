import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { customer } from '../../customers/schema.ts';
import { lockAccounts, restoreByRule, suspendByRule } from '../../customers/service-billing.ts';
import { addDays, daysBetween, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { assertNotPaused } from '../../records/pause.ts';
import { overdueBoundary } from '../rules.ts';
import {
  DISCONNECT_FLOOR,
  type DisconnectPaging,
  type DisconnectResult,
  type DisconnectRow,
} from '../runs/schema.ts';
import { MIN_DAYS_TO_PAY } from '../schema-days.ts';
import * as queries from './queries.ts';

/** Accounts locked per transaction: a payment waits for one batch at most. */
const BATCH = 1000;
/** Most rows in the answer; the counts include all. */
const RESULT_ROWS = 1000;

/** As opening balances, imported invoices count as due 14 days after their import at the earliest (decision 109). */
function boundaries(date: IsoDate): queries.DisconnectQuery {
  const dueBy = overdueBoundary(date);
  const importedBefore = startOfDay(addDays(dueBy, 1 - MIN_DAYS_TO_PAY));
  return { date, dueBy, floor: DISCONNECT_FLOOR, importedBefore };
}

/**
 * Today's or tomorrow's list: customers to suspend or restore, or kept by a promise to pay (decision 3) or because all that
 * is old enough is disputed (decision 120), with the open amount in US cents, and in pounds at today's standard rate.
 */
export async function previewDisconnect(
  ctx: Ctx,
  day: 'today' | 'tomorrow',
  paging: DisconnectPaging = {},
): Promise<DisconnectResult> {
  const date = day === 'tomorrow' ? addDays(ctx.today, 1) : ctx.today;
  const query = boundaries(date);
  const counts = await queries.countDisconnect(ctx.db, query);
  const rate = await currentRate(ctx, 'standard', ctx.today);
  return {
    date,
    dryRun: true,
    ...counts,
    rows: (await queries.findDisconnect(ctx.db, query, paging)).map((row) =>
      rowOf(row, date, rate),
    ),
  };
}

/** How many customers the rule suspends tomorrow as debts are today, and what they owe on old invoices, in US cents. */
export function suspendedTomorrow(ctx: Ctx): Promise<{ customers: number; openUsd: Cents }> {
  return queries.sumToSuspend(ctx.db, boundaries(addDays(ctx.today, 1)));
}

/**
 * The customers that the 15-day rule would suspend on a day, by today's debts; only those among `ids`, if given. In the
 * order of their ids.
 */
export async function customersToSuspend(
  ctx: Ctx,
  date: IsoDate,
  ids?: readonly number[],
): Promise<number[]> {
  if (!ids) return queries.findToSuspend(ctx.db, boundaries(date));
  const actions = await queries.findDisconnectActions(ctx.db, boundaries(date), ids);
  return actions.flatMap(({ customerId, action }) => (action === 'suspend' ? [customerId] : []));
}

function rowOf(row: queries.DisconnectRecord, date: IsoDate, rate: Cents): DisconnectRow {
  const { oldestDueDate, disputedDueDate, ...shown } = row;
  const due = oldestDueDate ?? (row.action === 'disputed' ? disputedDueDate : null);
  return {
    ...shown,
    openSsp: poundsToSettle(row.openUsd, rate),
    oldestDueDate: due ?? date,
    daysPastDue: due ? daysBetween(due, date) : 0,
  };
}

/**
 * Applies the 15-day rule: suspends Active customers with at least 1 USD open on an invoice 15 or more days
 * past due, unless a promise to pay is in force; restores those it suspended who no longer have such an
 * invoice (decision 3). Disputed invoices do not count, nor after a decision those that count as due later by it (decision
 * 120). Each batch commits with its own audit line, so that payments are not blocked during the run and
 * a killed run leaves a complete log; running it again does the rest, or nothing.
 * @throws AppError rule jobs.paused in a pause after a restore, except for a dry run.
 */
export async function runDisconnect(
  ctx: Ctx,
  options: { dryRun?: boolean } = {},
): Promise<DisconnectResult> {
  const preview = await previewDisconnect(ctx, 'today', { pageSize: RESULT_ROWS });
  if (options.dryRun) return preview;
  await assertNotPaused(ctx);
  const query = boundaries(ctx.today);
  const counts = { suspended: 0, restored: 0 };
  let auditWritten = false;
  const ids = await queries.findToChange(ctx.db, query);
  for (let start = 0; start < ids.length; start += BATCH) {
    const done = await applyRule(ctx, query, ids.slice(start, start + BATCH));
    counts.suspended += done.suspended;
    counts.restored += done.restored;
    auditWritten ||= done.suspended + done.restored > 0;
  }
  if (!auditWritten) await transact(ctx, (tx) => auditRun(tx, counts));
  return { ...preview, dryRun: false, ...counts };
}

interface DisconnectCounts {
  suspended: number;
  restored: number;
}

async function auditRun(tx: Ctx, counts: DisconnectCounts): Promise<void> {
  await audit(tx, {
    action: 'billing.disconnect',
    entity: 'disconnectRun',
    entityId: tx.today,
    summary: `${counts.suspended} suspended, ${counts.restored} restored`,
    facts: { ...counts },
  });
}

/** Locks these accounts and evaluates the rule again, so that payments made since the first query count. */
function applyRule(
  ctx: Ctx,
  query: queries.DisconnectQuery,
  ids: readonly number[],
): Promise<DisconnectCounts> {
  return transact(ctx, async (tx) => {
    // A restore may have replaced the data during the run.
    await assertNotPaused(tx);
    await lockAccounts(tx, ids);
    const actions = await queries.findDisconnectActions(tx.db, query, ids);
    const idsWith = (wanted: DisconnectRow['action']) =>
      actions.filter(({ action }) => action === wanted).map(({ customerId }) => customerId);
    const suspended = await suspendByRule(tx, idsWith('suspend'));
    const restored = await restoreByRule(tx, idsWith('restore'));
    await writeOutbox(tx, 'customer.suspended', suspended, { date: tx.today });
    await writeOutbox(tx, 'customer.restored', restored, { date: tx.today });
    const counts = { suspended: suspended.length, restored: restored.length };
    if (counts.suspended + counts.restored > 0) await auditRun(tx, counts);
    return counts;
  });
}

/**
 * After payments, credits, corrections or disputes: restores customers that the rule had suspended and that have no overdue
 * invoice any more (decision 3). Call it with their accounts locked, in the transaction of the change.
 */
export async function restoreSettled(
  tx: Ctx,
  customers: readonly Pick<CustomerRecord, 'id' | 'suspendedByRule'>[],
  summary = 'Restored: nothing overdue is open any more',
): Promise<void> {
  const ids = customers.filter(({ suspendedByRule }) => suspendedByRule).map(({ id }) => id);
  if (ids.length === 0) return;
  const actions = await queries.findDisconnectActions(tx.db, boundaries(tx.today), ids);
  const settled = actions.filter(({ action }) => action === 'restore');
  const restored = await restoreByRule(
    tx,
    settled.map(({ customerId }) => customerId),
  );
  await writeOutbox(tx, 'customer.restored', restored, { date: tx.today });
  for (const entityId of restored) {
    await audit(tx, {
      action: 'customer.restore',
      entity: 'customer',
      entityId,
      summary,
      schema: customer,
      before: { status: 'Suspended' },
      after: { status: 'Active' },
    });
  }
}
