import type { Ageing } from '@nimule/core/procurement/payments/schema';
import { useRead } from '../../../client/use-read.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Money } from '../../../ui/values.tsx';

type Row = Ageing['suppliers'][number];
type Amount = Exclude<keyof Row, 'supplierId' | 'supplierName'>;

const amount = (field: Amount, header: string, minor = false): SmallColumn<Row> => ({
  header,
  align: 'right',
  ...(minor && { minor }),
  cell: (row) => <Money usd={row[field]} dashForZero />,
});

const columns: readonly SmallColumn<Row>[] = [
  {
    header: 'Supplier',
    cell: ({ supplierId, supplierName }) => (
      <RecordLink kind="supplier" id={supplierId} number={supplierName} isName />
    ),
  },
  amount('notDueUsd', 'Not due', true),
  amount('days30Usd', '1–30 days', true),
  amount('days60Usd', '31–60 days', true),
  amount('days90Usd', '61–90 days', true),
  amount('olderUsd', 'Older', true),
  amount('dueThisWeekUsd', 'Due this week'),
  amount('totalUsd', 'Total'),
];

/** What is owed to suppliers by age, and what is due within seven days. */
export function AgeingTable() {
  const read = useRead('billAgeing');
  return (
    <Panel title="Owed by age" description="In US dollars as booked">
      <Loaded read={read} loading="Loading the ageing…" lines={5}>
        {({ suppliers }) =>
          suppliers.length === 0 ? (
            <Empty title="Nothing is owed" description="Open bills are shown here by their age." />
          ) : (
            <SmallTable
              label="What is owed to suppliers by age"
              columns={columns}
              rows={suppliers}
              rowKey={({ supplierId }) => supplierId}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
