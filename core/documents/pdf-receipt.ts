import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatDate } from '../kernel/dates.ts';
import { formatSsp, formatUsd } from '../kernel/money.ts';
import {
  columnWidths,
  inPounds,
  mainTable,
  type PanelText,
  rateText,
  summaryRow,
  type TableShape,
  type TotalRow,
  totalsRow,
} from './pdf-blocks.ts';
import type { ReceiptDocument } from './pdf-documents.ts';
import { page } from './pdf-page.ts';
import { COLOUR, TEXT } from './pdf-style.ts';
import { dataText } from './pdf-text.ts';

const TABLE: TableShape = {
  cellSide: 8,
  columns: [{ title: 'Applied to' }, { title: 'Amount (USD)', width: 92, figure: true }],
};

/** The layout of a payment receipt (decision 5). */
export function receiptDefinition(receipt: ReceiptDocument): TDocumentDefinitions {
  const content: Content[] = [
    summaryRow(
      'Received from',
      receipt.customer,
      [
        { label: 'Date', value: formatDate(receipt.date) },
        { label: 'Method', value: receipt.account },
        { label: 'Reference', value: receipt.reference },
        { label: 'Received by', value: receipt.receivedBy },
        ...(receipt.reversed
          ? [{ label: 'Status', value: 'Reversed', style: { ...TEXT.strong, color: COLOUR.bad } }]
          : []),
      ],
      panel(receipt),
    ),
    mainTable(
      TABLE,
      rows(receipt),
      receipt.allocations.map((allocation) => allocation.invoiceNumber),
    ),
    totalsRow({
      rows: [
        ...pounds<TotalRow>(receipt, {
          label: 'SSP value',
          value: formatSsp(receipt.sspAmount),
          weight: 'quiet',
        }),
        { label: 'Total received', value: formatUsd(receipt.amount), weight: 'final' },
      ],
      remarks: [
        ...pounds(receipt, `SSP at the rate of the day: ${rateText(receipt.sspRate)}.`),
        ...(receipt.reversed ? [] : ['Thank you for your payment.']),
      ],
      warning: receipt.reversed ? 'This payment was reversed. The receipt is void.' : undefined,
      stamp: receipt.reversed ? 'REVERSED' : undefined,
    }),
  ];
  return page({
    company: receipt.company,
    title: 'Payment receipt',
    number: receipt.number,
    date: receipt.date,
    content,
  });
}

/** Money that was received in pounds is told in pounds, whatever the company shows. */
function pounds<T>({ company, currency }: ReceiptDocument, ...parts: T[]): T[] {
  return currency === 'SSP' ? parts : inPounds(company, ...parts);
}

function panel(receipt: ReceiptDocument): PanelText {
  const inSsp = receipt.currency === 'SSP';
  const usd = formatUsd(receipt.amount);
  const ssp = formatSsp(receipt.sspAmount);
  return {
    label: 'Amount received',
    amount: inSsp ? ssp : usd,
    lines: pounds<PanelText['lines'][number]>(
      receipt,
      { text: inSsp ? usd : ssp, style: TEXT.strong },
      { text: rateText(receipt.sspRate) },
    ),
  };
}

function rows(receipt: ReceiptDocument): Content[][] {
  const width = columnWidths(TABLE)[0]!;
  const applied: Content[][] = receipt.allocations.map((allocation) => [
    dataText(`Invoice ${allocation.invoiceNumber}`, TEXT.body, width),
    { ...TEXT.figure, text: formatUsd(allocation.amount) },
  ]);
  if (receipt.credit !== 0 || applied.length === 0) {
    applied.push([
      { ...TEXT.body, text: 'Kept in advance, for the next invoice' },
      { ...TEXT.figure, text: formatUsd(receipt.credit) },
    ]);
  }
  return applied;
}
