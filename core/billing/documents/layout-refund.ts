import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  inPounds,
  noteBlock,
  type PanelText,
  rateText,
  signatureBlock,
  summaryRow,
} from '../../documents/pdf/blocks.ts';
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
import { formatSsp, formatUsd } from '../../kernel/money.ts';
import { paymentAccountLabels } from '../payments/schema.ts';
import type { RefundDocument } from './schema.ts';

const TABLE: TableShape = {
  cellSide: 8,
  columns: [{ title: 'Taken from' }, { title: 'Amount (USD)', width: 92, figure: true }],
};

/** The layout of the receipt of a refund, which the customer signs. */
export function refundDefinition(refund: RefundDocument): TDocumentDefinitions {
  const content: Content[] = [
    summaryRow(
      'Paid to',
      refund.customer,
      [
        { label: 'Date', value: formatDate(refund.date) },
        { label: 'Method', value: paymentAccountLabels[refund.account] },
        { label: 'Reference', value: refund.reference },
        { label: 'Paid by', value: refund.createdBy },
      ],
      panel(refund),
    ),
    ...tableWithTotals(TABLE, rows(refund), {
      rows: [{ label: totalLabel(refund), value: formatUsd(refund.amountUsd), weight: 'final' }],
      remarks: remarks(refund),
    }),
    ...noteBlock('Reason', refund.reason),
    ...signatureBlock(`Paid for ${refund.company.name}`, 'Received by the customer'),
  ];
  return page({
    company: refund.company,
    title: 'Refund receipt',
    number: refund.refundNumber,
    date: refund.date,
    content,
  });
}

/** Whether credit and money differ because pounds are part of them. */
const isInPounds = ({ currency, amountUsd, moneyUsd }: RefundDocument) =>
  currency === 'SSP' || amountUsd !== moneyUsd;

function totalLabel(refund: RefundDocument): string {
  return isInPounds(refund) ? 'Total credit paid out' : 'Total paid out';
}

/** Pounds go back as they were paid, dollars are converted at the rate of the day. */
function remarks(refund: RefundDocument): string[] {
  if (refund.currency === 'USD' && isInPounds(refund))
    return [
      `Pounds that were paid go back in dollars at the rate of the day: ${rateText(refund.exchangeRate)}.`,
    ];
  return refund.currency === 'SSP'
    ? ['The amounts in USD are the credit that these pounds use up.']
    : pounds(refund, `SSP at the rate of the day: ${rateText(refund.exchangeRate)}.`);
}

/** Money paid out in pounds shows pounds even if the company setting hides them. */
function pounds<T>({ company, currency }: RefundDocument, ...parts: T[]): T[] {
  return currency === 'SSP' ? parts : inPounds(company, ...parts);
}

function panel(refund: RefundDocument): PanelText {
  const inSsp = refund.currency === 'SSP';
  const usd = formatUsd(inSsp ? refund.amountUsd : refund.moneyUsd);
  const ssp = formatSsp(refund.amountSsp);
  return {
    label: 'Amount paid out',
    amount: inSsp ? ssp : usd,
    lines: pounds<PanelText['lines'][number]>(
      refund,
      { text: inSsp ? `Credit of ${usd}` : ssp, style: TEXT.strong },
      ...(inSsp ? [] : [{ text: rateText(refund.exchangeRate) }]),
    ),
  };
}

function rows({ parts }: RefundDocument): TableRow[] {
  const width = columnWidths(TABLE)[0]!;
  return parts.map(({ receiptId, amountUsd }) => ({
    cells: [
      dataText(`Credit of ${receiptId}`, TEXT.body, width),
      { ...TEXT.figure, text: formatUsd(amountUsd) },
    ],
    texts: [receiptId],
  }));
}
