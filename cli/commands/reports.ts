import { defineCommand, flag, text } from '../command.ts';
import { formatByName, saveFile } from '../files.ts';
import { forTerminal, printMessage } from '../io.ts';
import {
  type Column,
  moneyColumn,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../output.ts';

const range = {
  from: text('date', 'First day; 1 January of the last one when left out'),
  to: text('date', 'Last day; today when left out'),
};
const file = {
  format: text('format', "pdf, xlsx or csv; left out, as the file's name ends, or xlsx"),
  output: text('file', "Where to write it; '-' for standard output"),
  force: flag('Replace a file that is there already'),
};
const formats = ['pdf', 'xlsx', 'csv'] as const;

const isNumber = new Set(['integer', 'number', 'percent']);

const TYPES = 'comprehensive, financial, operational, customer, procurement or hr';
const types = [
  ['comprehensive', 'All sections'],
  ['financial', 'Revenue, expenses and billing'],
  ['operational', 'Tickets, network, customers and procurement'],
  ['customer', 'Customers and billing'],
  ['procurement', 'Orders and suppliers'],
  ['hr', 'Employees, payroll and attendance'],
] as const;

const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  startDate: from,
  endDate: to,
});

interface Line {
  section: string;
  figure: string;
  value: unknown;
  isAmount: boolean;
}

/** 'totalRevenueSsp' → 'total revenue SSP'. */
function words(name: string): string {
  return name
    .replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replace(/ ssp$/, ' SSP')
    .replace(/ usd$/, ' USD')
    .replace(/^hr /, 'HR ');
}

function shown(value: unknown, isAmount = false): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  return value.toLocaleString('en-US', isAmount ? { minimumFractionDigits: 2 } : {});
}

/** Pounds, or dollars with their pounds beside them. */
function isAmountIn(section: object, figure: string): boolean {
  return figure.endsWith('Ssp') || `${figure}Ssp` in section;
}

/** The figures of the sections of a report, one line each; lists within them one line for each entry. */
function linesOf(report: Record<string, unknown>): Line[] {
  const sections = Object.entries(report).filter(
    ([name, section]) => /Summary|Metrics|Analysis/.test(name) && section !== undefined,
  );
  return sections.flatMap(([name, section]): Line[] => {
    const title = words(name);
    const hidden = { figure: 'not for this role', value: null, isAmount: false };
    if (section === null) return [{ section: title, ...hidden }];
    const figures = Object.entries(section as Record<string, unknown>);
    return figures.flatMap(([figure, value]): Line[] => {
      const isAmount = isAmountIn(section as object, figure);
      if (!Array.isArray(value))
        return [{ section: title, figure: words(figure), value, isAmount }];
      return value.map((entry: { name: string; totalSpent: number }, index) => ({
        section: title,
        figure: `top supplier ${index + 1}, ${entry.name}`,
        value: entry.totalSpent,
        isAmount: true,
      }));
    });
  });
}

/** Tables have the value as people read it, CSV as a number. */
const valueColumn: Column<keyof Line> = {
  key: 'value',
  title: 'Value',
  show: (value, row) => shown(value, (row as Line).isAmount),
};

const scheduleColumns = [
  numberColumn('id', 'ID'),
  textColumn('title', 'Report'),
  textColumn('format', 'Format'),
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

export const reportCommands = [
  defineCommand({
    name: 'reports list',
    summary: "List the comprehensive reports and an ISP's own",
    answers: true,
    examples: ['isp reports list'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('listOwnReports', {});
      const rows = [
        ...types.map(([name, shows]) => ({ kind: 'show', name, shows })),
        ...body.map(({ name, title }) => ({ kind: 'own', name, shows: title })),
      ];
      await printRows(io, format, rows, [
        textColumn('kind', 'Command'),
        textColumn('name', 'Name'),
        textColumn('shows', 'Shows'),
      ]);
    },
  }),
  defineCommand({
    name: 'reports show',
    summary: 'Show the figures of a comprehensive report',
    args: { type: { help: TYPES } },
    options: range,
    answers: true,
    examples: [
      'isp reports show financial',
      'isp reports show comprehensive --from 2026-10-01 --to 2026-10-31 --format json',
    ],
    async run({ io, args: { type }, options, format, open }) {
      const session = await open();
      const { body } = await session.call('getReport', {
        params: { type },
        query: rangeOf(options),
      });
      if (format === 'json') {
        await printRecord(io, format, body, []);
        return;
      }
      await printRows(io, format, linesOf(body), [
        textColumn('section', 'Section'),
        textColumn('figure', 'Figure'),
        valueColumn,
      ]);
      const { startDate, endDate } = body.dateRange;
      io.stderr.write(`${startDate} to ${endDate}, 1 USD = ${body.exchangeRate} SSP.\n`);
    },
  }),
  defineCommand({
    name: 'reports insights',
    summary: 'Show the billing insights of this month, or write them to a PDF file',
    options: {
      pdf: text('file', "Write them as PDF to this file; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    answers: true,
    examples: ['isp reports insights', 'isp reports insights --pdf insights.pdf'],
    async run({ io, options: { pdf, force }, format, open }) {
      const session = await open();
      if (pdf !== undefined) {
        const { body } = await session.call('exportInsight', {});
        await saveFile(io, body, pdf, force);
        return;
      }
      const { body } = await session.call('billingInsight', {});
      if (format === 'json') {
        await printRecord(io, format, body, []);
        return;
      }
      io.stdout.write(`${forTerminal(body.insight)}\n`);
      if (body.driver !== 'model') return;
      // The findings beside it: a figure can be right and stand for something else.
      io.stdout.write('\nWritten by a language model. The findings of the books:\n');
      for (const { title, lines } of body.sections)
        io.stdout.write(
          `\n${title}\n${lines.map((line) => `- ${forTerminal(line.text)}\n`).join('')}`,
        );
    },
  }),
  defineCommand({
    name: 'reports analytics',
    summary: 'Show the figures of the Reports & Analytics tab',
    options: {
      period: text('period', 'weekly, monthly, quarterly or annual; monthly when left out'),
    },
    answers: true,
    examples: ['isp reports analytics --period annual'],
    async run({ io, options: { period }, format, open }) {
      const { body } = await (await open()).call('getAnalytics', { query: { period } });
      if (format === 'json') {
        await printRecord(io, format, body, []);
        return;
      }
      const figures = Object.entries(body).filter(
        ([name, value]) => typeof value !== 'object' && !name.endsWith('IsSample'),
      );
      const isSample = (name: string) =>
        (body as Record<string, unknown>)[`${name}IsSample`] === true;
      await printRows(
        io,
        format,
        figures.map(([name, value]) => ({
          figure: words(name),
          value: `${shown(value, /(?:Usd|Ssp)$/.test(name))}${/(?:Growth|Rate|uptime)$/.test(name) && value !== null ? '%' : ''}${isSample(name.replace(/Rate$/, '')) ? ' (sample)' : ''}`,
        })),
        [textColumn('figure', 'Figure'), textColumn('value', 'Value')],
      );
      io.stderr.write(`${body.dateRange.startDate} to ${body.dateRange.endDate}.\n`);
    },
  }),
  defineCommand({
    name: 'reports attention',
    summary: 'List what needs a person today',
    answers: true,
    examples: ['isp reports attention'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('dashboardAttention', {});
      await printRows(io, format, body, [
        textColumn('severity', 'Severity'),
        textColumn('title', 'What'),
        numberColumn('count', 'Count'),
      ]);
    },
  }),
  defineCommand({
    name: 'reports export',
    summary: 'Write a comprehensive report and the rows behind it to a file',
    args: { type: { help: TYPES } },
    options: { ...range, ...file },
    examples: [
      'isp reports export financial --from 2026-01-01 --to 2026-06-30',
      'isp reports export comprehensive --output report.pdf',
    ],
    async run({ io, args: { type }, options, open }) {
      const { output, force } = options;
      const format = options.format ?? formatByName(output, formats, 'xlsx');
      const session = await open();
      const { body } = await session.call('downloadReport', {
        params: { format },
        query: { type, ...rangeOf(options) },
      });
      await saveFile(io, body, output, force);
    },
  }),
  defineCommand({
    name: 'reports own',
    summary: "Show one of an ISP's own reports, or write it to a file",
    args: { name: { help: "As 'isp reports list' names it, such as ageing" } },
    options: {
      ...range,
      output: text('file', 'Write all rows there, as .pdf, .xlsx or .csv'),
      force: file.force,
    },
    answers: true,
    examples: [
      'isp reports own ageing',
      'isp reports own revenue-by-package --from 2026-10-01 --output revenue.xlsx',
    ],
    async run({ io, args: { name }, options, format, open }) {
      const { output, force } = options;
      const session = await open();
      const params = { name };
      if (output !== undefined) {
        const query = { ...rangeOf(options), format: formatByName(output, formats, 'xlsx') };
        const { body } = await session.call('exportOwnReport', { params, query });
        await saveFile(io, body, output, force);
        return;
      }
      const { body } = await session.call('getOwnReport', { params, query: rangeOf(options) });
      if (format === 'json') {
        await printRecord(io, format, body, []);
        return;
      }
      const columns = body.columns.map(({ name: of, title, kind }) => {
        if (kind === 'money' || kind === 'ssp') return moneyColumn(of, title);
        return isNumber.has(kind) ? numberColumn(of, title) : textColumn(of, title);
      });
      await printRows(io, format, body.rows, columns);
      if (body.total > body.rows.length)
        io.stderr.write(`${body.rows.length} of ${body.total} rows; --output has all of them.\n`);
    },
  }),
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
    },
    answers: true,
    examples: [
      'isp reports schedules add financial grace@example.com',
      'isp reports schedules add ageing grace@example.com,peter@example.com --every weekly',
    ],
    async run({ io, args: { report, recipients }, options, format: shownAs, open }) {
      const { every = 'monthly', file: format = 'pdf' } = options;
      const body = { report, format, every, recipients: recipients.split(',') };
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
      const { body } = await (await open()).call('sendReportNow', { params: { id } });
      const { queued, startDate, endDate } = body;
      printMessage(io, `${queued} e-mails of ${startDate} to ${endDate} wait to be sent.`);
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
