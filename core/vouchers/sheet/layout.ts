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

/** Characters that a QR code of 66 and of 74 points holds with medium correction: the next one would not fit. */
const QR_LENGTH = { small: 62, large: 84 } as const;

/** How many vouchers a page holds. */
export const PER_PAGE = COLUMNS * ROWS;

const small = { fontSize: 6.5, lineHeight: 1.1, color: COLOUR.quiet };

function card(sheet: SheetDocument, { code, address }: SheetDocument['vouchers'][number]): Content {
  const { company, bundleName, dataAllowanceMB, validityDays, speedMbps } = sheet;
  const speed = speedMbps === null ? '' : `, ${speedMbps} Mbps`;
  const logo = [...cleanText(company.logoText)].slice(0, 4).join('');
  const eccLevel = address.length > QR_LENGTH.large ? 'L' : 'M';
  // Scanners need white around the code.
  const space = address.length > QR_LENGTH.small ? 1 : 7;
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
            ...onOneLine(
              `${allowanceText(dataAllowanceMB)}, ${daysText(validityDays)}${speed}`,
              6.5,
            ),
          },
          {
            ...{ bold: true, lineHeight: 1.1, margin: [0, 2, 0, 2] },
            ...onOneLine(`${formatUsd(sheet.priceUsd)} · ${formatSsp(sheet.priceSsp)}`, 7.5),
          },
          { fontSize: 10, bold: true, characterSpacing: 0.2, text: code, noWrap: true },
          { ...small, text: `Use it by ${formatDate(sheet.lapsesOn)}.` },
        ],
      },
    ],
  };
  const line = onOneLine(sheet.redeemAt, small.fontSize, LINE_WIDTH);
  const style = { ...small, fontSize: line.fontSize, lineHeight: 1 };
  const text = clipped(sheet.redeemAt, line.fontSize, 2, LINE_WIDTH);
  return {
    stack: [columns, { stack: [dataText(text, style, LINE_WIDTH)], margin: [0, space, 0, 0] }],
  };
}

const SMALLEST = 4.5;

/** The text in the size that fits on one line, at most `fontSize`. */
function onOneLine(text: string, fontSize: number, width = TEXT_WIDTH) {
  let size = fontSize;
  while (size > SMALLEST && clipped(text, size, 1, width) !== text) size -= 0.5;
  return { text, fontSize: size };
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
