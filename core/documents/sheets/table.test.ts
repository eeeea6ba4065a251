import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inline, workbook, zip } from '@nimule/fixtures/testing/documents/workbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '../../kernel/errors.ts';
import {
  checkSheetName,
  type ReadSheetOptions,
  readSheet,
  type SheetInfo,
  type SheetRow,
} from './sheets.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-table-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function read(
  bytes: string | Uint8Array,
  options?: ReadSheetOptions,
): Promise<{ info: SheetInfo; rows: SheetRow[] }> {
  const path = join(folder, 'file.csv');
  await writeFile(path, bytes);
  const sheet = await readSheet(path, options);
  const rows: SheetRow[] = [];
  for await (const batch of sheet.rows) rows.push(...batch);
  return { info: sheet.info, rows };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the header', () => {
  const names = new Map([
    ['customerid', 1],
    ['name', 1],
    ['fee', 1],
    ['wholename', 2],
  ]);
  const TITLES = 'Nile Link Ltd\nCustomers as of,2026-11-01\n\n';

  it('is the first row that is not blank if no header names are given', async () => {
    const { info, rows } = await read(`\n,,\n${TITLES}Customer ID,Name\nA-1,Akol\n`);
    expect(info.header).toEqual(['Nile Link Ltd']);
    expect(rows).toHaveLength(3);
  });

  it('is found below a title by known names', async () => {
    const { info, rows } = await read(`${TITLES}Customer ID,Name\nA-1,Akol\n`, {
      header: { names },
    });
    expect(info.header).toEqual(['Customer ID', 'Name']);
    expect(info.warnings).toEqual(['The header is in row 4; the rows above it were left out.']);
    expect(rows).toEqual([{ row: 5, cells: ['A-1', 'Akol'] }]);
  });

  it('is found in a workbook too, and by one name from the user', async () => {
    const row = (...cells: string[]) => `<row>${cells.map(inline).join('')}</row>`;
    const rows = `${row('Report')}${row('Nr', 'Whole name')}${row('A-1', 'Akol')}`;
    const { info } = await read(workbook([{ name: 'S', rows }]), { header: { names } });
    expect(info.header).toEqual(['Nr', 'Whole name']);
    expect(info.warnings).toEqual(['The header is in row 2; the rows above it were left out.']);
  });

  it('is the first row if it has as much weight, or if no row has enough', async () => {
    const first = await read('Customer ID,Name\nName,Fee\nA-1,2\n', { header: { names } });
    expect([first.info.header, first.info.warnings]).toEqual([['Customer ID', 'Name'], []]);
    const none = await read('Nr,Who\nName,2\nA-1,3\n', { header: { names } });
    expect([none.info.header, none.rows.length]).toEqual([['Nr', 'Who'], 2]);
    const late = `${'x,y\n'.repeat(40)}Customer ID,Name\n`;
    expect((await read(late, { header: { names } })).info.header).toEqual(['x', 'y']);
  });

  it('is the row that the user gives', async () => {
    const { info, rows } = await read(`${TITLES}Customer ID,Name\nA-1,Akol\n`, {
      header: { row: 5, names },
      batchSize: 1,
    });
    expect(info.header).toEqual(['A-1', 'Akol']);
    expect(info.warnings).toEqual(['The header is in row 5; the rows above it were left out.']);
    expect(rows).toEqual([]);
    const first = await read('Name\nAkol\n', { header: { row: 1 } });
    expect([first.info.header, first.info.warnings]).toEqual([['Name'], []]);
    for (const row of [3, 99]) {
      expect(await refusal(read(`${TITLES}Customer ID,Name\n`, { header: { row } }))).toBe(
        `sheet.headerRow: Row ${row} of the file has no header: nothing is written there.`,
      );
    }
  });

  it('numbers columns with the same name', async () => {
    const { info, rows } = await read('id,Amount,Amount, Amount ,Amount (2),,\n1,2,3,4,5\n');
    expect(info.header).toEqual(['id', 'Amount', 'Amount (3)', 'Amount (4)', 'Amount (2)']);
    expect(rows[0]!.cells).toEqual(['1', '2', '3', '4', '5']);
    expect(info.warnings).toEqual([
      'Columns of one name are told apart from left to right; those that come again are called "Amount (3)", "Amount (4)".',
    ]);
    const many = await read(`${'a,'.repeat(400)}a\n`);
    expect(many.info.header.at(-1)).toBe('a (401)');
    expect(many.info.warnings[0]).toMatch(/"a \(6\)" and 395 more\.$/);
  });
});

describe('a row of a .csv with fewer cells than the header', () => {
  const HEADER = 'id,name,fee,status,notes\n';

  it('reports its number of cells', async () => {
    const { rows } = await read(`${HEADER}A-1,Akol,20,Active\nA-2,Bol,20,Active,\nA-3,Chol\n`);
    expect(rows).toEqual([
      { row: 2, cells: ['A-1', 'Akol', '20', 'Active', ''], given: 4 },
      { row: 3, cells: ['A-2', 'Bol', '20', 'Active', ''] },
      { row: 4, cells: ['A-3', 'Chol', '', '', ''], given: 2 },
    ]);
  });

  it('is reported as a problem if the file ends in it', async () => {
    const { rows } = await read(`${HEADER}A-1,Akol,20,Active,\nA-2,Bol,2`);
    expect(rows[1]).toEqual({
      row: 3,
      cells: ['A-2', 'Bol', '2', '', ''],
      given: 3,
      problem: expect.stringMatching(/^The file ends in the middle of this row: it has 3 of 5/),
    });
    const whole = await read(`${HEADER}A-1,Akol,20,Active,x`);
    expect(whole.rows).toEqual([{ row: 2, cells: ['A-1', 'Akol', '20', 'Active', 'x'] }]);
    expect(await refusal(read(`${HEADER}A-1,Akol,20,Active,"x`))).toMatch(/^sheet\.openQuote/);
  });

  it('does not matter in a workbook, which leaves out empty cells', async () => {
    const rows = `<row>${inline('a')}${inline('b')}</row><row>${inline('1')}</row>`;
    expect((await read(workbook([{ name: 'S', rows }]))).rows).toEqual([
      { row: 2, cells: ['1', ''] },
    ]);
  });
});

describe('a file that is no spreadsheet', () => {
  const REFUSED = 'sheet.unsupported: Please upload an Excel (.xlsx, .xls) or CSV file.';
  const noise = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 37 + 11) % 255 || 1));

  it.each([
    ['a PDF', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(600, 97), Buffer.alloc(9)])],
    ['a packed file', Buffer.concat([gzipSync('x'), noise])],
    ['bytes without a zero', noise],
    ['a late zero among others', Buffer.concat([noise, Buffer.alloc(1)])],
    ['an archive', zip([{ name: 'customers.csv', content: 'id,name\n1,Akol\n' }])],
    ['JSON', ' {"customers": [{"id": 1}]}'],
    ['a list of JSON', '[\n  {"id": 1, "name": "Akol"}\n]'],
  ])('is refused by its bytes: %s', async (_, bytes) => {
    expect(await refusal(read(bytes))).toBe(REFUSED);
  });

  it('differs from a text with a few odd bytes', async () => {
    expect((await read('id,name\n1,A\u0001kol\u001a\n')).rows).toHaveLength(1);
    expect((await read('{id},[name]\n1,Akol\n')).info.header).toEqual(['{id}', '[name]']);
  });

  it.each(['list.pdf', 'list.txt', 'LIST.JSON', 'list.csv.zip', 'list.ods', '.txt ', 'a.b'])(
    'is refused by its name: %s',
    (name) => {
      expect(() => checkSheetName(name)).toThrow(/^Please upload an Excel/);
    },
  );

  it.each(['list.csv', 'LIST.XLSX', 'a.pdf.xls', 'macro.xlsm', 'list.csv ', 'upload', 'list.', ''])(
    'is not known by its name alone: %s',
    (name) => {
      expect(() => checkSheetName(name)).not.toThrow();
    },
  );
});
