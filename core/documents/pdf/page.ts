import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Letterhead } from './documents.ts';
import { COLOUR, CONTENT_WIDTH, PAGE, TEXT } from './style.ts';
import { cleanText, dataText, type TextStyle } from './text.ts';

interface PageFrame {
  company: Letterhead;
  /** 'Invoice', 'Payment receipt' … */
  title: string;
  number: string;
  /** Creation date of the file, so that the same document always has the same bytes. */
  date: IsoDate;
  content: Content[];
  /** Of a document that is laid out in parts, which are merged and then numbered (`mergeNumbered`). */
  part?: { isFirst: boolean };
}

const MARK_SIZE = 42;
const TITLE_WIDTH = 176;

/** A column of fixed width in which text wraps. */
export function column(width: number, ...stack: Content[]): { width: number; stack: Content[] } {
  return { width, stack };
}

/** Wraps content in the company's page: letterhead, short header on later pages, footer, demo tag. */
export function page(frame: PageFrame): TDocumentDefinitions {
  const { company, title, number, part } = frame;
  const isFirst = part?.isFirst ?? true;
  const name = `${title} ${number}`.trim();
  return {
    pageSize: 'A4',
    pageMargins: [PAGE.side, PAGE.top, PAGE.side, PAGE.bottom],
    version: '1.7',
    language: 'en',
    displayTitle: true,
    info: {
      title: metadataText(name),
      author: metadataText(company.name),
      creator: 'Nimule',
      producer: 'Nimule',
      creationDate: new Date(`${frame.date}T12:00:00Z`),
    },
    defaultStyle: { font: 'Roboto', fontSize: TEXT.body.fontSize, color: COLOUR.ink },
    background: () => ({
      canvas: [{ type: 'rect', x: 0, y: 0, w: PAGE.width, h: 5, color: COLOUR.accent }],
    }),
    header: (current) => (current === 1 && isFirst ? undefined : runningHead(company, name)),
    footer: (current, count) => footer(company, part ? '' : `Page ${current} of ${count}`),
    watermark: company.demo
      ? { text: 'DEMO', color: COLOUR.accent, opacity: 0.06, bold: true, angle: -38, fontSize: 170 }
      : undefined,
    content: [...(isFirst ? [letterhead(company, title, number)] : []), ...frame.content],
  };
}

function letterhead(company: Letterhead, title: string, number: string): Content {
  const gap = 12;
  const width = CONTENT_WIDTH - MARK_SIZE - TITLE_WIDTH - 2 * gap;
  const lines = [
    joined([company.address, company.city], ', '),
    joined([company.phone, company.website]),
    joined(company.emails),
    company.taxNumber ? `Tax no. ${company.taxNumber}` : '',
  ].filter((line) => line !== '');
  return {
    margin: [0, -18, 0, 0],
    stack: [
      {
        columnGap: gap,
        columns: [
          column(MARK_SIZE, ...mark(company.logoText)),
          column(
            width,
            dataText(company.name, { ...TEXT.companyName, margin: [0, 0, 0, 3] }, width),
            ...lines.map((line) => dataText(line, TEXT.quiet, width)),
          ),
          column(
            TITLE_WIDTH,
            { ...TEXT.title, text: title, margin: [0, -3, 0, 3] },
            dataText(number, TEXT.number, TITLE_WIDTH),
            ...(company.demo ? [demoTag()] : []),
          ),
        ],
      },
      rule(14),
    ],
  };
}

/** Font sizes for one to four letters, as in the logo on screen. */
const MARK_FONT_SIZES = [18, 15, 12, 10] as const;

/** The company's logo: the one to four letters of its logo text on a tile. */
function mark(logoText: string): Content[] {
  const letters = [...cleanText(logoText)].slice(0, MARK_FONT_SIZES.length);
  const fontSize = MARK_FONT_SIZES[letters.length - 1] ?? MARK_FONT_SIZES[0];
  const style: TextStyle = {
    fontSize,
    bold: true,
    color: COLOUR.white,
    alignment: 'center',
    characterSpacing: 0.5,
  };
  return [
    {
      canvas: [
        { type: 'rect', x: 0, y: 0, w: MARK_SIZE, h: MARK_SIZE, r: 9, color: COLOUR.accent },
        { type: 'ellipse', x: 33, y: 9, r1: 2.6, r2: 2.6, color: COLOUR.white, fillOpacity: 0.55 },
      ],
    },
    {
      stack: [dataText(letters.join(''), style, MARK_SIZE)],
      // Centred on the tile for every font size.
      relativePosition: { x: 0, y: -31 + (MARK_FONT_SIZES[0] - fontSize) * 0.6 },
    },
  ];
}

function demoTag(): Content {
  return {
    text: 'DEMO · NOT A REAL DOCUMENT',
    fontSize: 7,
    bold: true,
    characterSpacing: 0.4,
    color: COLOUR.bad,
    alignment: 'right',
    margin: [0, 3, 0, 0],
  };
}

function rule(top: number, colour: string = COLOUR.hairline): Content {
  return {
    canvas: [
      { type: 'line', x1: 0, y1: 0, x2: CONTENT_WIDTH, y2: 0, lineWidth: 0.7, lineColor: colour },
    ],
    margin: [0, top, 0, 0],
  };
}

function runningHead(company: Letterhead, name: string): Content {
  const half = CONTENT_WIDTH / 2 - 6;
  return {
    margin: [PAGE.side, 24, PAGE.side, 0],
    stack: [
      {
        columnGap: 12,
        columns: [
          column(half, dataText(clipped(company.name, 60), TEXT.foot, half)),
          column(half, dataText(clipped(name, 60), { ...TEXT.foot, alignment: 'right' }, half)),
        ],
      },
      rule(5),
    ],
  };
}

const PLACE_WIDTH = 76;

function placeOf(text: string): Content {
  return { ...TEXT.foot, text, alignment: 'right' };
}

/** The line of a footer: what is on its left, and its place among the pages. */
function footLine(left: Content[], place: Content): Content {
  return {
    margin: [0, 7, 0, 0],
    columnGap: 12,
    columns: [column(CONTENT_WIDTH - PLACE_WIDTH - 12, ...left), column(PLACE_WIDTH, place)],
  };
}

function footer(company: Letterhead, place: string): Content {
  const lineWidth = CONTENT_WIDTH - PLACE_WIDTH - 12;
  const line = joined([
    company.demo ? 'DEMO' : undefined,
    company.name,
    company.city,
    company.phone,
    company.emails[0],
  ]);
  return {
    margin: [PAGE.side, 14, PAGE.side, 0],
    stack: [
      rule(0),
      footLine([dataText(clipped(line, 170), TEXT.foot, lineWidth)], placeOf(place)),
    ],
  };
}

/** Pages with nothing but their numbers, where the footer of a part leaves room: drawn over those of merged parts. */
export function pageNumbers(count: number): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [PAGE.side, PAGE.top, PAGE.side, PAGE.bottom],
    info: { creationDate: new Date(0) },
    defaultStyle: { font: 'Roboto' },
    footer: (current) => ({
      margin: [PAGE.side, 14, PAGE.side, 0],
      stack: [footLine([], placeOf(`Page ${current} of ${count}`))],
    }),
    content: Array.from({ length: count }, (_, at) => ({
      text: ' ',
      ...(at > 0 ? { pageBreak: 'before' as const } : {}),
    })),
  };
}

/** Removes markup: pdfkit copies these fields unescaped into the file's XML metadata. */
function metadataText(text: string): string {
  return cleanText(text)
    .replaceAll('&', '+')
    .replace(/[<>\uFFFE\uFFFF]/g, ' ');
}

/** Headers and footers have a fixed height: longer text would be dropped silently. */
function clipped(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

function joined(parts: (string | undefined)[], separator = ' · '): string {
  return parts
    .map((part) => cleanText(part ?? ''))
    .filter((part) => part !== '')
    .join(separator);
}
