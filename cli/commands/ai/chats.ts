import { randomBytes } from 'node:crypto';
import { defineCommand, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { forTerminal, printBelow, printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import {
  instantColumn,
  instantText,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../../output.ts';
import type { Session, WireBody } from '../../session.ts';
import { findCustomer } from '../customers/customers.ts';

const chatColumns = [
  textColumn('sessionId', 'Chat'),
  textColumn('customerNumber', 'Customer ID'),
  textColumn('customerName', 'Customer'),
  textColumn('status', 'Status'),
  textColumn('topic', 'Topic'),
  numberColumn('messageCount', 'Messages'),
  numberColumn('rating', 'Rating'),
  textColumn('ticketNumber', 'Ticket'),
  textColumn('startedBy', 'Started by'),
  instantColumn('lastMessageAt', 'Last message'),
] as const;

const chatFilters = {
  status: text('status', 'active, escalated or closed'),
  topic: text(
    'topic',
    'connection, speed, billing, equipment, account, complaint, outage, general or greeting',
  ),
  customer: text('customer', 'Only those of this customer, such as SC003'),
} as const;

/** The filter with the record id of the customer in place of the customer's number. */
async function chatQuery(session: Session, options: Record<string, unknown>) {
  const { customer, ...query } = options;
  if (typeof customer !== 'string') return query;
  return { ...query, customerId: String((await findCustomer(session, customer)).id) };
}

const chat = { help: "Key of the chat, as 'isp ai chats list' shows it" };

function withMark({ value, isSample }: { value: number; isSample: boolean }, unit: string): string {
  return `${value}${unit}${isSample ? ' (sample)' : ''}`;
}

function statsRecord(stats: WireBody<'assistantStats'>) {
  const { driver, model, requestsLeft } = stats;
  return {
    resolutionRate: withMark(stats.resolutionRate, '%'),
    responseSeconds: withMark(stats.responseSeconds, ' s'),
    satisfaction: withMark(stats.satisfaction, ' of 5'),
    coverage: withMark(stats.coverage, '%'),
    activeChats: stats.activeChats,
    escalatedChats: stats.escalatedChats,
    articles: stats.articles,
    lastTrainedAt: stats.lastTrainedAt,
    answersBy: driver === 'local' ? 'rules on this server' : `${model}, else the rules`,
    requestsLeft,
    issues: stats.issues.map(({ label, count }) => `${label}: ${count}`).join('\n'),
  };
}

export const chatCommands = [
  defineCommand({
    name: 'ai stats',
    summary: 'Show the metrics of the assistant over the last 90 days',
    answers: true,
    examples: ['isp ai stats', 'isp ai stats --format json'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('assistantStats', {});
      if (format === 'json') return void (await printRecord(io, format, body, []));
      await printRecord(io, format, statsRecord(body), [
        textColumn('resolutionRate', 'Solved without a person'),
        textColumn('responseSeconds', 'Mean time to a reply'),
        textColumn('satisfaction', 'Satisfaction'),
        textColumn('coverage', 'Questions with an answer'),
        numberColumn('activeChats', 'Active chats'),
        numberColumn('escalatedChats', 'With a person'),
        numberColumn('articles', 'Articles'),
        instantColumn('lastTrainedAt', 'Last trained'),
        textColumn('answersBy', 'Answers by'),
        numberColumn('requestsLeft', 'Requests left today'),
        textColumn('issues', 'Common issues'),
      ]);
    },
  }),
  defineCommand({
    name: 'ai ask',
    summary: 'Ask the assistant for a customer',
    details:
      'The question and the reply are kept as a chat, and a ticket is opened where a person is needed.',
    args: {
      customer: { help: 'Customer ID, such as SC003' },
      question: { help: 'The question in the words of the customer' },
    },
    options: { chat: text('key', 'Go on with this chat; left out, a new one begins') },
    answers: true,
    examples: [
      'isp ai ask SC003 "how much do i owe"',
      'isp ai ask SC003 "it is still slow" --chat chat-3f2a9c',
    ],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const customerId = String((await findCustomer(session, args.customer)).id);
      // Begins with its first message: a refused question leaves no chat behind.
      const sessionId = options.chat ?? `chat-${randomBytes(12).toString('hex')}`;
      const { body } = await session.call('chat', {
        body: { customerId, sessionId, message: args.question },
      });
      if (format !== 'table') {
        const { response, needsEscalation, escalationReason, session: after } = body;
        const { ticketNumber } = after;
        const record = { response, needsEscalation, escalationReason, ticketNumber, sessionId };
        return void (await printRecord(io, format, record, [
          textColumn('response', 'Reply'),
          textColumn('needsEscalation', 'Needs a person'),
          textColumn('escalationReason', 'Reason'),
          textColumn('ticketNumber', 'Ticket'),
          textColumn('sessionId', 'Chat'),
        ]));
      }
      io.stdout.write(`${forTerminal(body.response)}\n`);
      if (body.needsEscalation)
        printMessage(
          io,
          `${body.escalationReason} A person takes over: ${body.session.ticketNumber}.`,
        );
      printMessage(io, `Chat ${sessionId}`);
    },
  }),
  listCommand({
    name: 'ai chats list',
    summary: 'List chats, the latest first',
    operation: 'listChats',
    columns: chatColumns,
    filters: chatFilters,
    input: async (session, options) => ({ query: await chatQuery(session, options) }),
    examples: ['isp ai chats list --status escalated', 'isp ai chats list --customer SC003'],
  }),
  defineCommand({
    name: 'ai chats show',
    summary: 'Show a chat with its messages',
    args: { chat },
    answers: true,
    examples: ['isp ai chats show chat-3f2a9c'],
    async run({ io, args, format, open }) {
      const { body } = await (await open()).call('getChat', { params: { sessionId: args.chat } });
      if (format === 'json') return void (await printRecord(io, format, body, []));
      const { messages, ...record } = body;
      await printRecord(io, format, record, [
        ...chatColumns,
        textColumn('escalationReason', 'Handed over'),
      ]);
      if (format === 'csv') return;
      for (const { role, typedBy, timestamp, content } of messages) {
        const who = role === 'user' ? `Customer, typed by ${typedBy}` : 'Assistant';
        printBelow(io, `${instantText(timestamp)} ${who}:\n${content}`);
      }
    },
  }),
  exportCommand({
    name: 'ai chats export',
    operation: 'exportChats',
    filters: chatFilters,
    input: chatQuery,
    examples: ['isp ai chats export > chats.csv', 'isp ai chats export --output chats.xlsx'],
  }),
  defineCommand({
    name: 'ai train',
    summary: 'Learn from articles and resolved tickets',
    details: 'Shows what was learned, and the questions of the last 90 days without an answer.',
    answers: true,
    examples: ['isp ai train'],
    async run({ io, format, open }) {
      const session = await open();
      await session.call('trainAssistant', {});
      const { body } = await session.call('getTraining', {});
      if (format === 'json') return void (await printRecord(io, format, body, []));
      if (body.last) printMessage(io, body.last.summary);
      await printRows(io, format, body.openQuestions, [
        textColumn('question', 'Question without an answer'),
        textColumn('topic', 'Topic'),
        numberColumn('count', 'Asked'),
        instantColumn('lastAt', 'Last'),
      ]);
    },
  }),
];
