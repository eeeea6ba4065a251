import { z } from 'zod';
import { dateText } from '../../kernel/dates.ts';
import { wholeNumber } from '../../kernel/text.ts';
import { reportRange } from '../comprehensive/schema.ts';

/** The reports of an internet service provider, which the specification leaves to us. */
export const ownReportNames = [
  'customers-by-month',
  'customers-by-package',
  'cohorts',
  'customers-left',
  'result-by-account',
  'revenue-by-package',
  'revenue-by-location',
  'revenue-by-type',
  'ageing',
  'disconnections',
  'tickets',
  'node-uptime',
  'vouchers-by-day',
  'wifi-by-day',
  'cash-by-cashier',
  'payroll-by-month',
] as const;
export type OwnReportName = (typeof ownReportNames)[number];

export const ownReportFormats = ['pdf', 'xlsx', 'csv'] as const;
export type OwnReportFormat = (typeof ownReportFormats)[number];

/** `percent` and `number` may have decimals; `money` is in US dollars, `ssp` in pounds, `month` a 'YYYY-MM', `date` a 'YYYY-MM-DD'. */
export const columnKinds = [
  'text',
  'money',
  'ssp',
  'integer',
  'number',
  'percent',
  'date',
  'month',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** What a screen may draw: `y` for each `x`, one series for each value of `by` or for each `y`. */
export const reportChart = z.object({
  kind: z.enum(['line', 'bar']),
  x: z.string(),
  y: z.string().array(),
  by: z.string().nullable(),
});
export type ReportChart = z.output<typeof reportChart>;

/** Ten years. */
export const MAX_OLDER_THAN = 3650;

export const ownReportParams = z.object({ name: z.enum(ownReportNames) });
/** `olderThan`: of the ageing, only customers who owe something that was due more than so many days ago. */
export const ownReportQuery = reportRange.extend({
  olderThan: wholeNumber('The days', 0, MAX_OLDER_THAN).optional(),
});
export type OwnReportQuery = z.output<typeof ownReportQuery>;
export const ownReportExport = ownReportQuery.extend({ format: z.enum(ownReportFormats) });

/** A row of the list. `usesRange` is false of a report as of today, which takes no range. */
export const ownReportInfo = z.object({
  name: z.enum(ownReportNames),
  title: z.string(),
  shows: z.string(),
  permission: z.string(),
  isAllowed: z.boolean(),
  usesRange: z.boolean(),
});
export type OwnReportInfo = z.output<typeof ownReportInfo>;

export const ownReportColumn = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(columnKinds),
});
export type OwnReportColumn = z.output<typeof ownReportColumn>;

/** A value of a row; amounts in US dollars. */
const cell = z.union([z.string(), z.number()]).nullable();

/** The largest number of rows of an answer; an export has all of them. */
export const MAX_REPORT_ROWS = 2000;

/** `asOf` is today for a report that takes no range, else null. `total` counts all rows, also those that the answer leaves out; `totals` are of all of them. */
export const ownReport = z.object({
  name: z.enum(ownReportNames),
  title: z.string(),
  shows: z.string(),
  dateRange: z.object({ startDate: dateText, endDate: dateText }),
  asOf: dateText.nullable(),
  columns: ownReportColumn.array(),
  rows: z.record(z.string(), cell).array(),
  total: z.number(),
  totals: z.record(z.string(), cell),
  chart: reportChart.nullable(),
});
export type OwnReport = z.output<typeof ownReport>;
