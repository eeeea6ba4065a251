import { defineCommand, flag, text } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { numberColumn, printRecord, printRows, textColumn } from '../../output.ts';

const scheduleColumns = [
  numberColumn('id', 'ID'),
  textColumn('title', 'Report'),
  textColumn('format', 'Format'),
  textColumn('lines', 'With rows'),
  textColumn('every', 'Sent'),
  textColumn('to', 'To'),
  textColumn('nextOn', 'Next on'),
  textColumn('last', 'Last e-mails'),
  textColumn('ownerName', 'With the rights of'),
  textColumn('stoppedReason', 'Why stopped'),
] as const;

interface Scheduled {
  recipients: string[];
  /** Of the list. */
  lastDelivery?: { sent: number; waiting: number; failed: number; error: string } | null;
}

const scheduleRow = <T extends Scheduled>(schedule: T) => {
  const { lastDelivery: last } = schedule;
  const counts = last && `${last.sent} sent, ${last.waiting} waiting, ${last.failed} failed`;
  return {
    ...schedule,
    to: schedule.recipients.join(', '),
    last: [counts, last?.error].filter(Boolean).join(': '),
  };
};

const scheduleId = { help: "As 'isp reports schedules list' shows it" };

/** Everything but the state stays as it was listed; a change in between is refused. */
function setActive(verb: 'stop' | 'resume', isActive: boolean) {
  return defineCommand({
    name: `reports schedules ${verb}`,
    summary: isActive
      ? 'Send a report again that was stopped'
      : 'Stop a scheduled report, and keep it',
    args: { id: scheduleId },
    answers: true,
    examples: [`isp reports schedules ${verb} 3`],
    async run({ io, args: { id }, format, open }) {
      const { notFound } = await import('@nimule/core/kernel/errors');
      const session = await open();
      const { body: all } = await session.call('listReportSchedules', {});
      const found =
        all.find((schedule) => String(schedule.id) === id.trim()) ??
        notFound('Scheduled report', id);
      const { report, format: file, every, recipients, version } = found;
      const body = { report, format: file, every, recipients, isActive, version };
      const answer = await session.call('updateReportSchedule', { params: { id }, body });
      await printRecord(io, format, scheduleRow(answer.body), scheduleColumns);
    },
  });
}

export const scheduleCommands = [
  defineCommand({
    name: 'reports schedules list',
    summary: 'List the reports that are sent by e-mail',
    answers: true,
    examples: ['isp reports schedules list'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('listReportSchedules', {});
      await printRows(io, format, body.map(scheduleRow), scheduleColumns);
    },
  }),
  defineCommand({
    name: 'reports schedules add',
    summary: 'Send a report by e-mail each day, week or month',
    args: {
      report: { help: "As 'isp reports list' names it, such as financial or ageing" },
      recipients: { help: 'E-mail addresses, at most 20, with commas between them' },
    },
    options: {
      every: text('period', 'daily, weekly or monthly; monthly when left out'),
      file: text('format', 'pdf, xlsx or csv; pdf when left out'),
      figuresOnly: flag('A PDF without the rows behind its figures'),
    },
    answers: true,
    examples: [
      'isp reports schedules add financial grace@example.com',
      'isp reports schedules add ageing grace@example.com,peter@example.com --every weekly',
    ],
    async run({ io, args: { report, recipients }, options, format: shownAs, open }) {
      const { every = 'monthly', file: format = 'pdf' } = options;
      const lines = !options.figuresOnly;
      const body = { report, format, every, lines, recipients: recipients.split(',') };
      const answer = await (await open()).call('createReportSchedule', { body });
      await printRecord(io, shownAs, scheduleRow(answer.body), scheduleColumns);
    },
  }),
  defineCommand({
    name: 'reports schedules send',
    summary: 'Send a scheduled report of its last period now',
    args: { id: scheduleId },
    examples: ['isp reports schedules send 3'],
    async run({ io, args: { id }, open }) {
      const session = await open();
      const { body } = await session.call('sendReportNow', { params: { id } });
      const { queued, startDate, endDate } = body;
      printMessage(io, `${queued} e-mails of ${startDate} to ${endDate} wait to be sent.`);
      if (session.app.ports.email.kind === 'outbox')
        printMessage(io, 'SMTP_URL is not set: they are written to the outbox, and not sent.');
    },
  }),
  setActive('stop', false),
  setActive('resume', true),
  defineCommand({
    name: 'reports schedules remove',
    summary: 'Send a report no more',
    args: { id: scheduleId },
    examples: ['isp reports schedules remove 3'],
    async run({ io, args: { id }, open }) {
      await (await open()).call('deleteReportSchedule', { params: { id } });
      printMessage(io, 'Removed.');
    },
  }),
];
