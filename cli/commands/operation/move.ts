import { defineCommand, required, yes } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { numberColumn, printRecord, textColumn } from '../../output.ts';
import { reporting } from '../../progress.ts';
import { confirmed } from '../../prompts.ts';

export const moveCommand = defineCommand({
  name: 'move',
  summary: 'Move the embedded database to a PostgreSQL server',
  details:
    'Stop the server first. The target must exist and be empty, its user must own it and may create databases. Every table is compared before the move counts; then set DATABASE_URL to the target. With two roles (isp database roles) set ISP_OWNER_URL to the target with the owner, and DATABASE_URL to the target with the application. PGPASSWORD keeps the password out of the list of processes. The old files stay where they are and are not opened any more.',
  options: {
    to: required('url', 'Address of the empty database, postgres://user@host:5432/name'),
    yes,
  },
  answers: true,
  examples: ['isp move --to postgres://nimule@db.example.net:5432/nimule'],
  async run({ io, options, format, open }) {
    const question = 'Move all data to that database and stop using the embedded one?';
    if (!(await confirmed(io, options.yes, question))) return 0;
    const session = await open();
    const { moveDatabase } = await import('@nimule/core/backups/service-move');
    const ctx = await session.context();
    const moved = await session.change(() =>
      reporting(io, 'Move', (report) => moveDatabase(ctx, options.to, report)),
    );
    await printRecord(io, format, moved, [
      textColumn('to', 'Moved to'),
      numberColumn('tables', 'Tables compared'),
      numberColumn('rows', 'Rows compared'),
      textColumn('trialBalanceUsd', 'Trial balance, USD'),
    ]);
    printMessage(
      io,
      'Set DATABASE_URL to the target before the next start. With two roles set ISP_OWNER_URL to the target with the owner, and DATABASE_URL to it with the application: the next start grants the application its rights.',
    );
    return 0;
  },
});
