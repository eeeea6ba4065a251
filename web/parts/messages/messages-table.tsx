import { localPhone } from '@nimule/core/kernel/phone';
import type { Message, MessageFilter, MessageStatus } from '@nimule/core/messaging/schema';
import { messageFilter } from '@nimule/core/messaging/schema';
import { TwoLines } from '../../ui/layout.tsx';
import { textColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import { StatusTag } from '../../ui/tags.tsx';
import { InstantText } from '../../ui/values.tsx';
import { RecordList } from '../record-list.tsx';
import { useMessageActions } from './message-actions.tsx';
import { channelLabels, nameOfRecipient, shownStatus, statusText } from './message-words.ts';

/** `claimed` is shown as queued. */
const statuses: readonly MessageStatus[] = [
  'queued',
  'sending',
  'sent',
  'written',
  'delivered',
  'failed',
  'unknown',
  'cancelled',
];
const statusFilter = {
  label: 'Status',
  all: 'All statuses',
  options: statuses,
  labels: statusText,
};
const channelFilter = { label: 'Channel', all: 'SMS and e-mail', labels: channelLabels };

const ofOneChannel = defineFilters(messageFilter, { status: statusFilter });
const ofBothChannels = defineFilters(messageFilter, {
  status: statusFilter,
  channel: channelFilter,
});

const status: Column<Message> = {
  id: 'status',
  header: 'Status',
  kind: 'tag',
  priority: 1,
  cell: ({ status: of }) => (
    <StatusTag status={shownStatus(of)} label={statusText(shownStatus(of))} />
  ),
};
const queuedAt: Column<Message> = {
  id: 'queuedAt',
  header: 'Queued',
  kind: 'date',
  sortable: true,
  cell: (message) => <InstantText at={message.queuedAt} />,
};
const recipient: Column<Message> = {
  id: 'recipient',
  header: 'To',
  priority: 1,
  cell: (message) => (
    <TwoLines quiet={message.name && localPhone(message.recipient)}>
      {nameOfRecipient(message)}
    </TwoLines>
  ),
};
const what: Column<Message> = {
  id: 'title',
  header: 'Message',
  priority: 1,
  cell: ({ title, channel }) => <TwoLines quiet={channelLabels[channel]}>{title}</TwoLines>,
};
const text: Column<Message> = {
  id: 'text',
  header: 'Text',
  priority: 3,
  cell: (message) => <div dir="auto">{message.subject || message.text}</div>,
};
const reason: Column<Message> = textColumn('error', 'Reason');

const columns = {
  campaign: [recipient, status, reason, { ...queuedAt, priority: 3 }],
  customer: [what, status, { ...text, priority: 2 }, queuedAt, reason],
  all: [recipient, status, { ...what, priority: 2 }, queuedAt, reason, text],
} satisfies Record<string, readonly Column<Message>[]>;

interface MessagesTableProps {
  label: string;
  /** What the messages have in common, and so needs no column. */
  of: keyof typeof columns;
  query?: Pick<MessageFilter, 'campaign' | 'customer'>;
  /** Prefix of the URL parameters. */
  prefix: string;
  /** While they are being sent. */
  pollMs?: number | undefined;
  empty: { title: string; description: string };
  tools?: React.ReactNode;
}

/** Messages with their state and its reason: of a campaign, of a customer, or all. */
export function MessagesTable(props: MessagesTableProps) {
  const { label, of, query = {}, prefix, pollMs, empty, tools } = props;
  const actions = useMessageActions();
  return (
    <RecordList
      operation="listMessages"
      label={label}
      many="messages"
      columns={columns[of]}
      rowName={(message) => `the message to ${nameOfRecipient(message)}`}
      list={{
        filters: of === 'campaign' ? ofOneChannel : ofBothChannels,
        sort: '-queuedAt',
        prefix,
      }}
      query={query}
      pollMs={pollMs}
      search={of === 'customer' ? undefined : 'Search by name or number'}
      tools={tools}
      actions={actions}
      onOpen={actions.show}
      empty={empty}
    />
  );
}
