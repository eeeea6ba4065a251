import { ChatIcon } from '@blueprintjs/icons';
import { type ChatSession, sessionFilter } from '@nimule/core/assistant/schema';
import { topicLabels } from '@nimule/core/assistant/sessions/rules';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useList } from '../../../client/use-list.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText } from '../../../ui/values.tsx';

const PREFIX = 'chats-';

const columns: readonly Column<ChatSession>[] = [
  customerColumn<ChatSession>({ priority: 1, sortable: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status }) => <StatusTag status={status} />,
  },
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
  {
    id: 'messageCount',
    header: 'Messages',
    kind: 'count',
    lesser: true,
    cell: ({ messageCount }) => numberText(messageCount),
  },
  {
    id: 'lastMessageAt',
    header: 'Last message',
    kind: 'date',
    sortable: true,
    cell: ({ lastMessageAt }) => <InstantText at={lastMessageAt} />,
  },
  {
    id: 'startedAt',
    header: 'Started',
    kind: 'date',
    sortable: true,
    priority: 4,
    cell: ({ startedAt, startedBy }) => (
      <TwoLines quiet={startedBy}>
        <InstantText at={startedAt} />
      </TwoLines>
    ),
  },
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
    customerId: {
      ...linkFilter('Customer', 'All customers', params.get(`${PREFIX}customerId`), 'One customer'),
      onlyIfSet: true,
    },
  });
  const list = useListState({
    filters,
    sort: '-lastMessageAt',
    sorts: ['lastMessageAt', 'startedAt', 'customerName', 'rating'],
    prefix: PREFIX,
  });
  const read = useList('listChats', list);
  const open = ({ sessionId }: ChatSession) => navigate(recordPath('chat', sessionId));
  return (
    <DataTable
      label="Chats"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ customerName }) => customerName}
      read={read}
      list={list}
      search="Search by customer"
      tools={<ExportMenu operation="exportChats" list={list} what="The chats of this list" />}
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
      noMatch={{
        title: 'No chats found',
        description: 'No chats match your current search and filters.',
      }}
    />
  );
}
