import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { afterAll, expect, it } from 'vitest';
import { closePdf, renderPdf } from '../../documents/pdf/pdf.ts';
import { isoDate } from '../../kernel/dates.ts';
import { ownReports } from '../built-in/rules.ts';
import type { Headline, ReportDocument } from './documents.ts';
import { sources } from './rules-columns.ts';
import { tableOf } from './rules-tables.ts';
import { printedTables } from './service.ts';

afterAll(() => closePdf());

const rendered = (document: ReportDocument) => renderPdf('report', document, 'staff:1');

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
  const { text } = readPdf(await rendered(await documentOf(3)));
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
  const { pages } = readPdf(await rendered(await documentOf(1, false)));
  expect(pages[0]).toContain('Customer report 1 Jan 2026 – 21 Nov 2026');
  expect(pages[0]).not.toContain('All amounts in US dollars.');
});

it('begins no table at the foot of a page', async () => {
  const lines = {
    ...sources.payroll,
    rows: [['2026-11-02', 'JE-1', '5100', '', '', 'Pay', '', 1, 1]],
  };
  const pages: string[] = [];
  for (let rows = 28; rows < 44; rows += 1) {
    const first = await documentOf(rows);
    const second = { ...lines, totals: null, note: '' };
    const file = await rendered({ ...first, tables: [...first.tables, second] });
    pages.push(...readPdf(file).pages.filter((text) => text.includes('Payroll in the ledger')));
  }
  expect(pages).toHaveLength(16);
  for (const text of pages) expect(text).toMatch(/Payroll in the ledger.*Debit.*JE-1/s);
});

it('names months and codes in words', async () => {
  const document = await documentOf(1);
  const columns = [
    { name: 'month', title: 'Month', kind: 'month' },
    { name: 'type', title: 'Type', kind: 'text', isCode: true },
  ] as const;
  const rows = [
    ['2026-09', 'olt'],
    ['2026-10', 'in_progress'],
  ];
  const tables = [{ title: 'Nodes', columns, rows, totals: ['Total', null], note: '' }];
  const { text } = readPdf(await rendered({ ...document, tables }));
  expect(text).toMatch(/Sep 2026OLT\s+Oct 2026In progress\s+Total/);
});

it('prints the columns in pounds of the cash of cashiers in a table of their own', async () => {
  const { title, columns } = ownReports['cash-by-cashier'];
  const rows = [['Mary Keji', 2, 20_00, 300_00, 5_00, 315_00, 0, 1_00, 800_00, 9_00, 792_00, 0]];
  const [printed] = await printedTables({
    ...{ name: 'x', title, dateRange: (await documentOf(1)).dateRange, remarks: [] },
    tables: [tableOf(title, columns, rows)],
  });
  const { pages } = readPdf(await rendered({ ...(await documentOf(1)), tables: [printed!] }));
  for (const word of ['Float', 'Taken', 'Paid out', 'Handed over', 'Difference'])
    expect(pages[0]!.match(new RegExp(word.replace(' ', '\\s+'), 'g'))).toHaveLength(2);
  for (const amount of ['$20.00', '$5.00', '$315.00', 'SSP 800', 'SSP 9', 'SSP 792'])
    expect(pages[0]).toContain(amount);
  expect(pages[0]).toContain('Cash by cashier, in pounds');
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
    tables: [],
  };
  const textOf = async (isFirst: boolean) =>
    readPdf(await rendered({ ...(await documentOf(1, isFirst)), headline })).text;
  const first = await textOf(true);
  const parts = ['TOTAL REVENUE', '$1,000.00', '+4.2% against May 2026', '-$250.00'];
  for (const part of [...parts, 'Top suppliers', 'Juba Networks', '-$90.00'])
    expect(first).toContain(part);
  expect(first.indexOf('Top suppliers')).toBeLessThan(first.indexOf('INV-2026-0'));
  expect(await textOf(false)).not.toContain('TOTAL REVENUE');
});
