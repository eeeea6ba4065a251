import { formatDate, formatMonth, isIsoDate, isIsoMonth, monthOf } from '@nimule/core/kernel/dates';
import { type Cents, cents, formatSsp, formatUsd, sumToSsp } from '@nimule/core/kernel/money';
import type {
  OwnReport,
  OwnReportColumn,
  OwnReportName,
} from '@nimule/core/reports/built-in/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { numberText } from '../../../ui/counted.ts';
import type { Column } from '../../../ui/table/data-table.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { Money } from '../../../ui/values.tsx';
import type { OwnRow } from './own-rows.ts';

type Cell = OwnReport['rows'][number][string];

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
/** Uptime is given with three decimals. */
const thousandths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

function centsOf(value: number): Cents {
  return cents(Math.round(value * 100));
}

/** A value of a report in words; '–' where nothing is known. */
export function cellText({ kind, name }: OwnReportColumn, value: Cell): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') {
    if (kind === 'date' && isIsoDate(value)) return formatDate(value);
    if (kind === 'month' && isIsoMonth(value)) return formatMonth(value);
    return name === 'category' || name === 'type' ? humanize(value) : value;
  }
  switch (kind) {
    case 'money':
      return formatUsd(centsOf(value));
    case 'ssp':
      return formatSsp(centsOf(value));
    case 'percent':
      return `${thousandths.format(value)}%`;
    case 'number':
      return tenths.format(value);
    default:
      return numberText(value);
  }
}

/** The list behind a row, from the column that names it. */
const links: Readonly<Record<string, (value: string, range: OwnReport['dateRange']) => string>> = {
  customerId: (number) => recordPath('customer', number),
  account: (code, { startDate, endDate }) =>
    paths.ledger(code, monthOf(startDate), monthOf(endDate)),
  location: (location) => paths.customersIn(location),
  category: (issueType) => paths.tickets({ issueType }),
};

/** Columns whose values are no filter of the list behind. */
const unlinked: Partial<Record<OwnReportName, readonly string[]>> = { 'node-uptime': ['location'] };

function cellOf(report: OwnReport, column: OwnReportColumn, rate: Cents | undefined) {
  const link = unlinked[report.name]?.includes(column.name) ? undefined : links[column.name];
  return ({ cells }: OwnRow): ReactNode => {
    const value = cells[column.name] ?? null;
    const text = cellText(column, value);
    if (value === null) return <span className="quiet">{text}</span>;
    if (column.kind === 'money' && typeof value === 'number')
      return <AmountCell value={value} rate={rate} />;
    if (link && typeof value === 'string')
      return <Link to={link(value, report.dateRange)}>{text}</Link>;
    return column.kind === 'text' ? <span dir="auto">{text}</span> : text;
  };
}

function AmountCell({ value, rate }: { value: number; rate: Cents | undefined }) {
  const usd = centsOf(value);
  return <Money usd={usd} dashForZero {...(rate ? { ssp: sumToSsp(usd, rate) } : {})} />;
}

/** The columns of a report for its table; `rate` is that of the pounds below its amounts. */
export function columnsOf(report: OwnReport, rate: Cents | undefined): readonly Column<OwnRow>[] {
  return report.columns.map((column, at) => {
    const { kind } = column;
    const isNumber = kind !== 'text' && kind !== 'date' && kind !== 'month';
    return {
      id: column.name,
      header: column.title,
      kind:
        kind === 'money' || kind === 'ssp'
          ? ('money' as const)
          : isNumber
            ? ('count' as const)
            : kind === 'text'
              ? ('text' as const)
              : ('date' as const),
      sortable: true,
      ...(at === 0 ? { priority: 1 as const } : {}),
      cell: cellOf(report, column, rate),
    };
  });
}

/** The sums below their columns. */
export function sumsOf(
  report: OwnReport,
  sums: OwnReport['totals'],
  rate: Cents | undefined,
): Record<string, ReactNode> {
  return Object.fromEntries(
    report.columns.flatMap((column) => {
      const value = sums[column.name];
      if (value === undefined || value === null) return [];
      return [
        [
          column.name,
          column.kind === 'money' && typeof value === 'number' ? (
            <AmountCell key={column.name} value={value} rate={rate} />
          ) : (
            cellText(column, value)
          ),
        ],
      ];
    }),
  );
}
