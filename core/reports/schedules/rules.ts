import { type Actor, can } from '../../identity/actor.ts';
import {
  addDays,
  addMonths,
  firstDay,
  type IsoDate,
  lastDay,
  laterDate,
  mondayOf,
  monthOf,
} from '../../kernel/dates.ts';
import { sectionPermissions, sectionsOf } from '../comprehensive/rules.ts';
import type { DateRange, ReportType } from '../comprehensive/schema.ts';
import { reportTypes } from '../comprehensive/schema.ts';
import { reportTitles } from '../exports/rules-columns.ts';
import { ownReports } from '../built-in/rules.ts';
import type { OwnReportName } from '../built-in/schema.ts';
import type { Frequency, ScheduledReport } from './schema.ts';

/** How many scheduled reports there can be. */
export const MAX_SCHEDULES = 200;

export function isReportType(report: ScheduledReport): report is ReportType {
  return reportTypes.some((type) => type === report);
}

/** Whether a report is as of the day on which it is made, and so has no period. */
export function isAsOf(report: ScheduledReport): boolean {
  return !isReportType(report) && !ownReports[report as OwnReportName].usesRange;
}

export function titleOfReport(report: ScheduledReport): string {
  return isReportType(report) ? reportTitles[report] : ownReports[report as OwnReportName].title;
}

/** The first day on or after `from` on which a report is sent. */
export function nextDue(every: Frequency, from: IsoDate): IsoDate {
  switch (every) {
    case 'daily':
      return from;
    case 'weekly':
      return mondayOf(addDays(from, 6));
    case 'monthly':
      return firstDay(monthOf(from)) === from ? from : firstDay(addMonths(monthOf(from), 1));
  }
}

/** The last period that has ended before `today`: yesterday, last week from Monday to Sunday, or last month. */
export function periodBefore(every: Frequency, today: IsoDate): DateRange {
  switch (every) {
    case 'daily':
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'weekly': {
      const monday = mondayOf(today);
      return { startDate: addDays(monday, -7), endDate: addDays(monday, -1) };
    }
    case 'monthly': {
      const month = addMonths(monthOf(today), -1);
      return { startDate: firstDay(month), endDate: lastDay(month) };
    }
  }
}

export interface Timing {
  every: Frequency;
  sendsFrom: IsoDate;
  lastEnd: IsoDate | null;
}

/** The period that is to be sent today or was missed; undefined if it was sent, or ended before the schedule began. */
export function duePeriod(
  { every, sendsFrom, lastEnd }: Timing,
  today: IsoDate,
): DateRange | undefined {
  const period = periodBefore(every, today);
  if (addDays(period.endDate, 1) < sendsFrom) return undefined;
  return lastEnd !== null && lastEnd >= period.endDate ? undefined : period;
}

/** When a schedule is sent next: today if its period still is to be sent. */
export function nextOn(timing: Timing, today: IsoDate): IsoDate {
  if (duePeriod(timing, today)) return today;
  return nextDue(timing.every, laterDate(addDays(today, 1), timing.sendsFrom));
}

/** Whether the actor may have this report made by a schedule: the report itself, or a section of it, and schedules. */
export function maySchedule(actor: Actor, report: ScheduledReport): boolean {
  if (!can(actor, 'report.schedule') || !can(actor, 'report.read')) return false;
  return isReportType(report)
    ? sectionsOf[report].some((name) => can(actor, sectionPermissions[name]))
    : can(actor, ownReports[report as OwnReportName].permission);
}

/** What a recipient of a report that shows pay holds. */
export const SEES_PAY = 'pay.read';

/**
 * Whether a report is about pay, as this actor has it made: it is sent only to users who may see pay. The analysis of staff
 * is where its maker may see pay. Others with figures of the books are made without pay for who may not see it.
 */
export function showsPay(actor: Actor, report: ScheduledReport): boolean {
  if (!isReportType(report)) return ownReports[report as OwnReportName].permission === SEES_PAY;
  return sectionsOf[report].includes('hrAnalysis') && can(actor, SEES_PAY);
}

/** For the text of the e-mail. */
export const frequencyWords: Record<Frequency, string> = {
  daily: 'each day',
  weekly: 'each week',
  monthly: 'each month',
};
