import { type Ctx, transact } from '../context.ts';
import { lockAccounts, restoreByRule, suspendByRule } from '../customers/service-billing.ts';
import { audit } from '../database/audit.ts';
import { stateFacts } from '../database/outbox.ts';
import { addDays, type IsoDate } from '../kernel/dates.ts';
import * as queries from './queries-disconnect.ts';
import { overdueBoundary } from './rules.ts';
import { DISCONNECT_FLOOR, type DisconnectPaging, type DisconnectResult } from './schema-runs.ts';

const BATCH = 1000;
const RESULT_ROWS = 1000;

function boundaries(date: IsoDate): queries.DisconnectQuery {
  return { date, dueBy: overdueBoundary(date), floor: DISCONNECT_FLOOR };
}

/** Today's or tomorrow's list: who would be suspended, restored, or held by a promise (decision 3). */
export async function previewDisconnect(
  ctx: Ctx,
  day: 'today' | 'tomorrow',
  paging: DisconnectPaging = {},
): Promise<DisconnectResult> {
  const date = day === 'tomorrow' ? addDays(ctx.today, 1) : ctx.today;
  const query = boundaries(date);
  const counts = await queries.countDisconnect(ctx.db, query);
  return {
    date,
    dryRun: true,
    ...counts,
    rows: await queries.findDisconnect(ctx.db, query, paging),
  };
}

/**
 * Applies the 15-day rule: suspends Active customers with at least 1 USD open on an invoice 15 or more days
 * past due, unless a promise to pay holds; restores exactly those it suspended who no longer have such an
 * invoice (decision 3). All of it or nothing, with one audit line; run again it finds nothing to do.
 */
export async function runDisconnect(
  ctx: Ctx,
  options: { dryRun?: boolean } = {},
): Promise<DisconnectResult> {
  const preview = await previewDisconnect(ctx, 'today', { pageSize: RESULT_ROWS });
  if (options.dryRun) return preview;
  const counts = await transact(ctx, async (tx) => {
    const done = await applyRuleToAll(tx);
    await audit(tx, {
      action: 'billing.disconnect',
      entity: 'disconnectRun',
      entityId: tx.today,
      summary: `${done.suspended} suspended, ${done.restored} restored`,
      after: done,
    });
    return done;
  });
  return { ...preview, dryRun: false, ...counts };
}

/** In batches by key, whose accounts stay locked to the end: always in the same order. */
async function applyRuleToAll(tx: Ctx): Promise<{ suspended: number; restored: number }> {
  const query = boundaries(tx.today);
  const counts = { suspended: 0, restored: 0 };
  for (let afterId = 0; ; ) {
    const candidates = await queries.findCandidates(tx.db, query, afterId, BATCH);
    const done = await applyRule(tx, query, candidates);
    counts.suspended += done.suspended;
    counts.restored += done.restored;
    if (candidates.length < BATCH) return counts;
    afterId = candidates.at(-1)!;
  }
}

/** Decides again for these customers, with their accounts locked, so that a payment of this moment counts. */
async function applyRule(
  tx: Ctx,
  query: queries.DisconnectQuery,
  ids: readonly number[],
): Promise<{ suspended: number; restored: number }> {
  if (ids.length === 0) return { suspended: 0, restored: 0 };
  await lockAccounts(tx, ids);
  const verdicts = await queries.judge(tx.db, query, ids);
  const suspended = await suspendByRule(
    tx,
    verdicts.filter((v) => v.action === 'suspend').map((v) => v.customerId),
  );
  const restored = await restoreByRule(
    tx,
    verdicts.filter((v) => v.action === 'restore').map((v) => v.customerId),
  );
  await stateFacts(tx, 'customer.suspended', suspended, { date: tx.today });
  await stateFacts(tx, 'customer.restored', restored, { date: tx.today });
  return { suspended: suspended.length, restored: restored.length };
}

/**
 * After a payment, credit or cancellation: restores the customer at once if the rule had suspended it and
 * its reason is gone (decision 3). The account is locked; runs in the transaction of the payment.
 */
export async function restoreIfSettled(tx: Ctx, customerId: number): Promise<boolean> {
  const [verdict] = await queries.judge(tx.db, boundaries(tx.today), [customerId]);
  if (verdict?.action !== 'restore') return false;
  const restored = await restoreByRule(tx, [customerId]);
  await stateFacts(tx, 'customer.restored', restored, { date: tx.today });
  if (restored.length > 0) {
    await audit(tx, {
      action: 'customer.restore',
      entity: 'customer',
      entityId: customerId,
      summary: 'Restored: nothing overdue is open any more',
      before: { status: 'Suspended' },
      after: { status: 'Active' },
    });
  }
  return restored.length > 0;
}
