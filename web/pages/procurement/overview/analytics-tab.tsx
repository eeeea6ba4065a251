import { type Cents, formatUsd, scaleCents } from '@nimule/core/kernel/money';
import { formatRange } from '@nimule/core/kernel/periods';
import type { ProcurementStats } from '@nimule/core/procurement/schema';
import type { ReactNode } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Columns, Panel } from '../../../ui/page.tsx';
import { StatCard, type Trend } from '../../../ui/stat-card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { SampleTag } from '../../../ui/tags.tsx';
import { SpendingCharts } from './spending-charts.tsx';

/** The figures of the specification, shown until there are data (seeds/002 2, decision 19). */
const SAMPLE = {
  spendChange: 8.5,
  ordersChange: 12.5,
  onTimePercent: 92,
  discountPercent: 8,
  bulkPercent: 5,
  savingsPercent: 13,
} as const;
type Measured = keyof typeof SAMPLE;

/** A figure, and whether the sample stands in for it. */
function figureOf(stats: ProcurementStats, name: Measured): { value: number; isSample: boolean } {
  const value = stats[name];
  return value === null ? { value: SAMPLE[name], isSample: true } : { value, isSample: false };
}

/** '92%', '8.5%'. */
function percentText(value: number): string {
  return `${Number.isInteger(value) ? value : value.toFixed(1)}%`;
}

/** '+8.5%', '-2%'. */
function changeText(value: number): string {
  return value > 0 ? `+${percentText(value)}` : percentText(value);
}

function trendOf(value: number, { previousRange }: ProcurementStats): Trend {
  const direction = value > 0 ? 'up' : value < 0 ? 'down' : 'flat';
  return { direction, text: `${changeText(value)} against ${formatRange(previousRange)}` };
}

/** A share of the month's spend, in dollars. */
function partOf(spend: Cents, percent: number): Cents {
  return scaleCents(spend, Math.round(percent * 10), 1000);
}

/** What was spent, how it compares, and what was saved (seeds/002 2). */
export function AnalyticsTab() {
  const read = useRead('procurementStats');
  const { data: stats, error } = read;
  const card = (name: Measured) => stats && figureOf(stats, name);
  const tag = (name: Measured): ReactNode => card(name)?.isSample && <SampleTag />;
  const isFailed = error !== undefined && stats === undefined;
  const spend = card('spendChange');
  const orders = card('ordersChange');
  const onTime = card('onTimePercent');
  return (
    <Stack>
      <Columns>
        <StatCard
          title="Monthly Spend"
          value={stats && formatUsd(stats.monthlySpendUsd)}
          trend={stats && spend && trendOf(spend.value, stats)}
          tag={tag('spendChange')}
          failed={isFailed}
        />
        <StatCard
          title="Orders"
          subtitle="in all; the change is that of this month"
          value={stats && numberText(stats.totalOrders)}
          trend={stats && orders && trendOf(orders.value, stats)}
          tag={tag('ordersChange')}
          failed={isFailed}
        />
        <StatCard
          title="On-time Delivery"
          value={onTime && percentText(onTime.value)}
          subtitle="of the orders received"
          tag={tag('onTimePercent')}
          failed={isFailed}
        />
      </Columns>
      <SpendingCharts />
      <Panel title="Cost Savings" description="Share of this month's spend">
        <Loaded read={read} loading="Loading the savings…" lines={4}>
          {(loaded) => <Savings stats={loaded} />}
        </Loaded>
      </Panel>
    </Stack>
  );
}

interface Saving {
  label: string;
  explained: string;
  name: Measured;
}

const savings: readonly Saving[] = [
  {
    label: 'Negotiated discounts',
    explained: 'below the estimates of the requisitions',
    name: 'discountPercent',
  },
  {
    label: 'Bulk purchases',
    explained: "below the items' average price of the year",
    name: 'bulkPercent',
  },
  { label: 'Total savings', explained: 'the sum of what is measured', name: 'savingsPercent' },
];

function Savings({ stats }: { stats: ProcurementStats }) {
  const columns: readonly SmallColumn<Saving>[] = [
    {
      header: 'Saving',
      cell: ({ label, name }) => (
        <>
          {label} {figureOf(stats, name).isSample && <SampleTag />}
        </>
      ),
    },
    { header: 'Measured as', minor: true, cell: ({ explained }) => explained },
    {
      header: 'Share',
      align: 'right',
      cell: ({ name }) => percentText(figureOf(stats, name).value),
    },
    {
      header: 'Amount',
      align: 'right',
      // A sample is no share of what this company spent.
      cell: ({ name }) =>
        figureOf(stats, name).isSample ? (
          <span className="quiet">–</span>
        ) : (
          <span className="numeric">
            {formatUsd(partOf(stats.monthlySpendUsd, figureOf(stats, name).value))}
          </span>
        ),
    },
  ];
  return (
    <SmallTable
      label="Cost savings of this month"
      columns={columns}
      rows={savings}
      rowKey={({ name }) => name}
    />
  );
}
