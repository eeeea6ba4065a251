import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  type Fact,
  inPounds,
  noteBlock,
  type PanelText,
  rateText,
  signatureBlock,
  summaryRow,
} from '../../documents/pdf/blocks.ts';
import { page } from '../../documents/pdf/page.ts';
import { COLOUR, TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  type TotalRow,
  type Totals,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd, usdToSsp } from '../../kernel/money.ts';
import type { OrderStatus } from '../orders/schema.ts';
import type { OrderDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 6,
  columns: [
    { title: '#', width: 16 },
    { title: 'Description' },
    { title: 'Quantity', width: 52, figure: true },
    { title: 'Unit price', width: 84, figure: true },
    { title: 'Total', width: 92, figure: true },
  ],
};

const STATUS: Record<OrderStatus, { word: string; colour: string }> = {
  pending: { word: 'Waiting for approval', colour: COLOUR.bad },
  approved: { word: 'Approved', colour: COLOUR.good },
  received: { word: 'Received', colour: COLOUR.good },
  rejected: { word: 'Rejected', colour: COLOUR.bad },
  cancelled: { word: 'Cancelled', colour: COLOUR.bad },
};

/** seeds/002 3: COD is shown in full. */
const termsText = (terms: OrderDocument['paymentTerms']) =>
  terms === 'COD' ? 'Cash on Delivery' : terms;

/** The layout of a purchase order. */
export function purchaseOrderDefinition(order: OrderDocument): TDocumentDefinitions {
  const terms = [
    `Payment terms: ${termsText(order.paymentTerms)}.`,
    `Please deliver by ${formatDate(order.expectedDelivery)}, and quote ${order.poNumber} on the delivery note and the invoice.`,
  ];
  const content: Content[] = [
    summaryRow('Supplier', order.supplier, facts(order), panel(order)),
    ...tableWithTotals(TABLE, rows(order), totals(order)),
    ...noteBlock('Terms', terms.join('\n')),
    ...noteBlock('Notes', order.notes),
    ...noteBlock('Reason', order.closedReason),
    ...signatureBlock(
      `Approved for ${order.company.name}${order.approvedBy === '' ? '' : `: ${order.approvedBy}`}`,
      `Accepted for ${order.supplier.name}`,
    ),
  ];
  return page({
    company: order.company,
    title: 'Purchase order',
    number: order.poNumber,
    date: order.orderDate,
    content,
  });
}

function facts(order: OrderDocument): Fact[] {
  const { word, colour } = STATUS[order.status];
  return [
    { label: 'Order date', value: formatDate(order.orderDate) },
    { label: 'Delivery by', value: formatDate(order.expectedDelivery) },
    { label: 'Requisition', value: order.requisitionNumber },
    { label: 'Ordered by', value: order.createdBy },
    { label: 'Status', value: word, style: { ...TEXT.strong, color: colour } },
  ];
}

function amountText(amount: Cents, { currency }: OrderDocument): string {
  return currency === 'USD' ? formatUsd(amount) : formatSsp(amount);
}

/** The total in the other currency, at the rate of the order. */
function otherTotal(order: OrderDocument): string {
  return order.currency === 'USD'
    ? formatSsp(usdToSsp(order.totalUsd, order.exchangeRate))
    : formatUsd(order.totalUsd);
}

/** An order in dollars shows pounds if the company does; one in pounds always shows dollars. */
function inOther<T>(order: OrderDocument, ...parts: T[]): T[] {
  return order.currency === 'SSP' ? parts : inPounds(order.company, ...parts);
}

function panel(order: OrderDocument): PanelText {
  return {
    label: 'Order total',
    amount: amountText(order.totalAmount, order),
    lines: inOther(
      order,
      { text: otherTotal(order), style: TEXT.strong },
      { text: rateText(order.exchangeRate) },
    ),
  };
}

function rows(order: OrderDocument): TableRow[] {
  const [number, description, quantity, price, total] = columnWidths(TABLE) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return order.items.map((item) => {
    const text =
      item.equipmentNumber === '' || item.description.includes(item.equipmentNumber)
        ? item.description
        : `${item.equipmentNumber}  ${item.description}`;
    return {
      cells: [
        dataText(String(item.lineNo), TEXT.quiet, number),
        dataText(text, TEXT.body, description),
        dataText(String(item.quantity), TEXT.figure, quantity),
        dataText(amountText(item.unitPrice, order), TEXT.figure, price),
        dataText(amountText(item.totalPrice, order), TEXT.figure, total),
      ],
      texts: [text],
    };
  });
}

function totals(order: OrderDocument): Totals {
  const isVoid = order.status === 'rejected' || order.status === 'cancelled';
  const rows: TotalRow[] = [
    ...inOther<TotalRow>(order, {
      label: order.currency === 'USD' ? 'SSP value' : 'USD value',
      value: otherTotal(order),
      weight: 'quiet',
    }),
    { label: 'Total', value: amountText(order.totalAmount, order), weight: 'final' },
  ];
  const remarks = inOther(order, `At the rate of the order date, ${rateText(order.exchangeRate)}.`);
  if (isVoid) return { rows, remarks, warning: `This order was ${order.status}. Do not deliver.` };
  const isOpen = order.status === 'pending';
  return { rows, remarks, ...(isOpen ? { warning: 'Not approved yet. Do not deliver.' } : {}) };
}
