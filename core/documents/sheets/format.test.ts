import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatStyles, inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { leastCpuMs } from '@nimule/fixtures/testing/machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookType, utils, write } from 'xlsx';
import { numericCell } from './cell.ts';
import { numberFormat } from './format.ts';
import { readSheet } from './sheets.ts';

const shown = (raw: string, format: string) => numericCell(raw, numberFormat(format), false);

describe('a number with a currency in its format', () => {
  it.each([
    ['"SSP" #,##0', 'SSP 45000'],
    ['#,##0 "SSP"', '45000 SSP'],
    ['[$SSP] #,##0.00', 'SSP 45000'],
    ['[$SSP-409]#,##0', 'SSP 45000'],
    ['"SSP"\\ #,##0;[Red]\\-"SSP"\\ #,##0', 'SSP 45000'],
    ['_("SSP"* #,##0.00_);_("SSP"* \\(#,##0.00\\);_("SSP"* "-"??_);_(@_)', 'SSP 45000'],
    ['"ssp "0', 'ssp 45000'],
    ['"S.S.P. "0', 'S.S.P.45000'],
    ['"£"#,##0.00', '£45000'],
    ['£#,##0.00', '£45000'],
    ['[$£-809]#,##0.00', '£45000'],
    ['_-"£"* #,##0.00_-;\\-"£"* #,##0.00_-;_-"£"* "-"??_-;_-@_-', '£45000'],
    ['[$€-2]\\ #,##0.00', '€45000'],
    ['#,##0.00\\ [$€-407]', '45000€'],
    ['#,##0.00 €', '45000€'],
    ['"KSh"#,##0', 'KSh 45000'],
    ['[$UGX]\\ #,##0', 'UGX 45000'],
    ['EUR 0.00', 'EUR 45000'],
    ['0.00 "euros"', '45000 euros'],
    ['[$CA$-1009]#,##0', 'CA$45000'],
    ['"A$"0', 'A$45000'],
    ['"South Sudanese pounds "0', 'South Sudanese pounds 45000'],
    ['General" SSP"', '45000 SSP'],
    // A section with another currency, by size.
    ['[>=1000]"SSP" 0;"$"0', 'SSP 45000'],
    ['"$"0;-"£"0', '£45000'],
  ])('%s shows it as %s', (format, text) => {
    expect(shown('45000', format)).toBe(text);
    expect(shown('-45000', format)).toBe(`-${text}`);
  });

  it.each([
    '"$"#,##0.00',
    '$#,##0.00',
    '[$$-409]#,##0.00',
    '[$$-C09]#,##0',
    '[$USD] #,##0',
    '"USD" 0',
    '0 "US$"',
    '#,##0.00\\ "$"',
    '0.00 "dollars"',
    '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  ])('%s is the dollar', (format) => {
    expect(shown('29.850000000000001', format)).toBe('$29.85');
    expect(shown('-3', format)).toBe('-$3');
  });
});

describe('a number without a currency', () => {
  it.each([
    ['General', '7', '7'],
    ['0', '7', '7'],
    ['0.00', '7', '7'],
    ['#,##0', '1234', '1234'],
    ['0%', '0.25', '0.25'],
    ['0.00E+00', '7', '7'],
    ['0 "Mbps"', '20', '20'],
    ['0" months"', '7', '7'],
    ['[$-409]0.00', '7', '7'],
    ['[Red]0;[Blue]-0', '-7', '-7'],
    // Zero padding: an identifier.
    ['00000', '7', '00007'],
    ['00000', '-7', '-00007'],
    ['00000', '123456', '123456'],
    ['00000', '1234567890123456789', '1234567890123456789'],
    ['0000000000', '912345678', '0912345678'],
    ['"C-"0000', '42', 'C-0042'],
    ['"INV-"0', '42', 'INV-42'],
    ['000\\-000', '7042', '007-042'],
    ['(000) 000-0000', '9123456789', '(912) 345-6789'],
    ['000-00-0000', '1234567890', '1234-56-7890'],
    ['#0000', '7', '0007'],
    ['00000;;', '7', '00007'],
    // A fraction is an amount in any format.
    ['00000', '7.5', '7.5'],
    ['000.00', '7', '7'],
    ['000,000', '7', '7'],
  ])('%s leaves %s as %s', (format, raw, text) => {
    expect(shown(raw, format)).toBe(text);
  });

  it.each([
    ['yyyy-mm-dd', '46327', '2026-11-01'],
    ['[$-409]d\\-mmm\\-yy;@', '46327', '2026-11-01'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '46327', '2026-11-01'],
    ['"day" d/m/yy', '46327', '2026-11-01'],
    ['[hh]:mm', '1.5', '36:00:00'],
    ['h:mm', '0.5', '12:00:00'],
    ['d/m/yy h:mm', '46327.5', '2026-11-01 12:00:00'],
  ])('%s is a moment', (format, raw, text) => {
    expect(shown(raw, format)).toBe(text);
  });

  it('is detected quickly from the beginning of a very long format', () => {
    const read = () => {
      for (const piece of ['[', '"', '\\', '[$', 'SSP', '0', '(', '_'])
        expect(shown('7', piece.repeat(200_000))).toBeDefined();
    };
    expect(leastCpuMs(500, read)).toBeLessThan(500);
  });
});

describe('in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nimule-format-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const FORMATS = ['"SSP" #,##0', '"£"#,##0', '[$€-2]\\ #,##0', '"$"#,##0.00', '00000', '0.00'];
  const SHOWN = ['SSP 45', '£45', '€45', '$45', '00045', '45'];

  async function firstRow(bytes: Uint8Array): Promise<string[]> {
    const path = join(folder, 'book');
    await writeFile(path, bytes);
    const sheet = await readSheet(path);
    for await (const [row] of sheet.rows) return row!.cells;
    return [];
  }

  it('.xlsx has its formats', async () => {
    const cells = FORMATS.map((_, at) => `<c s="${at + 1}"><v>45</v></c>`).join('');
    const header = FORMATS.map((_, at) => inline(`c${at}`)).join('');
    const rows = `<row>${header}</row><row>${cells}</row>`;
    const bytes = workbook([{ name: 'S', rows }], { styles: formatStyles(FORMATS) });
    expect(await firstRow(bytes)).toEqual(SHOWN);
  });

  it.each(['biff8', 'biff5', 'biff4', 'biff2'] as const)(
    '.xls as %s has its formats',
    async (bookType) => {
      const sheet = utils.aoa_to_sheet([FORMATS.map((_, at) => `c${at}`), FORMATS.map(() => 45)]);
      FORMATS.forEach((format, column) => {
        sheet[utils.encode_cell({ r: 1, c: column })].z = format;
      });
      const book = utils.book_new();
      utils.book_append_sheet(book, sheet, 'S');
      const bytes: Buffer = write(book, { type: 'buffer', bookType: bookType as BookType });
      if (bookType !== 'biff8') {
        // The writer supports only ASCII here; Excel uses the Windows code page.
        for (const [text, byte] of [
          ['"_"#,##0', 0xa3],
          ['[$_-2]', 0x80],
        ] as const) {
          bytes[bytes.indexOf(text) + text.indexOf('_')] = byte;
        }
      }
      expect(await firstRow(bytes)).toEqual(SHOWN);
    },
  );
});
