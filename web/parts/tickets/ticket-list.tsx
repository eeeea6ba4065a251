import { type Ticket, ticketFilter } from '@nimule/core/support/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { recordPath } from '../../app/paths.ts';
import { useList } from '../../client/use-list.ts';
import { TwoLines } from '../../ui/layout.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { humanize } from '../../ui/tags.tsx';
import { InstantText } from '../../ui/values.tsx';
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
  {
    id: 'createdAt',
    header: 'Opened',
    kind: 'date',
    lesser: true,
    sortable: true,
    cell: ({ createdAt }) => <InstantText at={createdAt} />,
  },
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
  const list = useListState({ filters, sort: '-createdAt', prefix });
  const read = useList('listTickets', list, query);
  return (
    <DataTable
      label={label}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ ticketId }) => ticketId}
      read={read}
      list={list}
      tools={tools}
      empty={{ title: 'No tickets', description: empty }}
    />
  );
}
