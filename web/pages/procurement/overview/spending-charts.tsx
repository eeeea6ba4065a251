import { formatMonth, type IsoMonth, isoDate, startOfDay } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd, toNumber } from '@nimule/core/kernel/money';
import { formatRange } from '@nimule/core/kernel/periods';
import type { ProcurementSpending } from '@nimule/core/procurement/schema';
import { useMemo } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { BarChart, toneAt } from '../../../ui/chart/bar-chart.tsx';
import { LineChart } from '../../../ui/chart/line-chart.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Columns, Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';

const usd = (value: number) => formatUsd(value as Cents);

const stages = [
  ['orderedUsd', 'Ordered'],
  ['receivedUsd', 'Received'],
  ['billedUsd', 'Billed'],
  ['paidUsd', 'Paid'],
] as const;

function amount<R>(header: string, value: (row: R) => Cents): SmallColumn<R> {
  return {
    header,
    align: 'right',
    cell: (row) => <span className="numeric">{formatUsd(value(row))}</span>,
  };
}

/** What was bought in 12 months as charts with their numbers: by month, supplier and account. */
export function SpendingCharts() {
  const read = useRead('procurementSpending');
  return (
    <Loaded read={read} loading="Loading the spending…" lines={8}>
      {(spending) => <Charts spending={spending} />}
    </Loaded>
  );
}

function Charts({ spending }: { spending: ProcurementSpending }) {
  const { months, suppliers, accounts } = spending;
  const days = formatRange(spending.dateRange);
  const isEmpty = months.every((month) => stages.every(([name]) => month[name] === 0));
  if (isEmpty)
    return (
      <Panel title="Spending by month">
        <Empty
          title="Nothing was bought"
          description={`There are no approved orders, goods, bills or payments from ${days}.`}
        />
      </Panel>
    );
  return (
    <>
      <Panel title="Spending by month" description={days}>
        <ByMonth months={months} />
      </Panel>
      <Columns min={420}>
        <Panel title="Top suppliers" description="By approved orders">
          {suppliers.length === 0 ? (
            <Empty title="No approved orders" description={days} />
          ) : (
            <BySupplier suppliers={suppliers} />
          )}
        </Panel>
        <Panel title="Goods by account" description="Received, less what went back">
          {accounts.length === 0 ? (
            <Empty title="No goods were received" description={days} />
          ) : (
            <ByAccount accounts={accounts} />
          )}
        </Panel>
      </Columns>
    </>
  );
}

function ByMonth({ months }: Pick<ProcurementSpending, 'months'>) {
  const times = useMemo(
    () => months.map(({ month }) => startOfDay(isoDate(`${month}-01`))),
    [months],
  );
  const series = useMemo(
    () =>
      stages.map(([name, label], at) => ({
        label,
        values: months.map((month) => toNumber(month[name])),
        tone: toneAt(at),
      })),
    [months],
  );
  const nameOf = (month: string) => formatMonth(month as IsoMonth);
  return (
    <>
      <LineChart
        title="Ordered, received, billed and paid"
        unit="USD"
        times={times}
        series={series}
        timeTitle="Month"
        timeText={(at) => nameOf(months[times.findIndex((time) => +time === +at)]?.month ?? '')}
        hasNumbers={false}
      />
      <SmallTable
        label="Spending by month"
        columns={[
          { header: 'Month', cell: ({ month }) => nameOf(month) },
          ...stages.map(([name, label]) =>
            amount<ProcurementSpending['months'][number]>(label, (row) => row[name]),
          ),
        ]}
        rows={months}
        rowKey={({ month }) => month}
      />
    </>
  );
}

function BySupplier({ suppliers }: Pick<ProcurementSpending, 'suppliers'>) {
  type Row = ProcurementSpending['suppliers'][number];
  return (
    <>
      <BarChart
        title="Ordered and paid"
        names={uniqueNames(suppliers)}
        series={[
          { label: 'Ordered', values: suppliers.map((row) => row.orderedUsd), tone: toneAt(0) },
          { label: 'Paid', values: suppliers.map((row) => row.paidUsd), tone: toneAt(3) },
        ]}
        text={usd}
      />
      <SmallTable
        label="Spending by supplier"
        columns={[
          { header: 'Supplier', cell: ({ name }) => <bdi>{name}</bdi> },
          { header: 'Orders', align: 'right', cell: ({ orders }) => numberText(orders) },
          amount<Row>('Ordered', (row) => row.orderedUsd),
          amount<Row>('Billed', (row) => row.billedUsd),
          amount<Row>('Paid', (row) => row.paidUsd),
        ]}
        rows={suppliers}
        rowKey={({ supplierId }) => String(supplierId)}
      />
    </>
  );
}

/** Names of bars are their keys: a second supplier of the same name has its number beside it. */
function uniqueNames(suppliers: ProcurementSpending['suppliers']): string[] {
  return suppliers.map(({ name, supplierId }, at) =>
    suppliers.findIndex((other) => other.name === name) === at ? name : `${name} (${supplierId})`,
  );
}

function ByAccount({ accounts }: Pick<ProcurementSpending, 'accounts'>) {
  return (
    <>
      <BarChart
        title="Received"
        names={accounts.map(({ code, name }) => `${code} ${name}`)}
        series={[
          { label: 'Received', values: accounts.map((row) => row.receivedUsd), tone: toneAt(0) },
        ]}
        text={usd}
      />
      <SmallTable
        label="Goods by account"
        columns={[
          { header: 'Account', cell: ({ code, name }) => `${code} ${name}` },
          amount<ProcurementSpending['accounts'][number]>('Received', (row) => row.receivedUsd),
        ]}
        rows={accounts}
        rowKey={({ code }) => code}
      />
    </>
  );
}
