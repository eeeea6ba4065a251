import { EyeOpenIcon } from '@blueprintjs/icons';
import {
  type PaymentRequest,
  requestFilter,
  requestStatuses,
} from '@nimule/core/mobile-money/schema';
import { formatSsp } from '@nimule/core/kernel/money';
import {
  RequestStatusTag,
  requestStatusLabels,
  SimulatedTag,
} from '../../../parts/mobile-money/request-words.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { Tags, TwoLines } from '../../../ui/layout.tsx';
import { instantColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters, type TableFilter } from '../../../ui/table/filters.ts';
import { Money, PhoneLink } from '../../../ui/values.tsx';

const columns: readonly Column<PaymentRequest>[] = [
  {
    id: 'what',
    header: 'For',
    priority: 1,
    cell: ({ what, customerNumber, documentNumber }) => (
      <TwoLines
        quiet={
          <span className="mono">
            {[customerNumber, documentNumber].filter(Boolean).join(' · ')}
          </span>
        }
      >
        <bdi>{what}</bdi>
      </TwoLines>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    sortable: true,
    cell: ({ phone, provider }) => (
      <TwoLines quiet={provider}>
        <PhoneLink phone={phone} />
      </TwoLines>
    ),
  },
  {
    id: 'amountUsd',
    header: 'Amount',
    kind: 'money',
    sortable: true,
    cell: ({ amountUsd, amount, currency }) => (
      <TwoLines align="right" quiet={currency === 'SSP' ? formatSsp(amount) : undefined}>
        <Money usd={amountUsd} />
      </TwoLines>
    ),
  },
  instantColumn('createdAt', 'Asked', { sortable: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status, isSimulated }) => (
      <Tags>
        <RequestStatusTag status={status} />
        {isSimulated && <SimulatedTag />}
      </Tags>
    ),
  },
  textColumn('problem', 'Problem', { priority: 3 }),
];

/** What needs a person comes first. */
const statusFilter: TableFilter = {
  name: 'status',
  label: 'Status',
  takesAny: false,
  options: [
    { value: 'failures', label: 'Failed or in review' },
    { value: 'all', label: 'All statuses' },
    { value: 'open', label: 'Open: not answered' },
    ...requestStatuses
      .filter((status) => status !== 'created' && status !== 'sending')
      .map((value) => ({ value, label: requestStatusLabels[value] })),
  ],
};

const filters = [
  statusFilter,
  ...defineFilters(requestFilter, {
    purpose: {
      label: 'Purpose',
      all: 'WiFi and customers',
      labels: { wifi: 'WiFi', customer: 'Customers' },
    },
    from: { label: 'From day' },
    to: { label: 'To day' },
  }),
];

interface RequestsTableProps {
  onView: (request: { id: number }) => void;
}

/** Requests for mobile money, at first those that failed or wait for a person. */
export function RequestsTable({ onView }: RequestsTableProps) {
  return (
    <RecordList
      operation="listPaymentRequests"
      label="Payment requests"
      columns={columns}
      rowName={({ what, phone }) => `${what}, ${phone}`}
      list={{
        filters,
        sorts: ['createdAt', 'amountUsd', 'phone'],
        sort: '-createdAt',
        prefix: 'requests-',
      }}
      search="Search by phone, customer or reference"
      actions={(request) => [
        { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(request) },
      ]}
      onOpen={onView}
      empty={{
        title: 'No payment failed',
        description: 'Payments that failed or that need a person are listed here.',
      }}
      noMatch={{
        title: 'No payment requests found',
        description: 'No requests match your current search and filters.',
      }}
    />
  );
}
