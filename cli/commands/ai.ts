import { randomUUID } from 'node:crypto';
import { defineCommand, flag, required, text, yes } from '../command.ts';
import { exportCommand } from '../export-command.ts';
import { readTextFile } from '../files.ts';
import { forTerminal, printMessage } from '../io.ts';
import { listCommand } from '../list-command.ts';
import {
  instantColumn,
  instantText,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../output.ts';
import { confirmed } from '../prompts.ts';
import type { Session, WireBody } from '../session.ts';
import { findCustomer } from './customers.ts';

const TOPICS = 'connection, speed, billing, equipment, account, complaint, outage or general';
const MAX_ARTICLE_BYTES = 100_000;

const chatColumns = [
  textColumn('sessionId', 'Chat'),
  textColumn('customerNumber', 'Customer ID'),
  textColumn('customerName', 'Customer'),
  textColumn('status', 'Status'),
  textColumn('topic', 'Topic'),
  numberColumn('messageCount', 'Messages'),
  numberColumn('rating', 'Rating'),
  textColumn('ticketNumber', 'Ticket'),
  textColumn('startedBy', 'By'),
  instantColumn('lastMessageAt', 'Last message'),
] as const;

const chatFilters = {
  status: text('status', 'active, escalated or closed'),
  topic: text('topic', `${TOPICS.replace(' or general', ', general or greeting')}`),
  customer: text('customer', 'Only those with this customer, such as SC003'),
  mine: flag('Only those that were begun in the shell'),
} as const;

const chatId = { help: "As 'isp ai chats list' shows it" };

/** The query of the operations of chats: a customer is named by the number. */
async function chatQuery<Q extends { customer?: string | undefined; mine?: boolean }>(
  session: Session,
  { customer, mine, ...query }: Q,
) {
  return {
    ...query,
    ...(mine ? { mine: 'yes' } : {}),
    ...(customer ? { customerId: (await findCustomer(session, customer)).id } : {}),
  };
}

const articleColumns = [
  numberColumn('id', 'ID'),
  textColumn('title', 'Title'),
  textColumn('topic', 'Topic'),
  textColumn('isActive', 'Active'),
  numberColumn('uses', 'Uses in 90 days'),
  textColumn('keywords', 'Keywords'),
  textColumn('updatedBy', 'Changed by'),
  instantColumn('updatedAt', 'Changed'),
] as const;
const articleDetails = [...articleColumns, textColumn('body', 'Text')] as const;
const articleId = { help: "As 'isp ai articles list' shows it" };

const readArticleText = (path: string) =>
  readTextFile(path, { field: 'file', maxBytes: MAX_ARTICLE_BYTES });
const readArticle = (session: Session, id: string) =>
  session.call('getArticle', { params: { id } });

/** The metrics, a line each; those that no chat gave yet are marked. */
function statLines(stats: WireBody<'assistantStats'>) {
  const line = (figure: string, value: unknown) => ({ figure, value });
  const measured = (
    figure: string,
    { value, isSample }: { value: number; isSample: boolean },
    unit = '',
  ) => line(figure, `${value}${unit}${isSample ? ' (sample)' : ''}`);
  return [
    measured('Resolution rate', stats.resolutionRate, '%'),
    measured('Average response', stats.responseSeconds, ' s'),
    measured('Satisfaction, of 5', stats.satisfaction),
    line('Ratings', stats.ratings),
    line('Active chats', stats.activeChats),
    line('Escalated chats', stats.escalatedChats),
    measured('Questions with an answer', stats.coverage, '%'),
    ...stats.issues.map(({ label, count }) =>
      line(label, `${count}${stats.issuesAreSample ? ' (sample)' : ''}`),
    ),
    line('Active articles', stats.articles),
    line('Answers by', stats.driver === 'model' ? `model ${stats.model}` : 'own rules'),
    ...(stats.requestsLeft === null ? [] : [line('Requests left today', stats.requestsLeft)]),
    line('Last training', instantText(stats.lastTrainedAt) || 'never'),
  ];
}

export const aiCommands = [
  defineCommand({
    name: 'ai stats',
    summary: 'Show the metrics of the assistant of the last 90 days',
    answers: true,
    examples: ['isp ai stats'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('assistantStats', {});
      if (format === 'json') await printRecord(io, format, body, []);
      else
        await printRows(io, format, statLines(body), [
          textColumn('figure', 'Figure'),
          textColumn('value', 'Value'),
        ]);
    },
  }),
  listCommand({
    name: 'ai chats list',
    summary: 'List chats, the latest first',
    operation: 'listChats',
    columns: chatColumns,
    filters: chatFilters,
    input: async (session, options) => ({ query: await chatQuery(session, options) }),
    examples: [
      'isp ai chats list --status escalated',
      'isp ai chats list --customer SC003 --topic billing --format json',
    ],
  }),
  exportCommand({
    name: 'ai chats export',
    operation: 'exportChats',
    filters: chatFilters,
    input: chatQuery,
    examples: [
      'isp ai chats export --status closed > chats.csv',
      'isp ai chats export --output chats.xlsx',
    ],
  }),
  defineCommand({
    name: 'ai chats show',
    summary: 'Show a chat with its messages',
    args: { chat: chatId },
    answers: true,
    examples: ['isp ai chats show chat-5f0c2a'],
    async run({ io, args, format, open }) {
      const session = await open();
      const { body } = await session.call('getChat', { params: { sessionId: args.chat } });
      await printRecord(io, format, body, [
        ...chatColumns,
        textColumn('escalationReason', 'Why handed over'),
      ]);
      if (format !== 'table') return;
      for (const { role, content, timestamp, typedBy } of body.messages) {
        const who = role === 'user' ? `Customer (${typedBy})` : 'Assistant';
        io.stdout.write(
          `\n${instantText(timestamp)}  ${forTerminal(who)}\n${forTerminal(content)}\n`,
        );
      }
    },
  }),
  defineCommand({
    name: 'ai ask',
    summary: 'Ask the assistant for a customer',
    details:
      'The question and its reply are kept as a chat with the customer; where a person is needed, a ticket is opened.',
    args: {
      customer: { help: 'Customer ID, such as SC003' },
      question: { help: 'What the customer asks' },
    },
    options: { chat: text('chat', 'Go on with this chat; a new one when left out') },
    answers: true,
    examples: [
      'isp ai ask SC003 "How much do I owe?"',
      'isp ai ask SC003 "It still does not work" --chat chat-5f0c2a',
    ],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const { id } = await findCustomer(session, args.customer);
      const sessionId = options.chat ?? `shell-${randomUUID()}`;
      const { body } = await session.call('chat', {
        body: { customerId: id, message: args.question, sessionId },
      });
      if (format !== 'table') {
        await printRecord(io, format, { ...body, sessionId, ticket: body.session.ticketNumber }, [
          textColumn('sessionId', 'Chat'),
          textColumn('response', 'Reply'),
          textColumn('needsEscalation', 'Handed over'),
          textColumn('escalationReason', 'Why handed over'),
          textColumn('ticket', 'Ticket'),
        ]);
        return;
      }
      io.stdout.write(`${forTerminal(body.response)}\n`);
      const { ticketNumber } = body.session;
      printMessage(
        io,
        body.needsEscalation
          ? `Handed to a person, ${ticketNumber}: ${body.escalationReason}`
          : 'Not handed to a person.',
      );
      printMessage(io, `Chat ${sessionId}`);
    },
  }),
  listCommand({
    name: 'ai articles list',
    summary: 'List the articles of the knowledge base',
    operation: 'listArticles',
    columns: articleColumns,
    filters: {
      topic: text('topic', TOPICS),
      active: text('yes|no', 'Only those that are quoted, or only the others'),
    },
    examples: ['isp ai articles list --topic billing --sort -uses'],
  }),
  defineCommand({
    name: 'ai articles show',
    summary: 'Show an article with its text',
    args: { id: articleId },
    answers: true,
    examples: ['isp ai articles show 3'],
    async run({ io, args: { id }, format, open }) {
      const { body } = await readArticle(await open(), id);
      if (format !== 'table') return printRecord(io, format, body, articleDetails).then(() => 0);
      await printRecord(io, format, body, articleColumns);
      io.stdout.write(`\n${forTerminal(body.body)}\n`);
      return 0;
    },
  }),
  defineCommand({
    name: 'ai articles add',
    summary: 'Add an article, which the assistant quotes from now on',
    options: {
      title: required('text', 'The title, at most 200 characters'),
      topic: required('topic', TOPICS),
      file: required(
        'file',
        'The text, in UTF-8, at most 5,000 characters; steps are numbered lines',
      ),
      keywords: text('words', 'Words by which customers ask for it, with commas between them'),
      inactive: flag('Keep it without quoting it yet'),
    },
    answers: true,
    examples: [
      'isp ai articles add --title "Change the Wi-Fi password" --topic equipment --file wifi.txt --keywords "wifi, password"',
    ],
    async run({ io, options: { file, inactive, ...fields }, format, open }) {
      const body = { ...fields, isActive: !inactive, body: await readArticleText(file) };
      const answer = await (await open()).call('createArticle', { body });
      await printRecord(io, format, answer.body, articleDetails);
    },
  }),
  defineCommand({
    name: 'ai articles change',
    summary: 'Change an article; what is not named stays',
    args: { id: articleId },
    options: {
      title: text('text', 'The title'),
      topic: text('topic', TOPICS),
      file: text('file', 'The text, in UTF-8'),
      keywords: text('words', 'Words by which customers ask for it, with commas between them'),
      active: text('yes|no', 'Whether it is quoted'),
    },
    answers: true,
    examples: ['isp ai articles change 3 --file wifi.txt', 'isp ai articles change 3 --active no'],
    async run({ io, args: { id }, options: { file, active, ...fields }, format, open }) {
      const { invalidField } = await import('@nimule/core/kernel/errors');
      if (active !== undefined && active !== 'yes' && active !== 'no')
        invalidField('active', '--active is yes or no.');
      const text = file === undefined ? undefined : await readArticleText(file);
      const session = await open();
      const { version } = (await readArticle(session, id)).body;
      const body = {
        ...fields,
        version,
        ...(text === undefined ? {} : { body: text }),
        ...(active === undefined ? {} : { isActive: active === 'yes' }),
      };
      const answer = await session.call('updateArticle', { params: { id }, body });
      await printRecord(io, format, answer.body, articleDetails);
    },
  }),
  defineCommand({
    name: 'ai articles delete',
    summary: 'Delete an article',
    args: { id: articleId },
    options: { yes },
    examples: ['isp ai articles delete 3'],
    async run({ io, args: { id }, options, open }) {
      const session = await open();
      const { title } = (await readArticle(session, id)).body;
      if (!(await confirmed(io, options.yes, `Delete the article '${title}'?`))) return 0;
      await session.call('deleteArticle', { params: { id } });
      printMessage(io, `Deleted '${title}'.`);
      return 0;
    },
  }),
  defineCommand({
    name: 'ai train',
    summary: 'Update AI Training: learn from articles and resolved tickets',
    details: 'Prints what was learned, and the questions of the last 90 days that had no answer.',
    answers: true,
    examples: ['isp ai train'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('trainAssistant', {});
      if (format === 'json') {
        await printRecord(io, format, body, []);
        return;
      }
      printMessage(io, body.last?.summary ?? '');
      await printRows(io, format, body.openQuestions, [
        textColumn('question', 'Question without an answer'),
        textColumn('topic', 'Topic'),
        numberColumn('count', 'Times'),
        instantColumn('lastAt', 'Last asked'),
        textColumn('sessionId', 'Chat'),
      ]);
    },
  }),
];
