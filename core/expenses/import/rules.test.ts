import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { creditAccounts, debitAccounts } from '../rules-accounts.ts';
import type { ImportLine } from '../schema.ts';
import { importMessage, judgeLine, keyOf, markLines } from './rules.ts';

const facts = {
  calendar: {
    today: isoDate('2026-11-21'),
    openingDate: isoDate('2026-01-01'),
    locked: new Set([isoMonth('2026-09')]),
  },
  rates: new Map(
    ['2026-09-20', '2026-10-20', '2025-12-31'].map((day) => [isoDate(day), cents(400_00)]),
  ),
  postable: new Set(['1120', '1170', ...Object.values(debitAccounts)]),
  reading: 'usual',
  account: 'checking',
  currency: 'USD',
} as const;
const line = (change: Partial<ImportLine> = {}): ImportLine => ({
  date: '2026-10-20',
  location: 'Juba Networks',
  amount: '250',
  ...change,
});

test.each<[Partial<ImportLine>, string]>([
  [{ date: '2026-02-31' }, 'The date is not a real date.'],
  [{ date: '2026-11-22' }, 'An expense cannot be dated in the future.'],
  [
    { date: '2026-09-20' },
    'September 2026 is locked. Choose a date in an open month or unlock it.',
  ],
  [
    { date: '2025-12-31' },
    'The books begin on 1 Jan 2026. What came before that day belongs into the opening balances.',
  ],
  [{ date: '2026-10-21' }, 'No exchange rate is known for this date.'],
  [{ location: '' }, 'The vendor is required.'],
  [{ location: 'x'.repeat(201) }, 'The vendor can have at most 200 characters.'],
  [{ description: 'x'.repeat(501) }, 'The description can have at most 500 characters.'],
  [{ category: 'fuel' }, 'There is no category fuel.'],
  [{ expenseType: 'capital' }, 'There is no type capital.'],
  [{ currency: 'EUR' }, 'There is no currency EUR. Use USD or SSP.'],
  [{ account: 'till' }, 'There is no payment account till.'],
  [{ account: 'savings' }, 'Account 1140 cannot be posted to.'],
  [{ amount: 'SSP 250' }, 'The amount names another currency than USD.'],
  [{ amount: '1', currency: 'ssp' }, "The amount is less than one US cent at that day's rate."],
  [{ amount: 3_000_001 }, 'The amount cannot be above $3,000,000.00.'],
])('a line with %j is refused', (change, problem) => {
  expect(judgeLine(line(change), facts)).toMatchObject({ problem });
});

test('a line takes the defaults of supplier data, and names in any case', () => {
  expect(judgeLine(line({ date: '20/10/2026' }), facts)).toMatchObject({
    row: {
      date: '2026-10-20',
      description: 'Bandwidth cost - Juba Networks',
      expenseType: 'cost_of_sales',
      category: 'bandwidth_cost',
      account: 'checking',
      currency: 'USD',
      amountUsd: 250_00,
      amountSsp: null,
    },
  });
  const named = { category: 'Tax', currency: 'ssp', amount: '4000', account: 'CHECKING' };
  expect(judgeLine(line(named), facts)).toMatchObject({
    row: { expenseType: 'non_operating_expense', amountUsd: 10_00, amountSsp: 4_000_00 },
  });
});

const judge = (lines: ImportLine[], recorded: Record<string, string[]> = {}) => {
  const judged = lines.map((one) => judgeLine(one, facts));
  return markLines(lines, judged, new Map(Object.entries(recorded)));
};
const rowOf = (one: ImportLine) => judge([{ ...one, isChosen: true }])[0]!.row!;
const marksOf = (lines: ImportLine[], recorded?: Record<string, string[]>) =>
  judge(lines, recorded).map(({ verdict, row }) => `${verdict.mark}${row ? ' recorded' : ''}`);

test('the n-th of equal lines is known if n equal expenses are recorded', () => {
  const key = keyOf(rowOf(line()));
  const recorded = { [key]: ['TXN-1', 'TXN-2'] };
  const other = line({ location: 'JUBA networks', description: 'Another' });
  expect(marksOf([line(), other, line()], recorded)).toEqual(['known', 'known', 'new recorded']);
  expect(judge([line(), other], recorded).map(({ verdict }) => verdict.knownAs)).toEqual([
    'TXN-1',
    'TXN-2',
  ]);
  expect(marksOf([line({ isChosen: true }), line({ amount: 251 })], recorded)).toEqual([
    'known recorded',
    'new recorded',
  ]);
});

test('a dropped minus is recorded only if it is chosen, and zero never', () => {
  const key = keyOf(rowOf(line()));
  expect(marksOf([line({ amount: '-250' }), line({ amount: '-250', isChosen: true })])).toEqual([
    'minus',
    'minus recorded',
  ]);
  expect(marksOf([line({ amount: '-250' }), line()], { [key]: ['TXN-1'] })).toEqual([
    'known',
    'known',
  ]);
  expect(marksOf([line({ amount: '0', isChosen: true }), line({ amount: 'none' })])).toEqual([
    'zero',
    'zero',
  ]);
});

test('another notation is recorded and told, a guess only if it is chosen', () => {
  const lines = [
    line({ amount: '12,50' }),
    line({ amount: '1E+05' }),
    line({ amount: '1E+05', isChosen: true }),
  ];
  expect(marksOf(lines)).toEqual(['read recorded', 'unclear', 'unclear recorded']);
  expect(judge(lines).map(({ verdict }) => [verdict.amountUsd, verdict.problem])).toEqual([
    [12_50, '"12,50" was read as $12.50.'],
    [100_000_00, 'The amount "1E+05" is not plain. Choose the line to record $100,000.00.'],
    [100_000_00, 'The amount "1E+05" is not plain. Choose the line to record $100,000.00.'],
  ]);
});

test('lines that name no account and currency take those of all lines', () => {
  const all = {
    ...facts,
    account: 'credit_card',
    currency: 'SSP',
    postable: new Set(Object.values(creditAccounts.SSP).concat([...facts.postable])),
  } as const;
  const row = (change: Partial<ImportLine>) => {
    const judged = judgeLine(line(change), all);
    return 'row' in judged && [judged.row.account, judged.row.currency];
  };
  expect(row({ amount: '4000' })).toEqual(['credit_card', 'SSP']);
  expect(row({ amount: '40', account: 'checking', currency: 'USD' })).toEqual(['checking', 'USD']);
});

test('what was recorded of any lines is known the next time', () => {
  const lines = fc.array(
    fc.record({
      date: fc.constantFrom('2026-10-20', '2026-09-20', 'never'),
      location: fc.constantFrom('Juba Networks', 'juba networks', 'Wau Link'),
      amount: fc.constantFrom('250', '251', '-250', '0'),
      isChosen: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, (sent) => {
      const recorded: Record<string, string[]> = {};
      for (const { row } of judge(sent))
        if (row) recorded[keyOf(row)] = [...(recorded[keyOf(row)] ?? []), `TXN-${row.location}`];
      const again = judge(
        sent.map((one) => ({ ...one, isChosen: false })),
        recorded,
      );
      expect(again.flatMap(({ row }) => row ?? [])).toEqual([]);
    }),
  );
});

test('the message counts, and says how the lines were booked', () => {
  const onAccount = (length: number) =>
    Array.from({ length }, () => ({ account: 'accounts_payable' as const }));
  expect(importMessage(onAccount(12), 3, 1)).toBe(
    '12 expenses recorded on account, 3 left out, 1 refused.',
  );
  expect(importMessage(onAccount(1), 0, 0)).toBe(
    '1 expense recorded on account, 0 left out, 0 refused.',
  );
  expect(importMessage([...onAccount(1), { account: 'checking' }], 0, 0)).toBe(
    '2 expenses recorded, 0 left out, 0 refused.',
  );
});
