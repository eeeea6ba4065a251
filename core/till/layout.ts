import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Fact, factsRow, noteBlock, signatureBlock } from '../documents/pdf/blocks.ts';
import type { Letterhead } from '../documents/pdf/documents.ts';
import { page } from '../documents/pdf/page.ts';
import { TEXT } from '../documents/pdf/style.ts';
import { type TableRow, type TableShape, tableWithTotals } from '../documents/pdf/table.ts';
import { formatInstant, type IsoDate } from '../kernel/dates.ts';
import { type Cents, cents, formatSsp, formatUsd } from '../kernel/money.ts';
import { cashKindLabels, differenceText, formatCash, statusLabels } from './rules.ts';
import { cashKinds, type TillDetail, tillCurrencies } from './schema.ts';

export interface TillDocument {
  company: Letterhead;
  till: TillDetail;
  date: IsoDate;
}

const SUMS: TableShape = {
  cellSide: 6,
  isDense: true,
  columns: [
    { title: 'Cash in and out' },
    { title: 'Number', width: 52, figure: true },
    { title: 'US dollars', width: 100, figure: true },
    { title: 'SSP', width: 120, figure: true },
  ],
};

const COUNT: TableShape = {
  cellSide: 6,
  isDense: true,
  columns: [
    { title: 'US dollars', width: 62 },
    { title: 'Pieces', width: 46, figure: true },
    { title: 'Amount', width: 86, figure: true },
    { title: '', width: 8 },
    { title: 'Pounds' },
    { title: 'Pieces', width: 56, figure: true },
    { title: 'Amount', width: 104, figure: true },
  ],
};

/** The layout of the day report of a till: its cash by kind, its count, its difference, and lines to sign on. */
export function tillReportDefinition({ company, till, date }: TillDocument): TDocumentDefinitions {
  const isCounted = till.countedUsd !== null && till.countedSsp !== null;
  const [usd, ssp] = isCounted
    ? [till.countedUsd!, till.countedSsp!]
    : [till.cashUsd, till.cashSsp];
  return page({
    company,
    title: 'Till report',
    number: till.tillNumber,
    date,
    content: [
      factsRow(factsOf(till), {
        label: isCounted ? 'Cash counted' : 'Cash in the till',
        amount: formatUsd(usd),
        lines: [{ text: formatSsp(ssp), style: TEXT.strong }],
      }),
      ...tableWithTotals(SUMS, [...sumRows(till), ...balanceRows(till)], {
        rows: [],
        remarks: [],
        ...warningOf(till),
      }),
      ...(isCounted ? countBlock(till) : []),
      ...noteBlock('Note of the count', till.countNote),
      ...(isCounted ? signatures(till) : []),
    ],
  });
}

function factsOf(till: TillDetail): Fact[] {
  const at = (instant: Date | null, by: string) =>
    instant === null ? '' : `${formatInstant(instant)}${by === '' ? '' : `, ${by}`}`;
  const sole = till.isSole ? ' (no other person may)' : '';
  return [
    { label: 'Till of', value: till.userName },
    { label: 'Status', value: statusLabels[till.status] },
    { label: 'Opened', value: at(till.openedAt, '') },
    { label: 'Counted', value: at(till.countedAt, till.countedBy) },
    { label: 'Accepted', value: at(till.acceptedAt, `${till.acceptedBy}${sole}`) },
  ];
}

/** A row for each kind: the float first, the difference and the hand-over last. */
function sumRows({ sums }: TillDetail): TableRow[] {
  return cashKinds.flatMap((kind) => {
    const ofKind = sums.filter((sum) => sum.kind === kind);
    // In the rows below.
    if (ofKind.length === 0 || kind === 'difference' || kind === 'handover') return [];
    const amountOf = (currency: 'USD' | 'SSP') =>
      ofKind.find((sum) => sum.currency === currency)?.amount;
    const [usd, ssp] = [amountOf('USD'), amountOf('SSP')];
    const count = ofKind.reduce((total, sum) => total + sum.count, 0);
    return [
      {
        cells: [
          { ...TEXT.body, text: cashKindLabels[kind] },
          { ...TEXT.quietFigure, text: kind === 'float' ? '' : String(count) },
          { ...TEXT.figure, text: usd === undefined ? '–' : formatUsd(usd) },
          { ...TEXT.figure, text: ssp === undefined ? '–' : formatSsp(ssp) },
        ],
        texts: [],
      },
    ];
  });
}

function signatures({ userName, acceptedBy }: TillDetail): Content[] {
  const accepted = acceptedBy === '' ? 'Accepted by' : `Accepted by ${acceptedBy}`;
  return signatureBlock(`Handed over by ${userName}`, accepted);
}

/** What should be there; of a counted till also what was there, and the difference. */
function balanceRows(till: TillDetail): TableRow[] {
  const row = (label: string, usd: Cents, ssp: Cents): TableRow => ({
    cells: [
      { ...TEXT.strong, text: label },
      '',
      { ...TEXT.strongFigure, text: formatUsd(usd) },
      { ...TEXT.strongFigure, text: formatSsp(ssp) },
    ],
    texts: [],
  });
  const { expectedUsd, expectedSsp, countedUsd, countedSsp } = till;
  if (expectedUsd === null || expectedSsp === null || countedUsd === null || countedSsp === null)
    return [row('Should be in the till', till.cashUsd, till.cashSsp)];
  return [
    row('Should be in the till', expectedUsd, expectedSsp),
    row('Counted', countedUsd, countedSsp),
    row('Difference', till.differenceUsd!, till.differenceSsp!),
  ];
}

/** The difference in words; nothing where the count agrees. */
function warningOf({ differenceUsd, differenceSsp }: TillDetail): { warning?: string } {
  if (differenceUsd === null || differenceSsp === null) return {};
  const text = differenceText({ USD: differenceUsd, SSP: differenceSsp });
  return text === '' ? {} : { warning: `The till was ${text}.` };
}

/** The notes and coins of both currencies side by side. */
function countBlock({ counts }: TillDetail): Content[] {
  const [dollars, pounds] = tillCurrencies.map((currency) =>
    counts.filter((count) => count.currency === currency),
  );
  const length = Math.max(dollars!.length, pounds!.length);
  const rows = Array.from({ length }, (_, index): TableRow => {
    const cells = [...cellsOf(dollars![index]), '', ...cellsOf(pounds![index])];
    return { cells, texts: [] };
  });
  if (rows.length === 0)
    return [{ ...TEXT.body, text: 'No notes or coins were counted.', margin: [0, 16, 0, 0] }];
  return [
    { text: '', margin: [0, 16, 0, 0] },
    ...tableWithTotals(COUNT, rows, { rows: [], remarks: [] }),
  ];
}

function cellsOf(count: TillDetail['counts'][number] | undefined): Content[] {
  if (!count) return ['', '', ''];
  const { currency, denomination, pieces } = count;
  return [
    { ...TEXT.body, text: formatCash(currency, denomination) },
    { ...TEXT.figure, text: pieces.toLocaleString('en-US') },
    { ...TEXT.figure, text: formatCash(currency, cents(denomination * pieces)) },
  ];
}
