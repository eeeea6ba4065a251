import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Letterhead } from '../../documents/pdf/documents.ts';
import { COLOUR, PAGE, TEXT } from '../../documents/pdf/style.ts';
import { cleanText, dataText } from '../../documents/pdf/text.ts';
import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import { dataText as allowanceText, daysText } from '../rules.ts';

/** As `voucherSheet` makes it, which does not import this file: type checks of the browser would follow to the fonts. */
export interface SheetDocument {
  company: Letterhead;
  batchNumber: string;
  bundleName: string;
  dataAllowanceMB: number;
  validityDays: number;
  speedMbps: number | null;
  priceUsd: Cents;
  priceSsp: Cents;
  lapsesOn: IsoDate;
  /** Of the file, so that the same document always has the same bytes. */
  date: IsoDate;
  /** Where a code is typed in, as it is typed: without the protocol. */
  redeemAt: string;
  vouchers: {
    /** XXXX-XXXX-XXXX. */
    code: string;
    /** Where it is redeemed, with the code. */
    address: string;
  }[];
}

/** Of the page, in points. */
export const SHEET = { columns: 3, rows: 8, margin: 22, rowHeight: 99 } as const;
const { columns: COLUMNS, rows: ROWS, margin: MARGIN, rowHeight: ROW_HEIGHT } = SHEET;
const GAP = 6;
const CELL_WIDTH = (PAGE.width - 2 * MARGIN) / COLUMNS;
const QR_SIZE = 76;
const LINE_WIDTH = CELL_WIDTH - 2 * GAP - 1;
const TEXT_WIDTH = LINE_WIDTH - QR_SIZE - 4;

/** The layout of vouchers to cut out: 24 on a page of A4, each with a QR code of the address that redeems it. */
export function voucherSheetDefinition(sheet: SheetDocument): TDocumentDefinitions {
  const { company, batchNumber, vouchers } = sheet;
  const cells = vouchers.map((voucher) => card(sheet, voucher));
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, row) =>
    Array.from({ length: COLUMNS }, (_cell, column) => cells[row * COLUMNS + column] ?? ''),
  );
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    version: '1.7',
    language: 'en',
    displayTitle: true,
    info: {
      title: `Vouchers ${batchNumber}`,
      creator: 'Nimule',
      producer: 'Nimule',
      creationDate: new Date(`${sheet.date}T12:00:00Z`),
    },
    defaultStyle: { font: 'Roboto', fontSize: TEXT.body.fontSize, color: COLOUR.ink },
    watermark: company.demo
      ? { text: 'DEMO', color: COLOUR.accent, opacity: 0.06, bold: true, angle: -38, fontSize: 170 }
      : undefined,
    content: [
      {
        table: {
          widths: Array<number>(COLUMNS).fill(LINE_WIDTH),
          heights: ROW_HEIGHT - 2 * GAP - 1,
          dontBreakRows: true,
          body: rows,
        },
        pageBreak: undefined,
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0.5,
          hLineColor: () => COLOUR.hairline,
          vLineColor: () => COLOUR.hairline,
          hLineStyle: () => ({ dash: { length: 3, space: 3 } }),
          vLineStyle: () => ({ dash: { length: 3, space: 3 } }),
          paddingLeft: () => GAP,
          paddingRight: () => GAP,
          paddingTop: () => GAP,
          paddingBottom: () => GAP,
        },
      },
    ],
  };
}

/** Characters of a QR code of 37 points a side with medium correction: one of more would be drawn at half the size. */
const QR_LENGTH = 84;

/** How many vouchers a page holds. */
export const PER_PAGE = COLUMNS * ROWS;

const small = { fontSize: 6.5, lineHeight: 1.1, color: COLOUR.quiet };

function card(sheet: SheetDocument, { code, address }: SheetDocument['vouchers'][number]): Content {
  const { company, bundleName, dataAllowanceMB, validityDays, speedMbps } = sheet;
  const speed = speedMbps === null ? '' : `, ${speedMbps} Mbps`;
  const logo = [...cleanText(company.logoText)].slice(0, 4).join('');
  const eccLevel = address.length > QR_LENGTH ? 'L' : 'M';
  const columns: Content = {
    columnGap: 4,
    columns: [
      { width: QR_SIZE, stack: [{ qr: address, fit: QR_SIZE, eccLevel }] },
      {
        width: TEXT_WIDTH,
        stack: [
          dataText(
            clipped(`${logo}  ${company.name}`, 7, 1),
            { fontSize: 7, bold: true, color: COLOUR.accent, lineHeight: 1.1 },
            TEXT_WIDTH,
          ),
          dataText(
            clipped(bundleName, 9, 1),
            { fontSize: 9, bold: true, color: COLOUR.ink, lineHeight: 1.1, margin: [0, 2, 0, 0] },
            TEXT_WIDTH,
          ),
          {
            ...small,
            text: `${allowanceText(dataAllowanceMB)}, ${daysText(validityDays)}${speed}`,
          },
          {
            ...{ fontSize: 7.5, bold: true, lineHeight: 1.1, margin: [0, 2, 0, 2] },
            text: `${formatUsd(sheet.priceUsd)} · ${formatSsp(sheet.priceSsp)}`,
          },
          { fontSize: 10, bold: true, characterSpacing: 0.2, text: code, noWrap: true },
          { ...small, text: `Use it by ${formatDate(sheet.lapsesOn)}.` },
        ],
      },
    ],
  };
  return { stack: [columns, redeemLine(sheet.redeemAt)] };
}

/** The address below the code and the text, in one line, or in two lines of small print. */
function redeemLine(address: string): Content {
  const fits = clipped(address, small.fontSize, 1, LINE_WIDTH) === address;
  const style = { ...small, fontSize: fits ? small.fontSize : 5, lineHeight: 1 };
  return dataText(clipped(address, style.fontSize, 2, LINE_WIDTH), style, LINE_WIDTH);
}

/** About the width of a character in ems: a narrow one, or any other. */
const widthOf = (character: string) => (/[a-z0-9 .,'-]/.test(character) ? 0.56 : 0.95);

/** A card has a fixed height, and a longer text would move the others: cut to about so many lines. */
function clipped(text: string, fontSize: number, lines: number, width = TEXT_WIDTH): string {
  let room = (width / fontSize) * lines;
  const characters = [...cleanText(text)];
  const end = characters.findIndex((character) => {
    room -= widthOf(character);
    return room < 0;
  });
  return end < 0 ? characters.join('') : `${characters.slice(0, end).join('').trimEnd()}…`;
}
