import { type Ticket, ticketFilter } from '@nimule/core/support/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '../../app/paths.ts';
import { TwoLines } from '../../ui/layout.tsx';
import { instantColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import { humanize } from '../../ui/tags.tsx';
import { RecordList } from '../record-list.tsx';
import { DueCell, PriorityTag, TicketStatus } from './ticket-tags.tsx';

const filters = defineFilters(ticketFilter, {
  status: { label: 'Status', all: 'All statuses' },
});

const columns: readonly Column<Ticket>[] = [
  {
    id: 'ticketId',
    header: 'Ticket',
    kind: 'id',
    priority: 1,
    cell: ({ ticketId }) => (
      <Link to={recordPath('ticket', ticketId)} className="mono">
        {ticketId}
      </Link>
    ),
  },
  {
    id: 'title',
    header: 'Title',
    cell: ({ title, issueType }) => (
      <TwoLines quiet={humanize(issueType)}>
        <span dir="auto">{title}</span>
      </TwoLines>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: (ticket) => <TicketStatus ticket={ticket} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    kind: 'tag',
    cell: (ticket) => <PriorityTag ticket={ticket} />,
  },
  { id: 'due', header: 'Due', kind: 'tag', cell: (ticket) => <DueCell ticket={ticket} /> },
  instantColumn('createdAt', 'Opened', { lesser: true, sortable: true }),
];

interface TicketListProps {
  /** Accessible name. */
  label: string;
  query: { customerId: number } | { nodeId: number };
  /** Of the query parameters of this list. */
  prefix: string;
  tools?: ReactNode;
  empty: string;
}

/** The tickets of a customer or of a node, with links to them. */
export function TicketList({ label, query, prefix, tools, empty }: TicketListProps) {
  return (
    <RecordList
      operation="listTickets"
      label={label}
      columns={columns}
      rowName="ticketId"
      list={{ filters, sort: '-createdAt', prefix }}
      query={query}
      tools={tools}
      empty={{ title: 'No tickets', description: empty }}
    />
  );
}
