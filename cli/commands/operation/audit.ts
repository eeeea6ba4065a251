import { text } from '../../command.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, textColumn } from '../../output.ts';
import { sealCommands } from './audit-seals.ts';

export const auditCommands = [
  listCommand({
    name: 'audit list',
    summary: 'List what was changed, by whom and when, newest first',
    details:
      'A monthly run and an import write one line for all their records; an invoice that nobody has changed since is found by its run. JSON holds the values before and after each change as well; in older lines, of format 1, amounts are cents. --user lists what a user did in the portal; --entity-id with a username, what was done to the account; --q root, what was done in the shell as root.',
    operation: 'listAuditLog',
    columns: [
      instantColumn('at', 'When'),
      textColumn('actorName', 'Who'),
      textColumn('actorUsername', 'Username'),
      textColumn('origin', 'From'),
      textColumn('action', 'Action'),
      textColumn('entity', 'Record'),
      textColumn('entityId', 'ID'),
      textColumn('summary', 'What'),
    ],
    filters: {
      entity: text('kind', 'Kind of record, such as invoice or user'),
      entityId: text(
        'id',
        'One record: SC001, INV-2026-000001, a receipt, an entry, a username, or an internal ID',
      ),
      user: text('username', 'What this user did: a username or an e-mail address'),
      since: text('date', 'From this day on, YYYY-MM-DD'),
      until: text('date', 'Up to this day, YYYY-MM-DD'),
    },
    examples: [
      'isp audit list --user grace --since 2026-11-01',
      'isp audit list --entity-id INV-2026-000001',
      'isp audit list --entity import',
      'isp audit list --q grace --format csv',
    ],
  }),
  ...sealCommands,
];
