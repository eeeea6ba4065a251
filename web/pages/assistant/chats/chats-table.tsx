import { ChatIcon } from '@blueprintjs/icons';
import { type ChatSession, sessionFilter } from '@nimule/core/assistant/schema';
import { topicLabels } from '@nimule/core/assistant/sessions/rules';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { customerColumn } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { countColumn, instantColumn, statusColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';

const PREFIX = 'chats-';

const columns: readonly Column<ChatSession>[] = [
  customerColumn<ChatSession>({ priority: 1, sortable: true }),
  statusColumn(),
  {
    id: 'topic',
    header: 'About',
    cell: ({ topic, escalationReason }) => (
      <TwoLines quiet={escalationReason}>
        {topic === '' ? <span className="quiet">–</span> : topicLabels[topic]}
      </TwoLines>
    ),
  },
  {
    id: 'ticketNumber',
    header: 'Ticket',
    kind: 'id',
    cell: ({ ticketNumber }) =>
      ticketNumber === '' ? (
        <span className="quiet">–</span>
      ) : (
        <Link to={recordPath('ticket', ticketNumber)} className="mono">
          {ticketNumber}
        </Link>
      ),
  },
  {
    id: 'rating',
    header: 'Rating',
    kind: 'count',
    sortable: true,
    cell: ({ rating }) => (rating === null ? <span className="quiet">–</span> : `${rating} of 5`),
  },
  countColumn('messageCount', 'Messages', { lesser: true }),
  instantColumn('lastMessageAt', 'Last message', { sortable: true }),
  instantColumn('startedAt', 'Started', { by: 'startedBy', sortable: true, priority: 4 }),
];

/** All chats; one opens in the chat. */
export function ChatsTable() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const filters = defineFilters(sessionFilter, {
    status: { label: 'Status', all: 'All statuses' },
    topic: {
      label: 'About',
      all: 'All topics',
      labels: topicLabels,
    },
    mine: {
      label: 'Started by',
      all: 'Anybody',
      options: ['true'],
      labels: { true: 'Me' },
    },
    // Set by links from a customer.
    customerId: linkFilter('Customer', params.get(`${PREFIX}customerId`), 'One customer'),
  });
  const open = ({ sessionId }: ChatSession) => navigate(recordPath('chat', sessionId));
  return (
    <RecordList
      operation="listChats"
      label="Chats"
      many="chats"
      columns={columns}
      rowName="customerName"
      list={{
        filters,
        sort: '-lastMessageAt',
        sorts: ['lastMessageAt', 'startedAt', 'customerName', 'rating'],
        prefix: PREFIX,
      }}
      search="Search by customer"
      exports="exportChats"
      actions={(chat) => [
        {
          label: 'Open chat',
          icon: <ChatIcon />,
          onClick: () => {
            void open(chat);
          },
        },
      ]}
      onOpen={open}
      empty={{
        title: 'No chats yet',
        description: 'Choose a customer on the first part and start a chat.',
      }}
    />
  );
}
