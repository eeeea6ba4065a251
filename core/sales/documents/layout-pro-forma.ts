import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { inPounds, noteBlock, rateText, summaryRow } from '../../documents/pdf/blocks.ts';
import { page } from '../../documents/pdf/page.ts';
import { COLOUR, TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  type TotalRow,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { formatSsp, formatUsd } from '../../kernel/money.ts';
import { POUNDS_COUNT } from '../../rates/rules.ts';
import type { ProFormaDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 6,
  columns: [
    { title: '#', width: 16 },
    { title: 'Description' },
    { title: 'Quantity', width: 52, figure: true },
    { title: 'Unit price', width: 84, figure: true },
    { title: 'Total (USD)', width: 92, figure: true },
  ],
};

const STATUS = {
  pending: { word: 'Pending', colour: COLOUR.ink },
  approved: { word: 'Approved', colour: COLOUR.good },
  confirmed: { word: 'Confirmed', colour: COLOUR.good },
  delivered: { word: 'Delivered', colour: COLOUR.good },
  rejected: { word: 'Rejected', colour: COLOUR.bad },
  cancelled: { word: 'Cancelled', colour: COLOUR.bad },
};

/** The layout of a pro forma invoice: what an order would cost; nothing is owed by it. */
export function proFormaDefinition(order: ProFormaDocument): TDocumentDefinitions {
  const { word, colour } = STATUS[order.status];
  const isVoid = order.status === 'rejected' || order.status === 'cancelled';
  const facts = [
    { label: 'Order date', value: formatDate(order.orderDate) },
    { label: 'Delivery by', value: order.deliveryDate ? formatDate(order.deliveryDate) : '' },
    { label: 'Sold by', value: order.salesPersonName },
    { label: 'Status', value: word, style: { ...TEXT.strong, color: colour } },
  ];
  const panel = {
    label: 'Order total',
    amount: formatUsd(order.totalAmountUsd),
    lines: inPounds(
      order.company,
      { text: formatSsp(order.totalAmountSsp), style: TEXT.strong },
      { text: rateText(order.exchangeRate) },
    ),
  };
  const rows: TotalRow[] = [
    { label: 'Subtotal', value: formatUsd(order.subtotalUsd) },
    { label: 'Tax', value: formatUsd(order.taxAmountUsd) },
    ...inPounds<TotalRow>(order.company, {
      label: 'Total in SSP',
      value: formatSsp(order.totalAmountSsp),
      weight: 'quiet',
    }),
    { label: 'Total', value: formatUsd(order.totalAmountUsd), weight: 'final' },
  ];
  const content: Content[] = [
    summaryRow('Offer to', order.customer, facts, panel),
    ...tableWithTotals(TABLE, lines(order), {
      rows,
      remarks: [
        'All amounts in US dollars.',
        ...inPounds(
          order.company,
          `SSP at this order's rate: ${rateText(order.exchangeRate)}.`,
          POUNDS_COUNT,
        ),
      ],
      warning: isVoid
        ? `This order was ${order.status}. It is not valid.`
        : 'PRO FORMA: this is not an invoice. The invoice follows when the order is confirmed.',
    }),
    ...noteBlock('Delivery address', order.deliveryAddress),
    ...noteBlock('Notes', order.notes),
  ];
  return page({
    company: order.company,
    title: 'PRO FORMA',
    number: order.orderNumber,
    date: order.orderDate,
    content,
  });
}

function lines(order: ProFormaDocument): TableRow[] {
  const [number, description, quantity, price, total] = columnWidths(TABLE) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return order.items.map((item) => {
    const text = `${item.equipmentNumber}  ${item.name}`;
    return {
      cells: [
        dataText(String(item.lineNo), TEXT.quiet, number),
        dataText(text, TEXT.body, description),
        dataText(String(item.quantity), TEXT.figure, quantity),
        dataText(formatUsd(item.unitPriceUsd), TEXT.figure, price),
        dataText(formatUsd(item.totalPriceUsd), TEXT.figure, total),
      ],
      texts: [text],
    };
  });
}
