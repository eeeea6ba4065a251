import { expect, it } from 'vitest';
import type { PrintedTable } from './documents.ts';
import { partsOfTables, sharesOf } from './rules-parts.ts';
import { safeBehindSemicolons, type TableColumn, tableOf, withTotals } from './rules-tables.ts';

const columns: TableColumn[] = [
  { name: 'date', title: 'Date', kind: 'date' },
  { name: 'amount', title: 'Amount', kind: 'money', isSummed: true },
];

async function rowsOf(rows: (string | number | null)[][], of = columns) {
  const all = [];
  for await (const batch of withTotals(tableOf('T', of, rows))) all.push(...batch);
  return all;
}

it('adds the totals of summed columns below the rows', async () => {
  const rows = [
    ['2026-01-01', 1_50],
    ['2026-01-02', null],
    ['2026-01-03', -50],
  ];
  expect(await rowsOf(rows)).toEqual([...rows, ['Total', 100]]);
  expect(await rowsOf([])).toEqual([['Total', 0]]);
  expect(await rowsOf([['2026-01-01']], columns.slice(0, 1))).toEqual([['2026-01-01']]);
});

it('neutralises formulas behind semicolons', () => {
  expect(safeBehindSemicolons('a;=1+1;-2;@x;b')).toBe("a;'=1+1;'-2;'@x;b");
  expect(safeBehindSemicolons('Juba; Wau = 5')).toBe('Juba; Wau = 5');
  // Split at semicolons, the file's cell is `""=1+1`: an empty text in quotes, and a formula.
  expect(safeBehindSemicolons('x;"=1+1;y')).toBe(`x;"'=1+1;y`);
  expect(safeBehindSemicolons(`;${'"'.repeat(99)}@x`)).toBe(`;${'"'.repeat(99)}'@x`);
  expect(safeBehindSemicolons('Paid late\n=1+1\t-2\r\n+3')).toBe("Paid late\n'=1+1\t'-2\r\n'+3");
  expect(safeBehindSemicolons('10"-12" pipe')).toBe('10"-12" pipe');
});

it('splits tables into parts in order, with the end of a table beside its last rows', () => {
  const table = (title: string, length: number): PrintedTable => ({
    title,
    columns,
    rows: Array.from({ length }, (_, index) => [title, index]),
    totals: ['Total', 1],
    note: 'end',
  });
  const tables = [table('a', 3), table('empty', 0), table('b', 8)];
  const parts = partsOfTables(tables, 5);
  expect(
    parts.map((part) => part.map(({ title, rows, note }) => [title, rows.length, note])),
  ).toEqual([
    [
      ['a', 3, 'end'],
      ['empty', 0, 'end'],
      ['b', 2, ''],
    ],
    [['b', 5, '']],
    [['b', 1, 'end']],
  ]);
  expect(parts.flat().flatMap(({ rows }) => rows)).toEqual(tables.flatMap(({ rows }) => rows));
  expect(parts.flat().map(({ totals }) => totals !== null)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

it('gives short tables all their rows and the longer ones the rest in equal parts', () => {
  expect(sharesOf([30, 100_000, 11, 5000, 0], 2000)).toEqual([30, 980, 11, 979, 0]);
  expect(sharesOf([5, 7], 2000)).toEqual([5, 7]);
  expect(sharesOf([], 2000)).toEqual([]);
});
