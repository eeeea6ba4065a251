import { defaultChart } from '@nimule/core/accounting/chart';

/** A journal entry in wire form. */
export const anEntry = {
  id: 7,
  entryId: 'JE-2026-000007',
  entryDate: '2026-11-20',
  description: 'Invoice INV-2026-000001, Juba Tea House',
  reference: 'INV-2026-000001',
  totalDebit: 450,
  totalCredit: 450,
  isBalanced: true,
  status: 'posted',
  source: 'invoice',
  sourceId: 1,
  reversalOf: null,
  reversedBy: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  createdBy: 'Achol Deng',
};

const line = (accountCode: string, accountName: string, debit: number, credit: number) => ({
  accountCode,
  accountName,
  debitAmount: debit,
  creditAmount: credit,
  sspAmount: null,
  customerId: null,
  customerNumber: null,
  customerName: null,
  supplierId: null,
  employeeId: null,
  description: '',
});

/** The same with its lines. */
export const anEntryDetail = {
  ...anEntry,
  lines: [
    {
      lineNo: 1,
      ...line('1210', 'Residential AR', 450, 0),
      customerId: 3,
      customerNumber: 'SC003',
      customerName: 'Juba Tea House',
    },
    { lineNo: 2, ...line('4110', 'Residential Plans', 0, 450) },
  ],
};

const figure = (amount: number, compared: number | null = null, yearToDate: number | null = 0) => ({
  amount,
  compared,
  yearToDate,
});

const statementLine = (code: string, name: string, type: string, amount: number) => ({
  code,
  name,
  type,
  groupCode: `${code.slice(0, 2)}00`,
  groupName: `Group ${code.slice(0, 2)}`,
  amount,
  compared: null,
  yearToDate: amount * 2,
});

const pnlTotals = {
  revenue: figure(450, 400, 900),
  costOfSales: figure(125, 0, 250),
  grossProfit: figure(325, 400, 650),
  operating: figure(400, 0, 400),
  operatingIncome: figure(-75, 400, 250),
  nonOperating: figure(0, 0, 0),
  expenses: figure(525, 0, 650),
  netProfit: figure(-75, 400, 250),
};
const pnlLines = {
  revenue: [statementLine('4110', 'Residential Plans', 'REVENUE', 450)],
  costOfSales: [statementLine('5110', 'Bandwidth', 'EXPENSE', 125)],
  operating: [statementLine('5910', 'Rent', 'EXPENSE', 400)],
  nonOperating: [],
};

/** Statements of November 2026 with a loss, in wire form. */
export const someStatements = {
  month: '2026-11',
  comparedMonth: '2026-10',
  exchangeRate: 400,
  profitLoss: {
    revenue: 450,
    expenses: 525,
    netProfit: -75,
    lines: pnlLines,
    totals: pnlTotals,
  },
  balanceSheet: {
    assets: 0,
    liabilities: 0,
    equity: 0,
    isBalanced: true,
    lines: { assets: [], liabilities: [], equity: [] },
    totals: {
      assets: figure(0),
      liabilities: figure(0),
      equity: figure(0),
      earlierResult: figure(0),
      currentResult: figure(0),
    },
  },
  cashFlow: {
    operatingActivities: 0,
    investingActivities: 0,
    financingActivities: 0,
    netCashChange: 0,
    lines: { operating: [], investing: [], financing: [] },
    items: { operating: [], investing: [], financing: [] },
    totals: {
      operating: figure(0),
      exchangeDifferences: figure(0),
      investing: figure(0),
      financing: figure(0),
      netCashChange: figure(0),
      openingCash: figure(0),
      closingCash: figure(0),
    },
  },
};

/** The monthly P&L report of the same month. */
export const someProfitLoss = {
  month: '2026-11',
  comparedMonth: null,
  company: 'Nimule Telecom',
  currency: 'USD',
  exchangeRate: 400,
  revenue: { totalRevenue: 450, internetSubscriptions: 450 },
  costOfGoodsSold: {
    totalCOGS: 125,
    bandwidthCosts: 125,
    grossProfit: 325,
    grossProfitMargin: 72.2,
  },
  operatingExpenses: { totalOperatingExpenses: 400, operatingIncome: -75, operatingMargin: -16.7 },
  nonOperatingExpenses: { totalNonOperatingExpenses: 0 },
  netIncome: -75,
  netProfitMargin: -16.7,
  expenseBreakdown: { costOfSales: [], operatingExpenses: [], nonOperatingExpenses: [] },
  lines: pnlLines,
  totals: pnlTotals,
};

export const someBalances = {
  month: '2026-11',
  accounts: [
    { code: '1210', name: 'Residential AR', type: 'ASSET', debit: 450, credit: 0 },
    { code: '4110', name: 'Residential Plans', type: 'REVENUE', debit: 0, credit: 450 },
  ],
  totalDebit: 450,
  totalCredit: 450,
  isBalanced: true,
};

export const someAccounts = [...defaultChart];
