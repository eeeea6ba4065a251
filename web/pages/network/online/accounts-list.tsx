import { type AccessAccount, accountFilter } from '@nimule/core/access/schema';
import { AccessStateTag } from '../../../parts/access/access-state.tsx';
import {
  accountKindLabels,
  bytesText,
  speedText,
  stateLabels,
} from '../../../parts/access/access-words.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { customerNameColumn } from './session-columns.tsx';

const columns: readonly Column<AccessAccount>[] = [
  customerNameColumn<AccessAccount>(),
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, fixedIp, pool }) => (
      <TwoLines quiet={fixedIp || pool}>{accountKindLabels[kind]}</TwoLines>
    ),
    lesser: true,
  },
  {
    id: 'access',
    header: 'State',
    kind: 'tag',
    cell: (account) => <AccessStateTag account={account} />,
    priority: 1,
  },
  {
    id: 'sessions',
    header: 'Online',
    kind: 'tag',
    cell: ({ sessions }) =>
      sessions === 0 ? (
        <span className="quiet">No</span>
      ) : (
        <StatusTag status="active" label={sessions === 1 ? 'Online' : `${sessions} sessions`} />
      ),
  },
  {
    id: 'speed',
    header: 'Speed',
    kind: 'count',
    cell: ({ downloadKbps }) => speedText(downloadKbps),
  },
  {
    id: 'month',
    header: 'This month',
    kind: 'count',
    cell: ({ uploadBytes, downloadBytes }) => bytesText(uploadBytes + downloadBytes),
  },
];

const filters = defineFilters(accountFilter, {
  kind: { label: 'Kind', all: 'All kinds', labels: accountKindLabels },
  access: { label: 'Access', all: 'All', labels: stateLabels },
});

/** All access accounts, which are added and changed at their customers. */
export function AccountsList() {
  return (
    <RecordList
      operation="listAccessAccounts"
      label="Access accounts"
      many="accounts"
      columns={columns}
      rowName="username"
      list={{ filters, sorts: ['username'], sort: 'username', prefix: 'account-' }}
      search="Search by user name or customer"
      exports="exportAccessAccounts"
      empty={{
        title: 'No access accounts yet',
        description: 'They are added at a customer, under ‘Access’, or with a file of customers.',
      }}
    />
  );
}
