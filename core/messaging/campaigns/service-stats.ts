import type { Ctx } from '../../context.ts';
import { firstDay, monthOf, startOfDay } from '../../kernel/dates.ts';
import { titleOfType } from '../rules-status.ts';
import type { MessageStats } from '../schema.ts';
import { costOf } from '../settings/rules.ts';
import { getMessageSettings } from '../settings/service.ts';
import { waitReason } from '../settings/service-waits.ts';
import * as queries from './queries-stats.ts';

const sumOf = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);

/** The four cards and the panel: messages of this month in Juba, and what waits (docs/messages.md). */
export async function getMessageStats(ctx: Ctx): Promise<MessageStats> {
  const since = startOfDay(firstDay(monthOf(ctx.today)));
  const types = await queries.sumSent(ctx.db, since);
  const open = await queries.countOpen(ctx.db, since);
  const { pricePerPart } = await getMessageSettings(ctx);
  const delivered = sumOf(types, (row) => row.delivered);
  const told = delivered + sumOf(types, (row) => row.failed);
  const parts = sumOf(types, (row) => row.parts);
  return {
    sentThisMonth: sumOf(types, (row) => row.count),
    deliveredPercent: told === 0 ? null : Math.round((1000 * delivered) / told) / 10,
    failedThisMonth: open.failed,
    queued: open.queued,
    unknown: open.unknown,
    partsThisMonth: parts,
    costThisMonthUsd: costOf(parts, pricePerPart),
    byType: types.map(({ type, count }) => ({ title: titleOfType(type), count })),
    gateway: ctx.ports.sms.kind,
    mail: ctx.ports.email.kind,
    waits: await waitReason(ctx, 'sms'),
    emailWaits: await waitReason(ctx, 'email'),
  };
}

/** How many messages of each channel wait to be sent, for a monitor. */
export function countWaiting(ctx: Ctx): Promise<{ sms: number; email: number }> {
  return queries.countWaiting(ctx.db);
}
