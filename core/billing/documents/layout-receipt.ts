import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  type Fact,
  inPounds,
  noteBlock,
  type PanelText,
  rateText,
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
import { type Cents, cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import { paymentAccountLabel } from '../payments/schema.ts';
import type { ReceiptDocument } from './schema.ts';

const AMOUNT = { title: 'Amount (USD)', width: 92, figure: true };
const TABLE: TableShape = { cellSide: 8, columns: [{ title: 'Applied to' }, AMOUNT] };
const VOID_TABLE: TableShape = {
  cellSide: 8,
  columns: [{ title: 'Had been applied to' }, AMOUNT],
};

/** The layout of a payment receipt (decision 5). */
export function receiptDefinition(receipt: ReceiptDocument): TDocumentDefinitions {
  const content: Content[] = [
    summaryRow(
      'Received from',
      receipt.customer,
      [
        { label: 'Date', value: formatDate(receipt.paymentDate) },
        { label: 'Method', value: paymentAccountLabel(receipt) },
        { label: 'Reference', value: receipt.reference },
        { label: 'Received by', value: receipt.createdBy },
        ...reversalFacts(receipt),
      ],
      panel(receipt),
    ),
    ...tableWithTotals(isVoid(receipt) ? VOID_TABLE : TABLE, rows(receipt), totals(receipt)),
    ...noteBlock('Reason for the reversal', receipt.reversalReason),
  ];
  return page({
    company: receipt.company,
    title: 'Payment receipt',
    number: receipt.receiptId,
    date: receipt.paymentDate,
    content,
  });
}

function isVoid({ status }: ReceiptDocument): boolean {
  return status === 'reversed';
}

function reversalFacts(receipt: ReceiptDocument): Fact[] {
  if (!isVoid(receipt)) return [];
  return [
    { label: 'Status', value: 'Reversed', style: { ...TEXT.strong, color: COLOUR.bad } },
    { label: 'Reversed on', value: formatDate(receipt.reversedDate ?? receipt.paymentDate) },
    { label: 'Reversed by', value: receipt.reversedBy },
  ];
}

function totals(receipt: ReceiptDocument): Totals {
  const { balance, kind } = receipt;
  const total: TotalRow[] = [
    ...pounds<TotalRow>(receipt, {
      label: 'SSP value',
      value: formatSsp(receipt.amountSsp),
      weight: 'quiet',
    }),
    { label: 'Total received', value: formatUsd(receipt.amountUsd), weight: 'final' },
  ];
  const rate = pounds(receipt, `SSP at the rate of the day: ${rateText(receipt.exchangeRate)}.`);
  if (isVoid(receipt)) {
    return {
      rows: total,
      remarks: rate,
      warning: 'This payment was reversed. The receipt is void.',
      stamp: 'REVERSED',
    };
  }
  return {
    rows: [...total, ...balanceRows(receipt)],
    remarks: [
      ...rate,
      ...(balance ? [`Balance when this ${kind} was recorded, ${formatDate(balance.on)}.`] : []),
      'Thank you for your payment.',
    ],
  };
}

/** The customer's balance or credit after the payment. */
function balanceRows(receipt: ReceiptDocument): TotalRow[] {
  if (!receipt.balance) return [];
  const { balanceUsd, balanceSsp } = receipt.balance;
  const inAdvance = balanceUsd < 0;
  const shown = (amount: Cents) => (inAdvance ? cents(-amount) : amount);
  return [
    {
      label: `${inAdvance ? 'In advance' : 'Balance'} after this ${receipt.kind}`,
      value: formatUsd(shown(balanceUsd)),
    },
    ...(balanceSsp === null
      ? []
      : pounds<TotalRow>(receipt, {
          label: 'In SSP',
          value: formatSsp(shown(balanceSsp)),
          weight: 'quiet',
        })),
  ];
}

/** Payments received in pounds show pounds even if the company setting hides them. */
function pounds<T>({ company, currency }: ReceiptDocument, ...parts: T[]): T[] {
  return currency === 'SSP' ? parts : inPounds(company, ...parts);
}

function panel(receipt: ReceiptDocument): PanelText {
  const inSsp = receipt.currency === 'SSP';
  const usd = formatUsd(receipt.amountUsd);
  const ssp = formatSsp(receipt.amountSsp);
  return {
    label: 'Amount received',
    amount: inSsp ? ssp : usd,
    lines: pounds<PanelText['lines'][number]>(
      receipt,
      { text: inSsp ? usd : ssp, style: TEXT.strong },
      { text: rateText(receipt.exchangeRate) },
    ),
  };
}

function rows(receipt: ReceiptDocument): TableRow[] {
  const width = columnWidths(TABLE)[0]!;
  const settled = isVoid(receipt) ? receipt.reversedAllocations : receipt.allocations;
  const applied = settled.map(
    ({ invoiceNumber, amountUsd }): TableRow => ({
      cells: [
        dataText(`Invoice ${invoiceNumber}`, TEXT.body, width),
        { ...TEXT.figure, text: formatUsd(amountUsd) },
      ],
      texts: [invoiceNumber],
    }),
  );
  for (const { refundNumber, date, amountUsd } of receipt.refunds) {
    const text = `Paid out with ${refundNumber}, ${formatDate(date)}`;
    const cells = [
      dataText(text, TEXT.body, width),
      { ...TEXT.figure, text: formatUsd(amountUsd) },
    ];
    applied.push({ cells, texts: [refundNumber] });
  }
  if (receipt.keptUsd !== 0 || applied.length === 0) {
    const text = isVoid(receipt) ? 'Kept in advance' : 'Kept in advance, for the next invoice';
    applied.push({
      cells: [
        { ...TEXT.body, text },
        { ...TEXT.figure, text: formatUsd(receipt.keptUsd) },
      ],
      texts: [],
    });
  }
  return applied;
}
