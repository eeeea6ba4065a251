import { searchKey } from '../../kernel/text.ts';
import { type AccountType, accountTypes, type CashFlowClass } from '../schema.ts';

/** What a chart of accounts calls the type of an account: our type, and the group for accounts without a parent. */
export interface AccountKind {
  type: AccountType;
  /** The code of a level-1 account, see `otherGroups`. */
  group: string;
  isCash?: true;
  /** The class of new accounts of this type; otherwise that of their group. */
  cashFlow?: CashFlowClass;
}

/** Groups that are made when accounts of another system fit into no group of the default chart. */
export const otherGroups: Readonly<Record<string, { name: string; type: AccountType }>> = {
  '1900': { name: 'Other Assets', type: 'ASSET' },
  '2900': { name: 'Other Liabilities', type: 'LIABILITY' },
};

const bank: AccountKind = { type: 'ASSET', group: '1100', isCash: true };
const asset: AccountKind = { type: 'ASSET', group: '1900' };
const fixedAsset: AccountKind = { ...asset, cashFlow: 'investing' };
const receivable: AccountKind = { type: 'ASSET', group: '1200' };
const inventory: AccountKind = { type: 'ASSET', group: '1400' };
const prepayment: AccountKind = { type: 'ASSET', group: '1500' };
const liability: AccountKind = { type: 'LIABILITY', group: '2900' };
const longTermLiability: AccountKind = { ...liability, cashFlow: 'financing' };
const payable: AccountKind = { type: 'LIABILITY', group: '2100' };
const equity: AccountKind = { type: 'EQUITY', group: '3100' };
const revenue: AccountKind = { type: 'REVENUE', group: '4500' };
const expense: AccountKind = { type: 'EXPENSE', group: '5900' };
const costOfSales: AccountKind = { type: 'EXPENSE', group: '5200' };

/**
 * The words for types in Nimule, QuickBooks, Xero, Odoo, Sage, Zoho Books, Wave and Tally (fixtures/SOURCES.md), in lower
 * case and without '-'. Plurals are read too.
 */
const kinds: Readonly<Record<string, AccountKind>> = {
  asset,
  'current asset': asset,
  'other current asset': asset,
  'other asset': asset,
  'fixed asset': fixedAsset,
  'non current asset': asset,
  'long term asset': asset,
  'property, plant & equipment': fixedAsset,
  'property, plant and equipment': fixedAsset,
  bank,
  cash: bank,
  'cash and cash equivalent': bank,
  'bank and cash': bank,
  'bank account': bank,
  'cash in hand': bank,
  'accounts receivable (a/r)': receivable,
  'account receivable': receivable,
  'accounts receivable': receivable,
  receivable,
  'sundry debtor': receivable,
  'asset receivable': receivable,
  'asset cash': bank,
  'asset current': asset,
  'asset non current': asset,
  'asset fixed': fixedAsset,
  'asset prepayment': prepayment,
  inventory,
  stock: inventory,
  'stock in hand': inventory,
  prepayment,
  'prepaid expense': prepayment,
  liability,
  'current liability': liability,
  'other current liability': liability,
  'other liability': liability,
  'non current liability': longTermLiability,
  'long term liability': longTermLiability,
  'credit card': payable,
  'accounts payable (a/p)': payable,
  'account payable': payable,
  'accounts payable': payable,
  payable,
  'sundry creditor': payable,
  'liability payable': payable,
  'liability credit card': payable,
  'liability current': liability,
  'liability non current': liability,
  'term liability': longTermLiability,
  'wages payable': { type: 'LIABILITY', group: '2300' },
  'payroll liability': { type: 'LIABILITY', group: '2300' },
  equity,
  capital: equity,
  "owner's equity": equity,
  'retained earning': equity,
  'current year earning': equity,
  'equity unaffected': equity,
  revenue,
  income: revenue,
  sale: revenue,
  'other income': revenue,
  'other revenue': revenue,
  'direct income': revenue,
  'indirect income': revenue,
  'sales account': revenue,
  'income other': revenue,
  expense,
  overhead: expense,
  'other expense': expense,
  'operating expense': expense,
  'indirect expense': expense,
  depreciation: expense,
  'expense depreciation': expense,
  'wages expense': expense,
  // Keywords of QuickBooks Desktop.
  ap: payable,
  ar: receivable,
  ccard: payable,
  oasset: asset,
  ocasset: asset,
  fixasset: fixedAsset,
  ltliab: longTermLiability,
  ocliab: liability,
  inc: revenue,
  exinc: revenue,
  exp: expense,
  exexp: expense,
  'direct cost': costOfSales,
  'direct expense': costOfSales,
  'cost of revenue': costOfSales,
  'cost of sale': costOfSales,
  'cost of goods sold': costOfSales,
  cogs: costOfSales,
  'expense direct cost': costOfSales,
};

/** Longer texts are no type; checked before a text is compared. */
const MAX_WORD = 100;

function singular(words: string): string {
  return words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/s$/, '');
}

/** The kind that a file's text names; undefined for others. */
export function accountKind(text: string): AccountKind | undefined {
  if (text.length > MAX_WORD) return undefined;
  const words = searchKey(text.replaceAll('-', ' ').replaceAll('_', ' '));
  return Object.hasOwn(kinds, words)
    ? kinds[words]
    : Object.hasOwn(kinds, singular(words))
      ? kinds[singular(words)]
      : undefined;
}

/** The message for a text that is no type. */
export const NO_KIND = `Write one of ${accountTypes.join(', ')}, or a word for it such as Bank, Income, Accounts Payable or Cost of Goods Sold`;
