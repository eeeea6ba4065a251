import { describe, expect, test } from 'vitest';
import { importTables } from '../importers/service.ts';
import { readCell } from './rules-cells.ts';
import { createSumFinder } from './rules-sums.ts';

const fields = ['account', 'debit', 'credit'].map((name) => ({
  field: importTables.openings.fields.find((field) => field.name === name)!,
}));

/** The numbers of the rows that are sums, from 1. */
function sums(...rows: string[][]): number[] {
  const finder = createSumFinder(fields);
  return rows.flatMap((cells, index) => (finder.isSum(cells, cells) ? [index + 1] : []));
}

describe('rows with the sums of others', () => {
  test('are found by their label or empty cells, with subtotals', () => {
    expect(
      sums(
        ['1110', '1,000.00', ''],
        ['1120', '$500', ''],
        ['Total assets', '1500', ''],
        ['2110', '', '700'],
        ['3110', '', '800'],
        ['Sub-total', '', '1,500.00'],
        ['', '1500.00', '1500.00'],
        ['TOTAL:', '1500.00', '1500.00'],
      ),
    ).toEqual([3, 6, 7, 8]);
    expect(sums(['1110', '1.000,50', ''], ['1120', '2,00', ''], ['Total', '1.002,50', ''])).toEqual(
      [3],
    );
  });

  test('are not those with other amounts, or with a sum of zero', () => {
    expect(sums(['a', '1', ''], ['b', '2', ''], ['Total', '4', ''])).toEqual([]);
    expect(sums(['a', '0', ''], ['b', '0', ''], ['Total Energies', '0', ''])).toEqual([]);
    expect(sums(['a', '1', ''], ['Total', '1', ''])).toEqual([]);
    expect(sums(['a', '1', ''], ['b', '2', ''], ['Totally Fine Ltd', '3', ''])).toEqual([]);
    expect(sums(['a', '1', ''], ['b', '2', ''], ['c', '3', ''])).toEqual([]);
  });
});

describe('amounts as accountants write them', () => {
  const read = (name: string, text: string) => {
    const field = importTables.openings.fields.find((one) => one.name === name)!;
    const cell = readCell(field, text, 'usual');
    return 'text' in cell ? cell.text : cell.problem;
  };

  test.each([
    ['balance', '35.00 CR', '-35.00'],
    ['balance', '35.00Dr', '35.00'],
    ['balance', '(35.00) Cr.', '-35.00'],
    ['balance', '1.234,50 (CR)', '-1234.50'],
    ['credit', '35.00 Cr', '35.00'],
    ['debit', '35.00-', '-35.00'],
    ['debit', '35.00 -', '-35.00'],
    ['debit', '(35.00)', '-35.00'],
    ['debit', 'USD 1,200.00', 'USD 1,200.00'],
    // The wrong side for its column: refused by the schema.
    ['debit', '35.00 CR', '35.00 CR'],
  ])('%s %s is %s', (name, text, expected) => expect(read(name, text)).toBe(expected));
});
