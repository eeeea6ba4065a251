import { SegmentedControl } from '@blueprintjs/core';
import { OfflineIcon } from '@blueprintjs/icons';
import { OVERDUE_DAYS } from '@nimule/core/billing/schema';
import type { DisconnectResult, DisconnectRow } from '@nimule/core/billing/schema-runs';
import { formatDate } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../ui/allowed.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Panel } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { toast } from '../../ui/toaster.tsx';
import { DateText, Money } from '../../ui/values.tsx';
import styles from './billing.module.css';
import { pastDueInWords } from './business-days.ts';
import { CustomerLink } from './record-links.tsx';

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
    kind: 'tag',
    priority: 1,
  },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone || '–', priority: 3 },
  {
    id: 'openUsd',
    header: 'Open',
    cell: ({ openUsd }) => <Money usd={openUsd} />,
    kind: 'money',
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
    kind: 'date',
  },
];

type Day = 'today' | 'tomorrow';

function countsInWords({ suspended, restored, promised }: DisconnectResult): string {
  return `${suspended} to disconnect, ${restored} to restore, ${promised} held back by a promise to pay`;
}

/** The rule of disconnection (decision 3): whom it meets today and tomorrow, and running it now. */
export function DisconnectPanel() {
  const list = useListState({
    filters: { day: ['today', 'tomorrow'] },
    sort: 'oldestDueDate',
    prefix: 'disconnect-',
  });
  const day: Day = list.filters.day;
  const [asking, setAsking] = useState(false);
  const preview = useRead(
    'previewDisconnect',
    { query: { day, page: list.page, pageSize: list.pageSize } },
    { keepPrevious: true },
  );
  const { data } = preview;
  return (
    <Panel
      title="Auto-Disconnect"
      description={`Every day, active customers with at least 1 USD open on an invoice ${OVERDUE_DAYS} or more days past due are suspended; those whom the rule suspended are restored once nothing such is open. A promise to pay, kept with the customer, holds it back and connects again.`}
      actions={
        <AllowedOrDisabled to="billing.disconnect">
          <ActionButton icon={<OfflineIcon />} onClick={() => setAsking(true)}>
            Run now
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <div className={styles.stack}>
        <div className={styles.between}>
          <SegmentedControl
            aria-label="Day"
            size="small"
            options={[
              { value: 'today', label: 'Today' },
              { value: 'tomorrow', label: 'Tomorrow' },
            ]}
            value={day}
            onValueChange={(value) => list.setFilter('day', value)}
          />
          <span className="quiet" role="status">
            {data && `${formatDate(data.date)}: ${countsInWords(data)}`}
          </span>
        </div>
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
          empty={{
            title: `Nobody is disconnected ${day}`,
            description: `No active customer has an invoice open that is ${OVERDUE_DAYS} or more days past due.`,
          }}
          noMatch={{
            title: `Nobody is disconnected ${day}`,
            description: `No active customer has an invoice open that is ${OVERDUE_DAYS} or more days past due.`,
          }}
        />
      </div>
      {asking && <ConfirmDisconnect onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function ConfirmDisconnect({ onClose }: { onClose: () => void }) {
  const { data } = useRead('previewDisconnect', { query: { day: 'today', pageSize: 1 } });
  const run = useMutation('runDisconnect', { failure: 'Failed to run auto-disconnect' });
  return (
    <ConfirmDialog
      title="Run auto-disconnect now?"
      confirmLabel="Run auto-disconnect"
      destructive
      onConfirm={async () => {
        const { suspended, restored } = await run.run({ body: {} });
        toast('Auto-disconnect done', `${suspended} disconnected, ${restored} restored.`);
      }}
      onClose={onClose}
    >
      <p>
        {data ? `Today: ${countsInWords(data)}.` : 'Counting…'} Customers who are disconnected have
        no service until they pay.
      </p>
    </ConfirmDialog>
  );
}
