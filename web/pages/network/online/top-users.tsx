import { type TopUser, topUserFilter, topUserSorts } from '@nimule/core/access/schema-usage';
import { useMemo } from 'react';
import { bytesText, speedText } from '../../../parts/access/access-words.ts';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { today } from '../../../ui/today.ts';
import { customerNameColumn } from './session-columns.tsx';

const bytes = (
  id: (typeof topUserSorts)[number],
  header: string,
  settings: Partial<Column<TopUser>> = {},
): Column<TopUser> => ({
  ...{ id, header, kind: 'count', sortable: true },
  cell: (row) => bytesText(row[id]),
  ...settings,
});

const columns: readonly Column<TopUser>[] = [
  { ...customerNameColumn<TopUser>(), sortable: false },
  {
    id: 'packageType',
    header: 'Package',
    cell: ({ packageType, downloadKbps }) => (
      <TwoLines quiet={speedText(downloadKbps)}>{packageType}</TwoLines>
    ),
  },
  bytes('totalBytes', 'Total', { priority: 1 }),
  bytes('downloadBytes', 'Download'),
  bytes('uploadBytes', 'Upload'),
];

/** Past months that can be chosen. */
const MONTHS_BACK = 12;

/** Who used most in a month. */
export function TopUsers() {
  const filters = useMemo(() => {
    const [, ...past] = monthsAround(today(), MONTHS_BACK);
    const month = { ...monthFilter('Month', past), all: 'This month', inBar: true } as const;
    return defineFilters(topUserFilter, { month });
  }, []);
  return (
    <RecordList
      operation="listTopUsers"
      label="Top users"
      many="accounts"
      columns={columns}
      rowName="username"
      rowKey={({ accountId }) => accountId}
      list={{ filters, sorts: topUserSorts, sort: '-totalBytes', prefix: 'top-' }}
      search="Search by user name or customer"
      empty={{
        title: 'Nothing was used in this month',
        description: 'Usage shows here as routers report it.',
      }}
    />
  );
}
