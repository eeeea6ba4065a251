import { overdueBoundary } from '../../billing/rules.ts';
import { letterhead } from '../../company/service.ts';
import { type Ctx, inSnapshot } from '../../context.ts';
import { mergeNumberedPdfs, renderPdf } from '../../documents/pdf/pdf.ts';
import { type Column, exportSheets } from '../../documents/sheets/write.ts';
import { spooled } from '../../documents/spool.ts';
import { actorKey, can } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AppError } from '../../kernel/errors.ts';
import { formatSsp } from '../../kernel/money.ts';
import type { ExportFormat } from '../../kernel/paging.ts';
import { PAY_ACCOUNTS } from '../comprehensive/queries.ts';
import type { DateRange, ReportFormat, ReportRange, ReportType } from '../comprehensive/schema.ts';
import { getReport, privateMonthsFor, visibleSections } from '../comprehensive/service.ts';
import { MAX_REPORT_ROWS } from '../built-in/schema.ts';
import type { Headline, PrintedTable, ReportDocument } from './documents.ts';
import * as queries from './queries.ts';
import {
  reportTitles,
  type SourceName,
  salaryColumn,
  sources,
  sourcesOfSection,
} from './rules-columns.ts';
import { partsOfTables, sharesOf } from './rules-parts.ts';
import {
  type Cell,
  figuresTable,
  leftOutOf,
  type ReportTable,
  type Row,
  safeBehindSemicolons,
  type TableColumn,
  totalsOf,
  withTotals,
} from './rules-tables.ts';
import { headlineFor } from './service-headline.ts';

/** A file of a report: its name without extension, its title and its tables. */
export interface ReportFile {
  name: string;
  title: string;
  dateRange: DateRange;
  /** The day of a report that is as of today. */
  asOf?: IsoDate | undefined;
  remarks: readonly string[];
  /** Above the tables of a PDF. */
  headline?: Headline;
  tables: readonly ReportTable[];
}

/**
 * A comprehensive report as a file (seeds/002 7): its figures, and the rows behind the sections that the caller may see.
 * .xlsx with a sheet for each table and .csv with one below another have all rows and are streamed; .pdf has two pages, of
 * figures against the period before with charts, and of the tables that matter; behind them with `withLines` all figures and
 * at most 2,000 rows, and it says where the rest is. Figures and rows are of one moment.
 * @throws AppError as `getReport`; unavailable if the PDF cannot be made.
 */
export async function exportReport(
  ctx: Ctx,
  type: ReportType,
  wanted: ReportRange,
  format: ReportFormat,
  withLines = false,
): Promise<FileAnswer> {
  return writeReport(ctx, format === 'excel' ? 'xlsx' : format, (tx) =>
    reportFile(tx, type, wanted, { isPdf: format === 'pdf', withLines }),
  );
}

/**
 * What a report's file has: as a PDF its first two pages, and with `withLines` or in the other formats all figures and the
 * rows behind them. @throws AppError as `getReport`.
 */
export async function reportFile(
  ctx: Ctx,
  type: ReportType,
  wanted: ReportRange,
  { isPdf, withLines }: { isPdf: boolean; withLines: boolean },
): Promise<ReportFile> {
  const report = await getReport(ctx, type, wanted);
  const range = report.dateRange;
  const isShort = isPdf && !withLines;
  const names = visibleSections(ctx, type).flatMap((section) => sourcesOfSection[section]);
  return {
    name: `${type}-report-${range.startDate}-to-${range.endDate}`,
    title: reportTitles[type],
    dateRange: range,
    remarks: [
      `Amounts in US dollars; pounds at the standard rate of the last day, 1 USD = ${formatSsp(report.exchangeRate)}.`,
      ...(isShort ? leftOutOf(report) : []),
      ...(isShort ? ['All figures and the rows behind them are in the Excel and CSV files.'] : []),
    ],
    ...(isPdf ? { headline: await headlineFor(ctx, report) } : {}),
    tables: isShort
      ? []
      : [figuresTable(report), ...names.map((source) => sourceTable(ctx, source, range))],
  };
}

/** The rows of a source, as the caller may see them. */
function sourceTable(ctx: Ctx, name: SourceName, range: DateRange): ReportTable {
  const { db } = ctx;
  const withPrivate = can(ctx.actor, 'pay.read');
  const { title, columns: usual } = sources[name];
  const columns = name === 'employees' && withPrivate ? [...usual, salaryColumn] : usual;
  const ofLedger = (accounts: queries.LedgerPart['accounts']) => {
    const part = { accounts, privateMonths: privateMonthsFor(ctx, range), today: ctx.today };
    return {
      count: () => queries.countLines(db, range, part),
      stream: () => queries.streamLines(db, range, part),
    };
  };
  const ofList = (
    source: Exclude<SourceName, 'ledger' | 'payroll'>,
    stream: () => AsyncGenerator<queries.RowRecord[]>,
  ) => ({ count: () => queries.countRows(db, source, range), stream });
  const source = {
    ledger: () => ofLedger('result'),
    payroll: () => ofLedger(PAY_ACCOUNTS),
    customers: () => ofList('customers', () => queries.streamCustomers(db, range)),
    invoices: () =>
      ofList('invoices', () => queries.streamInvoices(db, range, overdueBoundary(ctx.today))),
    orders: () => ofList('orders', () => queries.streamOrders(db, range)),
    employees: () => ofList('employees', () => queries.streamEmployees(db, range, withPrivate)),
    tickets: () => ofList('tickets', () => queries.streamTickets(db, range)),
  }[name]();
  return {
    title,
    columns,
    count: source.count,
    async *rows() {
      const names = columns.map((column) => column.name);
      for await (const batch of source.stream())
        yield batch.map((record) => names.map((at) => record[at] ?? null));
    },
  };
}

/**
 * Writes the tables of a report in one of the formats. All of it is read in one snapshot, and before anything is sent, so that
 * no transaction waits for a slow reader.
 */
export async function writeReport(
  ctx: Ctx,
  format: ExportFormat | 'pdf',
  fileOf: (tx: Ctx) => Promise<ReportFile>,
): Promise<FileAnswer> {
  if (format === 'pdf') return inTurn(() => writePdf(ctx, fileOf));
  return inSnapshot(ctx, async (tx) => {
    const { body, ...answer } = writeTables(await fileOf(tx), format);
    return { ...answer, body: body instanceof Uint8Array ? body : await spooled(body) };
  });
}

function writeTables(file: ReportFile, format: ExportFormat): FileAnswer {
  const sheets = file.tables.map((table) => ({
    name: table.title,
    columns: table.columns.map((column, at) => sheetColumn(column, at, format)),
    rows: withTotals(table),
  }));
  return exportSheets({ name: file.name, format }, sheets);
}

const sheetKinds = {
  text: 'text',
  month: 'text',
  money: 'money',
  ssp: 'money',
  integer: 'integer',
  number: 'number',
  percent: 'number',
  date: 'date',
} as const;

function sheetColumn({ title, kind }: TableColumn, at: number, format: ExportFormat): Column<Row> {
  return {
    header: title,
    kind: sheetKinds[kind],
    value: (row): Cell => {
      const value = row[at] ?? null;
      return format === 'csv' && typeof value === 'string' ? safeBehindSemicolons(value) : value;
    },
  };
}

/** The tables of a PDF, with at most 2,000 rows together and notes on where the rest is. */
export async function printedTables(file: ReportFile): Promise<PrintedTable[]> {
  const counts: number[] = [];
  for (const table of file.tables) counts.push(await table.count());
  const shares = sharesOf(counts, MAX_REPORT_ROWS);
  const tables: PrintedTable[] = [];
  for (const [at, table] of file.tables.entries())
    tables.push(await printedTable(table, shares[at]!, counts[at]!));
  return tables;
}

/** Reports that wait for their PDF; more are refused. */
const MAX_WAITING = 10;
const RETRY_SECONDS = 30;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * One long PDF at a time, so that at most one of its parts is ahead of an invoice in the worker's queue.
 * @throws AppError unavailable 'pdf.busy' if ten wait already.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING)
    throw new AppError(
      'unavailable',
      'pdf.busy',
      'Too many reports are being made. Try again in a moment.',
      { retryAfter: RETRY_SECONDS },
    );
  waiting += 1;
  const turn = last.then(work).finally(() => {
    waiting -= 1;
  });
  last = turn.catch(() => {});
  return turn;
}

async function writePdf(ctx: Ctx, fileOf: (tx: Ctx) => Promise<ReportFile>): Promise<FileAnswer> {
  const { file, printed, company } = await inSnapshot(ctx, async (tx) => {
    const read = await fileOf(tx);
    return { file: read, printed: await printedTables(read), company: await letterhead(tx) };
  });
  const { title, dateRange, asOf, remarks, headline } = file;
  const parts = partsOfTables(printed);
  const bodies: Buffer[] = [];
  for (const [index, ofPart] of parts.entries()) {
    const document: ReportDocument = {
      ...{ company, title, dateRange, asOf, remarks, headline, date: ctx.today },
      isFirst: index === 0,
      tables: ofPart,
    };
    bodies.push(await renderPdf('report', document, actorKey(ctx.actor)));
  }
  return {
    filename: `${file.name}.pdf`,
    contentType: 'application/pdf',
    body: await mergeNumberedPdfs(bodies, actorKey(ctx.actor)),
  };
}

/** The first rows of a table, at most `room`; its totals if they are all. */
async function printedTable(
  table: ReportTable,
  room: number,
  total: number,
): Promise<PrintedTable> {
  const { title, columns } = table;
  const rows: Row[] = [];
  if (room > 0)
    for await (const batch of table.rows()) {
      rows.push(...batch.slice(0, room - rows.length));
      if (rows.length === room) break;
    }
  const totals = totalsOf(columns);
  totals.add(rows);
  const isComplete = rows.length >= total;
  return {
    title,
    columns,
    rows,
    totals: isComplete && rows.length > 0 && totals.hasSums ? totals.row() : null,
    note: noteOf(rows.length, total),
  };
}

function noteOf(shown: number, total: number): string {
  if (total === 0) return 'Nothing in this range.';
  if (shown >= total) return '';
  const [some, all] = [shown, total].map((count) => count.toLocaleString('en-US'));
  return `${some} of ${all} rows. All rows are in the Excel and CSV files of this report.`;
}
