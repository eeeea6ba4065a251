import type { Content } from 'pdfmake/interfaces.js';
import { type Cents, formatSsp } from '../../kernel/money.ts';
import type { DocumentCustomer, Letterhead } from './documents.ts';
import { fontFamilies } from './fonts.ts';
import { column } from './page.ts';
import { COLOUR, CONTENT_WIDTH, TEXT } from './style.ts';
import { cleanText, dataText, type TextStyle } from './text.ts';

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

/** The parts in South Sudanese pounds; none if the company shows only dollars. */
export function inPounds<T>({ showsSsp }: Letterhead, ...parts: T[]): T[] {
  return showsSsp ? parts : [];
}

/** '1 USD = 400 SSP'. */
export function rateText(rate: Cents): string {
  return `1 USD = ${formatSsp(rate).replace('SSP ', '')} SSP`;
}

/** The first row of every document: customer, facts, and the main amount. */
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

/** The first row of a document without a customer: facts and the main amount. */
export function factsRow(facts: readonly Fact[], panel: PanelText): Content {
  const width = PARTY_WIDTH + FACTS_WIDTH + 12;
  return {
    margin: [0, 16, 0, 18],
    columnGap: 12,
    columns: [column(width, ...factLines(facts, width)), column(PANEL_WIDTH, panelBox(panel))],
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
    ...line(`${customer.word ?? 'Customer'} ${customer.customerId}`, {
      ...TEXT.quiet,
      margin: [0, 2, 0, 0],
    }),
  ];
}

function factLines(facts: readonly Fact[], width = FACTS_WIDTH): Content[] {
  const labelWidth = 66;
  const valueWidth = width - labelWidth - 6;
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
  // Reduces the font size instead of breaking the amount over two lines.
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

/** A short block moves to the next page as a whole; the layout engine would drop one longer than a page. */
function staysTogether(text: string): boolean {
  return text.length < 1200 && text.split('\n').length < 20;
}

/** Whether 'How to pay' is short enough to stay with the totals. */
export function isShortPayment({ paymentInstructions }: Letterhead): boolean {
  return paymentInstructions.length <= 8 && paymentInstructions.join('').length < 400;
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

/** Two lines to sign on, side by side. */
export function signatureBlock(left: string, right: string): Content[] {
  const width = (CONTENT_WIDTH - 40) / 2;
  const line = (label: string) =>
    column(
      width,
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6 }] },
      { stack: [dataText(label, TEXT.quiet, width)], margin: [0, 4, 0, 0] },
    );
  return [
    { margin: [0, 52, 0, 0], unbreakable: true, columnGap: 40, columns: [line(left), line(right)] },
  ];
}
