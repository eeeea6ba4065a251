import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvOptions, detectSeparator, parseCsv } from './csv.ts';
import { detectEncoding } from './encoding.ts';
import type { SheetRow } from './model.ts';
import { type Column, neutralised, writeCsv } from './write.ts';

/** `bytes` in chunks of the given lengths, repeated. */
function* cut(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const end = at + lengths[turn % lengths.length]!;
    yield bytes.subarray(at, end);
    at = end;
  }
}

async function parse(
  text: string | Uint8Array,
  options: CsvOptions = {},
  lengths = [1 << 20],
): Promise<SheetRow[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const rows: SheetRow[] = [];
  for await (const batch of parseCsv(cut(bytes, lengths), options)) rows.push(...batch);
  return rows;
}

async function cellsOf(text: string | Uint8Array, options?: CsvOptions): Promise<string[][]> {
  return (await parse(text, options)).map((row) => row.cells);
}

function refusal(code: string, message?: RegExp) {
  const said = message ? { message: expect.stringMatching(message) } : {};
  return expect.objectContaining({ name: 'AppError', code, ...said });
}

describe('separators', () => {
  it.each([',', ';', '\t', '|'])('detects %j', async (separator) => {
    const lines = ['id,note', '1,"a;b|c"', '2,x'].map((line) =>
      line.replaceAll(',', separator).replace('a;b|c', 'a,b;c|d\te'),
    );
    expect(await cellsOf(lines.join('\n'))).toEqual([
      ['id', 'note'],
      ['1', 'a,b;c|d\te'],
      ['2', 'x'],
    ]);
  });

  it('prefers the one that splits most lines equally over a more frequent one', () => {
    expect(detectSeparator('name;amount\nJuba, Munuki, Gudele;1,50\nWau;2,00\n', true)).toBe(';');
  });

  it('assumes a comma for a single column', async () => {
    expect(detectSeparator('name\nAkol\n', true)).toBe(',');
    expect(await cellsOf('name\nAkol')).toEqual([['name'], ['Akol']]);
  });

  it('uses the hint of Excel and skips its line', async () => {
    expect(await cellsOf('sep=#\r\nid#note\r\n1#a,b\r\n')).toEqual([
      ['id', 'note'],
      ['1', 'a,b'],
    ]);
  });

  it('detects them despite a line longer than a cell may be', async () => {
    const [long, other] = ['x'.repeat(20_000), 'y'.repeat(20_000)];
    expect(await cellsOf(`id,a,b\n1,${long},${other}\n`)).toEqual([
      ['id', 'a', 'b'],
      ['1', long, other],
    ]);
  });
});

describe('quotes and lines', () => {
  it('keeps separators, doubled quotes and every line end inside quotes', async () => {
    expect(await parse('a,b\n"1,\r\n2\r3\n4 ""five""",x\nlast,y\n')).toEqual([
      { row: 1, cells: ['a', 'b'], problem: undefined },
      { row: 2, cells: ['1,\r\n2\r3\n4 "five"', 'x'], problem: undefined },
      { row: 6, cells: ['last', 'y'], problem: undefined },
    ]);
  });

  it('accepts LF, CRLF and CR as line ends, also mixed, and skips empty lines', async () => {
    const rows = await parse('a,b\r\n1,2\r3,4\n\r\n\n5,6');
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
      [6, '5', '6'],
    ]);
  });

  it('keeps a quoted empty text that is alone on its line', async () => {
    expect(await cellsOf('a\n""\n\nb\n')).toEqual([['a'], [''], ['b']]);
  });

  it('keeps a quote inside bare text', async () => {
    expect(await cellsOf('a,b\n5" pipe,7\'\n')).toEqual([
      ['a', 'b'],
      ['5" pipe', "7'"],
    ]);
  });

  it('reports text after a closing quote, and only there', async () => {
    const rows = await parse('a,b\n"x"y,1\n"x" ,2\n');
    expect(rows.map((row) => row.problem)).toEqual([
      undefined,
      expect.stringMatching(/line 2 .*after a closing quote/),
      undefined,
    ]);
    expect(rows[1]!.cells).toEqual(['xy', '1']);
  });

  it('names the line of a quote that is never closed', async () => {
    await expect(parse('a,b\n1,"x\n2,y\n')).rejects.toEqual(refusal('sheet.openQuote', /line 2 /));
    await expect(parse(`a,b\n1,2\n3,"${'x\n'.repeat(20_000)}`)).rejects.toEqual(
      refusal('sheet.cellTooLong', /line 3 .*closing quote missing/),
    );
  });

  it('returns rows of any length unchanged', async () => {
    expect(await cellsOf('a,b,c\n1\n1,2,3,4,\n,,\n')).toEqual([
      ['a', 'b', 'c'],
      ['1'],
      ['1', '2', '3', '4', ''],
      ['', '', ''],
    ]);
  });

  it('refuses more columns than allowed, but not empty ones', async () => {
    await expect(parse('a,b,c\n', { maxColumns: 2 })).rejects.toEqual(
      refusal('sheet.tooManyColumns'),
    );
    expect(await cellsOf('a,b,,\n', { maxColumns: 2 })).toEqual([['a', 'b', '', '']]);
  });
});

describe('encodings', () => {
  const text = 'naïve,Größe\nعربى,ñandú 🎉\n';
  const cells = [
    ['naïve', 'Größe'],
    ['عربى', 'ñandú 🎉'],
  ];
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const utf32 = Buffer.concat(
    [...`\uFEFF${text}`].map((one) => {
      const word = Buffer.alloc(4);
      word.writeUInt32LE(one.codePointAt(0)!);
      return word;
    }),
  );

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['utf-16le', utf16],
    ['utf-16be', Buffer.from(utf16).swap16()],
    ['utf-32le', utf32],
    ['utf-32be', Buffer.from(utf32).swap32()],
  ])('recognises %s and reads it a byte or more at a time', async (encoding, bytes) => {
    const pieces = async function* () {
      yield* cut(bytes, [7]);
    };
    expect(await detectEncoding(pieces())).toBe(encoding);
    for (const lengths of [[1 << 20], [5], [7, 4, 9]]) {
      const rows = await parse(bytes, {}, lengths);
      expect(rows.map((row) => row.cells)).toEqual(cells);
    }
  });

  it('reads other bytes than UTF-8 as CP1252, including euro sign and quotes', async () => {
    const bytes = Buffer.from([0x61, 0x2c, 0xe9, 0x80, 0x93, 0x94, 0x0a]);
    const pieces = async function* () {
      yield bytes;
    };
    expect(await detectEncoding(pieces())).toBe('windows-1252');
    expect(await cellsOf(bytes, { encoding: 'windows-1252' })).toEqual([['a', 'é€“”']]);
  });

  it('refuses bytes that are invalid in the encoding instead of replacing them', async () => {
    const bad = Buffer.from([0x61, 0xff, 0x0a]);
    await expect(parse(bad, { encoding: 'utf-8' })).rejects.toEqual(refusal('sheet.damaged'));
    await expect(parse(utf16.subarray(0, -1))).rejects.toEqual(refusal('sheet.damaged'));
    await expect(parse(utf32.subarray(0, -1))).rejects.toEqual(refusal('sheet.damaged'));
  });

  it('refuses zero bytes, wherever they are', async () => {
    const late = Buffer.from(`a,b\n${'1,2\n'.repeat(500)}x\0,y\n`);
    const pieces = async function* () {
      yield* cut(late, [100]);
    };
    await expect(detectEncoding(pieces())).rejects.toEqual(refusal('sheet.notText'));
    await expect(parse('a\0b\n')).rejects.toEqual(refusal('sheet.notText'));
  });
});

describe('what writeCsv writes', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', ' ', '=', '-', 'a', '1', 'é'),
    }),
  );
  const columns: Column<string[]>[] = [0, 1, 2].map((index) => ({
    header: `column ${index}`,
    kind: 'text',
    value: (row) => row[index]!,
  }));

  it('is read back unchanged from chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        async (table, lengths) => {
          fc.pre(table.every((row) => !row.some((one) => one.includes('\0'))));
          const written: Uint8Array[] = [];
          const batches = async function* () {
            yield table;
          };
          for await (const chunk of writeCsv(columns, batches())) written.push(chunk);
          const rows = await parse(Buffer.concat(written), { separator: ',' }, lengths);
          expect(rows.map((row) => row.cells)).toEqual([
            columns.map((column) => column.header),
            ...table.map((row) => row.map((one) => neutralised(one))),
          ]);
          expect(rows.every((row) => row.problem === undefined)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
