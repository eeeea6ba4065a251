import { invalidField } from '@nimule/core/kernel/errors';
import { ownReportNames } from '@nimule/core/reports/built-in/schema';
import { defineCommand, flag, text } from '../../command.ts';
import { formatByName, saveFile } from '../../files.ts';
import {
  type Column,
  moneyColumn,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../../output.ts';
import { shown, words } from './words.ts';

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

/** @throws AppError invalid, with the command to use, for the name of one of the ISP's own reports. */
function assertComprehensive(type: string): void {
  if (ownReportNames.some((name) => name === type))
    invalidField('type', `${type} is one of the ISP's own reports: isp reports own ${type}`);
}

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
      assertComprehensive(type);
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
      const { startDate: from, endDate: to } = body.previousRange;
      io.stderr.write(
        `${startDate} to ${endDate}, growth against ${from} to ${to}, 1 USD = ${body.exchangeRate} SSP.\n`,
      );
    },
  }),
  defineCommand({
    name: 'reports export',
    summary: 'Write a comprehensive report to a file',
    args: { type: { help: TYPES } },
    options: {
      ...range,
      ...file,
      rows: flag('In a PDF, behind its two pages, all figures and up to 2,000 rows behind them'),
    },
    examples: [
      'isp reports export financial --from 2026-01-01 --to 2026-06-30',
      'isp reports export comprehensive --output report.pdf',
      'isp reports export comprehensive --output report.pdf --rows',
    ],
    async run({ io, args: { type }, options, open }) {
      assertComprehensive(type);
      const { output, force, rows } = options;
      const format = options.format ?? formatByName(output, formats, 'xlsx');
      const session = await open();
      const { body } = await session.call('downloadReport', {
        params: { format },
        query: { type, ...rangeOf(options), ...(rows ? { lines: 'yes' } : {}) },
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
      olderThan: text(
        'days',
        'Of ageing: who owes something that was due more than so many days ago',
      ),
      output: text('file', 'Write all rows there, as .pdf, .xlsx or .csv'),
      force: file.force,
    },
    answers: true,
    examples: [
      'isp reports own ageing',
      'isp reports own ageing --older-than 60',
      'isp reports own revenue-by-package --from 2026-10-01 --output revenue.xlsx',
    ],
    async run({ io, args: { name }, options, format, open }) {
      const { output, force, olderThan } = options;
      const session = await open();
      const params = { name };
      const asked = { ...rangeOf(options), ...(olderThan === undefined ? {} : { olderThan }) };
      if (output !== undefined) {
        const query = { ...asked, format: formatByName(output, formats, 'xlsx') };
        const { body } = await session.call('exportOwnReport', { params, query });
        await saveFile(io, body, output, force);
        return;
      }
      const { body } = await session.call('getOwnReport', { params, query: asked });
      if (format === 'json') {
        await printRecord(io, format, body, []);
        return;
      }
      const columns = body.columns.map(({ name: of, title, kind }) => {
        if (kind === 'money' || kind === 'ssp') return moneyColumn(of, title);
        return isNumber.has(kind) ? numberColumn(of, title) : textColumn(of, title);
      });
      await printRows(io, format, body.rows, columns);
      const { startDate, endDate } = body.dateRange;
      io.stderr.write(
        body.asOf === null ? `${startDate} to ${endDate}.\n` : `As of ${body.asOf}.\n`,
      );
      if (body.total > body.rows.length)
        io.stderr.write(`${body.rows.length} of ${body.total} rows; --output has all of them.\n`);
    },
  }),
];
