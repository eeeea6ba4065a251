import { defineCommand, flag, text } from '../../command.ts';
import { saveFile } from '../../files.ts';
import { idByNumber } from '../../find-record.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, printRecord, printRows, textColumn } from '../../output.ts';
import type { Session } from '../../session.ts';

const columns = [
  textColumn('tillNumber', 'Till'),
  textColumn('userName', 'User'),
  textColumn('status', 'Status'),
  instantColumn('openedAt', 'Opened'),
  moneyColumn('cashUsd', 'Cash USD'),
  moneyColumn('cashSsp', 'Cash SSP'),
  moneyColumn('differenceUsd', 'Difference USD'),
  moneyColumn('differenceSsp', 'Difference SSP'),
  textColumn('acceptedBy', 'Accepted by'),
] as const;

const shown = [
  ...columns,
  moneyColumn('floatUsd', 'Float USD'),
  moneyColumn('floatSsp', 'Float SSP'),
  instantColumn('countedAt', 'Counted'),
  textColumn('countedBy', 'Counted by'),
  moneyColumn('expectedUsd', 'Expected USD'),
  moneyColumn('expectedSsp', 'Expected SSP'),
  moneyColumn('countedUsd', 'Counted USD'),
  moneyColumn('countedSsp', 'Counted SSP'),
  textColumn('countNote', 'Note'),
  instantColumn('acceptedAt', 'Accepted'),
] as const;

const args = { till: { help: 'Number of the till, such as TILL-2026-0001' } };

/** The id of a till by its number, in any case. @throws AppError notFound. */
const findTill = (session: Session, typed: string) =>
  idByNumber(
    session,
    { operation: 'listTills', field: 'tillNumber', noun: 'Till', kind: 'till' },
    typed,
  );

export const tillCommands = [
  listCommand({
    name: 'till list',
    summary: 'List the tills of all users, newest first',
    operation: 'listTills',
    columns,
    filters: {
      status: text('status', 'open, counted or accepted'),
      from: text('date', 'Opened from this day'),
      to: text('date', 'Opened up to this day'),
    },
    examples: ['isp till list --status counted', 'isp till list --from 2026-11-01 --format csv'],
  }),
  defineCommand({
    name: 'till show',
    summary: 'Show a till with its cash and its count',
    args,
    answers: true,
    examples: ['isp till show TILL-2026-0001', 'isp till show TILL-2026-0001 --format json'],
    async run({ io, args: { till }, format, open }) {
      const session = await open();
      const params = { id: await findTill(session, till) };
      const { body } = await session.call('getTill', { params });
      await printRecord(io, format, body, shown);
    },
  }),
  defineCommand({
    name: 'till unclosed',
    summary: 'List tills of earlier days that are open, and counted ones that nobody has accepted',
    answers: true,
    examples: ['isp till unclosed'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('listUnclosedTills', {});
      await printRows(io, format, [...body.open, ...body.waiting], columns);
    },
  }),
  defineCommand({
    name: 'till report',
    summary: 'Write the day report of a till as PDF',
    args,
    options: {
      output: text('file', "Where to write it; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    examples: [
      'isp till report TILL-2026-0001',
      'isp till report TILL-2026-0001 --output till.pdf',
    ],
    async run({ io, args: { till }, options, open }) {
      const session = await open();
      const params = { id: await findTill(session, till) };
      const { body } = await session.call('tillReportPdf', { params });
      await saveFile(io, body, options.output, options.force);
    },
  }),
];
