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
import type { DeliveryDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 6,
  columns: [
    { title: '#', width: 16 },
    { title: 'Description' },
    { title: 'Serial numbers', width: 190 },
    { title: 'Quantity', width: 52, figure: true },
  ],
};

/** The layout of a delivery note: what is handed over, without prices, and a place to sign. */
export function deliveryNoteDefinition(note: DeliveryDocument): TDocumentDefinitions {
  const isDelivered = note.deliveredOn !== null;
  const units = note.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const facts = [
    { label: 'Order date', value: formatDate(note.orderDate) },
    { label: 'Delivered', value: note.deliveredOn ? formatDate(note.deliveredOn) : '' },
    {
      label: 'Delivery by',
      value: !isDelivered && note.deliveryDate ? formatDate(note.deliveryDate) : '',
    },
    { label: 'Invoice', value: note.invoiceNumber },
    { label: 'Delivered by', value: note.deliveredBy },
    { label: 'Received by', value: note.receivedBy },
  ];
  const isVoid = note.status === 'rejected' || note.status === 'cancelled';
  const panel = {
    label: isDelivered ? 'Units delivered' : 'Units to deliver',
    amount: String(isVoid ? 0 : units),
    lines: isDelivered
      ? []
      : [{ text: isVoid ? `The order was ${note.status}` : 'not handed over' }],
  };
  const content: Content[] = [
    summaryRow('Deliver to', note.customer, facts, panel),
    ...tableWithTotals(TABLE, rows(note), {
      rows: [{ label: 'Units', value: String(units), weight: 'final' }],
      remarks: ['Please check the goods and their serial numbers before you sign.'],
      ...(isVoid ? { warning: `This order was ${note.status}. Do not deliver.` } : {}),
    }),
    ...noteBlock('Delivery address', note.deliveryAddress),
    ...noteBlock('Notes', note.notes),
    ...signatureBlock(
      `Delivered for ${note.company.name}${note.deliveredBy === '' ? '' : `: ${note.deliveredBy}`}`,
      `Received in good order, name and date${note.receivedBy === '' ? '' : `: ${note.receivedBy}`}`,
    ),
  ];
  return page({
    company: note.company,
    title: 'Delivery note',
    number: note.orderNumber,
    date: note.deliveredOn ?? note.orderDate,
    content,
  });
}

function rows({ lines }: DeliveryDocument): TableRow[] {
  const [number, description, serial, quantity] = columnWidths(TABLE) as [
    number,
    number,
    number,
    number,
  ];
  return lines.map((line) => {
    const text = `${line.equipmentNumber}  ${line.name}`;
    const serials = line.serials.join(', ');
    return {
      cells: [
        dataText(String(line.lineNo), TEXT.quiet, number),
        dataText(text, TEXT.body, description),
        dataText(serials, TEXT.body, serial),
        dataText(String(line.quantity), TEXT.figure, quantity),
      ],
      texts: [text, serials],
    };
  });
}
