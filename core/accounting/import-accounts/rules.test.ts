import { describe, expect, test } from 'vitest';
import type { Account, AccountType } from '../schema.ts';
import { planAccounts } from './rules.ts';
import { accountKind } from './rules-kinds.ts';
import type { AccountRow } from './rules-node.ts';

function account(code: string, name: string, type: AccountType, parentCode?: string): Account {
  const level = code.endsWith('000') ? 0 : code.endsWith('00') ? 1 : 2;
  const normalBalance = type === 'ASSET' || type === 'EXPENSE' ? 'DEBIT' : 'CREDIT';
  const parent = parentCode ?? null;
  return {
    code,
    name,
    type,
    parentCode: parent,
    level,
    normalBalance,
    isCash: code.startsWith('11') && level === 2,
    isActive: true,
    currency: 'USD',
    cashFlow: type === 'EQUITY' ? 'financing' : 'operating',
    expenseClass: type === 'EXPENSE' ? 'operating' : null,
  };
}

const books = [
  account('1000', 'Assets', 'ASSET'),
  account('1100', 'Cash & Bank', 'ASSET', '1000'),
  account('1110', 'Cash on Hand', 'ASSET', '1100'),
  account('1155', 'Till', 'ASSET', '1100'),
  account('2000', 'Liabilities', 'LIABILITY'),
  account('2100', 'Accounts Payable', 'LIABILITY', '2000'),
  account('3000', 'Equity', 'EQUITY'),
  account('3200', 'Retained Earnings', 'EQUITY', '3000'),
  account('3210', 'Retained Earnings', 'EQUITY', '3200'),
  account('4000', 'Revenue', 'REVENUE'),
  account('4500', 'Other Income', 'REVENUE', '4000'),
  account('4510', 'Other Services', 'REVENUE', '4500'),
  account('5000', 'Expenses', 'EXPENSE'),
  account('5900', 'General & Admin', 'EXPENSE', '5000'),
  account('5910', 'Office Rent', 'EXPENSE', '5900'),
  account('5940', 'Insurance', 'EXPENSE', '5900'),
];

const plan = (rows: AccountRow[], used: string[] = []) => planAccounts(rows, books, new Set(used));
const written = (rows: AccountRow[], used?: string[]) =>
  plan(rows, used).writes.map(({ account: one }) => [
    one.code,
    one.name,
    one.type,
    one.parentCode,
    one.level,
  ]);
const problems = (rows: AccountRow[], used?: string[]) =>
  plan(rows, used).fates.map((fate) => ('problem' in fate ? fate.problem : fate.outcome));

describe('types of other systems', () => {
  test.each([
    ['Income', 'REVENUE'],
    ['INCOME', 'REVENUE'],
    ['Bank', 'ASSET'],
    ['Accounts receivable (A/R)', 'ASSET'],
    ['Other Current Assets', 'ASSET'],
    ['Long Term Liabilities', 'LIABILITY'],
    ['Non-current Liability', 'LIABILITY'],
    ['Cost of Goods Sold', 'EXPENSE'],
    ['Direct Costs', 'EXPENSE'],
    ['Overhead', 'EXPENSE'],
    ['asset_cash', 'ASSET'],
    ['liability_current', 'LIABILITY'],
    ['Expenses', 'EXPENSE'],
    ['Equity', 'EQUITY'],
    ['Sales', 'REVENUE'],
    ['Inventories', 'ASSET'],
  ])('%s is %s', (word, type) => expect(accountKind(word)?.type).toBe(type));

  test('other words are none', () => {
    for (const word of ['constructor', '__proto__', 'Person', '', 'x'.repeat(5000)])
      expect(accountKind(word)).toBeUndefined();
  });
});

describe('planAccounts', () => {
  test('parents may come after their children', () => {
    expect(
      written([
        { code: '6110', name: 'Fuel', type: 'Expense', parent: '6100' },
        { code: '6100', name: 'Vehicles', type: 'Expense', parent: '5000' },
      ]),
    ).toEqual([
      ['6100', 'Vehicles', 'EXPENSE', '5000', 1],
      ['6110', 'Fuel', 'EXPENSE', '6100', 2],
    ]);
  });

  test('accounts without a parent are placed by their children, code and type', () => {
    expect(
      written([
        { code: '1165', name: 'KCB Bank', type: 'Bank' },
        { code: '77', name: 'Stationery', type: 'Expense' },
        { code: '6000', name: 'Vehicles', type: 'Expense' },
        { code: '6010', name: 'Fuel', parent: 'Vehicles' },
        { code: '900', name: 'Furniture', type: 'Fixed Asset' },
      ]),
    ).toEqual([
      ['1900', 'Other Assets', 'ASSET', '1000', 1],
      ['6000', 'Vehicles', 'EXPENSE', '5000', 1],
      ['1165', 'KCB Bank', 'ASSET', '1100', 2],
      ['77', 'Stationery', 'EXPENSE', '5900', 2],
      ['6010', 'Fuel', 'EXPENSE', '6000', 2],
      ['900', 'Furniture', 'ASSET', '1900', 2],
    ]);
    const [bank] = plan([{ code: '1165', name: 'KCB Bank', type: 'Bank' }]).writes;
    expect(bank?.account.isCash).toBe(true);
  });

  test('accounts without a code are those of their names, or get the next free code', () => {
    const rows = [
      { name: 'Office Rent', type: 'Expenses' },
      { name: 'Fuel', type: 'Expenses' },
      { name: 'Fuel:Generator', type: 'Expenses' },
      { name: 'Ads: social', type: 'Expenses' },
    ];
    expect(problems(rows)).toEqual(['unchanged', 'created', 'created', 'created']);
    expect(written(rows)).toEqual([
      ['5100', 'Fuel', 'EXPENSE', '5000', 1],
      ['5110', 'Generator', 'EXPENSE', '5100', 2],
      ['5920', 'Ads: social', 'EXPENSE', '5900', 2],
    ]);
  });

  test('the same chart again changes nothing, a changed name is changed', () => {
    const rows = [
      { code: '1110', name: 'Cash on Hand', type: 'Bank', parent: '1100' },
      { code: '5910', name: 'Rent', type: 'Expense' },
    ];
    expect(problems(rows)).toEqual(['unchanged', 'updated']);
    expect(written(rows)).toEqual([['5910', 'Rent', 'EXPENSE', '5900', 2]]);
  });

  test('accounts that the program posts to and those with entries keep their type', () => {
    const rows = [
      { code: '1110', name: 'Sales', type: 'Income' },
      { code: '5940', name: 'Insurance', type: 'Income' },
      { code: '1155', name: 'Till', type: 'Expense' },
    ];
    expect(problems(rows, ['5940'])).toEqual([
      'type: The program posts to 1110 Cash on Hand, so it stays ASSET. Give the account of the file another code.',
      'type: 5940 Insurance has entries, so it stays EXPENSE.',
      'updated',
    ]);
    expect(written(rows, ['5940'])).toEqual([['1155', 'Till', 'EXPENSE', '5900', 2]]);
  });

  test('currency and places in the statements are those of the row, of the type, else of the group', () => {
    const meanings = (rows: AccountRow[]) =>
      plan(rows).writes.map(({ account: one }) =>
        [one.code, one.currency, one.cashFlow, one.expenseClass, one.isCash].join(' '),
      );
    expect(
      meanings([
        { code: '1165', name: 'Stanbic', type: 'Bank', currency: 'SSP' },
        { code: '1910', name: 'Masts', type: 'Fixed Asset' },
        { code: '1920', name: 'Deposits', type: 'Asset', cashFlow: 'investing' },
        { code: '2910', name: 'Bank loan', type: 'Long Term Liability' },
        { code: '3300', name: 'Shares', type: 'Equity', parent: '3000' },
        {
          code: '5100',
          name: 'Transit',
          type: 'Expense',
          expenseClass: 'cost_of_sales',
          parent: '5000',
        },
        { code: '5110', name: 'Fibre', parent: '5100' },
        { code: '5950', name: 'Fines', type: 'Expense', expenseClass: 'non_operating' },
        { code: '1155', name: 'Till', type: 'Expense' },
      ]),
    ).toEqual([
      '1900 USD operating  false',
      '2900 USD operating  false',
      '3300 USD financing  false',
      '5100 USD operating cost_of_sales false',
      '1165 SSP operating  true',
      '1910 USD investing  false',
      '1920 USD investing  false',
      '2910 USD financing  false',
      '5110 USD operating cost_of_sales false',
      '5950 USD operating non_operating false',
      '1155 USD operating operating false',
    ]);
    expect(
      problems([{ code: '5910', name: 'Office Rent', type: 'Expense', expenseClass: 'operating' }]),
    ).toEqual(['unchanged']);
    expect(problems([{ code: '5910', cashFlow: 'financing' }])).toEqual(['updated']);
  });

  test('a currency or place in the statements that cannot be is refused', () => {
    expect(
      problems(
        [
          {
            code: '1165',
            name: 'Cash in pounds',
            type: 'Bank',
            currency: 'SSP',
            expenseClass: 'operating',
          },
          { code: '1190', name: 'Cash', parent: '1000', type: 'Asset', currency: 'SSP' },
          { code: '1110', currency: 'SSP' },
          { code: '5910', expenseClass: 'non_operating' },
        ],
        ['5910'],
      ),
    ).toEqual([
      'expenseClass: The account is ASSET, and only an EXPENSE has one.',
      'currency: Only accounts of the third level are kept in pounds.',
      'currency: The program posts to 1110 Cash on Hand, so it stays USD.',
      'expenseClass: 5910 Office Rent has entries, so it stays operating.',
    ]);
  });

  test('a renamed account that the program posts to is told', () => {
    const { fates } = plan([{ code: '1110', name: 'Furniture', type: 'Asset' }]);
    expect(fates[0]).toMatchObject({
      outcome: 'updated',
      notes: [expect.stringContaining('1110 Cash on Hand')],
    });
  });

  test('refuses what fits nowhere, with what is below it', () => {
    expect(
      problems([
        { code: '71', name: 'A', type: 'Expense', parent: '72' },
        { code: '72', name: 'B', type: 'Expense', parent: '71' },
        { code: '73', name: 'C', type: 'Expense', parent: '999' },
        { code: '74', name: 'D', type: 'Expense', parent: '73' },
        { code: '75', name: 'E', type: 'Expense', parent: '5910' },
        { code: '76', name: 'F', type: 'Income', parent: '5900' },
        { code: '77', name: 'G', type: 'Gizmo' },
        { code: '78', name: 'H' },
        { code: '79', type: 'Income' },
        { name: 'Retained Earnings', type: 'Equity' },
      ]),
    ).toEqual([
      'parent: 72 B, which is above it, cannot be taken.',
      'parent: 72 B would be below itself.',
      'parent: There is no account 999, neither in the file nor in the books.',
      'parent: 73 C, which is above it, cannot be taken.',
      'parent: Accounts have three levels, and 5910 Office Rent is on the third: entries are posted to it, so no account can be below it.',
      'type: REVENUE is not the type of the account above it, 5900 General & Admin (EXPENSE).',
      expect.stringContaining('type: "Gizmo" is not known.'),
      'type: This field is required for a new account without a parent.',
      'name: This field is required for a new account.',
      'name: Several accounts are called Retained Earnings: 3200, 3210. Write the code.',
    ]);
  });
});
