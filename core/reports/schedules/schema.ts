import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { recordId, recordVersion, yesNo } from '../../kernel/text.ts';
import { reportTypes } from '../comprehensive/schema.ts';
import { ownReportFormats, ownReportNames } from '../built-in/schema.ts';

export const scheduledReports = [...reportTypes, ...ownReportNames] as const;
export type ScheduledReport = (typeof scheduledReports)[number];

/** Sent after each day, each week from Monday to Sunday, or each month. */
export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

export const MAX_RECIPIENTS = 20;
const MAX_EMAIL_LENGTH = 200;
const emailFormat = z.email();

/** E-mail addresses as they are written, each once in any case. */
const recipients = z.codec(z.string().max(1000).array().max(200), z.string().array(), {
  decode: (input, payload) => {
    const refuse = (message: string) => {
      payload.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    };
    const byKey = new Map(
      input.map((text) => text.trim()).map((text) => [text.toLowerCase(), text]),
    );
    const wrong = [...byKey.values()].find(
      (text) => text.length > MAX_EMAIL_LENGTH || !emailFormat.safeParse(text).success,
    );
    if (wrong !== undefined)
      return refuse(`'${wrong.slice(0, 100)}' is not an e-mail address such as name@example.com.`);
    if (byKey.size === 0) return refuse('Enter at least one e-mail address.');
    if (byKey.size > MAX_RECIPIENTS)
      return refuse(`There can be at most ${MAX_RECIPIENTS} e-mail addresses.`);
    return [...byKey.values()];
  },
  encode: (value) => value,
});

export const reportScheduleInput = z.object({
  report: z.enum(scheduledReports),
  format: z.enum(ownReportFormats),
  every: z.enum(frequencies),
  recipients,
  /** Of a PDF with figures: also the rows behind them; true when left out. Excel, CSV and ISP reports are rows. */
  lines: yesNo.optional(),
  isActive: yesNo.optional(),
  version: recordVersion,
});
export type ReportScheduleInput = z.output<typeof reportScheduleInput>;

/**
 * A scheduled report. It is made with the rights of its owner, who saved it last; `ownerId` is null for the shell.
 * `nextOn` is the day on which it is sent next, `lastStart` and `lastEnd` the range that was sent last.
 */
export const reportSchedule = z.object({
  id: recordId,
  report: z.enum(scheduledReports),
  title: z.string(),
  format: z.enum(ownReportFormats),
  every: z.enum(frequencies),
  recipients: z.string().array(),
  lines: z.boolean(),
  ownerId: recordId.nullable(),
  ownerName: z.string(),
  isActive: z.boolean(),
  stoppedReason: z.string(),
  nextOn: dateText.nullable(),
  lastStart: dateText.nullable(),
  lastEnd: dateText.nullable(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type ReportSchedule = z.output<typeof reportSchedule>;

/** The e-mails of one period: `failed` counts those that were refused or cancelled, or whose answer was lost. */
export const lastDelivery = z.object({
  startDate: dateText,
  endDate: dateText,
  queuedAt: instant,
  /** The user who had it sent; null for the job. */
  sentBy: z.string().nullable(),
  sent: z.number(),
  /** Written to the outbox and not sent. */
  written: z.number(),
  waiting: z.number(),
  failed: z.number(),
  error: z.string(),
});
export type LastDelivery = z.output<typeof lastDelivery>;

/** A row of the list. */
export const listedSchedule = reportSchedule.extend({ lastDelivery: lastDelivery.nullable() });
export type ListedSchedule = z.output<typeof listedSchedule>;

/** The most users that are proposed as recipients. */
export const MAX_PROPOSED = 500;

export const reportRecipient = z.object({ name: z.string(), email: z.string() });
export type ReportRecipient = z.output<typeof reportRecipient>;

/** `queued`: the number of e-mails. */
export const reportSent = z.object({ queued: z.number(), startDate: dateText, endDate: dateText });
export type ReportSent = z.output<typeof reportSent>;

export const scheduleRemoved = z.object({ removed: z.literal(true) });
