import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import { type Cents, formatSsp } from '../kernel/money.ts';
import type { DocumentCustomer, Letterhead } from './pdf-documents.ts';
import { fontFamilies } from './pdf-fonts.ts';
import { column } from './pdf-page.ts';
import { type StampWord, stamp } from './pdf-stamp.ts';
import { COLOUR, CONTENT_WIDTH, TEXT } from './pdf-style.ts';
import { cleanText, dataText, type TextStyle } from './pdf-text.ts';

const PARTY_WIDTH = 178;
const FACTS_WIDTH = 152;
const PANEL_WIDTH = CONTENT_WIDTH - PARTY_WIDTH - FACTS_WIDTH - 24;

export interface Fact {
  label: string;
  value: string;
  style?: TextStyle;
}

export interface PanelText {
  label: string;
  amount: string;
  lines: { text: string; style?: TextStyle }[];
}

/** What a document says in South Sudanese pounds: nothing where the company shows dollars alone. */
export function inPounds<T>({ showsSsp }: Letterhead, ...parts: T[]): T[] {
  return showsSsp ? parts : [];
}

/** '1 USD = 400 SSP'. */
export function rateText(rate: Cents): string {
  return `1 USD = ${formatSsp(rate).replace('SSP ', '')} SSP`;
}

/** The first row of every document: whom it is for, its facts, and the one figure that counts. */
export function summaryRow(
  partyLabel: string,
  customer: DocumentCustomer,
  facts: readonly Fact[],
  panel: PanelText,
): Content {
  return {
    margin: [0, 16, 0, 18],
    columnGap: 12,
    columns: [
      column(PARTY_WIDTH, ...party(partyLabel, customer)),
      column(FACTS_WIDTH, ...factLines(facts)),
      column(PANEL_WIDTH, panelBox(panel)),
    ],
  };
}

function party(label: string, customer: DocumentCustomer): Content[] {
  const line = (value: string, style: TextStyle): Content[] =>
    cleanText(value) === '' ? [] : [dataText(value, style, PARTY_WIDTH)];
  return [
    { ...TEXT.label, text: label.toUpperCase(), margin: [0, 0, 0, 4] },
    ...line(customer.name, TEXT.name),
    ...line(customer.address, { ...TEXT.body, margin: [0, 2, 0, 0] }),
    ...line(customer.phone, TEXT.body),
    ...line(customer.email, TEXT.body),
    ...line(`Customer ${customer.customerId}`, { ...TEXT.quiet, margin: [0, 2, 0, 0] }),
  ];
}

function factLines(facts: readonly Fact[]): Content[] {
  const labelWidth = 66;
  const valueWidth = FACTS_WIDTH - labelWidth - 6;
  return facts
    .filter((fact) => cleanText(fact.value) !== '')
    .map((fact) => ({
      columnGap: 6,
      margin: [0, 0, 0, 3],
      columns: [
        column(labelWidth, { ...TEXT.quiet, text: fact.label, margin: [0, 0.8, 0, 0] }),
        column(valueWidth, dataText(fact.value, fact.style ?? TEXT.strong, valueWidth)),
      ],
    }));
}

function panelBox(panel: PanelText): Content {
  const width = PANEL_WIDTH - 24;
  const { fontSize: largest, bold } = TEXT.amount;
  // The figure shrinks rather than break over two lines.
  const shrink = width / fontFamilies[0]!.widthOf(panel.amount, largest, bold);
  const fontSize = largest * Math.min(1, shrink * 0.99);
  return {
    table: {
      widths: [width],
      body: [
        [
          {
            stack: [
              { ...TEXT.label, text: panel.label.toUpperCase(), margin: [0, 0, 0, 3] },
              { ...TEXT.amount, fontSize, text: panel.amount },
              ...panel.lines.map(({ text, style }) => ({
                ...(style ?? TEXT.quiet),
                text,
                margin: [0, 2, 0, 0] as [number, number, number, number],
              })),
            ],
          },
        ],
      ],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index) => (index === 0 ? 2.5 : 0),
      vLineColor: () => COLOUR.accent,
      fillColor: () => COLOUR.tint,
      paddingLeft: () => 12,
      paddingRight: () => 10,
      paddingTop: () => 9,
      paddingBottom: () => 9,
    },
  };
}

export interface TableColumn {
  title: string;
  /** Points of text; exactly one column has none and takes what is left. */
  width?: number;
  figure?: boolean;
}

export interface TableShape {
  columns: readonly TableColumn[];
  /** Space on either side of a cell's text. */
  cellSide: number;
}

/** Widths of text per column, so that rows can break their lines. */
export function columnWidths({ columns, cellSide }: TableShape): number[] {
  const fixed = columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  const rest = CONTENT_WIDTH - fixed - 2 * cellSide * columns.length;
  return columns.map(({ width }) => width ?? rest);
}

/** Rows of shorter texts stay in one piece, whatever their column's width. */
const ROW_STAYS_TOGETHER = 400;

/**
 * The main table: its head row repeats on every page. `texts` are the texts of the data in it: a row
 * that is kept in one piece and outgrows a page is lost without a sign, so a long text lets rows break.
 */
export function mainTable(shape: TableShape, rows: Content[][], texts: readonly string[]): Content {
  const together = texts.every((text) => text.length < ROW_STAYS_TOGETHER);
  const head = shape.columns.map(({ title, figure }) => ({
    ...(figure ? TEXT.tableHeadFigure : TEXT.tableHead),
    text: title,
  }));
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: together ? 1 : 0,
      dontBreakRows: together,
      widths: columnWidths(shape),
      body: [head, ...rows] as TableCell[][],
    },
    layout: tableLayout(shape.cellSide),
  };
}

function tableLayout(cellSide: number): CustomTableLayout {
  const isEdge = (line: number, rowCount: number) => line === 1 || line === rowCount;
  return {
    hLineWidth: (line, { table }) => (line === 0 ? 0 : isEdge(line, table.body.length) ? 1 : 0.5),
    hLineColor: (line, { table }) =>
      isEdge(line, table.body.length) ? COLOUR.accent : COLOUR.hairline,
    vLineWidth: () => 0,
    fillColor: (row) => (row === 0 ? COLOUR.tint : null),
    paddingLeft: () => cellSide,
    paddingRight: () => cellSide,
    paddingTop: () => 5,
    paddingBottom: () => 4,
  };
}

export interface TotalRow {
  label: string;
  value: string;
  weight?: 'quiet' | 'final';
}

const TOTALS_WIDTH = 236;
const TOTALS_SIDE = 8;

export interface Totals {
  rows: readonly TotalRow[];
  /** Quiet lines on the left of the sums. */
  remarks: readonly string[];
  /** What makes the document void. */
  warning?: string;
  stamp?: StampWord;
}

/** The end of the table: sums on the right, remarks and the stamp on their left. */
export function totalsRow({ rows, remarks, warning, stamp: word }: Totals): Content {
  const valueWidth = 104;
  const labelWidth = TOTALS_WIDTH - valueWidth - 4 * TOTALS_SIDE;
  const remarkWidth = CONTENT_WIDTH - TOTALS_WIDTH - 20;
  return {
    margin: [0, 8, 0, 0],
    unbreakable: true,
    columnGap: 20,
    columns: [
      column(
        remarkWidth,
        ...remarks.map((text) => ({ ...TEXT.quiet, text })),
        ...(warning === undefined ? [] : [{ ...TEXT.strong, color: COLOUR.bad, text: warning }]),
        ...(word === undefined ? [] : [stamp(word)]),
      ),
      column(TOTALS_WIDTH, {
        table: {
          widths: [labelWidth, valueWidth],
          body: rows.map(({ label, value, weight }) => {
            if (weight === 'quiet') {
              return [
                { ...TEXT.quiet, text: label },
                { ...TEXT.quietFigure, text: value },
              ];
            }
            const final = weight === 'final';
            return [
              { ...(final ? { ...TEXT.strong, fontSize: 11 } : TEXT.body), text: label },
              {
                ...(final ? { ...TEXT.strongFigure, fontSize: 11 } : TEXT.figure),
                text: value,
              },
            ];
          }),
        },
        layout: {
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          fillColor: (row) => (rows[row]?.weight === 'final' ? COLOUR.tint : null),
          paddingLeft: () => TOTALS_SIDE,
          paddingRight: () => TOTALS_SIDE,
          paddingTop: (row) => (rows[row]?.weight === 'final' ? 6 : 3),
          paddingBottom: (row) => (rows[row]?.weight === 'final' ? 5 : 2),
        },
      }),
    ],
  };
}

/** A short block moves to the next page whole; one that outgrew a page would be lost. */
function staysTogether(text: string): boolean {
  return text.length < 1200 && text.split('\n').length < 20;
}

/** 'How to pay', with the reference to quote. */
export function paymentBlock(company: Letterhead, reference: string): Content[] {
  if (company.paymentInstructions.length === 0) return [];
  return [
    {
      margin: [0, 20, 0, 0],
      unbreakable: staysTogether(company.paymentInstructions.join('\n')),
      stack: [
        { ...TEXT.label, text: 'HOW TO PAY', margin: [0, 0, 0, 4] },
        ...company.paymentInstructions.map((line) => dataText(line, TEXT.body, CONTENT_WIDTH)),
        dataText(`Please quote ${reference} with your payment.`, TEXT.quiet, CONTENT_WIDTH),
      ],
    },
  ];
}

/** A titled paragraph of free text. */
export function noteBlock(label: string, text: string): Content[] {
  if (cleanText(text) === '') return [];
  return [
    {
      margin: [0, 20, 0, 0],
      unbreakable: staysTogether(text),
      stack: [
        { ...TEXT.label, text: label.toUpperCase(), margin: [0, 0, 0, 4] },
        dataText(text, TEXT.body, CONTENT_WIDTH, { multiline: true }),
      ],
    },
  ];
}
