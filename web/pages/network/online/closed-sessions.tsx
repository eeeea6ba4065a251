import { SearchIcon } from '@blueprintjs/icons';
import { type ClosedSession, closedFilter } from '@nimule/core/access/schema-sessions';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { causeText } from '../../../parts/access/access-words.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { instantColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters, type TableFilter } from '../../../ui/table/filters.ts';
import { routerFilter, useRouters } from '../access/router-filter.ts';
import { AddressForm } from './address-form.tsx';
import {
  addressColumn,
  bytesColumn,
  customerNameColumn,
  lengthColumn,
} from './session-columns.tsx';

const columns: readonly Column<ClosedSession>[] = [
  { ...customerNameColumn<ClosedSession>(), sortable: false },
  addressColumn(),
  instantColumn('startedAt', 'From', { sortable: true }),
  instantColumn('endedAt', 'Until', { sortable: true }),
  { id: 'cause', header: 'Why it ended', cell: ({ cause }) => causeText(cause) },
  textColumn('routerName', 'Router', { lesser: true }),
  { ...lengthColumn<ClosedSession>(), priority: 3 },
  bytesColumn({ priority: 3 }),
];

/** Set by a link or by the form: an address is no choice among few. */
const addressFilter: TableFilter = {
  name: 'ip',
  label: 'Address',
  options: [],
  onlyIfSet: true,
  takesAny: true,
};

/** Ended sessions: who had an address, when and where. */
export function ClosedSessions() {
  const routers = useRouters();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const filters = useMemo(
    () => [
      addressFilter,
      ...defineFilters(closedFilter, {
        routerId: routerFilter(routers),
        from: { label: 'From' },
        to: { label: 'Until' },
      }),
    ],
    [routers],
  );
  return (
    <>
      <RecordList
        operation="listClosedSessions"
        label="Ended sessions"
        many="sessions"
        columns={columns}
        rowName="username"
        list={{ filters, sorts: ['startedAt', 'endedAt'], sort: '-endedAt', prefix: 'ended-' }}
        search="Search by user name"
        tools={
          <ActionButton icon={<SearchIcon />} onClick={() => setAsking(true)}>
            Who had an address
          </ActionButton>
        }
        empty={{
          title: 'No session has ended yet',
          description: 'They are kept for as many days as the settings of access say.',
        }}
      />
      {isAsking && (
        <AddressForm
          onChosen={(ip) => void navigate(paths.whoHad(ip))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
