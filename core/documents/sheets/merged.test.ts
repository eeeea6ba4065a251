import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { utils, write } from 'xlsx';
import { readSheet, type SheetRow } from './sheets.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-merged-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function read(bytes: Buffer): Promise<SheetRow[]> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const rows: SheetRow[] = [];
  const sheet = await readSheet(path, { batchSize: 2 });
  for await (const batch of sheet.rows) rows.push(...batch);
  return rows;
}

const cells = (row: number, ...texts: string[]) =>
  texts
    .map((text, at) =>
      text === '' ? '' : inline(text).replace('<c', `<c r="${String.fromCharCode(65 + at)}${row}"`),
    )
    .join('');

const LINES = [
  ['id', 'town', 'note'],
  ['1', 'Wau', 'a'],
  ['2', '', ''],
  ['3', '', 'c'],
  ['4', '', ''],
  ['5', 'Bor', ''],
];
const EXPECTED = [
  { row: 2, cells: ['1', 'Wau', 'a'], merged: [1] },
  { row: 3, cells: ['2', 'Wau', ''], merged: [1], hidden: true },
  { row: 4, cells: ['3', 'Wau', 'c'], merged: [1] },
  { row: 5, cells: ['4', '', ''] },
  { row: 6, cells: ['5', 'Bor', ''] },
];

test.each([undefined, 'x'])(
  'cells merged over rows of an .xlsx, and its hidden rows (prefix %s)',
  async (prefix) => {
    const rows = LINES.map(
      (line, at) =>
        `<row r="${at + 1}"${at === 2 ? ' hidden="1"' : ''}>${cells(at + 1, ...line)}</row>`,
    ).join('');
    // Merged titles, and cells merged over columns only, have no value of another row.
    const ranges = ['A1:A1', 'B2:B4', 'B5:C5', 'A1:B1'];
    const after = `<mergeCells count="4">${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    expect(await read(workbook([{ name: 'S', rows, after }], prefix ? { prefix } : {}))).toEqual(
      EXPECTED,
    );
  },
);

test('cells merged over rows of an .xls, and its hidden rows', async () => {
  const sheet = utils.aoa_to_sheet(LINES);
  sheet['!merges'] = [
    { s: { r: 1, c: 1 }, e: { r: 3, c: 1 } },
    { s: { r: 4, c: 1 }, e: { r: 4, c: 2 } },
  ];
  const book = utils.book_new(sheet, 'S');
  const rows = await read(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer);
  // The library writes no hidden rows.
  expect(rows).toEqual(EXPECTED.map(({ hidden: _, ...row }) => row));
});

test('a header merged over two rows is no value of the rows below', async () => {
  const rows = `<row r="1">${cells(1, 'id', 'town')}</row><row r="2">${cells(2, '', 'x')}</row><row r="3">${cells(3, '1', 'Wau')}</row>`;
  const after = '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>';
  expect(await read(workbook([{ name: 'S', rows, after }]))).toEqual([
    { row: 2, cells: ['', 'x'] },
    { row: 3, cells: ['1', 'Wau'] },
  ]);
});
