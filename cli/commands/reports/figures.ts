import { defineCommand, flag, text } from '../../command.ts';
import { saveFile } from '../../files.ts';
import { forTerminal } from '../../io.ts';
import { numberColumn, printRecord, printRows, textColumn } from '../../output.ts';
import { shown, words } from './words.ts';

export const figureCommands = [
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
      const { dateRange, previousRange } = body;
      io.stderr.write(
        `${dateRange.startDate} to ${dateRange.endDate}. Growth against ${previousRange.startDate} to ${previousRange.endDate}.\n`,
      );
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
];
