import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { activeSchedules, takeDueReport } from '../../reports/schedules/service-due.ts';
import { escapeTemplate } from '../texts/rules-templates.ts';
import { insertStaffMessages } from './queries-digest.ts';
import { findRestoredDay } from './queries-types.ts';

/** Queues the e-mails of one schedule, in one transaction with the record that its period was sent. */
async function queueSchedule(tx: Ctx, id: number): Promise<number | 'stopped'> {
  const due = await takeDueReport(tx, id, await findRestoredDay(tx.db));
  if (due === 'stopped') return due;
  if (!due) return 0;
  const { schedule, startDate, endDate, subject, text, recipients } = due;
  const rows = recipients.map((recipient) => ({
    event: `report ${schedule} ${startDate} to ${endDate} for ${recipient}`,
    recipient,
    name: '',
    subject: escapeTemplate(subject),
    text: escapeTemplate(text),
    attachment: { report: { schedule, startDate, endDate } },
  }));
  return insertStaffMessages(tx.db, 'report', rows, tx.now, actorName(tx.actor));
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
