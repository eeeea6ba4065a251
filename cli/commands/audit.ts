import { defineCommand, paging, text } from '../command.ts';
import { instantColumn, noteRest, printRows, textColumn } from '../output.ts';
import type { Row } from '../session.ts';

export const auditCommands = [
  defineCommand({
    name: 'audit list',
    summary: 'List what was changed, by whom and when, newest first',
    details:
      'A monthly run and an import write one line for all their records; an invoice that nobody has changed since is found by its run. JSON holds the values before and after each change as well.',
    options: {
      entity: text('kind', 'Kind of record, such as invoice or user'),
      entityId: text(
        'id',
        'One record: SC001, INV-2026-000001, a receipt, an entry, a username, or an internal ID',
      ),
      ...paging,
    },
    answers: true,
    examples: [
      'isp audit list --entity-id INV-2026-000001',
      'isp audit list --entity import',
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
        textColumn('actorUsername', 'Username'),
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
