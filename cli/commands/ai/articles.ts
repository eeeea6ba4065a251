import { defineCommand, type Format, flag, required, text, yes } from '../../command.ts';
import { readText } from '../../files.ts';
import { type Io, printBelow, printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import { confirmed } from '../../prompts.ts';
import type { WireBody } from '../../session.ts';

const articleColumns = [
  numberColumn('id', 'Article'),
  textColumn('title', 'Title'),
  textColumn('topic', 'Topic'),
  textColumn('isActive', 'Active'),
  numberColumn('uses', 'Uses in 90 days'),
  instantColumn('updatedAt', 'Changed'),
  textColumn('updatedBy', 'By'),
] as const;

const wholeArticle = [...articleColumns, textColumn('keywords', 'Keywords')] as const;

async function printArticle(io: Io, format: Format, found: WireBody<'getArticle'>): Promise<void> {
  const columns = format === 'csv' ? [...wholeArticle, textColumn('body', 'Text')] : wholeArticle;
  await printRecord(io, format, found, columns);
  if (format === 'table') printBelow(io, found.body);
}

const article = { help: "Number of the article, as 'isp ai articles list' shows it" };
const MAX_TEXT_BYTES = 50_000;

const bodyOf = (file: string | undefined) =>
  file === undefined ? undefined : readText(file, 'file', MAX_TEXT_BYTES);

export const articleCommands = [
  listCommand({
    name: 'ai articles list',
    summary: 'List the articles of the knowledge base',
    operation: 'listArticles',
    columns: articleColumns,
    examples: ['isp ai articles list', 'isp ai articles list --q router'],
  }),
  defineCommand({
    name: 'ai articles show',
    summary: 'Show an article with its text',
    args: { article },
    answers: true,
    examples: ['isp ai articles show 4'],
    async run({ io, args, format, open }) {
      const { body } = await (await open()).call('getArticle', { params: { id: args.article } });
      await printArticle(io, format, body);
    },
  }),
  defineCommand({
    name: 'ai articles add',
    summary: 'Add an article to the knowledge base',
    options: {
      title: required('text', 'What it is about'),
      topic: required(
        'topic',
        'connection, speed, billing, equipment, account, complaint, outage or general',
      ),
      file: required('file', 'File with its text; numbered lines are steps'),
      keywords: text('words', 'Other words for it, as customers type them'),
    },
    answers: true,
    examples: ['isp ai articles add --title "Set up a router" --topic equipment --file router.txt'],
    async run({ io, options: { file, ...fields }, format, open }) {
      const body = { ...fields, body: await bodyOf(file) };
      const { body: made } = await (await open()).call('createArticle', { body });
      await printArticle(io, format, made);
    },
  }),
  defineCommand({
    name: 'ai articles change',
    summary: 'Change an article, or take it out of the answers',
    args: { article },
    options: {
      title: text('text', 'What it is about'),
      topic: text('topic', 'As for isp ai articles add'),
      file: text('file', 'File with its text'),
      keywords: text('words', 'Other words for it'),
      off: flag('Leave it out of answers'),
      on: flag('Use it in answers again'),
    },
    answers: true,
    examples: ['isp ai articles change 4 --file router.txt', 'isp ai articles change 4 --off'],
    async run({ io, args, options: { file, off, on, ...fields }, format, open }) {
      const { invalidField } = await import('@nimule/core/kernel/errors');
      if (off && on) invalidField('off', 'Give --off or --on, not both.');
      const text = await bodyOf(file);
      const body = {
        ...fields,
        ...(text === undefined ? {} : { body: text }),
        ...(off || on ? { isActive: on } : {}),
      };
      if (Object.values(body).every((value) => value === undefined))
        invalidField('article', 'Say what changes.');
      const params = { id: args.article };
      const { body: after } = await (await open()).call('updateArticle', { params, body });
      await printArticle(io, format, after);
    },
  }),
  defineCommand({
    name: 'ai articles delete',
    summary: 'Delete an article',
    args: { article },
    options: { yes },
    examples: ['isp ai articles delete 4'],
    async run({ io, args, options, open }) {
      const session = await open();
      const params = { id: args.article };
      const { title } = (await session.call('getArticle', { params })).body;
      if (!(await confirmed(io, options.yes, `Delete the article '${title}'?`))) return 0;
      await session.call('deleteArticle', { params });
      printMessage(io, `The article '${title}' is deleted.`);
    },
  }),
];
