import { closeSilent, purgeAccess } from '../access/sessions/service.ts';
import { postRecurring } from '../accounting/recurring/service.ts';
import { runScheduledBackup } from '../backups/service-verify.ts';
import { runDisconnect } from '../billing/disconnect/service.ts';
import { runBilling } from '../billing/runs/service.ts';
import { isBilledElsewhere } from '../billing/runs/service-preview.ts';
import type { Ctx } from '../context.ts';
import { makeRecurringExpenses } from '../expenses/recurring/service.ts';
import { writeRefusals } from '../identity/refusals/service.ts';
import { purgeSessions } from '../identity/sessions/service.ts';
import { resumeImportRuns } from '../imports/runs/service-execute.ts';
import { purgeImportFiles } from '../imports/runs/service-files.ts';
import { resumeUndos } from '../imports/undo/service.ts';
import { isoMonth } from '../kernel/dates.ts';
import { formatUsd } from '../kernel/money.ts';
import { queueDaily, queueFacts } from '../messaging/automatic/service.ts';
import { queueDigests } from '../messaging/automatic/service-digest.ts';
import { queueReports } from '../messaging/automatic/service-reports.ts';
import { queueSeal } from '../messaging/automatic/service-seal.ts';
import { queueSecurityNotices } from '../messaging/automatic/service-security.ts';
import { purgeReceipts } from '../messaging/sending/service-receipts.ts';
import { checkPayments } from '../mobile-money/service-job.ts';
import { pollByJob, purgeMeasurements } from '../network/monitoring/service-poll.ts';
import { purgeOutbox } from '../records/outbox.ts';
import { expireWaiting } from '../reports/approvals/service.ts';
import { sealByJob } from '../seals/service.ts';
import { ticketsOfAlarms } from '../support/alarms/service.ts';
import { expireVouchers } from '../vouchers/expiry/service.ts';
import { openSoldVouchers } from '../vouchers/sales/service-network.ts';
import { openSoldSessions } from '../wifi/service-network.ts';
import type { Schedule } from './rules.ts';

export interface Job {
  name: string;
  title: string;
  schedule: Schedule;
  /** Runs in the pause after a restore too, because it changes nothing that old data could get wrong. */
  whilePaused?: true;
  /** Several processes may run it at once, so an earlier period that was killed does not hold up the next. */
  manyAtOnce?: true;
  /** Does the work of a period and returns a summary line, '' if there was nothing to do. Must be idempotent, by unique keys. */
  run(ctx: Ctx, period: string): Promise<string>;
}

/** All scheduled jobs (architecture, Jobs; decisions 3, 4 and 14). */
export const jobs: readonly Job[] = [
  {
    name: 'billing.monthly',
    title: 'Monthly billing',
    schedule: { every: 'month', day: 1, at: '00:05' },
    async run(ctx, period) {
      const month = isoMonth(period);
      if (await isBilledElsewhere(ctx, month))
        return 'Nothing: the month is before the opening date';
      const result = await runBilling(ctx, { month });
      return `${result.invoicesGenerated} invoices, ${formatUsd(result.totalRevenue)}, ${result.skipped} skipped, ${result.alreadyBilled} already billed`;
    },
  },
  {
    name: 'accounting.recurring',
    title: 'Recurring journal entries',
    schedule: { every: 'day', at: '00:20' },
    run: (ctx) => postRecurring(ctx),
  },
  {
    name: 'expenses.recurring',
    title: 'Recurring expenses',
    schedule: { every: 'day', at: '00:25' },
    run: (ctx) => makeRecurringExpenses(ctx),
  },
  {
    name: 'billing.disconnect',
    title: 'Auto-disconnect',
    schedule: { every: 'day', at: '06:00' },
    async run(ctx) {
      const result = await runDisconnect(ctx, { dryRun: false });
      return `${result.suspended} suspended, ${result.restored} restored, ${result.promised} held by a promise to pay`;
    },
  },
  {
    name: 'backup.nightly',
    title: 'Backup',
    schedule: { every: 'day', at: '02:00' },
    whilePaused: true,
    run: (ctx) => runScheduledBackup(ctx),
  },
  {
    name: 'identity.purge',
    title: 'Removal of what has expired',
    schedule: { every: 'day', at: '03:30' },
    whilePaused: true,
    async run(ctx) {
      const removed = await purgeSessions(ctx);
      return `${removed.sessions} sessions, ${removed.attempts} sign-in attempts, ${removed.idempotencyKeys} kept answers`;
    },
  },
  {
    name: 'vouchers.expire',
    title: 'End of vouchers',
    schedule: { every: 'day', at: '00:30' },
    async run(ctx) {
      const { ended, lapsed } = await expireVouchers(ctx);
      return `${ended} ended, ${lapsed} lapsed unused`;
    },
  },
  {
    name: 'outbox.purge',
    title: 'Removal of facts that were delivered',
    schedule: { every: 'day', at: '03:40' },
    whilePaused: true,
    run: async (ctx) => `${await purgeOutbox(ctx)} facts`,
  },
  {
    name: 'support.alarms',
    title: 'Tickets of outages',
    schedule: { every: 'minutes', minutes: 1 },
    run: (ctx) => ticketsOfAlarms(ctx),
  },
  {
    name: 'support.digest',
    title: 'Daily lists of tickets by e-mail',
    schedule: { every: 'day', at: '07:00' },
    run: (ctx) => queueDigests(ctx),
  },
  {
    name: 'reports.scheduled',
    title: 'Scheduled reports by e-mail',
    schedule: { every: 'day', at: '06:30' },
    run: (ctx) => queueReports(ctx),
  },
  {
    name: 'messages.facts',
    title: 'Automatic messages after events',
    schedule: { every: 'minutes', minutes: 1 },
    run: async (ctx) =>
      [await queueFacts(ctx), await queueSecurityNotices(ctx)].filter(Boolean).join('; '),
  },
  {
    name: 'messages.daily',
    title: 'Automatic messages before due dates',
    schedule: { every: 'day', at: '09:00' },
    run: async (ctx) => (await queueDaily(ctx)) || 'Nothing',
  },
  {
    name: 'messages.purge',
    title: 'Removal of receipts without a message',
    schedule: { every: 'day', at: '03:45' },
    whilePaused: true,
    run: async (ctx) => `${await purgeReceipts(ctx)} receipts`,
  },
  {
    name: 'imports.resume',
    title: 'Continuation of interrupted imports',
    schedule: { every: 'minutes', minutes: 1 },
    manyAtOnce: true,
    // They go on in the background: a long one must not hold up the jobs that are due.
    async run(ctx) {
      const [imports, undos] = [await resumeImportRuns(ctx), await resumeUndos(ctx)];
      return imports + undos === 0 ? '' : `${imports} imports and ${undos} undos go on`;
    },
  },
  {
    name: 'imports.purge',
    title: 'Removal of uploaded files',
    schedule: { every: 'day', at: '03:50' },
    run: async (ctx) => `${await purgeImportFiles(ctx)} files`,
  },
  {
    name: 'network.purge',
    title: 'Removal of old measurements of the network',
    schedule: { every: 'day', at: '03:55' },
    whilePaused: true,
    run: (ctx) => purgeMeasurements(ctx),
  },
  {
    name: 'access.sweep',
    title: 'End of sessions of which routers say nothing',
    schedule: { every: 'minutes', minutes: 1 },
    whilePaused: true,
    manyAtOnce: true,
    async run(ctx) {
      const closed = await closeSilent(ctx);
      return closed === 0 ? '' : `${closed} sessions closed`;
    },
  },
  {
    name: 'access.codes',
    title: 'Codes sold before hotspots asked about them',
    schedule: { every: 'minutes', minutes: 15 },
    async run(ctx) {
      const vouchers = await openSoldVouchers(ctx);
      const wifi = await openSoldSessions(ctx);
      const opened = vouchers.opened + wifi.opened;
      const unreadable = vouchers.unreadable + wifi.unreadable;
      if (opened + unreadable === 0) return '';
      return `${opened} opened, ${unreadable} of another key`;
    },
  },
  {
    name: 'access.purge',
    title: 'Removal of old sessions and usage',
    schedule: { every: 'day', at: '03:57' },
    whilePaused: true,
    run: async (ctx) => ((await purgeAccess(ctx)) === 0 ? '' : 'removed'),
  },
  {
    name: 'approvals.expire',
    title: 'End of requests that nobody decided on',
    schedule: { every: 'day', at: '00:40' },
    run: (ctx) => expireWaiting(ctx),
  },
  {
    name: 'audit.copy',
    title: 'Newest seal of the audit log by e-mail',
    schedule: { every: 'day', at: '07:05' },
    run: (ctx) => queueSeal(ctx),
  },
  {
    name: 'audit.seal',
    title: 'Seals of the audit log',
    schedule: { every: 'minutes', minutes: 1 },
    whilePaused: true,
    // Sealing twice at once is sealing once.
    manyAtOnce: true,
    run: (ctx) => sealByJob(ctx),
  },
  {
    name: 'audit.refusals',
    title: 'Refused sign-ins and calls in the audit log',
    schedule: { every: 'minutes', minutes: 5 },
    whilePaused: true,
    manyAtOnce: true,
    run: (ctx) => writeRefusals(ctx),
  },
  {
    name: 'payments.check',
    title: 'Look-up of requests for mobile money',
    schedule: { every: 'minutes', minutes: 1 },
    // Waits for the provider, up to 50 s and a call.
    manyAtOnce: true,
    run: (ctx) => checkPayments(ctx),
  },
  {
    // The last one: it waits for the network, up to 50 s, and must not hold up the others where one runs after another.
    name: 'network.poll',
    title: 'Measurement of the network',
    schedule: { every: 'minutes', minutes: 1 },
    whilePaused: true,
    manyAtOnce: true,
    run: (ctx) => pollByJob(ctx),
  },
];
