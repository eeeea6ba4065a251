import { formatMonth, type IsoMonth, isoMonth, shortMonth } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd } from '@nimule/core/kernel/money';
import { ColumnChart } from '../../ui/chart/column-chart.tsx';
import { Empty } from '../../ui/states.tsx';
import { SmallTable } from '../../ui/table/small-table.tsx';
import { Money } from '../../ui/values.tsx';

export interface MonthRevenue {
  month: string;
  revenueUsd: Cents;
  revenueSsp?: Cents | null;
}

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const THOUSAND = 1000;

/** '$68.9K', the label of a bar. */
function shortUsd(revenueUsd: Cents): string {
  const dollars = Math.abs(revenueUsd) / 100;
  return `${revenueUsd < 0 ? '-' : ''}$${(dollars < THOUSAND ? whole : compact).format(dollars)}`;
}

/** The month, with the year on the first bar and in January; not on a December beside it. */
function MonthName({ month, isFirst }: { month: IsoMonth; isFirst: boolean }) {
  const [name, year] = shortMonth(month).split(' ');
  return (
    <>
      {name}
      {((isFirst && !month.endsWith('-12')) || month.endsWith('-01')) && <div>{year}</div>}
    </>
  );
}

/** Booked revenue by month as bars and as a table; the last month is the current one. */
export function MonthlyRevenue({ months }: { months: readonly MonthRevenue[] }) {
  if (months.every(({ revenueUsd }) => revenueUsd === 0))
    return (
      <Empty
        title="No revenue yet"
        description="It shows here once a month is billed, under Billing & Accounts."
      />
    );
  return (
    <ColumnChart
      isLastOpen
      columns={months.map(({ month, revenueUsd }, at) => ({
        id: month,
        name: <MonthName month={isoMonth(month)} isFirst={at === 0} />,
        value: revenueUsd,
        short: shortUsd(revenueUsd),
        words: `${shortMonth(isoMonth(month))} ${formatUsd(revenueUsd)}`,
      }))}
      numbers={
        <SmallTable
          label="Revenue by month"
          rows={months}
          rowKey={({ month }) => month}
          columns={[
            { header: 'Month', cell: ({ month }) => formatMonth(isoMonth(month)) },
            {
              header: 'Revenue',
              align: 'right',
              cell: ({ revenueUsd, revenueSsp }) => <Money usd={revenueUsd} ssp={revenueSsp} />,
            },
          ]}
        />
      }
    />
  );
}
