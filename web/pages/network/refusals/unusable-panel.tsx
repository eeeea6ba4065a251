import type { UnusableReport } from '@nimule/core/access/schema-sessions';
import { formatDate } from '@nimule/core/kernel/plain/formats';
import { useRead } from '../../../client/use-read.ts';
import { unusableLabels } from '../../../parts/access/access-words.ts';
import { numberText } from '../../../ui/counted.ts';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';

const columns: readonly SmallColumn<UnusableReport>[] = [
  { header: 'Day', cell: ({ day }) => formatDate(day) },
  { header: 'Router', cell: ({ routerName }) => <span dir="auto">{routerName}</span> },
  { header: 'Why', cell: ({ reason }) => unusableLabels[reason] },
  { header: 'Times', align: 'right', cell: ({ count }) => numberText(count) },
];

/** Reports of routers that could not be stored; nothing where there are none. */
export function UnusablePanel() {
  const { data = [] } = useRead('listUnusableReports');
  if (data.length === 0) return null;
  return (
    <Panel
      title="Reports that could not be stored"
      description="Reports of sessions that routers have sent, by day. What they would have said is not in the usage."
    >
      <SmallTable
        label="Reports that could not be stored"
        columns={columns}
        rows={data}
        rowKey={({ day, routerName, reason }) => `${day} ${routerName} ${reason}`}
        scrolls
      />
    </Panel>
  );
}
