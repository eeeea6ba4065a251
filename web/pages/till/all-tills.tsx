import { EyeOpenIcon } from '@blueprintjs/icons';
import { formatCash, statusLabels } from '@nimule/core/till/rules';
import { type Till, tillFilter } from '@nimule/core/till/schema';
import { useRead } from '../../client/use-read.ts';
import { RecordLink } from '../../parts/record-links.tsx';
import { RecordList } from '../../parts/record-list.tsx';
import { Stack, TwoLines } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { idColumn, instantColumn, textColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { InstantText } from '../../ui/values.tsx';
import { TillDifference, TillStatusTag } from './till-tags.tsx';

/** What a till holds, of a closed one what was counted. */
function Held({ till }: { till: Till }) {
  const { cashUsd, cashSsp, countedUsd, countedSsp } = till;
  return (
    <TwoLines align="right" quiet={formatCash('SSP', countedSsp ?? cashSsp)}>
      {formatCash('USD', countedUsd ?? cashUsd)}
    </TwoLines>
  );
}

const columns: readonly Column<Till>[] = [
  idColumn('tillNumber', 'Till', { sortable: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status }) => <TillStatusTag status={status} />,
  },
  textColumn('userName', 'Of', { sortable: true }),
  instantColumn('openedAt', 'Opened', { lesser: true, sortable: true }),
  { id: 'held', header: 'Cash', kind: 'money', cell: (till) => <Held till={till} /> },
  { id: 'difference', header: 'Difference', cell: (till) => <TillDifference till={till} /> },
  textColumn('acceptedBy', 'Accepted by', { lesser: true }),
];

const filters = defineFilters(tillFilter, {
  status: { label: 'Status', all: 'All statuses', labels: statusLabels },
  from: { label: 'From day' },
  to: { label: 'To day' },
});

const unclosedColumns: readonly SmallColumn<Till>[] = [
  {
    header: 'Till',
    cell: ({ id, tillNumber, userName }) => (
      <TwoLines quiet={<bdi>{userName}</bdi>}>
        <RecordLink kind="till" id={id} number={tillNumber} />
      </TwoLines>
    ),
  },
  { header: 'Status', cell: ({ status }) => <TillStatusTag status={status} /> },
  { header: 'Opened', minor: true, cell: ({ openedAt }) => <InstantText at={openedAt} /> },
  { header: 'Difference', minor: true, cell: (till) => <TillDifference till={till} /> },
  { header: 'Cash', align: 'right', cell: (till) => <Held till={till} /> },
];

/** Tills of earlier days that are open, and those that wait for their hand-over. */
function Unclosed() {
  const read = useRead('listUnclosedTills');
  const count = read.data && read.data.open.length + read.data.waiting.length;
  return (
    <Panel
      title={count ? `Not closed: ${count}` : 'Not closed'}
      folds
      description="Open since an earlier day, or counted and not accepted yet."
    >
      <Loaded read={read} loading="Loading the tills…" lines={3}>
        {({ open, waiting }) =>
          count === 0 ? (
            <p className="quiet">All tills of earlier days are counted and accepted.</p>
          ) : (
            <SmallTable
              label="Tills that are not closed"
              columns={unclosedColumns}
              rows={[...open, ...waiting]}
              rowKey={({ id }) => id}
              scrolls={[...open, ...waiting].length > 8}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** The tills of all users, newest first, for those who accept them. */
export function AllTills({ onView }: { onView: (till: { id: number }) => void }) {
  return (
    <Stack>
      <Unclosed />
      <RecordList
        operation="listTills"
        label="Tills"
        many="tills"
        columns={columns}
        rowName="tillNumber"
        list={{
          filters,
          sorts: ['tillNumber', 'userName', 'openedAt'],
          sort: '-openedAt',
          prefix: 'tills-',
        }}
        search="Search by number or user"
        actions={(till) => [{ label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(till) }]}
        onOpen={onView}
        empty={{
          title: 'No till was opened yet',
          description: 'Each user opens a till of their own and hands it over once it is counted.',
        }}
      />
    </Stack>
  );
}
