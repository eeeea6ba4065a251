import { OVERDUE_DAYS } from '@nimule/core/billing/invoices/schema';
import type { DisconnectResult, DisconnectRow } from '@nimule/core/billing/runs/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, Money } from '../../../ui/values.tsx';
import styles from '../billing.module.css';
import { CustomerLink } from '../record-links.tsx';
import { pastDueInWords } from '../runs/business-days.ts';
import { CallLink } from './call-link.tsx';
import { useDebtorActions } from './debtor-actions.tsx';

const actionLabels: Record<DisconnectRow['action'], { status: string; label: string }> = {
  suspend: { status: 'suspended', label: 'Disconnect' },
  restore: { status: 'active', label: 'Restore' },
  promised: { status: 'promised', label: 'Promised' },
};

const columns: readonly Column<DisconnectRow>[] = [
  {
    id: 'customerName',
    header: 'Customer',
    cell: ({ customerNumber, customerName }) => (
      <CustomerLink number={customerNumber} name={customerName} />
    ),
    priority: 1,
  },
  {
    id: 'action',
    header: 'What happens',
    cell: ({ action, promisedUntil }) => (
      <span className={styles.twoLines}>
        <span>
          <StatusTag {...actionLabels[action]} />
        </span>
        {promisedUntil && action === 'promised' && (
          <span className="quiet">not before {formatDate(promisedUntil)}</span>
        )}
      </span>
    ),
    priority: 1,
  },
  {
    id: 'phone',
    header: 'Call',
    cell: ({ phone, customerName }) => <CallLink phone={phone} name={customerName} />,
  },
  {
    id: 'openUsd',
    header: 'Open',
    cell: ({ openUsd, openSsp }) => <Money usd={openUsd} ssp={openSsp} />,
    align: 'right',
  },
  {
    id: 'oldestDueDate',
    header: 'Oldest due',
    cell: ({ oldestDueDate, daysPastDue }) =>
      daysPastDue > 0 ? (
        <span className={styles.twoLines}>
          <DateText date={oldestDueDate} />
          <span className="quiet">{pastDueInWords(daysPastDue)}</span>
        </span>
      ) : (
        <span className="quiet">Settled</span>
      ),
  },
];

export type Day = 'today' | 'tomorrow';

export function countsInWords({ suspended, restored, promised }: DisconnectResult): string {
  return `${suspended} to disconnect, ${restored} to restore, ${promised} held back by a promise to pay`;
}

/** Whom the rule meets on a day: who is called, pays or promises before it comes to that. */
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
    <div className={styles.stack}>
      <p className="quiet" role="status">
        {data && `${formatDate(data.date)}: ${countsInWords(data)}`}
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
            total: data.suspended + data.restored + data.promised,
          },
        }}
        list={list}
        actions={actions.of}
        empty={nobody}
        noMatch={nobody}
      />
      {actions.dialog}
    </div>
  );
}
