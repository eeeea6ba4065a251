import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { readSheet } from './sheets.ts';
import { type Column, neutralised, writeCsv, writeXlsx } from './write.ts';

interface Entry {
  name: string;
  amount: number | null;
  count: number | null;
  day: string | null;
}

const columns: Column<Entry>[] = [
  { header: 'Name', kind: 'text', value: (row) => row.name },
  { header: 'Amount', kind: 'money', value: (row) => row.amount },
  { header: 'Count', kind: 'integer', value: (row) => row.count },
  { header: 'Day', kind: 'date', value: (row) => row.day },
];

const entries: Entry[] = [
  { name: 'Akol & Söhne <"ISP">', amount: cents(123_456), count: 3, day: '2026-01-05' },
  { name: 'two\nlines, and a comma', amount: cents(-2_985), count: -1, day: '2024-02-29' },
  { name: ' عربى 🎉 ', amount: cents(0), count: 0, day: '1999-12-31' },
  { name: '007', amount: null, count: null, day: null },
  { name: '=SUM(A1:A9)', amount: cents(10_000_000_000_001), count: 9, day: '2026-12-31' },
];

const shown = [
  ['Akol & Söhne <"ISP">', '1234.56', '3', '2026-01-05'],
  ['two\nlines, and a comma', '-29.85', '-1', '2024-02-29'],
  [' عربى 🎉 ', '0.00', '0', '1999-12-31'],
  ['007', '', '', ''],
  ["'=SUM(A1:A9)", '100000000000.01', '9', '2026-12-31'],
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-sheets-'));
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

async function readBack(bytes: Buffer) {
  const path = join(folder, 'written');
  await writeFile(path, bytes);
  const { info, rows } = await readSheet(path);
  const cells: string[][] = [];
  for await (const batch of rows) cells.push(...batch.map((row) => row.cells));
  return { info, cells };
}

/** A member of an archive by its name, found by its local header. */
function member(archive: Buffer, name: string): string {
  const at = archive.indexOf(Buffer.from(name)) - 30;
  const start = at + 30 + name.length + archive.readUInt16LE(at + 28);
  return inflateRawSync(archive.subarray(start), { finishFlush: 2 }).toString();
}

describe('neutralised', () => {
  it.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
    'puts a quote before %j',
    (first) => {
      expect(neutralised(`${first}1+1`)).toBe(`'${first}1+1`);
      expect(neutralised(first)).toBe(`'${first}`);
    },
  );

  it('also in a file, where numbers stay numbers', async () => {
    const columns: Column<string | number>[] = [
      { header: '＝1', kind: 'text', value: (row) => row },
      { header: 'n', kind: 'integer', value: (row) => row },
    ];
    async function* rows() {
      yield ['＝1+1', '＋1', '－1', '＠a', -5];
    }
    let text = '';
    for await (const part of writeCsv(columns, rows())) text += Buffer.from(part).toString();
    expect(text.slice(1)).toBe(
      "'＝1,n\r\n'＝1+1,'＝1+1\r\n'＋1,'＋1\r\n'－1,'－1\r\n'＠a,'＠a\r\n-5,-5\r\n",
    );
  });

  it.each(['', '1-1', 'a=b', ' name', "'=1"])('leaves %j as it is', (text) => {
    expect(neutralised(text)).toBe(text);
  });
});

describe('writeCsv', () => {
  it('writes what readSheet reads, in UTF-8 with a mark for Excel', async () => {
    const bytes = await bytesOf(writeCsv(columns, batches(entries.slice(0, 2), entries.slice(2))));
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const { info, cells } = await readBack(bytes);
    expect(info).toMatchObject({
      format: 'csv',
      encoding: 'utf-8',
      separator: ',',
      header: ['Name', 'Amount', 'Count', 'Day'],
      warnings: [],
    });
    expect(cells).toEqual(shown);
  });

  it('quotes formulas, in headers too, and leaves negative money a number', async () => {
    const text = (
      await bytesOf(
        writeCsv(
          [{ ...columns[0]!, header: '@name' }, columns[1]!, columns[2]!],
          batches([{ name: '-1+cmd', amount: cents(-5), count: -7, day: null }]),
        ),
      )
    ).toString();
    expect(text).toBe("\uFEFF'@name,Amount,Count\r\n'-1+cmd,-0.05,-7\r\n");
  });

  it('writes the header when there are no rows', async () => {
    const { info, cells } = await readBack(await bytesOf(writeCsv(columns, batches())));
    expect(info.header).toEqual(['Name', 'Amount', 'Count', 'Day']);
    expect(cells).toEqual([]);
  });
});

describe('writeXlsx', () => {
  it('writes what readSheet reads', async () => {
    const bytes = await bytesOf(
      writeXlsx(columns, batches(entries.slice(0, 2), entries.slice(2)), {
        sheetName: 'Customers',
      }),
    );
    const { info, cells } = await readBack(bytes);
    expect(info).toMatchObject({
      format: 'xlsx',
      sheetName: 'Customers',
      header: ['Name', 'Amount', 'Count', 'Day'],
      warnings: [],
    });
    // A workbook stores numbers without trailing zeros.
    expect(cells).toEqual(shown.map((row) => row.map((cell) => (cell === '0.00' ? '0' : cell))));
  });

  it('writes money, counts and dates as numbers, and formulas as text', async () => {
    const [, second, , , last] = entries;
    const bytes = await bytesOf(writeXlsx(columns, batches([second!, last!])));
    const sheet = member(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f');
    expect(sheet).toMatch(/<c r="B2"(?![^>]* t=)[^>]*><v>-29\.85<\/v>/);
    expect(sheet).toMatch(/<c r="C2"(?![^>]* t=)[^>]*><v>-1<\/v>/);
    expect(sheet).toMatch(/<c r="D2"(?![^>]* t=)[^>]*><v>45351<\/v>/);
    expect(sheet).toMatch(/<c r="D3"(?![^>]* t=)[^>]*><v>46387<\/v>/);
    expect(member(bytes, 'xl/styles.xml')).toContain('yyyy-mm-dd');
  });

  it('stops its source when the reader leaves early', async () => {
    let closed = false;
    const endless = async function* () {
      try {
        for (;;) yield Array.from({ length: 1_000 }, () => entries[0]!);
      } finally {
        closed = true;
      }
    };
    let length = 0;
    for await (const chunk of writeXlsx(columns, endless())) {
      length += chunk.length;
      if (length > 10_000) break;
    }
    expect(closed).toBe(true);
  });
});
