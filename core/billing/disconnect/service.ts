import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { customer } from '../../customers/schema.ts';
import { lockAccounts, restoreByRule, suspendByRule } from '../../customers/service-billing.ts';
import { addDays, daysBetween, type IsoDate } from '../../kernel/dates.ts';
import { type Cents, sumToSsp } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { overdueBoundary } from '../rules.ts';
import {
  DISCONNECT_FLOOR,
  type DisconnectPaging,
  type DisconnectResult,
  type DisconnectRow,
} from '../runs/schema.ts';
import * as queries from './queries.ts';

/** Customers whose accounts are locked at once: a payment waits for the others of a batch at most. */
const BATCH = 1000;
/** Rows of the answer; the counts are of all. */
const RESULT_ROWS = 1000;

function boundaries(date: IsoDate): queries.DisconnectQuery {
  return { date, dueBy: overdueBoundary(date), floor: DISCONNECT_FLOOR };
}

/**
 * Today's or tomorrow's list: who would be suspended, restored, or held by a promise (decision 3), with what is open in
 * US cents, and in pounds at today's standard rate.
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

function rowOf(row: queries.JudgedRow, date: IsoDate, rate: Cents): DisconnectRow {
  const { customerId, customerNumber, customerName, phone, openUsd, promisedUntil, action } = row;
  return {
    customerId,
    customerNumber,
    customerName,
    phone,
    openUsd,
    openSsp: sumToSsp(openUsd, rate),
    oldestDueDate: row.oldestDueDate ?? date,
    daysPastDue: row.oldestDueDate ? daysBetween(row.oldestDueDate, date) : 0,
    promisedUntil,
    action,
  };
}

/**
 * Applies the 15-day rule: suspends Active customers with at least 1 USD open on an invoice 15 or more days
 * past due, unless a promise to pay holds; restores exactly those it suspended who no longer have such an
 * invoice (decision 3). In batches that each commit with their line in the audit log, so that payments go on
 * meanwhile and a run that is killed half-way has told what it did; run again it does the rest, or nothing.
 */
export async function runDisconnect(
  ctx: Ctx,
  options: { dryRun?: boolean } = {},
): Promise<DisconnectResult> {
  const preview = await previewDisconnect(ctx, 'today', { pageSize: RESULT_ROWS });
  if (options.dryRun) return preview;
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

/** Decides again for these customers, with their accounts locked, so that a payment of this moment counts. */
function applyRule(
  ctx: Ctx,
  query: queries.DisconnectQuery,
  ids: readonly number[],
): Promise<DisconnectCounts> {
  return transact(ctx, async (tx) => {
    await lockAccounts(tx, ids);
    const verdicts = await queries.judge(tx.db, query, ids);
    const whom = (wanted: DisconnectRow['action']) =>
      verdicts.filter(({ action }) => action === wanted).map(({ customerId }) => customerId);
    const suspended = await suspendByRule(tx, whom('suspend'));
    const restored = await restoreByRule(tx, whom('restore'));
    await writeOutbox(tx, 'customer.suspended', suspended, { date: tx.today });
    await writeOutbox(tx, 'customer.restored', restored, { date: tx.today });
    const counts = { suspended: suspended.length, restored: restored.length };
    if (counts.suspended + counts.restored > 0) await auditRun(tx, counts);
    return counts;
  });
}

/**
 * After payments, credits or corrections of these customers: restores at once whom the rule had suspended and who
 * has nothing overdue open any more (decision 3). Their accounts are locked; runs in the transaction of the change.
 */
export async function restoreSettled(tx: Ctx, customers: readonly CustomerRecord[]): Promise<void> {
  const ids = customers.filter(({ suspendedByRule }) => suspendedByRule).map(({ id }) => id);
  if (ids.length === 0) return;
  const verdicts = await queries.judge(tx.db, boundaries(tx.today), ids);
  const settled = verdicts.filter(({ action }) => action === 'restore');
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
      summary: 'Restored: nothing overdue is open any more',
      schema: customer,
      before: { status: 'Suspended' },
      after: { status: 'Active' },
    });
  }
}
