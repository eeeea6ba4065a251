import {
  firstDay,
  formatDate,
  formatMonth,
  isIsoMonth,
  isoDate,
  startOfDay,
} from '@nimule/core/kernel/dates';
import type { OwnReport, OwnReportColumn } from '@nimule/core/reports/built-in/schema';
import { useMemo } from 'react';
import { BarChart, toneAt } from '../../../ui/chart/bar-chart.tsx';
import type { ChartSeries } from '../../../ui/chart/chart-series.ts';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { Panel } from '../../../ui/page.tsx';
import { cellText } from './own-cells.tsx';

/** With fewer points there is no line to look at. */
const LINE_FROM = 3;
const MAX_BARS = 12;
const MAX_SERIES = 8;

interface Series {
  label: string;
  values: (number | null)[];
}

interface Drawn {
  names: string[];
  series: Series[];
  /** Of the values. */
  column: OwnReportColumn;
  x: OwnReportColumn;
}

/** The points and series of a report's chart, in the order of its rows. */
function drawnOf({ chart, columns, rows }: OwnReport): Drawn | undefined {
  const column = columns.find(({ name }) => name === chart?.y[0]);
  const x = columns.find(({ name }) => name === chart?.x);
  if (!chart || !column || !x) return undefined;
  const names = [...new Set(rows.map((row) => String(row[chart.x] ?? '–')))];
  const valueAt = (row: OwnReport['rows'][number], name: string) => {
    const value = row[name];
    return typeof value === 'number' ? value : null;
  };
  if (chart.by === null) {
    const byName = new Map(rows.map((row) => [String(row[chart.x] ?? '–'), row]));
    const series = chart.y.map((name) => ({
      label: columns.find((one) => one.name === name)?.title ?? name,
      values: names.map((point) => valueAt(byName.get(point)!, name)),
    }));
    return { names, series, column, x };
  }
  const by = chart.by;
  const labels = [...new Set(rows.map((row) => String(row[by] ?? '–')))].slice(0, MAX_SERIES);
  const found = new Map(rows.map((row) => [`${row[chart.x]} ${row[by]}`, row]));
  const series = labels.map((label) => ({
    label,
    // A day on which nothing of it was sold has no row.
    values: names.map((point) => {
      const row = found.get(`${point} ${label}`);
      return row ? valueAt(row, column.name) : 0;
    }),
  }));
  return { names, series, column, x };
}

/** '2026-11' or '2026-11-21' as a time. */
function timeOf(point: string): Date {
  return startOfDay(isIsoMonth(point) ? firstDay(point) : isoDate(point));
}

const units: Partial<Record<OwnReportColumn['kind'], string>> = {
  money: 'USD',
  ssp: 'SSP',
  percent: '%',
};

/** A report as people look at it; its numbers are the table below. */
export function OwnChart({ report }: { report: OwnReport }) {
  const drawn = useMemo(() => drawnOf(report), [report]);
  const times = useMemo(() => {
    const isTime = drawn?.x.kind === 'month' || drawn?.x.kind === 'date';
    return isTime && drawn.names.length >= LINE_FROM ? drawn.names.map(timeOf) : undefined;
  }, [drawn]);
  const lines = useMemo(
    () =>
      drawn?.series.map(
        ({ label, values }, at): ChartSeries => ({
          label,
          values,
          tone: toneAt(at),
          isDashed: at >= MAX_SERIES / 2,
        }),
      ),
    [drawn],
  );
  if (!drawn || !lines || drawn.names.length < 2) return null;
  const { names, column, x } = drawn;
  const shown = names.slice(0, MAX_BARS);
  const title = report.title;
  return (
    <Panel
      title="Chart"
      {...(!times && names.length > MAX_BARS
        ? { description: `The first ${MAX_BARS} of ${names.length}` }
        : {})}
    >
      {times ? (
        <LineChart
          title={title}
          unit={units[column.kind] ?? ''}
          times={times}
          series={lines}
          timeTitle={x.title}
          timeText={(at) => timeText(names[times.indexOf(at)] ?? '', x)}
          hasNumbers={false}
        />
      ) : (
        <BarChart
          title={title}
          names={shown.map((name) => cellText(x, name))}
          series={lines.map(({ label, values, tone }) => ({
            label,
            tone,
            values: values.slice(0, MAX_BARS),
          }))}
          text={(value) => cellText(column, value)}
        />
      )}
    </Panel>
  );
}

function timeText(point: string, { kind }: OwnReportColumn): string {
  if (kind === 'month' && isIsoMonth(point)) return formatMonth(point);
  return formatDate(isoDate(point));
}
