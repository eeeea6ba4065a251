import { expect, it } from 'vitest';
import type { Account } from '../schema.ts';
import { createAccountFinder } from './rules-accounts.ts';

function account(code: string, name: string, level = 2, isActive = true): Account {
  return {
    code,
    name,
    type: 'EQUITY',
    parentCode: null,
    level,
    normalBalance: 'CREDIT',
    isCash: false,
    currency: 'USD',
    cashFlow: 'operating',
    expenseClass: null,
    isActive,
  };
}

const find = createAccountFinder([
  account('3200', 'Retained Earnings', 1),
  account('3210', 'Retained Earnings'),
  account('5910', 'Rent'),
  account('5911', 'Rent of Sites'),
  account('5912', 'Old Rent', 2, false),
  account('5913', 'Fees'),
  account('5914', 'fees'),
]);
const codeOf = (text: string) => {
  const found = find(text);
  return 'account' in found ? found.account.code : found.problem;
};

it('finds an account by code, by name or by both, and prefers one that can be posted to', () => {
  expect(['5910', ' rent ', '5910 Rent', '5910 - RENT'].map(codeOf)).toEqual(Array(4).fill('5910'));
  expect(codeOf('retained earnings')).toBe('3210');
});

it('refuses what is unknown, ambiguous, inactive or a group', () => {
  expect(codeOf('Rents')).toBe('There is no account Rents.');
  expect(codeOf('FEES')).toBe('Several accounts are called FEES: 5913, 5914. Write the code.');
  expect(codeOf('5912')).toMatch(/5912 Old Rent is not one/);
  expect(codeOf('3200')).toMatch(/3200 Retained Earnings is not one/);
  expect(codeOf('x'.repeat(100_000)).length).toBeLessThan(300);
});
