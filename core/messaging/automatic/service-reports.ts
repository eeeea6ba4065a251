import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import type { ReportSent } from '../../reports/schedules/schema.ts';
import {
  activeSchedules,
  type DueReport,
  takeDueReport,
  takeReportNow,
} from '../../reports/schedules/service-due.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages } from './queries-digest.ts';
import { findRestoredDay } from './queries-types.ts';

/** Queues the e-mails of a report. Returns how many. */
function queue(tx: Ctx, due: DueReport): Promise<number> {
  const { schedule, report, startDate, endDate, subject, text, recipients } = due;
  const rows = recipients.map(({ address, event }) => ({
    event,
    recipient: address,
    name: '',
    subject: escapeTemplate(subject),
    text: escapeTemplate(text),
    attachment: { report: { schedule, report, startDate, endDate } },
  }));
  return insertStaffMessages(tx.db, 'report', rows, tx.now, actorName(tx.actor));
}

/** Queues the e-mails of one schedule, in one transaction with the record that its period was sent. */
async function queueSchedule(tx: Ctx, id: number): Promise<number | 'stopped'> {
  const due = await takeDueReport(tx, id, await findRestoredDay(tx.db));
  if (due === 'stopped') return due;
  return due ? queue(tx, due) : 0;
}

/**
 * Sends the report of the last period of a schedule at once, with the rights of its owner.
 * @throws AppError notFound; rule for a schedule that is stopped, or whose last e-mails still wait; forbidden where its
 *   owner may not see it any more.
 */
export function sendReportNow(ctx: Ctx, id: number): Promise<ReportSent> {
  return transact(ctx, async (tx) => {
    const due = await takeReportNow(tx, id);
    return { queued: await queue(tx, due), startDate: due.startDate, endDate: due.endDate };
  });
}

/**
 * Queues the scheduled reports that are due, each once for its period, however often and wherever this runs, and also
 * after a kill; the files are made when the e-mails are sent. Returns a line for the log of jobs.
 */
export async function queueReports(ctx: Ctx): Promise<string> {
  let queued = 0;
  let stopped = 0;
  for (const id of await activeSchedules(ctx)) {
    const result = await transact(ctx, (tx) => queueSchedule(tx, id));
    if (result === 'stopped') stopped += 1;
    else queued += result;
  }
  return `${queued} e-mails queued${stopped > 0 ? `, ${stopped} schedules stopped` : ''}`;
}
