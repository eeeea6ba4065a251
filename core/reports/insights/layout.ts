import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { page } from '../../documents/pdf/page.ts';
import { TEXT } from '../../documents/pdf/style.ts';
import { columnWidths, type TableShape, tableWithTotals } from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate, formatMonth } from '../../kernel/dates.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { InsightDocument } from './documents.ts';
import type { InsightSection } from './schema.ts';

const CELL = { ...TEXT.body, fontSize: 9 };
const FIGURE = { ...TEXT.figure, fontSize: 9 };
const shape: TableShape = {
  cellSide: 5,
  isDense: true,
  columns: [{ title: 'Finding' }, { title: 'Amount', width: 84, figure: true }],
};

/** The layout of the billing insights: a table of findings for each topic. */
export function insightsDefinition(document: InsightDocument): TDocumentDefinitions {
  const { company, month, date, sections } = document;
  return page({
    company,
    title: 'Billing insights',
    number: formatMonth(month),
    date,
    content: [
      {
        ...TEXT.quiet,
        text: `Computed from the books as of ${formatDate(date)}. Amounts in US dollars.`,
        margin: [0, 6, 0, 0],
      },
      ...sections.flatMap(sectionContent),
    ],
  });
}

function sectionContent({ title, lines }: InsightSection): Content[] {
  const [width] = columnWidths(shape);
  const rows = lines.map(({ text, amountUsd }) => {
    const amount = amountUsd === null ? '' : formatUsd(amountUsd);
    return {
      cells: [dataText(text, CELL, width!), { ...FIGURE, text: amount }],
      texts: [text, amount],
    };
  });
  return [
    { ...TEXT.name, text: title, margin: [0, 16, 0, 8], headlineLevel: 1 },
    ...tableWithTotals(shape, rows, { rows: [], remarks: [] }),
  ];
}
