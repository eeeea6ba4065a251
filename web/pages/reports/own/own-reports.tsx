import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { formatDate } from '@nimule/core/kernel/dates';
import { formatRange } from '@nimule/core/kernel/periods';
import type { DateRange } from '@nimule/core/reports/comprehensive/schema';
import type { OwnReport, OwnReportInfo } from '@nimule/core/reports/built-in/schema';
import { useState } from 'react';
import { download } from '../../../client/download.ts';
import { useRead } from '../../../client/use-read.ts';
import { useRateOn } from '../../../parts/rates.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { PrintedSheet } from '../../../ui/overlay/printed-sheet.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { today } from '../../../ui/today.ts';
import { ExportOptions } from '../config/export-options.tsx';
import { ReportConfig } from '../config/report-config.tsx';
import styles from '../reports.module.css';
import { isProblem, OWN_LIST, useReportUrl } from '../reports-url.ts';
import { cellText, columnsOf, sumsOf } from './own-cells.tsx';
import { OwnChart } from './own-chart.tsx';
import { type OwnRow, pageOfReport, REPORT_ORDER } from './own-rows.ts';

/** The reports of an internet service provider, one at a time: chart, table and files. */
export function OwnReports() {
  const list = useRead('listOwnReports');
  return (
    <Loaded
      read={list}
      loading="Loading the reports…"
      failed="Failed to fetch report data"
      lines={8}
    >
      {(reports) => <ChosenReport reports={reports} />}
    </Loaded>
  );
}

function ChosenReport({ reports }: { reports: readonly OwnReportInfo[] }) {
  const { report: wanted, range, chooseReport, chooseRange, ...age } = useReportUrl();
  const allowed = reports.filter(({ isAllowed }) => isAllowed);
  const info = reports.find(({ name }) => name === wanted) ?? allowed[0];
  if (!info)
    return (
      <Panel title="ISP reports">
        <Empty
          title="No report for your role"
          description="These reports show customers, invoices, tickets and nodes, which your role does not see."
        />
      </Panel>
    );
  const isShown = info.isAllowed && !(info.usesRange && isProblem(range));
  return (
    <Shown
      // A new report starts with its own table.
      key={info.name}
      info={info}
      reports={reports}
      range={isShown ? (isProblem(range) ? dayOf(today()) : range) : undefined}
      config={{ range, chooseReport, chooseRange, ...age }}
    />
  );
}

/** Stands for a range that a report as of today does not take. */
const dayOf = (day: DateRange['endDate']): DateRange => ({ startDate: day, endDate: day });

interface ShownProps {
  info: OwnReportInfo;
  reports: readonly OwnReportInfo[];
  /** Undefined where the report is not shown. */
  range: DateRange | undefined;
  config: Omit<ReturnType<typeof useReportUrl>, 'report' | 'type' | 'chooseType'>;
}

function Shown({ info, reports, range, config }: ShownProps) {
  const { name, title, shows, isAllowed, usesRange } = info;
  const query = range ?? { startDate: '', endDate: '' };
  const { olderThan } = config;
  const age = name === 'ageing' ? olderThan : undefined;
  const sent = usesRange ? query : age === undefined ? {} : { olderThan: String(age) };
  const shownTitle = age === undefined ? title : `${title}, over ${counted(age, 'day')}`;
  const read = useRead(
    'getOwnReport',
    { params: { name }, query: sent },
    { when: range !== undefined, keepPrevious: true },
  );
  const [isPrinting, setPrinting] = useState(false);
  const { data } = read;
  return (
    <Stack>
      <div className={styles.top}>
        <ReportConfig
          label="Report"
          value={name}
          options={reports.map((one) => ({
            value: one.name,
            label: one.isAllowed ? one.title : `${one.title} (not for your role)`,
          }))}
          description={shows}
          range={config.range}
          usesRange={usesRange}
          filter={name === 'ageing' && <AgeFilter {...config} />}
          onChoose={config.chooseReport}
          onGenerate={(next) => {
            if (next.startDate === query.startDate && next.endDate === query.endDate)
              read.refresh();
            else config.chooseRange(next);
          }}
        />
        <ExportOptions
          save={
            data &&
            ((chosen) => {
              const format = chosen === 'excel' ? 'xlsx' : chosen;
              const file = `${name}${age === undefined ? '' : `-over-${age}-days`}-report-${data.asOf ?? `${query.startDate}-to-${query.endDate}`}.${format}`;
              return download(
                'exportOwnReport',
                { params: { name }, query: { ...sent, format } },
                file,
              );
            })
          }
          onPrint={() => setPrinting(true)}
        />
      </div>
      {!isAllowed ? (
        <Panel title={title}>
          <Empty
            title="Your role does not see this report"
            description="Ask an administrator, or choose another report."
          />
        </Panel>
      ) : usesRange && isProblem(config.range) ? (
        <Panel title={title}>
          <Empty title="There is no report over these days" description={config.range.message} />
        </Panel>
      ) : (
        <>
          {data && (
            <div className={styles.belowOnPhone}>
              <OwnChart report={data} />
            </div>
          )}
          <OwnTable title={shownTitle} read={read} />
        </>
      )}
      {isPrinting && data && (
        <Printed report={{ ...data, title: shownTitle }} onDone={() => setPrinting(false)} />
      )}
    </Stack>
  );
}

const AGES = [30, 60, 90];

/** Which debts the ageing shows: all, or those of customers who owe something for longer. */
function AgeFilter({ olderThan, chooseOlderThan }: ShownProps['config']) {
  const days =
    olderThan === undefined || AGES.includes(olderThan)
      ? AGES
      : [...AGES, olderThan].sort((one, other) => one - other);
  return (
    <FormGroup label="Past due" labelFor="report-older-than">
      <HTMLSelect
        id="report-older-than"
        fill
        value={olderThan === undefined ? '' : String(olderThan)}
        options={[
          { value: '', label: 'All who owe' },
          ...days.map((day) => ({ value: String(day), label: `Over ${counted(day, 'day')}` })),
        ]}
        onChange={(event) => chooseOlderThan(event.target.value)}
      />
    </FormGroup>
  );
}

interface OwnTableProps {
  title: string;
  read: ReturnType<typeof useRead<'getOwnReport'>>;
}

/** The rows of a report, which the server answers all at once: searched, sorted and paged here. */
function OwnTable({ title, read }: OwnTableProps) {
  const { data } = read;
  const rate = useRateOn(data?.dateRange.endDate ?? '', useMay()('rate.read'));
  const list = useListState({
    sorts: [REPORT_ORDER, ...(data?.columns.map(({ name }) => name) ?? [])],
    sort: REPORT_ORDER,
    prefix: OWN_LIST,
  });
  const page = data && pageOfReport(data, list);
  const isCut = data !== undefined && data.total > data.rows.length;
  const hasTexts = data?.columns.some(({ kind }) => kind === 'text') ?? false;
  return (
    <>
      {isCut && (
        <p role="status" className={styles.belowOnPhone}>
          The first {numberText(data.rows.length)} of {numberText(data.total)} rows are shown, the
          sums are of all. Excel and CSV have every row.
        </p>
      )}
      <DataTable<OwnRow>
        label={title}
        columns={data ? columnsOf(data, rate) : NO_COLUMNS}
        rowKey={({ at }) => at}
        rowName={({ at, cells }) =>
          data ? cellText(data.columns[0]!, cells[data.columns[0]!.name] ?? null) : String(at)
        }
        read={{ ...read, data: page && { rows: [...page.rows], total: page.total } }}
        list={list}
        {...(hasTexts ? { search: 'Search the rows' } : {})}
        sums={
          data && page && Object.keys(page.sums).length > 0
            ? sumsOf(data, page.sums, rate)
            : undefined
        }
        empty={
          data?.asOf
            ? {
                title: 'Nothing to show',
                description: 'Choose other debts above, or another report.',
              }
            : {
                title: 'Nothing in these days',
                description: 'Choose other dates above, or another report.',
              }
        }
      />
    </>
  );
}

const NO_COLUMNS = [
  { id: 'first', header: 'Loading', priority: 1 as const, cell: () => null },
  { id: 'second', header: '', cell: () => null },
];

/** All rows on paper. */
function Printed({ report, onDone }: { report: OwnReport; onDone: () => void }) {
  const { title, columns, rows, totals, total, dateRange, asOf } = report;
  const period = asOf ? `As of ${formatDate(asOf)}` : formatRange(dateRange);
  const firstNumber = columns.findIndex(({ kind }) => !['text', 'date', 'month'].includes(kind));
  const lines = rows.map((row) =>
    columns.map((column) => cellText(column, row[column.name] ?? null)),
  );
  const hasSums = Object.keys(totals).length > 0;
  const sums = columns.map((column, at) => {
    const sum = totals[column.name];
    if (sum === undefined || sum === null) return at === 0 ? 'Total' : '';
    return cellText(column, sum);
  });
  return (
    <PrintedSheet
      title={title}
      subtitle={`${period}, ${numberText(rows.length)} of ${numberText(total)} rows`}
      columns={columns.map((column) => column.title)}
      rightFrom={firstNumber === -1 ? columns.length : firstNumber}
      rows={hasSums ? [...lines, sums] : lines}
      onDone={onDone}
    />
  );
}
