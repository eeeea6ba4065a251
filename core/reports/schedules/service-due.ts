import type { Ctx } from '../../context.ts';
import { type Actor, actorName } from '../../identity/actor.ts';
import { findStaffActor } from '../../identity/sessions/service-actors.ts';
import { emailsWithout } from '../../identity/users/service-holders.ts';
import { addDays, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { AppError, breaksRule, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import {
  eventOf,
  findLastDeliveries,
  findSchedules,
  findSchedulesById,
  insertDelivery,
  type ScheduleRecord,
  schedules,
  setLastPeriod,
} from './queries.ts';
import {
  duePeriod,
  frequencyWords,
  isAsOf,
  maySchedule,
  periodBefore,
  SEES_PAY,
  showsPay,
  titleOfReport,
} from './rules.ts';
import { auditSchedule } from './service.ts';

const GONE = 'The scheduled report was deleted or stopped meanwhile.';
const REMOVED = 'The recipient was removed from the scheduled report meanwhile.';
const NO_PAY = 'The report shows pay, and the recipient is no user who may see it.';

/** The owner of a report, or the job for what the shell has scheduled. */
export type MakerActor = Extract<Actor, { kind: 'staff' | 'system' }>;

/** Whose rights a report is made with; the reason where the owner may not have it made any more. */
export async function makerOf(
  ctx: Ctx,
  { ownerId, ownerName, report }: Pick<ScheduleRecord, 'ownerId' | 'ownerName' | 'report'>,
): Promise<{ actor: MakerActor } | { reason: string }> {
  // The shell may do everything, and so may what it has scheduled.
  if (ownerId === null) return { actor: { kind: 'system', job: 'reports.scheduled' } };
  const actor = await findStaffActor(ctx, ownerId);
  if (!actor) return { reason: `The account of ${ownerName}, who scheduled it, is suspended.` };
  return maySchedule(actor, report)
    ? { actor }
    : { reason: `${ownerName}, who scheduled it, may not schedule or see this report any more.` };
}

/** The ids of scheduled reports that are not stopped. */
export async function activeSchedules(ctx: Ctx): Promise<number[]> {
  const found = await findSchedules(ctx.db);
  return found.flatMap(({ id, isActive }) => (isActive ? [id] : []));
}

/** An e-mail to send, with the file that `scheduledFile` makes. */
export interface DueReport extends DateRange {
  schedule: number;
  report: ScheduleRecord['report'];
  /** With the event of the e-mail to each, which is queued once. */
  recipients: readonly { address: string; event: string }[];
  subject: string;
  text: string;
}

/**
 * The report of a schedule that is to be sent now, once for each period: the caller queues it in the same transaction. A
 * schedule whose owner lost the right to it is stopped, with the reason. Periods that were due up to `restored` are left
 * out: they may have been sent before a restore (decision 38).
 */
export async function takeDueReport(
  tx: Ctx,
  id: number,
  restored: IsoDate | undefined,
): Promise<DueReport | 'stopped' | undefined> {
  const record = await schedules.lock(tx.db, id);
  if (!record?.isActive) return undefined;
  const maker = await makerOf(tx, record);
  if ('reason' in maker) {
    const stop = { isActive: false, stoppedReason: maker.reason };
    const after = await schedules.update(tx.db, record, stop);
    await auditSchedule(tx, 'reportSchedule.stop', { before: record, after });
    return 'stopped';
  }
  const period = duePeriod(record, tx.today);
  if (!period) return undefined;
  if (restored !== undefined && addDays(period.endDate, 1) <= restored) {
    await setLastPeriod(tx.db, id, period);
    return undefined;
  }
  return take(tx, record, period, null);
}

/** Records a period as queued; undefined if the job has queued it before. */
async function take(
  tx: Ctx,
  record: ScheduleRecord,
  period: DateRange,
  sentBy: string | null,
): Promise<DueReport | undefined> {
  const { id, recipients } = record;
  const delivery = await insertDelivery(tx.db, {
    scheduleId: id,
    ...period,
    recipients,
    sentBy,
    at: tx.now,
  });
  if (delivery === undefined) return undefined;
  if (sentBy === null) await setLastPeriod(tx.db, id, period);
  return {
    schedule: id,
    report: record.report,
    recipients: recipients.map((address) => ({ address, event: eventOf(id, delivery, address) })),
    ...period,
    ...letterOf(tx, record, period),
  };
}

/**
 * The report of the last period of a schedule, to be sent at once; a period that the job has not sent yet is then not
 * sent again. The caller queues it in the same transaction.
 * @throws AppError notFound; rule for a schedule that is stopped, or whose last e-mails still wait; forbidden where its
 *   owner may not see it any more.
 */
export async function takeReportNow(tx: Ctx, id: number): Promise<DueReport> {
  const record = (await schedules.lock(tx.db, id)) ?? notFound('Scheduled report', id);
  if (!record.isActive)
    breaksRule('reportSchedule.stopped', 'The scheduled report is stopped: resume it to send it.');
  const last = (await findLastDeliveries(tx.db, [id])).get(id);
  if (last && last.waiting > 0)
    breaksRule('reportSchedule.waiting', 'Its last e-mails still wait to be sent.');
  const maker = await makerOf(tx, record);
  if ('reason' in maker) throw new AppError('forbidden', 'reportSchedule.denied', maker.reason);
  const due = duePeriod(record, tx.today);
  const by = actorName(tx.actor);
  const taken = due && (await take(tx, record, due, null));
  const report = taken ?? (await take(tx, record, periodBefore(record.every, tx.today), by));
  const { startDate, endDate } = report!;
  await audit(tx, {
    action: 'reportSchedule.send',
    entity: 'reportSchedule',
    entityId: id,
    summary: `${titleOfReport(record.report)}, ${startDate} to ${endDate}, to ${record.recipients.join(', ')}`,
  });
  return report!;
}

function letterOf(
  { config: { company } }: Ctx,
  { report, every, ownerName }: ScheduleRecord,
  { startDate, endDate }: DateRange,
): { subject: string; text: string } {
  const title = titleOfReport(report);
  const period =
    startDate === endDate
      ? formatDate(endDate)
      : `${formatDate(startDate)} to ${formatDate(endDate)}`;
  const days = isAsOf(report) ? 'as of the day on which it is sent' : period;
  return {
    subject: isAsOf(report) ? title : `${title}, ${days}`,
    text: [
      `The report '${title}' of ${company.name}, ${days}, is attached.`,
      `${ownerName} has scheduled it to be sent ${frequencyWords[every]}.`,
    ].join('\n\n'),
  };
}

/** An e-mail of a schedule that waits to be sent, or is being sent. */
export interface WaitingEmail {
  id: number;
  schedule: number;
  recipient: string;
}

/** Of these e-mails, those that are not to be sent any more, by id with the reason. */
export async function endedEmails(
  ctx: Ctx,
  emails: readonly WaitingEmail[],
): Promise<Map<number, string>> {
  const ids = [...new Set(emails.map(({ schedule }) => schedule))];
  const reasons = new Map(ids.map((id) => [id, GONE]));
  const recipients = new Map<number, readonly string[]>();
  const strangers = new Map<number, readonly string[]>();
  for (const record of ids.length === 0 ? [] : await findSchedulesById(ctx.db, ids)) {
    if (!record.isActive) continue;
    recipients.set(record.id, record.recipients.map(lower));
    const maker = await makerOf(ctx, record);
    if ('reason' in maker) reasons.set(record.id, maker.reason);
    else {
      reasons.delete(record.id);
      if (showsPay(maker.actor, record.report))
        strangers.set(
          record.id,
          (await emailsWithout(ctx, SEES_PAY, record.recipients)).map(lower),
        );
    }
  }
  return new Map(
    emails.flatMap(({ id, schedule, recipient }) => {
      const isKept = recipients.get(schedule)?.includes(lower(recipient));
      const isStranger = strangers.get(schedule)?.includes(lower(recipient));
      const reason =
        reasons.get(schedule) ?? (isKept ? (isStranger ? NO_PAY : undefined) : REMOVED);
      return reason === undefined ? [] : [[id, reason]];
    }),
  );
}

const lower = (text: string) => text.toLowerCase();
