import { type Ctx, transact } from '../../context.ts';
import { actorName, authorise } from '../../identity/actor.ts';
import { emailsWithout } from '../../identity/users/service-holders.ts';
import { addDays } from '../../kernel/dates.ts';
import { AppError, breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import {
  deleteSchedule,
  findLastDeliveries,
  findRecipients,
  findSchedules,
  lockSchedules,
  type ScheduleRecord,
  schedules,
} from './queries.ts';
import { MAX_SCHEDULES, maySchedule, nextOn, SEES_PAY, showsPay, titleOfReport } from './rules.ts';
import {
  type ListedSchedule,
  type ReportRecipient,
  type ReportSchedule,
  type ReportScheduleInput,
  type ScheduledReport,
  reportSchedule as schema,
} from './schema.ts';

const NOUN = 'Scheduled report';

function toSchedule(ctx: Pick<Ctx, 'today'>, record: ScheduleRecord): ReportSchedule {
  return {
    ...record,
    title: titleOfReport(record.report),
    nextOn: record.isActive ? nextOn(record, ctx.today) : null,
  };
}

/** What is sent, to whom and how often, active ones first. */
export async function listReportSchedules(ctx: Ctx): Promise<ListedSchedule[]> {
  const records = await findSchedules(ctx.db);
  const last = await findLastDeliveries(
    ctx.db,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({
    ...toSchedule(ctx, record),
    lastDelivery: last.get(record.id) ?? null,
  }));
}

/** Active users with an e-mail address, by name. */
export function listReportRecipients(ctx: Ctx): Promise<ReportRecipient[]> {
  return findRecipients(ctx.db);
}

export function auditSchedule(
  tx: Ctx,
  action: string,
  change: { before?: ScheduleRecord; after?: ScheduleRecord },
): Promise<void> {
  const { id, every, report } = (change.after ?? change.before)!;
  const told = (record: ScheduleRecord | undefined) => record && toSchedule(tx, record);
  const [before, after] = [told(change.before), told(change.after)];
  return audit(tx, {
    action,
    entity: 'reportSchedule',
    entityId: id,
    summary: `${titleOfReport(report)}, ${every}`,
    schema,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
}

/** Who saves a schedule has its reports made with his or her rights: nobody can use those of another user. */
function ownerOf(ctx: Ctx, report: ScheduledReport) {
  const { actor } = ctx;
  authorise(actor, 'report.schedule');
  if (!maySchedule(actor, report))
    throw new AppError(
      'forbidden',
      'reportSchedule.denied',
      `Access Denied: your role may not see the report '${titleOfReport(report)}'.`,
    );
  return {
    ownerId: actor.kind === 'staff' ? actor.userId : null,
    ownerName: actorName(actor),
  };
}

/** A report that shows pay goes to nobody who may not see it. @throws AppError invalid. */
async function assertMayReceive(
  tx: Ctx,
  { report, recipients }: Pick<ReportScheduleInput, 'report' | 'recipients'>,
): Promise<void> {
  if (!showsPay(tx.actor, report)) return;
  const [stranger] = await emailsWithout(tx, SEES_PAY, recipients);
  if (stranger === undefined) return;
  invalidField(
    'recipients',
    `This report shows pay. ${stranger} is not the address of a user who may see it.`,
  );
}

/**
 * Schedules a report by e-mail. The first period that is sent is the one that ends today or later.
 * @throws AppError forbidden for a report that the role may not see; invalid for a recipient who may not see the pay in it;
 *   rule for more than 200.
 */
export async function createReportSchedule(
  ctx: Ctx,
  { version: _, isActive = true, lines = true, ...input }: ReportScheduleInput,
): Promise<ReportSchedule> {
  return transact(ctx, async (tx) => {
    const owner = ownerOf(tx, input.report);
    await assertMayReceive(tx, input);
    await lockSchedules(tx.db);
    if ((await findSchedules(tx.db)).length >= MAX_SCHEDULES)
      breaksRule('reportSchedule.tooMany', `There can be at most ${MAX_SCHEDULES}.`);
    const after = await schedules.insert(tx.db, {
      ...input,
      ...owner,
      lines,
      isActive,
      sendsFrom: addDays(tx.today, 1),
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await auditSchedule(tx, 'reportSchedule.create', { after });
    return toSchedule(tx, after);
  });
}

/** A stop changes nothing else: it needs no right to the report, and its owner stays. */
function isOnlyStop(
  before: ScheduleRecord,
  { report, format, every, recipients, lines, isActive }: Omit<ReportScheduleInput, 'version'>,
): boolean {
  return (
    !isActive &&
    report === before.report &&
    format === before.format &&
    every === before.every &&
    lines === before.lines &&
    recipients.join() === before.recipients.join()
  );
}

/**
 * Changes, stops or resumes a scheduled report; from then on it is made with the rights of who changed it, but for a
 * stop. Periods that ended while it was stopped are not made up for.
 * @throws AppError notFound; conflict for an outdated version; forbidden for a report that the role may not see; invalid for
 *   a recipient who may not see the pay in it.
 */
export async function updateReportSchedule(
  ctx: Ctx,
  id: number,
  { version, isActive, lines: wanted, ...input }: ReportScheduleInput,
): Promise<ReportSchedule> {
  return transact(ctx, async (tx) => {
    const before = (await schedules.lock(tx.db, id)) ?? notFound(NOUN, id);
    assertVersion('scheduled report', before.version, version);
    const willRun = isActive ?? before.isActive;
    const lines = wanted ?? before.lines;
    const isStop = isOnlyStop(before, { ...input, lines, isActive: willRun });
    const owner = isStop ? {} : ownerOf(tx, input.report);
    if (!isStop) await assertMayReceive(tx, input);
    const isAnew = input.every !== before.every || (willRun && !before.isActive);
    const after = await schedules.update(tx.db, before, {
      ...input,
      ...owner,
      lines,
      isActive: willRun,
      ...(willRun ? { stoppedReason: '' } : {}),
      ...(isAnew ? { sendsFrom: addDays(tx.today, 1), lastStart: null, lastEnd: null } : {}),
    });
    await auditSchedule(tx, 'reportSchedule.update', { before, after });
    return toSchedule(tx, after);
  });
}

/** Removes a scheduled report; e-mails of it that still wait are not sent. @throws AppError notFound. */
export async function deleteReportSchedule(ctx: Ctx, id: number): Promise<{ removed: true }> {
  return transact(ctx, async (tx) => {
    const before = (await schedules.lock(tx.db, id)) ?? notFound(NOUN, id);
    await deleteSchedule(tx.db, id);
    await auditSchedule(tx, 'reportSchedule.delete', { before });
    return { removed: true };
  });
}
