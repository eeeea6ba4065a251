import type { Ctx } from '../../context.ts';
import { emailsWithout } from '../../identity/users/service-holders.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { AppError, breaksRule, notFound } from '../../kernel/errors.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import { exportReport } from '../exports/service.ts';
import type { OwnReportName } from '../built-in/schema.ts';
import { exportOwnReport, takenRange } from '../built-in/service.ts';
import { schedules } from './queries.ts';
import { isReportType, SEES_PAY } from './rules.ts';
import type { ScheduledReport } from './schema.ts';
import { type MakerActor, makerOf } from './service-due.ts';

/** Mail servers commonly accept 25 MB, and an attachment grows by a third on its way. */
const MAX_BYTES = 15_000_000;

/** A report as it is attached to an e-mail. */
export interface AttachedReport {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** The body of a file; undefined if it is longer than `limit` bytes. */
export async function bytesOf(
  body: FileAnswer['body'],
  limit = MAX_BYTES,
): Promise<Buffer | undefined> {
  if (body instanceof Uint8Array) return body.length > limit ? undefined : Buffer.from(body);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > limit) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function withoutPay(ctx: Ctx, actor: MakerActor): Ctx {
  return { ...ctx, actor: { ...actor, without: [SEES_PAY] } };
}

/** What is attached: `report` is the one that the text of the e-mail names. */
export interface ScheduledFile extends DateRange {
  schedule: number;
  report?: ScheduledReport;
  /** Whether the recipient may see pay, as `receivesPay` says. */
  withPay: boolean;
}

/** Whether an address is that of a user who may see pay. */
export async function receivesPay(ctx: Ctx, recipient: string): Promise<boolean> {
  return (await emailsWithout(ctx, SEES_PAY, [recipient])).length === 0;
}

/**
 * The file of a scheduled report, made with the present rights of its owner; to a recipient who may not see pay without
 * the right to it, so that the sums of the books leave out pay of fewer than five people (decision 67).
 * @throws AppError notFound for a schedule that is gone; forbidden without the rights; rule for one that is of another
 *   report meanwhile, and for a file that is too large for an e-mail.
 */
export async function scheduledFile(
  ctx: Ctx,
  { schedule, startDate, endDate, report: named, withPay }: ScheduledFile,
): Promise<AttachedReport> {
  const record = (await schedules.get(ctx.db, schedule)) ?? notFound('Scheduled report', schedule);
  if (named !== undefined && named !== record.report)
    breaksRule(
      'reportSchedule.changed',
      'The scheduled report was changed to another one meanwhile.',
    );
  const maker = await makerOf(ctx, record);
  if ('reason' in maker) throw new AppError('forbidden', 'reportSchedule.denied', maker.reason);
  const as: Ctx = withPay ? { ...ctx, actor: maker.actor } : withoutPay(ctx, maker.actor);
  const { report, format } = record;
  const range = { startDate, endDate };
  const { filename, contentType, body } = isReportType(report)
    ? await exportReport(as, report, range, format, record.lines)
    : await exportOwnReport(
        as,
        report as OwnReportName,
        takenRange(report as OwnReportName, range),
        format,
      );
  const content = await bytesOf(body);
  if (!content)
    throw new AppError(
      'rule',
      'reportSchedule.tooLarge',
      `The file is larger than ${MAX_BYTES / 1_000_000} MB, which mail servers refuse. Choose PDF, or save it on the page Reports.`,
    );
  return { filename, contentType, content };
}
