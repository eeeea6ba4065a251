import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Letterhead } from '../../documents/pdf/documents.ts';
import { page } from '../../documents/pdf/page.ts';
import { TEXT } from '../../documents/pdf/style.ts';
import { columnWidths, type TableShape, tableWithTotals } from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import type { StockCountDetail } from '../schema.ts';

export type StockCountDocument = Pick<StockCountDetail, 'countId' | 'date' | 'notes' | 'lines'> & {
  company: Letterhead;
};

const TABLE: TableShape = {
  cellSide: 5,
  columns: [
    { title: 'Item', width: 52 },
    { title: 'Name' },
    { title: 'Category', width: 84 },
    { title: 'Counted', width: 66, figure: true },
    { title: 'Remarks', width: 96 },
  ],
};

/** The layout of the sheet to count on: the quantities are written by hand. */
export function stockCountDefinition(count: StockCountDocument): TDocumentDefinitions {
  const widths = columnWidths(TABLE);
  const line = '_______________';
  return page({
    company: count.company,
    title: 'Stock count',
    number: count.countId,
    date: count.date,
    content: [
      { ...TEXT.body, text: `Sheet of ${formatDate(count.date)}`, margin: [0, 12, 0, 4] },
      ...(count.notes === '' ? [] : [dataText(count.notes, TEXT.quiet, 480)]),
      {
        ...TEXT.body,
        text: `Counted by: ${line}${line}      Date and time: ${line}`,
        margin: [0, 12, 0, 16],
      },
      ...tableWithTotals(
        TABLE,
        count.lines.map(({ equipmentNumber, name, categoryName }) => ({
          cells: [
            { ...TEXT.body, text: equipmentNumber },
            dataText(name, TEXT.body, widths[1]!),
            dataText(categoryName, TEXT.quiet, widths[2]!),
            { ...TEXT.quietFigure, text: '___________' },
            { ...TEXT.quiet, text: line },
          ],
          texts: [name, categoryName],
        })),
        {
          rows: [{ label: 'Items on this sheet', value: String(count.lines.length) }],
          remarks: ['Count what is on the shelf, without looking at the portal.'],
        },
      ),
    ],
  });
}
