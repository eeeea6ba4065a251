import { leftOutNote } from '../../accounting/private/rules.ts';
import type { Ctx } from '../../context.ts';
import { authorise, can } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { counted } from '../../kernel/counted.ts';
import { formatDate } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type Cents, cents, toNumber } from '../../kernel/money.ts';
import type { DateRange, ReportRange } from '../comprehensive/schema.ts';
import { privateMonthsFor, reportRangeOf } from '../comprehensive/service.ts';
import {
  type Cell,
  type Row,
  type TableColumn,
  tableOf,
  totalsOf,
} from '../exports/rules-tables.ts';
import { writeReport } from '../exports/service.ts';
import { findRows } from './queries.ts';
import { ownReports } from './rules.ts';
import {
  MAX_REPORT_ROWS,
  type OwnReport,
  type OwnReportFormat,
  type OwnReportInfo,
  type OwnReportName,
  type OwnReportQuery,
  ownReportNames,
} from './schema.ts';

/** The reports of an internet service provider, and which of them the caller may see. */
export function listOwnReports(ctx: Ctx): OwnReportInfo[] {
  return ownReportNames.map((name) => {
    const { title, shows, permission, usesRange } = ownReports[name];
    return { name, title, shows, permission, usesRange, isAllowed: can(ctx.actor, permission) };
  });
}

/** Revenue by location or by package over a range, as the reports of these names. */
export async function revenueRows(
  ctx: Ctx,
  name: 'revenue-by-location' | 'revenue-by-package',
  range: DateRange,
): Promise<RevenueRow[]> {
  const key = name === 'revenue-by-location' ? 'location' : 'packageType';
  const rows = await findRows(ctx.db, name, range, {
    today: ctx.today,
    privateMonths: privateMonthsFor(ctx, range),
  });
  return rows.map((row) => ({
    key: String(row[key]),
    customers: Number(row.customers),
    billedUsd: cents(Number(row.billedUsd)),
    paidUsd: cents(Number(row.paidUsd)),
    share: row.share === null ? null : Number(row.share),
  }));
}

export interface RevenueRow {
  key: string;
  customers: number;
  billedUsd: Cents;
  paidUsd: Cents;
  /** Percent of all that was billed. */
  share: number | null;
}

/** The range of one of the reports; today for one that takes none. @throws AppError invalid, as `getOwnReport`. */
function ownRangeOf(ctx: Ctx, name: OwnReportName, wanted: ReportRange): DateRange {
  const { title, usesRange } = ownReports[name];
  if (usesRange) return reportRangeOf(ctx, wanted);
  for (const field of ['startDate', 'endDate'] as const)
    if (wanted[field] !== undefined)
      invalidField(field, `${title} is as of today and takes no days: leave them out.`);
  return { startDate: ctx.today, endDate: ctx.today };
}

/** A range as this report takes it: none for one as of today. */
export function takenRange(name: OwnReportName, range: DateRange): ReportRange {
  return ownReports[name].usesRange ? range : {};
}

/** What a report shows, and what of it is left out by the query. */
function shownWords(name: OwnReportName, { olderThan }: OwnReportQuery): string {
  const { shows } = ownReports[name];
  return olderThan === undefined
    ? shows
    : `${shows} Only customers who owe something that was due more than ${counted(olderThan, 'day')} ago.`;
}

async function load(
  ctx: Ctx,
  name: OwnReportName,
  { olderThan, ...wanted }: OwnReportQuery,
): Promise<{ range: DateRange; rows: Row[] }> {
  const { title, columns, permission } = ownReports[name];
  authorise(ctx.actor, permission);
  if (olderThan !== undefined && name !== 'ageing')
    invalidField('olderThan', `${title} has no ages: leave it out.`);
  const range = ownRangeOf(ctx, name, wanted);
  const found = await findRows(ctx.db, name, range, {
    today: ctx.today,
    privateMonths: privateMonthsFor(ctx, range),
    olderThan,
  });
  return { range, rows: found.map((row) => columns.map((column) => row[column.name] ?? null)) };
}

/**
 * One of the reports with at most 2,000 rows, and the totals of all; amounts in US dollars or pounds.
 * @throws AppError forbidden without the permission of the report; invalid for a range as in `reportRangeOf`, for any range
 *   of a report as of today, and for `olderThan` of another report than the ageing.
 */
export async function getOwnReport(
  ctx: Ctx,
  name: OwnReportName,
  wanted: OwnReportQuery,
): Promise<OwnReport> {
  const { title, columns, chart, usesRange } = ownReports[name];
  const { range, rows } = await load(ctx, name, wanted);
  const { note } = name === 'result-by-account' ? leftOutNote(ctx.actor) : {};
  const totals = totalsOf(columns);
  totals.add(rows);
  const sums = totals.row();
  return {
    name,
    title,
    shows: note ? `${shownWords(name, wanted)} ${note}` : shownWords(name, wanted),
    dateRange: range,
    asOf: usesRange ? null : ctx.today,
    columns: columns.map(({ name: of, title: header, kind }) => ({
      name: of,
      title: header,
      kind,
    })),
    rows: rows.slice(0, MAX_REPORT_ROWS).map((row) => recordOf(columns, row)),
    total: rows.length,
    totals: totals.hasSums
      ? recordOf(
          columns.filter(({ isSummed }) => isSummed),
          sums.filter((_, at) => columns[at]!.isSummed),
        )
      : {},
    chart,
  };
}

/** A row by the names of its columns, with amounts in whole units. */
function recordOf(columns: readonly TableColumn[], row: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(
    columns.map(({ name, kind }, at) => {
      const value = row[at] ?? null;
      const isAmount = kind === 'money' || kind === 'ssp';
      return [name, isAmount && typeof value === 'number' ? toNumber(cents(value)) : value];
    }),
  );
}

/** All rows of a report as a file. @throws AppError as `getOwnReport`; unavailable if a PDF cannot be made. */
export async function exportOwnReport(
  ctx: Ctx,
  name: OwnReportName,
  wanted: OwnReportQuery,
  format: OwnReportFormat,
): Promise<FileAnswer> {
  const { title, columns, usesRange } = ownReports[name];
  const { note } = name === 'result-by-account' ? leftOutNote(ctx.actor) : {};
  return writeReport(ctx, format, async (tx) => {
    const { range, rows } = await load(tx, name, wanted);
    return {
      name: `${name}${wanted.olderThan === undefined ? '' : `-over-${wanted.olderThan}-days`}-report-${usesRange ? `${range.startDate}-to-${range.endDate}` : tx.today}`,
      title,
      dateRange: range,
      asOf: usesRange ? undefined : tx.today,
      remarks: [shownWords(name, wanted), ...(note ? [note] : [])],
      tables: [
        tableOf(
          usesRange ? title : `As of ${formatDate(tx.today)}`,
          columns,
          note ? [...rows, [null, note]] : rows,
        ),
      ],
    };
  });
}
