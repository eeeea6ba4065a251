import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { noteBlock, signatureBlock, summaryRow } from '../../documents/pdf/blocks.ts';
import { page } from '../../documents/pdf/page.ts';
import { TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { formatUsd, sumOf } from '../../kernel/money.ts';
import type { GoodsDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 6,
  columns: [
    { title: '#', width: 16 },
    { title: 'Description' },
    { title: 'Ordered', width: 52, figure: true },
    { title: 'Quantity', width: 52, figure: true },
    { title: 'Value (USD)', width: 92, figure: true },
  ],
};

/** The layout of a goods receipt, and of goods that went back to the supplier. */
export function goodsReceiptDefinition(goods: GoodsDocument): TDocumentDefinitions {
  const isReturn = goods.kind === 'return';
  const total = sumOf(goods.lines, ({ valueUsd }) => valueUsd);
  const units = goods.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const facts = [
    { label: 'Date', value: formatDate(goods.date) },
    { label: 'Order', value: goods.poNumber },
    { label: 'Delivery note', value: goods.deliveryNote },
    { label: 'Recorded by', value: goods.createdBy },
  ];
  const panel = {
    label: isReturn ? 'Units returned' : 'Units received',
    amount: String(units),
    lines: [{ text: formatUsd(total), style: TEXT.strong }],
  };
  const value = {
    label: 'Value at order prices',
    value: formatUsd(total),
    weight: 'final',
  } as const;
  const content: Content[] = [
    summaryRow(isReturn ? 'Returned to' : 'Received from', goods.supplier, facts, panel),
    ...tableWithTotals(TABLE, rows(goods), { rows: [value], remarks: [] }),
    ...noteBlock('Notes', goods.notes),
    ...signatureBlock(
      isReturn ? `Sent by ${goods.company.name}` : `Received for ${goods.company.name}`,
      isReturn ? `Taken back for ${goods.supplier.name}` : `Delivered for ${goods.supplier.name}`,
    ),
  ];
  return page({
    company: goods.company,
    title: isReturn ? 'Return of goods' : 'Goods receipt',
    number: goods.receiptId,
    date: goods.date,
    content,
  });
}

function rows({ lines, items }: GoodsDocument): TableRow[] {
  const [number, description, ordered, quantity, value] = columnWidths(TABLE) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return lines.map((line) => {
    const item = items.find(({ lineNo }) => lineNo === line.lineNo);
    return {
      cells: [
        dataText(String(line.lineNo), TEXT.quiet, number),
        dataText(line.description, TEXT.body, description),
        dataText(item ? String(item.quantity) : '', TEXT.quietFigure, ordered),
        dataText(String(line.quantity), TEXT.figure, quantity),
        dataText(formatUsd(line.valueUsd), TEXT.figure, value),
      ],
      texts: [line.description],
    };
  });
}
