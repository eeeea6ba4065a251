import { OVERDUE_DAYS } from '@nimule/core/billing/invoices/schema';
import type { DisconnectResult, DisconnectRow } from '@nimule/core/billing/runs/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { formatPastDue } from '../../../parts/billing-tags.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, Money, PhoneLink } from '../../../ui/values.tsx';
import { useDebtorActions } from './debtor-actions.tsx';

const actionLabels: Record<DisconnectRow['action'], { status: string; label: string }> = {
  suspend: { status: 'suspended', label: 'Disconnect' },
  restore: { status: 'active', label: 'Restore' },
  promised: { status: 'promised', label: 'Promised' },
  disputed: { status: 'review', label: 'Disputed: not counted' },
};

const columns: readonly Column<DisconnectRow>[] = [
  customerColumn({ priority: 1 }),
  {
    id: 'action',
    header: 'What happens',
    cell: ({ action, promisedUntil }) => (
      <TwoLines
        quiet={promisedUntil && action === 'promised' && `not before ${formatDate(promisedUntil)}`}
      >
        <StatusTag {...actionLabels[action]} />
      </TwoLines>
    ),
    priority: 1,
  },
  {
    id: 'phone',
    header: 'Call',
    cell: ({ phone, customerName }) => (
      <PhoneLink phone={phone} name={customerName} none="No telephone" />
    ),
  },
  {
    ...moneyColumn<DisconnectRow>('openUsd', 'Open', { ssp: 'openSsp' }),
    cell: ({ openUsd, openSsp, disputedUsd }) => (
      <TwoLines quiet={disputedUsd > 0 && `${formatUsd(disputedUsd)} disputed: not counted`}>
        <Money usd={openUsd} ssp={openSsp} />
      </TwoLines>
    ),
  },
  {
    id: 'oldestDueDate',
    header: 'Oldest due',
    cell: ({ oldestDueDate, daysPastDue, isImported }) =>
      daysPastDue > 0 ? (
        <TwoLines quiet={`${formatPastDue(daysPastDue)}${isImported ? ', imported' : ''}`}>
          <DateText date={oldestDueDate} />
        </TwoLines>
      ) : (
        <span className="quiet">Settled</span>
      ),
  },
];

export type Day = 'today' | 'tomorrow';

export function formatCounts({
  suspended,
  restored,
  promised,
  disputed,
}: DisconnectResult): string {
  const held = disputed > 0 ? `, ${disputed} disputed: not counted` : '';
  return `${suspended} to disconnect, ${restored} to restore, ${promised} held back by a promise to pay${held}`;
}

/** Customers affected by the disconnect rule on a day, to be called before. */
export function DisconnectList({ day }: { day: Day }) {
  const list = useListState({ sort: 'oldestDueDate', prefix: 'disconnect-' });
  const actions = useDebtorActions();
  const preview = useRead(
    'previewDisconnect',
    { query: { day, page: list.page, pageSize: list.pageSize } },
    { keepPrevious: true },
  );
  const { data } = preview;
  const nobody = {
    title: `Nobody is disconnected ${day}`,
    description: `No active customer has an invoice open that is ${OVERDUE_DAYS} or more days past due.`,
  };
  return (
    <Stack>
      <p className="quiet" role="status">
        {data && `${formatDate(data.date)}: ${formatCounts(data)}`}
      </p>
      <DataTable
        label={`Customers that the ${OVERDUE_DAYS}-day rule meets ${day}`}
        columns={columns}
        rowKey={({ customerId }) => customerId}
        rowName={({ customerNumber }) => customerNumber}
        read={{
          ...preview,
          data: data && {
            rows: data.rows,
            total: data.suspended + data.restored + data.promised + data.disputed,
          },
        }}
        list={list}
        actions={actions.of}
        empty={nobody}
        noMatch={nobody}
      />
      {actions.dialog}
    </Stack>
  );
}
