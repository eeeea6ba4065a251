import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BalancedLine, checkBalances } from './rules-balance.ts';

function listOf(amounts: readonly number[], opening = 100_000): BalancedLine[] {
  let balance = opening;
  return amounts.map((amount, index) => {
    balance += amount;
    return { row: index + 2, account: '', date: undefined, amount, balance };
  });
}

const amount = fc.integer({ min: -50_000, max: 50_000 }).filter((one) => one !== 0);
const amounts = fc.array(amount, { minLength: 2, maxLength: 60 });

test('a right reading is proven, in the order of the file or the other one', () => {
  fc.assert(
    fc.property(amounts, fc.boolean(), (own, isReversed) => {
      const lines = listOf(own);
      const shown = isReversed ? lines.reverse() : lines;
      expect(checkBalances(shown)).toMatchObject({ outcome: 'proven', misfits: [] });
    }),
  );
});

test('a reading that loses the signs is refuted, or every amount is above zero', () => {
  fc.assert(
    fc.property(amounts, (own) => {
      const dated = listOf(own).map((line, index) => ({
        ...line,
        date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
        amount: Math.abs(line.amount!),
      }));
      const wrong = own.slice(1).filter((one) => one < 0).length;
      const { outcome, misfits } = checkBalances(dated);
      const isFew = wrong <= (own.length - 1) * 0.1;
      expect(outcome).toBe(isFew ? 'proven' : 'refuted');
      expect(misfits).toHaveLength(wrong);
    }),
  );
});

test('a few wrong lines are named, refused lines are passed over, and other columns prove nothing', () => {
  const lines = listOf([500, -200, 300, -100, 700, 50]);
  lines[3]!.balance = 1;
  expect(checkBalances(lines)).toEqual({ outcome: 'proven', misfits: [5, 6], unchecked: [2] });
  const failed = { row: 9, account: '', date: undefined, amount: undefined, balance: 101_250 };
  expect(checkBalances([...listOf([500, -200, 300, -100, 700, 50]), failed]).misfits).toEqual([]);
  const unrelated = listOf([1, 2, 3, 4]).map((line, index) => ({ ...line, balance: index * 977 }));
  expect(checkBalances(unrelated).outcome).toBe('other');
  expect(checkBalances(listOf([500])).outcome).toBe('none');
});

test('two accounts in one list have balances of their own', () => {
  const [one, two] = [listOf([10, 20, -5]), listOf([-7, 8, 9], 500)];
  const mixed = one.flatMap((line, index) => [
    { ...line, account: 'a' },
    { ...two[index]!, account: 'b' },
  ]);
  expect(checkBalances(mixed)).toMatchObject({ outcome: 'proven', misfits: [] });
});
