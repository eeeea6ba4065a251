import { describe, expect, it } from 'vitest';
import { cents } from '../../kernel/money.ts';
import { hasTotalLines, totalLine } from './rules-total-line.ts';

const rows = (...amounts: number[]) => amounts.map((amount) => ({ amountUsd: cents(amount) }));

describe('the row with the total of a document', () => {
  it.each([
    [[50, 25, 75], 2],
    [[75, 50, 25], 0],
    [[-50, -25, 75], 2],
    [[50, 25, -75], 2],
    [[40, 40], 1],
    [[40, -40], 0],
    [[50, 25, 70], undefined],
    [[20, 20, 20], undefined],
    [[50, -50, 0], undefined],
    [[10], undefined],
  ])('%j is row %s', (amounts, place) => {
    expect(totalLine(rows(...amounts))).toBe(place);
  });

  it('is one of the file if most documents have it, and one of them more than two equal rows', () => {
    const [three, two, none] = [rows(50, 25, 75), rows(40, 40), rows(10, 20)];
    expect(hasTotalLines([three, two])).toBe(true);
    expect(hasTotalLines([three, none])).toBe(false);
    expect(hasTotalLines([two, two])).toBe(false);
    expect(hasTotalLines([rows(40, -40)])).toBe(true);
    expect(hasTotalLines([])).toBe(false);
    const named = [{ ...two[0]!, description: 'Accounts Receivable' }, two[1]!];
    expect(hasTotalLines([named])).toBe(true);
  });
});
