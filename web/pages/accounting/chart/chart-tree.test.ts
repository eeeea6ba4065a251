import { defaultChart } from '@nimule/core/accounting/chart';
import type { TrialBalance } from '@nimule/core/accounting/schema';
import { isoMonth } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { expect, test } from 'vitest';
import { chartRows, matchingAccounts } from './chart-tree.ts';

const balance: TrialBalance = {
  month: isoMonth('2026-11'),
  accounts: [
    { code: '1110', name: 'Cash on Hand', type: 'ASSET', debit: cents(7000), credit: cents(0) },
    { code: '1120', name: 'Bank', type: 'ASSET', debit: cents(0), credit: cents(2000) },
    { code: '4110', name: 'Residential', type: 'REVENUE', debit: cents(0), credit: cents(6000) },
    { code: '4910', name: 'Credits', type: 'REVENUE', debit: cents(1000), credit: cents(0) },
  ],
  totalDebit: cents(8000),
  totalCredit: cents(8000),
  isBalanced: true,
};

test('a group holds the balances below it, in the direction of its normal balance', () => {
  const rows = chartRows(defaultChart, balance, new Set());
  const of = (code: string) => rows.find(({ account }) => account.code === code)?.balance;
  expect([of('1120'), of('1100'), of('1000')]).toEqual([-2000, 5000, 5000]);
  expect([of('4110'), of('4000'), of('5000')]).toEqual([6000, 5000, 0]);
  expect(rows).toHaveLength(defaultChart.length);
  expect(rows.slice(0, 3).map(({ account }) => account.code)).toEqual(['1000', '1100', '1110']);
});

test('a closed group hides what is below it and keeps its balance', () => {
  const rows = chartRows(defaultChart, balance, new Set(['1000']));
  expect(rows[0]).toMatchObject({ balance: 5000, hasChildren: true });
  expect(rows[1]?.account.code).toBe('2000');
});

test('balances are not known before the trial balance is read', () => {
  expect(chartRows(defaultChart, undefined, new Set())[0]?.balance).toBeUndefined();
});

test('the search keeps the groups above what it finds', () => {
  const codes = (text: string) => matchingAccounts(defaultChart, text).map(({ code }) => code);
  expect(codes('1120')).toEqual(['1000', '1100', '1120']);
  expect(codes('residential plans')).toEqual(['4000', '4100', '4110']);
  expect(codes('nothing like it')).toEqual([]);
  expect(codes('  ')).toHaveLength(defaultChart.length);
});
