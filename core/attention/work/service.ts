import { entriesDue } from '../../accounting/recurring/service-due.ts';
import { listMonths } from '../../accounting/service.ts';
import { findBackupHealth } from '../../backups/service.ts';
import { getOverview } from '../../billing/invoices/service.ts';
import { getPaymentSums } from '../../billing/payments/service-list.ts';
import type { Ctx } from '../../context.ts';
import { expensesDue } from '../../expenses/recurring/service-due.ts';
import { actorName, mayOf } from '../../identity/actor.ts';
import { listJobs } from '../../jobs/service.ts';
import { monthOf } from '../../kernel/dates.ts';
import { sumOf } from '../../kernel/money.ts';
import { getPause } from '../../records/pause.ts';
import { listWaiting } from '../../reports/approvals/service.ts';
import { biggestDebtors } from '../../reports/built-in/service-debtors.ts';
import type { TicketFilter } from '../../support/schema.ts';
import { countTickets, listTickets } from '../../support/service-list.ts';
import { ownTillState } from '../../till/service.ts';
import { blocksOf, installationWarnings } from './rules.ts';
import { type OwnWork, VISIT_ROWS, WORK_ROWS, type WorkBlock } from './schema.ts';

type Blocks = Omit<OwnWork, 'order'>;

/** Each block with the reads that it is made of. */
const readers: { readonly [B in WorkBlock]: (ctx: Ctx) => Promise<Blocks[B]> } = {
  visits: (ctx) =>
    ticketsOf(
      ctx,
      { visits: 'planned', visitUntil: ctx.today, assignedTo: 'me', sort: 'visitDate' },
      VISIT_ROWS,
    ),
  tickets: (ctx) => ticketsOf(ctx, { status: 'unresolved', assignedTo: 'me', sort: 'due' }),
  unanswered: (ctx) => ticketsOf(ctx, { answered: 'no', sort: 'due' }),
  payments: paymentsToday,
  till: async (ctx) => (await ownTillState(ctx)) ?? null,
  figures,
  approvals,
  books,
  system,
};

/**
 * What the caller's role begins the day with (decision 124), each block only with the permissions that it needs. Read-only;
 * amounts in US cents and piastres.
 * @throws AppError rule without an exchange rate.
 */
export async function ownWork(ctx: Ctx): Promise<OwnWork> {
  const { actor } = ctx;
  const order = blocksOf(actor.kind === 'staff' ? actor.role : undefined, mayOf(actor));
  const work: OwnWork = { order };
  // One after the other: each visit to the overview holds one connection.
  for (const block of order) Object.assign(work, { [block]: await readers[block](ctx) });
  return work;
}

async function ticketsOf(ctx: Ctx, filter: TicketFilter, most = WORK_ROWS) {
  const { rows } = await listTickets(ctx, { ...filter, pageSize: most });
  return {
    rows,
    total: rows.length < most ? rows.length : await countTickets(ctx, filter),
  };
}

async function paymentsToday(ctx: Ctx) {
  const clerk = actorName(ctx.actor);
  const { today } = ctx;
  return { clerk, ...(await getPaymentSums(ctx, { clerk, from: today, to: today })) };
}

async function figures(ctx: Ctx) {
  return { billing: await getOverview(ctx), ...(await biggestDebtors(ctx, WORK_ROWS)) };
}

/** Those of the caller first, then those of others, each oldest first. */
async function approvals(ctx: Ctx) {
  const waiting = await listWaiting(ctx, {});
  const mine = waiting.filter(({ mayDecide }) => mayDecide);
  const others = waiting.filter(({ mayDecide }) => !mayDecide);
  return {
    ...{ mine: mine.length, others: others.length },
    rows: [...mine, ...others].slice(0, WORK_ROWS),
  };
}

async function books(ctx: Ctx) {
  const current = monthOf(ctx.today);
  const open = (await listMonths(ctx))
    .filter(({ month, isLocked }) => !isLocked && month < current)
    .map(({ month }) => month)
    .reverse();
  const entries = await entriesDue(ctx, ctx.today);
  const expenses = await expensesDue(ctx, ctx.today);
  return {
    ...{ openMonths: open.slice(0, WORK_ROWS), openCount: open.length },
    ...{ entriesDue: entries.length, entriesDueUsd: sumOf(entries, ({ amountUsd }) => amountUsd) },
    expensesDue: expenses.length,
  };
}

async function system(ctx: Ctx) {
  const { ports, config } = ctx;
  const jobs = await listJobs(ctx);
  const { lastSuccess, alert } = await findBackupHealth(ctx);
  return {
    failedJobs: jobs
      .filter(({ lastStatus }) => lastStatus === 'failed' || lastStatus === 'interrupted')
      .map(({ title }) => title),
    ...{ lastBackup: lastSuccess ?? null, backupAlert: alert ?? null },
    warnings: installationWarnings({
      ...{ email: ports.email.kind, sms: ports.sms.kind, payments: ports.payments.kind },
      hasBackupCopy: config.backupCopy !== undefined,
      pausedBy: (await getPause(ctx.db))?.filename,
    }),
  };
}
