import type { Account, AccountType, CashFlowClass, ExpenseClass } from './schema.ts';

/** The leaf accounts that Nimule posts to (seeds/001 3, decision 11). */
export const leaf = {
  cashOnHand: '1110',
  bankMain: '1120',
  mobileMoney: '1130',
  bankSavings: '1140',
  pettyCash: '1150',
  cashOnHandSsp: '1160',
  bankSsp: '1170',
  mobileMoneySsp: '1180',
  pettyCashSsp: '1190',
  residentialReceivable: '1210',
  corporateReceivable: '1220',
  networkEquipment: '1310',
  equipmentAtCustomers: '1320',
  equipmentInventory: '1410',
  staffAdvances: '1520',
  supplierAdvances: '1530',
  tradePayables: '2110',
  creditCard: '2120',
  goodsNotInvoiced: '2130',
  tradePayablesSsp: '2140',
  customerCredit: '2210',
  unusedVouchers: '2220',
  socialSecurity: '2310',
  incomeTax: '2320',
  salariesPayable: '2330',
  otherDeductions: '2350',
  openingBalances: '3120',
  retainedEarnings: '3210',
  residentialPlans: '4110',
  corporatePlans: '4120',
  connectionFees: '4210',
  vouchers: '4310',
  hotspotWifi: '4320',
  equipmentSales: '4410',
  otherServices: '4510',
  exchangeGain: '4520',
  creditsGranted: '4910',
  bandwidth: '5110',
  equipmentCost: '5210',
  installation: '5220',
  stockAdjustments: '5230',
  priceDifferences: '5240',
  siteCosts: '5310',
  maintenance: '5320',
  employerSocial: '5410',
  salaries: '5420',
  marketing: '5510',
  interest: '5610',
  exchangeLoss: '5620',
  otherExpenses: '5630',
  taxes: '5640',
  cashOverAndShort: '5650',
  rent: '5910',
  utilities: '5920',
  officeSupplies: '5930',
} as const;

type Side = Account['normalBalance'];

/** A leaf by code: its name, or its name with what differs from its group. */
type Leaves = Record<string, string | ({ name: string } & LeafPart)>;
type LeafPart = Partial<Pick<Account, 'normalBalance' | 'isCash' | 'currency'>>;

interface Group {
  code: string;
  name: string;
  leaves: Leaves;
  normalBalance?: Side;
  cashFlow?: CashFlowClass;
  /** Of expenses alone; operating without it. */
  expenseClass?: ExpenseClass;
}

interface Root {
  code: string;
  name: string;
  type: AccountType;
  normalBalance: Side;
  cashFlow?: CashFlowClass;
  groups: readonly Group[];
}

const cash = (name: string) => ({ name, isCash: true });
const cashSsp = (name: string) => ({ name, isCash: true, currency: 'SSP' as const });

const roots: readonly Root[] = [
  {
    code: '1000',
    name: 'Assets',
    type: 'ASSET',
    normalBalance: 'DEBIT',
    groups: [
      {
        code: '1100',
        name: 'Cash & Bank',
        leaves: {
          '1110': cash('Cash on Hand'),
          '1120': cash('Bank - Main'),
          '1130': cash('Mobile Money'),
          '1140': cash('Bank - Savings'),
          '1150': cash('Petty Cash'),
          '1160': cashSsp('Cash on Hand - SSP'),
          '1170': cashSsp('Bank - SSP'),
          '1180': cashSsp('Mobile Money - SSP'),
          '1190': cashSsp('Petty Cash - SSP'),
        },
      },
      {
        code: '1200',
        name: 'Accounts Receivable',
        leaves: { '1210': 'Residential AR', '1220': 'SME/Corporate AR' },
      },
      {
        code: '1300',
        name: 'Network Equipment',
        cashFlow: 'investing',
        leaves: {
          '1310': 'Network Equipment at Cost',
          '1320': 'Equipment at Customers',
          '1390': { name: 'Accumulated Depreciation', normalBalance: 'CREDIT' },
        },
      },
      { code: '1400', name: 'Inventory', leaves: { '1410': 'Equipment Inventory' } },
      {
        code: '1500',
        name: 'Prepayments',
        leaves: {
          '1510': 'Prepaid Expenses',
          '1520': 'Staff Advances',
          '1530': 'Supplier Advances',
        },
      },
    ],
  },
  {
    code: '2000',
    name: 'Liabilities',
    type: 'LIABILITY',
    normalBalance: 'CREDIT',
    groups: [
      {
        code: '2100',
        name: 'Accounts Payable',
        leaves: {
          '2110': 'Trade Payables',
          '2120': 'Credit Card',
          '2130': 'Goods Received Not Invoiced',
          '2140': { name: 'Trade Payables - SSP', currency: 'SSP' },
        },
      },
      {
        code: '2200',
        name: 'Customer Credit',
        leaves: { '2210': 'Customer Credit and Advances', '2220': 'Unused Vouchers' },
      },
      {
        code: '2300',
        name: 'Payroll & Taxes Payable',
        leaves: {
          '2310': 'NSSF Payable',
          '2320': 'Income Tax Payable',
          '2330': 'Salaries Payable',
          '2350': 'Other Deductions',
        },
      },
      { code: '2400', name: 'Loans', cashFlow: 'financing', leaves: { '2410': 'Bank Loans' } },
    ],
  },
  {
    code: '3000',
    name: 'Equity',
    type: 'EQUITY',
    normalBalance: 'CREDIT',
    cashFlow: 'financing',
    groups: [
      {
        code: '3100',
        name: 'Capital',
        leaves: { '3110': "Owner's Capital", '3120': 'Opening Balances' },
      },
      { code: '3200', name: 'Retained Earnings', leaves: { '3210': 'Retained Earnings' } },
    ],
  },
  {
    code: '4000',
    name: 'Revenue',
    type: 'REVENUE',
    normalBalance: 'CREDIT',
    groups: [
      {
        code: '4100',
        name: 'Internet Subscriptions',
        leaves: { '4110': 'Residential Plans', '4120': 'SME/Corporate Plans' },
      },
      {
        code: '4200',
        name: 'Installation Fees',
        leaves: { '4210': 'Installation and Connection Fees' },
      },
      {
        code: '4300',
        name: 'Vouchers & Hotspot',
        leaves: { '4310': 'Internet Vouchers', '4320': 'Hotspot WiFi' },
      },
      { code: '4400', name: 'Equipment Sales', leaves: { '4410': 'Equipment Sales' } },
      {
        code: '4500',
        name: 'Other Income',
        leaves: { '4510': 'Other Services', '4520': 'Foreign Exchange Gain' },
      },
      {
        code: '4900',
        name: 'Discounts & Credits',
        normalBalance: 'DEBIT',
        leaves: { '4910': 'Customer Credits Granted' },
      },
    ],
  },
  {
    code: '5000',
    name: 'Expenses',
    type: 'EXPENSE',
    normalBalance: 'DEBIT',
    groups: [
      {
        code: '5100',
        name: 'Bandwidth & Transit',
        expenseClass: 'cost_of_sales',
        leaves: { '5110': 'Bandwidth Purchases' },
      },
      {
        code: '5200',
        name: 'Cost of Equipment Sold',
        expenseClass: 'cost_of_sales',
        leaves: {
          '5210': 'Cost of Equipment Sales',
          '5220': 'Installation Materials',
          '5230': 'Stock Adjustments',
          '5240': 'Price Differences',
        },
      },
      {
        code: '5300',
        name: 'Network Operations',
        leaves: { '5310': 'Tower and Site Costs', '5320': 'Network Maintenance' },
      },
      {
        code: '5400',
        name: 'Salaries & Wages',
        leaves: { '5410': 'Benefits & NSSF', '5420': 'Salaries' },
      },
      { code: '5500', name: 'Sales & Marketing', leaves: { '5510': 'Marketing' } },
      {
        code: '5600',
        name: 'Finance & Other',
        expenseClass: 'non_operating',
        leaves: {
          '5610': 'Interest',
          '5620': 'Foreign Exchange Loss',
          '5630': 'Other Expenses',
          '5640': 'Taxes',
          '5650': 'Cash Over and Short',
        },
      },
      {
        code: '5900',
        name: 'General & Admin',
        leaves: {
          '5910': 'Rent',
          '5920': 'Utilities',
          '5930': 'Office Supplies',
          '5940': 'Bank Fees',
        },
      },
      { code: '5950', name: 'Depreciation', leaves: { '5951': 'Depreciation Expense' } },
    ],
  },
];

function accountsOf(root: Root): Account[] {
  const { type } = root;
  const ofRoot: Account = {
    code: root.code,
    name: root.name,
    type,
    parentCode: null,
    level: 0,
    normalBalance: root.normalBalance,
    isCash: false,
    currency: 'USD',
    cashFlow: root.cashFlow ?? 'operating',
    expenseClass: type === 'EXPENSE' ? 'operating' : null,
    isActive: true,
  };
  const below = root.groups.flatMap(({ leaves, ...group }): Account[] => {
    const ofGroup: Account = { ...ofRoot, ...group, parentCode: root.code, level: 1 };
    const ofLeaves = Object.entries(leaves).map(
      ([code, part]): Account => ({
        ...ofGroup,
        ...(typeof part === 'string' ? { name: part } : part),
        code,
        parentCode: group.code,
        level: 2,
      }),
    );
    return [ofGroup, ...ofLeaves];
  });
  return [ofRoot, ...below];
}

/**
 * The chart of a new company by code, as the migrations insert it (a test compares them). The accounting page shows it
 * until the server has answered (seeds/001 3 and 7).
 */
export const defaultChart: readonly Account[] = roots.flatMap(accountsOf);

const poundAccounts = new Set(
  defaultChart.flatMap(({ code, currency }) => (currency === 'SSP' ? [code] : [])),
);

/** Whether an account of the default chart is kept in pounds (decision 33). */
export function isPoundAccount(code: string): boolean {
  return poundAccounts.has(code);
}

/** The pound account beside each dollar account that money is kept in or owed on (decision 33). */
const poundsBeside: Readonly<Record<string, string>> = {
  [leaf.cashOnHand]: leaf.cashOnHandSsp,
  [leaf.bankMain]: leaf.bankSsp,
  [leaf.mobileMoney]: leaf.mobileMoneySsp,
  [leaf.pettyCash]: leaf.pettyCashSsp,
  [leaf.tradePayables]: leaf.tradePayablesSsp,
};

/** The pound account for money in pounds that is meant for a dollar account; undefined where there is none. */
export function poundAccountBeside(code: string): string | undefined {
  return Object.hasOwn(poundsBeside, code) ? poundsBeside[code] : undefined;
}

/** The dollar account beside a pound account; undefined where there is none. */
export function dollarAccountBeside(code: string): string | undefined {
  return Object.keys(poundsBeside).find((dollars) => poundsBeside[dollars] === code);
}
