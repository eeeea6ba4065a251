import { expect, test } from 'vitest';
import { isPoundAccount } from '../accounting/chart.ts';
import { creditAccounts, debitAccounts } from './rules-accounts.ts';
import { accounts, categories } from './schema.ts';

test('every category is charged to its account', () => {
  expect(categories.map((category) => `${category} ${debitAccounts[category]}`)).toEqual([
    'bandwidth_cost 5110',
    'equipment_cost 5210',
    'installation 5220',
    'rent 5910',
    'utilities 5920',
    'salaries 5420',
    'office_supplies 5930',
    'marketing 5510',
    'maintenance 5320',
    'operations 5310',
    'interest 5610',
    'other 5630',
    'tax 5640',
  ]);
});

test('every payment account has a ledger account in each currency', () => {
  const codes = (currency: 'USD' | 'SSP') =>
    accounts.map((account) => `${account} ${creditAccounts[currency][account]}`);
  expect(codes('USD')).toEqual([
    'checking 1120',
    'savings 1140',
    'cash 1110',
    'credit_card 2120',
    'petty_cash 1150',
    'accounts_payable 2110',
  ]);
  expect(codes('SSP')).toEqual([
    'checking 1170',
    'savings 1140',
    'cash 1160',
    'credit_card 2120',
    'petty_cash 1190',
    'accounts_payable 2140',
  ]);
});

test('dollars are never posted to an account in pounds', () => {
  expect(Object.values(creditAccounts.USD).filter(isPoundAccount)).toEqual([]);
  const inDollars = accounts.filter((account) => !isPoundAccount(creditAccounts.SSP[account]));
  expect(inDollars).toEqual(['savings', 'credit_card']);
});
