import { defineCommand } from '../../command.ts';
import { printRecord, printRows, textColumn } from '../../output.ts';

/** A check of the installation failed. */
const CHECK_FAILED = 8;

export const systemCommands = [
  defineCommand({
    name: 'doctor',
    summary: 'Check what Nimule stands on: database, disk, mail, clock and more',
    details:
      'Checks Node, free disk, the backups and what they need, the key of secrets, the database and its migrations, the clock against the database, that there is an administrator, the jobs that are due, time zones and the mail server. Changes no data. Ends with exit code 8 when a check fails.',
    answers: true,
    examples: ['isp doctor', 'isp doctor --format json'],
    async run({ io, format, open }) {
      const { examine } = await import('../../doctor.ts');
      const findings = await examine(io, () => open({ migrate: false, mustExist: true }));
      await printRows(io, format, findings, [
        textColumn('state', 'State'),
        textColumn('check', 'Check'),
        textColumn('detail', 'Detail'),
      ]);
      return findings.some(({ state }) => state === 'failed') ? CHECK_FAILED : 0;
    },
  }),
  defineCommand({
    name: 'migrate',
    summary: 'Bring the schema of the database forward to this version',
    details:
      'A server does so by itself at its start. Where its user owns no tables, ISP_OWNER_URL names the user who does; or run this before, with the DATABASE_URL of that user.',
    answers: true,
    examples: ['isp migrate'],
    async run({ io, format, open }) {
      const { app, change } = await open({ migrate: false });
      const [{ readMigrations }, { migrateAsOwner }] = await Promise.all([
        import('@nimule/core/database/migrate'),
        import('@nimule/core/database/owner'),
      ]);
      const applied = await change(() => migrateAsOwner(app.pool, app.config, { always: true }));
      const version = (await readMigrations()).length;
      await printRecord(io, format, { applied, version }, [
        textColumn('applied', 'Migrations applied'),
        textColumn('version', 'Schema version'),
      ]);
    },
  }),
  defineCommand({
    name: 'env',
    summary: 'List the settings that are read from the environment',
    answers: true,
    examples: ['isp env'],
    async run({ io, format }) {
      const { environmentVariables } = await import('@nimule/core/config-variables');
      const rows = environmentVariables.map(({ name, fallback, meaning }) => ({
        name,
        fallback,
        isSet: Boolean(io.env[name]?.trim()),
        meaning,
      }));
      await printRows(io, format, rows, [
        textColumn('name', 'Variable'),
        textColumn('isSet', 'Set'),
        textColumn('fallback', 'When not set'),
        textColumn('meaning', 'Meaning'),
      ]);
    },
  }),
];
