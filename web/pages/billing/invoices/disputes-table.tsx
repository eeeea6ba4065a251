import { EyeOpenIcon } from '@blueprintjs/icons';
import {
  disputeFilter,
  disputeSorts,
  type InvoiceDispute,
} from '@nimule/core/billing/disputes/schema';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { outcomeLabel } from '../../../parts/disputes/dispute-words.ts';
import { customerColumn, RecordLink } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { counted } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';

const columns: readonly Column<InvoiceDispute>[] = [
  {
    id: 'invoice',
    header: 'Invoice',
    kind: 'id',
    priority: 1,
    cell: ({ invoiceId, invoiceNumber }) => (
      <RecordLink kind="invoice" id={invoiceId} number={invoiceNumber} />
    ),
  },
  {
    id: 'outcome',
    header: 'State',
    kind: 'tag',
    priority: 1,
    cell: ({ outcome }) => <StatusTag status={outcome ?? 'review'} label={outcomeLabel(outcome)} />,
  },
  customerColumn({ sortable: true }),
  {
    id: 'since',
    header: 'Since',
    kind: 'date',
    sortable: true,
    cell: ({ since, days }) => (
      <TwoLines quiet={counted(days, 'day')}>
        <DateText date={since} />
      </TwoLines>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    kind: 'text',
    cell: ({ reason, ticketNumber }) => (
      <TwoLines
        quiet={
          ticketNumber && (
            <Link to={recordPath('ticket', ticketNumber)} className="mono">
              {ticketNumber}
            </Link>
          )
        }
      >
        <span dir="auto">{reason}</span>
      </TwoLines>
    ),
  },
  moneyColumn('amountUsd', 'Amount', { sortable: true, lesser: true }),
  moneyColumn('openUsd', 'Open', { dashForZero: true }),
];

const filters = defineFilters(disputeFilter, {
  state: {
    label: 'State',
    all: 'All states',
    labels: { paid: 'Paid in full' },
  },
});

/** The invoices that customers dispute or have disputed (decision 120). */
export function DisputesTable({ onView }: { onView: (invoice: { id: number }) => void }) {
  const view = ({ invoiceId }: InvoiceDispute) => onView({ id: invoiceId });
  return (
    <RecordList
      operation="listDisputes"
      label="Disputes"
      many="disputes"
      columns={columns}
      rowName="invoiceNumber"
      list={{ filters, sorts: disputeSorts, sort: '-since', prefix: 'dispute-' }}
      search="Search by invoice or customer"
      exports="exportDisputes"
      actions={(dispute) => [
        { label: 'View', icon: <EyeOpenIcon />, onClick: () => view(dispute) },
      ]}
      onOpen={view}
      empty={{
        title: 'No invoice was disputed yet',
        description:
          'An invoice is disputed with its action Dispute, or from a ticket of the customer.',
      }}
    />
  );
}
