import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag } from '../../command.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, printRows, textColumn } from '../../output.ts';

const resultColumns = [
  textColumn('name', 'Job'),
  textColumn('period', 'Period'),
  textColumn('outcome', 'Outcome'),
  textColumn('summary', 'Summary'),
];

export const jobCommands = [
  listCommand({
    name: 'jobs list',
    summary: 'List the scheduled jobs and their last runs',
    operation: 'listJobs',
    columns: [
      textColumn('name', 'Job'),
      textColumn('title', 'What it does'),
      textColumn('schedule', 'When, in Juba'),
      textColumn('lastPeriod', 'Last period'),
      textColumn('lastStatus', 'Status'),
      instantColumn('lastFinishedAt', 'Finished'),
      textColumn('isDue', 'Due'),
      textColumn('isPaused', 'Paused'),
      textColumn('lastSummary', 'Summary'),
    ],
    pages: {},
    examples: ['isp jobs list'],
  }),
  actionCommand({
    name: 'jobs run',
    summary: 'Run a job at once, whether it has run in this period or not',
    details: 'It does not ask: billing.monthly bills the current month.',
    args: { name: { help: 'Name of the job, as jobs list shows it' } },
    examples: ['isp jobs run billing.disconnect'],
    operation: 'runJob',
    columns: resultColumns,
    input: (_, { args }) => ({ params: { name: args.name } }),
  }),
  defineCommand({
    name: 'jobs due',
    summary: 'Run every job that is due, as the server does',
    details:
      'For machines where cron or a systemd timer does the scheduling. A missed month is not billed by itself.',
    options: { dryRun: flag('Name the jobs that are due and run none') },
    answers: true,
    examples: ['isp jobs due', 'isp jobs due --dry-run --format json'],
    async run({ io, options, format, open, takeSignal }) {
      const { app, change } = await open();
      const [{ dueJobs, runDueJobs }, { throwIfStopped }] = await Promise.all([
        import('@nimule/core/jobs/service'),
        import('@nimule/core/database/runs'),
      ]);
      if (options.dryRun) {
        const rows = (await dueJobs(app)).map((name) => ({ name }));
        await printRows(io, format, rows, [textColumn('name', 'Job')]);
        return 0;
      }
      const rows: { name: string; period: string; outcome: string; summary: string }[] = [];
      const signal = takeSignal();
      await change(() =>
        runDueJobs(
          app,
          (name, outcome) => {
            if (!(outcome instanceof Error)) rows.push({ ...outcome });
            else rows.push({ name, period: '', outcome: 'failed', summary: outcome.message });
          },
          signal,
        ),
      );
      await printRows(io, format, rows, resultColumns);
      const left = signal?.aborted ? await dueJobs(app) : [];
      if (left.length > 0) throwIfStopped(signal, () => `Stopped. Still due: ${left.join(', ')}.`);
      return rows.some(({ outcome }) => outcome === 'failed') ? JOB_FAILED : 0;
    },
  }),
];

const JOB_FAILED = 1;
