import { findBackupHealth } from '../backups/service.ts';
import { suspendedTomorrow } from '../billing/disconnect/service.ts';
import { countLongDisputes } from '../billing/disputes/service.ts';
import { endedRunsOf, getAutomationStatus } from '../billing/runs/service.ts';
import type { Ctx } from '../context.ts';
import { can } from '../identity/actor.ts';
import { listJobs } from '../jobs/service.ts';
import { formatMonth } from '../kernel/dates.ts';
import { countTroubled } from '../messaging/service.ts';
import { listPaymentRequests } from '../mobile-money/service.ts';
import { getPause } from '../records/pause.ts';
import { listWaiting } from '../reports/approvals/service.ts';
import { unusualLately } from '../reports/unusual/service.ts';
import { countTickets } from '../support/service-list.ts';
import * as rules from './rules.ts';
import type { AttentionItem } from './schema.ts';

/** Jobs with a line of their own. */
const TOLD_APART: readonly string[] = ['backup.nightly', 'billing.monthly'];
const MESSAGE_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * What needs a person today and the caller may act on, the most severe first. Read-only.
 * @throws AppError rule without an exchange rate.
 */
export async function whatNeedsAPerson(ctx: Ctx): Promise<AttentionItem[]> {
  const pause = await getPause(ctx.db);
  // Two connections at most. That of billing reads all customers.
  const [billing, others] = await Promise.all([
    can(ctx.actor, 'billing.run') ? ofBilling(ctx) : [],
    ofOthers(ctx, pause),
  ]);
  return rules.inOrder([...billing, ...others]);
}

async function ofOthers(
  ctx: Ctx,
  pause: Awaited<ReturnType<typeof getPause>>,
): Promise<AttentionItem[]> {
  const may = (permission: Parameters<typeof can>[1]) => can(ctx.actor, permission);
  const items: AttentionItem[] = [];
  if (may('backup.manage')) items.push(...(await ofBackups(ctx, pause)));
  if (may('audit.read')) items.push(...rules.unusualItems(await unusualLately(ctx)));
  if (may('job.run')) items.push(...(await ofJobs(ctx)));
  // Jobs that are paused disconnect nobody.
  if (may('billing.disconnect') && !pause) {
    const { customers, openUsd } = await suspendedTomorrow(ctx);
    items.push(...rules.disconnectionsItem(customers, openUsd));
  }
  if (may('invoice.edit')) items.push(...rules.disputesItem(await countLongDisputes(ctx)));
  items.push(...rules.approvalItems(await listWaiting(ctx, { mine: true })));
  if (may('ticket.write')) {
    items.push(...rules.overdueTickets(await countTickets(ctx, { due: 'overdue' })));
    items.push(...rules.dueTickets(await countTickets(ctx, { due: 'soon' })));
  }
  if (may('ticket.assign')) {
    const filter = { status: 'unresolved', priority: 'urgent', assignedTo: 'nobody' } as const;
    items.push(...rules.unassignedTickets(await countTickets(ctx, filter)));
  }
  if (may('payment.record')) {
    const review = { status: 'review', pageSize: 1, total: true } as const;
    items.push(...rules.paymentsItem((await listPaymentRequests(ctx, review)).total ?? 0));
  }
  if (may('sms.send')) {
    const since = new Date(ctx.now.getTime() - MESSAGE_DAYS * DAY_MS);
    const { failed, unknown } = await countTroubled(ctx, since);
    items.push(...rules.messagesItem(failed, unknown));
  }
  return items;
}

async function ofBackups(
  ctx: Ctx,
  pause: Awaited<ReturnType<typeof getPause>>,
): Promise<AttentionItem[]> {
  const { alert } = await findBackupHealth(ctx);
  return [
    ...(alert === undefined ? [] : [rules.backupItem(alert)]),
    ...(pause === undefined ? [] : [rules.pauseItem(pause.filename)]),
  ];
}

async function ofJobs(ctx: Ctx): Promise<AttentionItem[]> {
  const failed = (await listJobs(ctx)).filter(
    ({ name, lastStatus }) =>
      (lastStatus === 'failed' || lastStatus === 'interrupted') && !TOLD_APART.includes(name),
  );
  return rules.jobsItem(failed.map(({ title }) => title));
}

async function ofBilling(ctx: Ctx): Promise<AttentionItem[]> {
  const { shouldRun, month, billable, billed, activeRun } = await getAutomationStatus(ctx);
  if (!shouldRun || activeRun) return [];
  const [last] = await endedRunsOf(ctx, month);
  const hasFailed = last?.status === 'failed' || last?.status === 'abandoned';
  return rules.billingItem({
    monthName: formatMonth(month),
    unbilled: billable - billed,
    hasFailed,
  });
}
