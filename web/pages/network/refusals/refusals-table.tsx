import { type Refusal, refusalFilter } from '@nimule/core/access/schema-sessions';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { refusalLabels } from '../../../parts/access/access-words.ts';
import { CodeSale } from '../../../parts/access/code-sale.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { countColumn, instantColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { AccessNotice } from '../access/access-notice.tsx';
import { routerFilter, useRouters } from '../access/router-filter.ts';
import { POLL_MS } from '../polling.ts';
import { UnusablePanel } from './unusable-panel.tsx';

/** Refused as decided, or as sold. */
const isExpected = (reason: Refusal['reason']) =>
  ['suspended', 'inactive', 'void', 'ended', 'usedUp'].includes(reason);

const columns: readonly Column<Refusal>[] = [
  {
    id: 'username',
    header: 'User name',
    cell: ({ username }) => (
      <strong className="mono" dir="auto">
        {username}
      </strong>
    ),
    priority: 1,
  },
  {
    id: 'reason',
    header: 'Why',
    kind: 'tag',
    cell: ({ reason }) => (
      <StatusTag status={isExpected(reason) ? 'review' : 'failed'} label={refusalLabels[reason]} />
    ),
    priority: 1,
  },
  {
    id: 'customerName',
    header: 'Customer',
    cell: ({ accountId, username, customerId, customerNumber, customerName }) =>
      customerId === null ? (
        accountId === null ? (
          <span className="quiet">–</span>
        ) : (
          <CodeSale label={username} />
        )
      ) : (
        <Link to={recordPath('customer', customerNumber)} dir="auto">
          {customerName}
        </Link>
      ),
  },
  textColumn('routerName', 'Router'),
  {
    id: 'device',
    header: 'Device',
    cell: ({ device }) => <span className="mono">{device || '–'}</span>,
    lesser: true,
  },
  countColumn('count', 'Times', { sortable: true }),
  instantColumn('lastAt', 'Last', { sortable: true }),
];

/** Sign-ins that were refused, those of one name, device and reason in an hour as one row. */
export function RefusalsTable() {
  const routers = useRouters();
  const filters = useMemo(
    () =>
      defineFilters(refusalFilter, {
        reason: { label: 'Why', all: 'All reasons', labels: refusalLabels },
        routerId: routerFilter(routers),
      }),
    [routers],
  );
  return (
    <Stack>
      <AccessNotice routers={routers} />
      <RecordList
        operation="listRefusals"
        label="Refused sign-ins"
        many="refused sign-ins"
        columns={columns}
        rowName="username"
        list={{ filters, sorts: ['lastAt', 'count'], sort: '-lastAt', prefix: 'refused-' }}
        pollMs={POLL_MS}
        search="Search by user name or device"
        empty={{
          title: 'No sign-in was refused',
          description:
            'Wrong passwords, unknown names and sign-ins of suspended customers show here, counted by the hour.',
        }}
      />
      <UnusablePanel />
    </Stack>
  );
}
