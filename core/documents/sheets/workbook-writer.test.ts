import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CellObject, read, type WorkBook } from 'xlsx';
import { fromDayNumber } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { sheetLimits } from './model.ts';
import { type Column, neutralised, writeCsv, writeXlsx } from './write.ts';
import { openXlsx } from './xlsx.ts';
import { inflateMember, readZipDirectory } from './zip.ts';

interface Line {
  id: number;
  text: string;
  amount: number | null;
  day: string | null;
}

const columns: Column<Line>[] = [
  { header: 'Id', kind: 'integer', value: (line) => line.id },
  { header: 'Text', kind: 'text', value: (line) => line.text },
  { header: 'Amount', kind: 'money', value: (line) => line.amount },
  { header: 'Day', kind: 'date', value: (line) => line.day },
];

// From 1900-03-01, where all spreadsheets agree, to 9999-12-31.
const day = fc.integer({ min: -25_508, max: 2_932_896 }).map(fromDayNumber);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ' ',
      "'",
      '&',
      '<',
      ']]>',
      '_x0041_',
    ),
  }),
  fc.string({ unit: fc.constantFrom('\u0001', '\u001f', '\u007f', '\ufffe', '\uffff', '\u2028') }),
);
const lines = fc
  .array(
    fc.record({
      text,
      amount: fc.option(fc.integer({ min: -1e13, max: 1e13 }).map(cents)),
      day: fc.option(day),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((line, id) => ({ id, ...line })));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-workbook-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* batches<T>(...list: T[][]): AsyncGenerator<T[]> {
  yield* list;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const list: Uint8Array[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return Buffer.concat(list);
}

/** The cells of the first sheet as our reader returns them, header included, without a worker. */
async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const path = join(folder, 'written.xlsx');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    const directory = await readZipDirectory(file, bytes.length, sheetLimits);
    const { records } = await openXlsx(file, directory, { limits: sheetLimits, batchSize: 100 });
    const rows: string[][] = [];
    for await (const batch of records) rows.push(...batch.map((row) => row.cells));
    return rows;
  } finally {
    await file.close();
  }
}

async function partOf(bytes: Buffer, name: string): Promise<string> {
  const path = join(folder, 'part.xlsx');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    const directory = await readZipDirectory(file, bytes.length, sheetLimits);
    return (await bytesOf(inflateMember(file, directory.get(name)!))).toString();
  } finally {
    await file.close();
  }
}

/** A cell as another library reads it. */
function cellOf(book: WorkBook, place: string): CellObject | undefined {
  return book.Sheets[book.SheetNames[0]!]![place];
}

function filled(cells: readonly string[]): string[] {
  return [...cells, '', '', '', ''].slice(0, 4);
}

describe('a written workbook', () => {
  it('is read back unchanged for any text', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (list) => {
        const [header, ...rows] = await cellsOf(await bytesOf(writeXlsx(columns, batches(list))));
        expect(header).toEqual(['Id', 'Text', 'Amount', 'Day']);
        expect(rows.map(filled)).toEqual(
          list.map((line) => [
            String(line.id),
            neutralised(line.text).replaceAll('\0', ''),
            line.amount === null ? '' : String(Number(toDecimal(cents(line.amount)))),
            line.day ?? '',
          ]),
        );
      }),
    );
  });

  it('holds numbers and dates for other programs too, and no formula', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (list) => {
        const book = read(await bytesOf(writeXlsx(columns, batches(list))), { cellNF: true });
        for (const [at, line] of list.entries()) {
          const place = at + 2;
          expect(cellOf(book, `A${place}`)).toMatchObject({ t: 'n', v: line.id, z: '0' });
          expect(cellOf(book, `B${place}`)?.f).toBeUndefined();
          expect(cellOf(book, `B${place}`)?.t ?? 's').toBe('s');
          expect(cellOf(book, `C${place}`)).toEqual(
            line.amount === null
              ? undefined
              : expect.objectContaining({ t: 'n', v: line.amount / 100, z: '#,##0.00' }),
          );
          const shown = cellOf(book, `D${place}`);
          expect(shown && [shown.t, shown.w]).toEqual(line.day ? ['n', line.day] : undefined);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has a bold header that stays in view', async () => {
    const bytes = await bytesOf(writeXlsx(columns, batches()));
    const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
    const style = Number(/<c r="A1" s="(\d+)"/.exec(sheet)![1]);
    const styles = await partOf(bytes, 'xl/styles.xml');
    const format = [...styles.matchAll(/<xf [^>]*xfId="0"\/>/g)][style]![0];
    const font = [...styles.matchAll(/<font>.*?<\/font>/g)][
      Number(/fontId="(\d+)"/.exec(format)![1])
    ]![0];
    expect(font).toContain('<b/>');
  });

  it('neutralises what looks like a formula in headers and in counts as well', async () => {
    const risky: Column<string>[] = [
      { header: '=A1', kind: 'integer', value: (value) => value },
      { header: 'Number', kind: 'text', value: () => -5 },
    ];
    const rows = ['=1+1', '-7', '-7+1'];
    const cells = [
      ["'=A1", 'Number'],
      ["'=1+1", '-5'],
      ['-7', '-5'],
      ["'-7+1", '-5'],
    ];
    const bytes = await bytesOf(writeXlsx(risky, batches(rows)));
    expect(await cellsOf(bytes)).toEqual(cells);
    expect(cellOf(read(bytes), 'B2')).toMatchObject({ t: 'n', v: -5 });
    expect(cellOf(read(bytes), 'A3')).toMatchObject({ t: 'n', v: -7 });
    const csv = (await bytesOf(writeCsv(risky, batches(rows)))).toString();
    expect(csv).toBe(`\uFEFF${cells.map((row) => `${row.join(',')}\r\n`).join('')}`);
  });

  it('continues on further sheets, each with the header', async () => {
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at);
    const column: Column<number> = { header: 'No', kind: 'integer', value: (no) => no };
    for (const cut of [0, 1, 2, 3, 4, 5, 6]) {
      const rows = batches(numbers(0, cut), [], numbers(cut, 6));
      const options = { sheetName: 'Log [all]', rowsPerSheet: 2 };
      const book = read(await bytesOf(writeXlsx([column], rows, options)));
      expect(book.SheetNames).toEqual(['Log  all ', 'Log  all  (2)', 'Log  all  (3)']);
      expect(
        book.SheetNames.map((name) =>
          ['A1', 'A2', 'A3', 'A4'].map((at) => book.Sheets[name]![at]?.v),
        ),
      ).toEqual([
        ['No', 0, 1, undefined],
        ['No', 2, 3, undefined],
        ['No', 4, 5, undefined],
      ]);
    }
  });

  it('truncates a text too long for a cell visibly, and writes no invalid number', async () => {
    const one: Column<string | number>[] = [{ header: 'A', kind: 'text', value: (value) => value }];
    const [, row] = await cellsOf(await bytesOf(writeXlsx(one, batches(['x'.repeat(40_000)]))));
    expect(row![0]).toHaveLength(32_767);
    expect(row![0]!.endsWith('x…')).toBe(true);
    await expect(bytesOf(writeXlsx(one, batches([Number.NaN])))).rejects.toThrow(RangeError);
  });

  it('passes on errors of its source', async () => {
    const failing = async function* () {
      yield [1];
      throw new Error('the database is gone');
    };
    const column: Column<number> = { header: 'No', kind: 'integer', value: (no) => no };
    await expect(bytesOf(writeXlsx([column], failing()))).rejects.toThrow('the database is gone');
  });
});
