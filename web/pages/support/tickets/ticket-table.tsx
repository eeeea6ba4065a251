import { formatInstant } from '@nimule/core/kernel/dates';
import { type Ticket, ticketFilter } from '@nimule/core/support/schema';
import { useStoredUser } from '../../../client/session.ts';
import { CustomerLink } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { useAssignees } from '../../../parts/tickets/ticket-fields.tsx';
import { DueCell, PriorityTag, TicketStatus } from '../../../parts/tickets/ticket-tags.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, idColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters, type TableFilter } from '../../../ui/table/filters.ts';
import { humanize } from '../../../ui/tags.tsx';
import { useTicketActions } from '../ticket/ticket-actions.tsx';

const columns: readonly Column<Ticket>[] = [
  idColumn('ticketId', 'Ticket', { sortable: true }),
  {
    id: 'title',
    header: 'Title',
    sortable: true,
    cell: ({ title, issueType, nodeName }) => (
      <TwoLines quiet={[humanize(issueType), nodeName].filter(Boolean).join(' · ')}>
        <strong dir="auto">{title}</strong>
      </TwoLines>
    ),
  },
  {
    id: 'customerName',
    header: 'Customer',
    sortable: true,
    cell: ({ customerNumber, customerName }) =>
      customerName === '' ? (
        <span className="quiet">–</span>
      ) : (
        <CustomerLink number={customerNumber} name={customerName} />
      ),
  },
  {
    id: 'priority',
    header: 'Priority',
    kind: 'tag',
    sortable: true,
    lesser: true,
    cell: (ticket) => <PriorityTag ticket={ticket} />,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    sortable: true,
    cell: (ticket) => <TicketStatus ticket={ticket} />,
  },
  {
    id: 'assignedName',
    header: 'Assigned to',
    sortable: true,
    lesser: true,
    cell: ({ assignedName }) => assignedName || <span className="quiet">Nobody</span>,
  },
  {
    id: 'due',
    header: 'Due',
    kind: 'tag',
    sortable: true,
    cell: (ticket) => <DueCell ticket={ticket} />,
  },
  dateColumn('visitDate', 'Visit', { sortable: true, priority: 4 }),
  {
    id: 'createdAt',
    header: 'Opened',
    kind: 'date',
    sortable: true,
    priority: 3,
    cell: ({ createdAt }) => <OpenedCell at={createdAt} />,
  },
];

/** Date and time in two lines, which leaves room for the title. */
function OpenedCell({ at }: { at: Date }) {
  const [date, time] = formatInstant(at).split(', ');
  return <TwoLines quiet={time}>{date}</TwoLines>;
}

const sorts = [
  'ticketId',
  'title',
  'customerName',
  'priority',
  'status',
  'assignedName',
  'createdAt',
  'due',
  'visitDate',
] as const;

const fixedFilters = defineFilters(ticketFilter, {
  status: { label: 'Status', all: 'All statuses', labels: { unresolved: 'Not resolved' } },
  priority: { label: 'Priority', all: 'All priorities', labels: { urgent: 'Urgent' } },
  issueType: { label: 'Issue type', all: 'All types' },
  due: { label: 'Due', all: 'Due or not', labels: { soon: 'Due soon', overdue: 'Overdue' } },
  answered: {
    label: 'First response',
    all: 'Answered or not',
    labels: { no: 'Not answered' },
    onlyIfSet: true,
  },
  merged: {
    label: 'Merged tickets',
    all: 'With merged ones',
    labels: { no: 'Without merged ones' },
    onlyIfSet: true,
  },
  from: { label: 'Opened from', onlyIfSet: true },
  to: { label: 'Opened until', onlyIfSet: true },
});

/** The filter by assignee; the users are read from the server. */
function useAssigneeFilter(): TableFilter {
  const me = useStoredUser()?.id;
  const others = useAssignees().filter(({ id }) => id !== me);
  return {
    name: 'assignedTo',
    label: 'Assigned to',
    takesAny: true,
    options: [
      { value: '', label: 'Anybody' },
      { value: 'me', label: 'Mine' },
      { value: 'nobody', label: 'Nobody' },
      ...others.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
    ],
  };
}

/** The list of tickets, newest first. */
export function TicketTable({ onView }: { onView: (ticketId: string) => void }) {
  const assignee = useAssigneeFilter();
  const actions = useTicketActions({ onView });
  return (
    <RecordList
      operation="listTickets"
      label="Support tickets"
      many="tickets"
      columns={columns}
      rowName="ticketId"
      list={{ filters: [...fixedFilters, assignee], sorts, sort: '-createdAt' }}
      search="Search by number, title, customer or text"
      exports="exportTickets"
      actions={actions}
      onOpen={({ ticketId }) => onView(ticketId)}
      empty={{
        title: 'No tickets yet',
        description: 'A ticket that is opened by hand or by an outage is listed here.',
      }}
    />
  );
}
