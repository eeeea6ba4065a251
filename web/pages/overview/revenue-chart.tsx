import { firstDay, formatDate, formatMonth, isoMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import type { DashboardStats } from '@nimule/core/reports/schema';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './overview.module.css';

type Months = DashboardStats['revenueByMonth'];
type Month = Months[number];

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const THOUSAND = 1000;

/** '$68.9K', the label of a bar. */
function shortUsd({ revenueUsd }: Month): string {
  const dollars = Math.abs(revenueUsd) / 100;
  return `${revenueUsd < 0 ? '-' : ''}$${(dollars < THOUSAND ? whole : compact).format(dollars)}`;
}

/** 'Nov 2026'. */
function shortMonth(month: string): string {
  return formatDate(firstDay(isoMonth(month))).replace(/^\d+ /, '');
}

/** Label of a bar: the month, with the year on the first bar and in January. */
function MonthLabel({ month, isFirst }: { month: string; isFirst: boolean }) {
  const [name, year] = shortMonth(month).split(' ');
  return (
    <div className={styles.barMonth}>
      {name}
      {(isFirst || month.endsWith('-01')) && <div>{year}</div>}
    </div>
  );
}

export interface Bar {
  /** Percent of the plot's height. */
  bottom: number;
  height: number;
}

/** Bars on a common zero line; negative revenue is below it. */
export function barsOf(months: Months): Bar[] {
  const values = months.map(({ revenueUsd }) => revenueUsd as number);
  const top = Math.max(...values, 0);
  const low = Math.min(...values, 0);
  const range = top - low || 1;
  return values.map((value) => ({
    bottom: ((Math.min(value, 0) - low) / range) * 100,
    height: (Math.abs(value) / range) * 100,
  }));
}

/** Booked revenue of the last months as bars and as a table. */
export function RevenueChart({ months }: { months: Months }) {
  const isEmpty = months.every(({ revenueUsd }) => revenueUsd === 0);
  return (
    <Panel title="Revenue by month" description="Booked revenue in US dollars; this month so far">
      {isEmpty ? (
        <Empty
          title="No revenue yet"
          description="It shows here once a month is billed, under Billing & Accounts."
        />
      ) : (
        <figure>
          <Bars months={months} />
          <details className={styles.numbers}>
            <summary>Numbers as a table</summary>
            <NumbersTable months={months} />
          </details>
        </figure>
      )}
    </Panel>
  );
}

function Bars({ months }: { months: Months }) {
  const bars = barsOf(months);
  const label = months.map((month) => `${shortMonth(month.month)} ${formatUsd(month.revenueUsd)}`);
  return (
    <div className={styles.chart} role="img" aria-label={`Bar chart. ${label.join(', ')}.`}>
      {months.map((month, index) => (
        <div key={month.month} className={styles.column} title={label[index]}>
          <div className={styles.plot}>
            <div
              className={index === months.length - 1 ? styles.barNow : styles.bar}
              style={{ bottom: `${bars[index]?.bottom}%`, height: `${bars[index]?.height}%` }}
            >
              <span className={styles.barValue}>{shortUsd(month)}</span>
            </div>
          </div>
          <MonthLabel month={month.month} isFirst={index === 0} />
        </div>
      ))}
    </div>
  );
}

function NumbersTable({ months }: { months: Months }) {
  return (
    <table className={styles.numbersTable}>
      <caption className="visually-hidden">Revenue by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Revenue (USD)</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, revenueUsd }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(isoMonth(month))}</th>
            <td>{formatUsd(revenueUsd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
