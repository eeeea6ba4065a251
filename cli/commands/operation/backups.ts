import { defineCommand, flag, yes } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { type Column, instantColumn, numberColumn, printRecord, textColumn } from '../../output.ts';
import { reporting } from '../../progress.ts';
import { confirmed } from '../../prompts.ts';
import type { Session } from '../../session.ts';

const file = { file: { help: 'Name of the backup, as backups list shows it' } } as const;

/** Differences were found: exit code of a broken rule. */
const DIFFERS = 7;

/** What differs, a sentence each. */
const problemsColumn: Column<'problems'> = {
  key: 'problems',
  title: 'What differs',
  show: (problems) => (problems as string[]).join(' ') || 'nothing',
};

const safetyColumn: Column<'safety'> = {
  key: 'safety',
  title: 'Backup of the replaced data',
  show: (safety) => (safety as string | null) ?? 'none',
};

/** Before anybody is asked about a backup that does not exist. @throws AppError notFound. */
async function assertExists(session: Session, filename: string): Promise<void> {
  const { findFile } = await import('@nimule/core/backups/service-files');
  await findFile(await session.context(), filename);
}

export const backupCommands = [
  defineCommand({
    name: 'backups create',
    summary: 'Make a backup of the whole database now',
    details:
      'The file is plain SQL in ISP_BACKUP_DIR; psql alone can load it. The last 30 are kept. On the embedded database others wait while its files are copied; how long is printed.',
    answers: true,
    examples: ['isp backups create', 'isp backups create --format json'],
    async run({ io, format, open }) {
      const session = await open();
      const { createBackup } = await import('@nimule/core/backups/service-create');
      let waitedMs = 0;
      const body = await session.change(() =>
        reporting(io, 'Backup', (report) =>
          session.callWith('createBackup', {}, async (ctx) => {
            const made = await createBackup(ctx, 'manual', report);
            waitedMs = made.waitedMs;
            return made;
          }),
        ),
      );
      await printRecord(io, format, body, [
        textColumn('filename', 'File'),
        numberColumn('size', 'MB'),
      ]);
      if (waitedMs > 0) printMessage(io, `Others waited ${waitedMs} ms for the copy of the files.`);
      return 0;
    },
  }),
  listCommand({
    name: 'backups list',
    summary: 'List the backups, newest first',
    operation: 'listBackups',
    columns: [
      textColumn('filename', 'File'),
      textColumn('type', 'Type'),
      numberColumn('size', 'MB'),
      instantColumn('created', 'Created'),
      textColumn('verification', 'State'),
      instantColumn('verifiedAt', 'Verified'),
    ],
    // The files are there to be chosen from when the database is not.
    opening: { migrate: false, mayBeBroken: true },
    pages: {},
    examples: ['isp backups list', 'isp backups list --format json'],
  }),
  defineCommand({
    name: 'backups verify',
    summary: 'Restore a backup into a scratch database and compare every table',
    details:
      'The data in use are not touched. Ends with exit code 7 when anything differs. A verified file is copied to ISP_BACKUP_COPY.',
    args: file,
    answers: true,
    examples: ['isp backups verify nimule-20261122-020000-scheduled.sql'],
    async run({ io, args, format, open }) {
      const session = await open();
      const { verifyBackup } = await import('@nimule/core/backups/service-verify');
      const body = await session.change(() =>
        reporting(io, 'Verification', (report) =>
          session.callWith('verifyBackup', { params: { filename: args.file } }, (ctx, { params }) =>
            verifyBackup(ctx, params.filename, report),
          ),
        ),
      );
      await printRecord(io, format, body, [
        textColumn('filename', 'File'),
        textColumn('verified', 'Verified'),
        numberColumn('tables', 'Tables'),
        numberColumn('rows', 'Rows'),
        numberColumn('seconds', 'Seconds'),
        problemsColumn,
      ]);
      return body.verified ? 0 : DIFFERS;
    },
  }),
  defineCommand({
    name: 'backups restore',
    summary: 'Replace ALL data by those of a backup',
    details:
      'The file is loaded beside the data in use and compared first; then a safety backup is made and the databases are swapped. Everybody is signed out. Jobs and outgoing messages stand still until isp backups resume.',
    args: file,
    options: {
      lostKey: flag(
        'Go on although the key of the backup is lost; then isp secrets accept-lost-key',
      ),
      withoutSafety: flag('Make no safety backup: for a database too broken to be dumped'),
      yes,
    },
    answers: true,
    examples: [
      'isp backups restore nimule-20261122-020000-scheduled.sql',
      'isp backups restore nimule-20261122-020000-scheduled.sql --yes',
    ],
    async run({ io, args, options, format, open }) {
      const session = await open(
        options.withoutSafety ? { migrate: false, mayBeBroken: true } : undefined,
      );
      await assertExists(session, args.file);
      const question = `This will replace ALL current data with those of ${args.file}. This action cannot be undone. Restore?`;
      if (!(await confirmed(io, options.yes, question))) return 0;
      const { restoreBackup } = await import('@nimule/core/backups/service-restore');
      let safety: string | null = null;
      const body = await session.change(() =>
        reporting(io, 'Restore', (onReport) =>
          session.callWith(
            'restoreBackup',
            { params: { filename: args.file } },
            async (ctx, { params }) => {
              const restored = await restoreBackup(ctx, params.filename, {
                withoutSafety: options.withoutSafety,
                lostKey: options.lostKey,
                onReport,
              });
              safety = restored.safety;
              return restored;
            },
          ),
        ),
      );
      await printRecord(io, format, { ...body, safety }, [
        textColumn('message', 'Result'),
        safetyColumn,
      ]);
      printMessage(
        io,
        'Enter what came in since that backup was made, then run: isp backups resume',
      );
      return 0;
    },
  }),
  defineCommand({
    name: 'backups delete',
    summary: 'Delete a backup',
    args: file,
    options: { yes },
    examples: ['isp backups delete nimule-20261101-101500-manual.sql --yes'],
    async run({ io, args, options, open }) {
      const session = await open();
      await assertExists(session, args.file);
      const question = `Are you sure you want to delete ${args.file}? This action cannot be undone.`;
      if (!(await confirmed(io, options.yes, question))) return 0;
      const { body } = await session.call('deleteBackup', { params: { filename: args.file } });
      printMessage(io, body.message);
      return 0;
    },
  }),
  defineCommand({
    name: 'backups resume',
    summary: 'Let jobs and outgoing messages run again after a restore',
    details:
      'First enter the payments that came in after the backup was made, or those customers are cut off and reminded.',
    examples: ['isp backups resume'],
    async run({ io, open }) {
      const session = await open();
      const { body } = await session.call('resumeAfterRestore', {});
      printMessage(io, body.message);
      return 0;
    },
  }),
];
