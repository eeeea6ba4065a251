import type { BillingRun } from '@nimule/core/billing/runs/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText, Money } from '../../../ui/values.tsx';

const columns: readonly SmallColumn<BillingRun>[] = [
  {
    header: 'Month',
    cell: ({ month, actorName }) => <TwoLines quiet={actorName}>{formatMonth(month)}</TwoLines>,
  },
  { header: 'Started', cell: ({ startedAt }) => <InstantText at={startedAt} />, minor: true },
  {
    header: 'State',
    cell: ({ status, error }) => (
      <TwoLines quiet={error}>
        <StatusTag status={status} />
      </TwoLines>
    ),
  },
  { header: 'Invoices', cell: ({ generated }) => numberText(generated), align: 'right' },
  { header: 'Skipped', cell: ({ skipped }) => numberText(skipped), align: 'right', minor: true },
  {
    header: 'Total',
    cell: ({ revenueUsd, revenueSsp }) => <Money usd={revenueUsd} ssp={revenueSsp} />,
    align: 'right',
  },
];

/** Automatic and manual runs, newest first. */
export function RunHistory() {
  const runs = useRead('listBillingRuns');
  return (
    <Panel title="Run history">
      <Loaded read={runs} loading="Loading the runs…">
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No run yet"
              description="The first one comes on the 1st, or when somebody runs the billing by hand."
            />
          ) : (
            <SmallTable
              label="Billing runs"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              scrolls
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
