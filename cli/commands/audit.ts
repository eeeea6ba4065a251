import { defineCommand, paging, text } from '../command.ts';
import { instantColumn, noteRest, printRows, textColumn } from '../output.ts';
import type { Row } from '../session.ts';

export const auditCommands = [
  defineCommand({
    name: 'audit list',
    summary: 'List what was changed, by whom and when, newest first',
    details: 'JSON holds the values before and after each change as well.',
    options: {
      entity: text('kind', 'Kind of record, such as invoice or user'),
      entityId: text('id', 'One record of that kind'),
      ...paging,
    },
    answers: true,
    examples: [
      'isp audit list --entity invoice --entity-id 12',
      'isp audit list --q grace --format csv',
    ],
    async run({ io, options, format, open }) {
      const session = await open();
      const { body, total } = await session.call('listAuditLog', {
        query: { ...options, total: 'yes' },
      });
      await printRows(io, format, body as Row[], [
        instantColumn('at', 'When'),
        textColumn('actorName', 'Who'),
        textColumn('origin', 'From'),
        textColumn('action', 'Action'),
        textColumn('entity', 'Record'),
        textColumn('entityId', 'ID'),
        textColumn('summary', 'What'),
      ]);
      noteRest(io, (body as Row[]).length, total, Number(options.page ?? 1));
      return 0;
    },
  }),
];
