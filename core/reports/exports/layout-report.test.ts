import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { afterAll, expect, it } from 'vitest';
import { closePdf, renderPdf } from '../../documents/pdf/pdf.ts';
import { isoDate } from '../../kernel/dates.ts';
import type { Headline, ReportDocument } from './documents.ts';
import { sources } from './rules-columns.ts';
import { tableOf } from './rules-tables.ts';
import { printedTables } from './service.ts';

afterAll(() => closePdf());

const { title, columns } = sources.invoices;
const invoice = (n: number) => [
  ...[`INV-2026-${n}`, 'SC001', 'Juba Savings Bank', '2026-11-02', '2026-11-16', 'paid'],
  ...[125_00, 125_00, 0, '2026-11-09'],
];

const documentOf = async (rows: number, isFirst = true): Promise<ReportDocument> => {
  const all = Array.from({ length: rows }, (_, index) => invoice(index));
  const dateRange = { startDate: isoDate('2026-01-01'), endDate: isoDate('2026-11-21') };
  const file = {
    ...{ name: 'x', title: 'Customer report', dateRange, remarks: ['All amounts in US dollars.'] },
    tables: [tableOf(title, columns, all)],
  };
  return {
    company: {
      ...{ name: 'Nimule Networks', logoText: 'NN', city: 'Juba', address: '', phone: '' },
      ...{ emails: [], paymentInstructions: [], showsSsp: true, demo: false },
    },
    ...{ title: file.title, dateRange, date: isoDate('2026-11-21'), remarks: file.remarks },
    isFirst,
    tables: await printedTables(file),
  };
};

it('shows the rows of a table with its totals, and nothing of columns for sheets', async () => {
  const { text } = readPdf(await renderPdf('report', await documentOf(3)));
  for (const part of [
    'Customer report',
    '1 Jan 2026 – 21 Nov 2026',
    'INV-2026-2',
    '$125.00',
    '$375.00',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('SC001');
  expect(text).not.toContain('Page 1');
});

it('says of a part that follows only what it is a part of', async () => {
  const { pages } = readPdf(await renderPdf('report', await documentOf(1, false)));
  expect(pages[0]).toContain('Customer report 1 Jan 2026 – 21 Nov 2026');
  expect(pages[0]).not.toContain('All amounts in US dollars.');
});

it('has at most 2,000 rows and says where the rest is', async () => {
  const { tables } = await documentOf(2345);
  expect(tables[0]!.rows).toHaveLength(2000);
  expect(tables[0]).toMatchObject({
    totals: null,
    note: '2,000 of 2,345 rows. All rows are in the Excel and CSV files of this report.',
  });
  expect((await documentOf(0)).tables[0]).toMatchObject({ note: 'Nothing in this range.' });
});

it('begins with the figures and bars of its headline, on the first part alone', async () => {
  const headline: Headline = {
    cards: [
      { label: 'Total revenue', value: '$1,000.00', note: '+4.2% against May 2026' },
      { label: 'Net profit', value: '-$250.00', note: '' },
    ],
    charts: [
      {
        title: 'Top suppliers',
        bars: [
          { label: 'مؤسسة النيل', text: '$900.00', share: 1, isNegative: false },
          { label: 'Juba Networks', text: '-$90.00', share: 0.1, isNegative: true },
        ],
      },
    ],
  };
  const textOf = async (isFirst: boolean) =>
    readPdf(await renderPdf('report', { ...(await documentOf(1, isFirst)), headline })).text;
  const first = await textOf(true);
  const parts = ['TOTAL REVENUE', '$1,000.00', '+4.2% against May 2026', '-$250.00'];
  for (const part of [...parts, 'Top suppliers', 'Juba Networks', '-$90.00'])
    expect(first).toContain(part);
  expect(first.indexOf('Top suppliers')).toBeLessThan(first.indexOf('INV-2026-0'));
  expect(await textOf(false)).not.toContain('TOTAL REVENUE');
});
