import { leaf } from '../chart.ts';
import type { AccountType, CashFlowClass } from '../schema.ts';
import type { CashFlowItemName } from './schema.ts';

/** Apart from the word before it: the tests of the boundaries take the two for the SQL of a read. */
const CUSTOMERS = 'customers';

/** The words of the receipts and payments (decision 73), and the activity that each belongs to. */
export const cashFlowItems = {
  customers: { name: `Received from ${CUSTOMERS}`, activity: 'operating' },
  suppliers: { name: 'Paid to suppliers', activity: 'operating' },
  staff: { name: 'Paid to staff', activity: 'operating' },
  taxes: { name: 'Paid as taxes and social security', activity: 'operating' },
  interest: { name: 'Paid as interest', activity: 'operating' },
  exchange: { name: 'Exchange differences', activity: 'operating' },
  otherOperating: { name: 'Other receipts and payments', activity: 'operating' },
  equipment: { name: 'Paid for network equipment, less sales of it', activity: 'investing' },
  otherInvesting: { name: 'Other investments', activity: 'investing' },
  owners: { name: 'Received from owners, less paid to them', activity: 'financing' },
  loans: { name: 'Received as loans, less repaid', activity: 'financing' },
  otherFinancing: { name: 'Other financing', activity: 'financing' },
} as const satisfies Record<CashFlowItemName, { name: string; activity: CashFlowClass }>;

const byAccount: Readonly<Record<string, CashFlowItemName>> = {
  [leaf.staffAdvances]: 'staff',
  [leaf.salariesPayable]: 'staff',
  [leaf.otherDeductions]: 'staff',
  [leaf.otherServices]: 'customers',
  [leaf.exchangeGain]: 'exchange',
  [leaf.exchangeLoss]: 'exchange',
  [leaf.interest]: 'interest',
  [leaf.taxes]: 'taxes',
};

const byGroup: Readonly<Record<string, CashFlowItemName>> = {
  '1200': 'customers',
  '1300': 'equipment',
  '1400': 'suppliers',
  '1500': 'suppliers',
  '2100': 'suppliers',
  '2200': 'customers',
  '2300': 'taxes',
  '2400': 'loans',
  '3100': 'owners',
  '3200': 'owners',
  '4500': 'otherOperating',
  '5400': 'staff',
  '5600': 'otherOperating',
};

const byType: Partial<Record<AccountType, CashFlowItemName>> = {
  REVENUE: 'customers',
  EXPENSE: 'suppliers',
};

const others: Record<CashFlowClass, CashFlowItemName> = {
  operating: 'otherOperating',
  investing: 'otherInvesting',
  financing: 'otherFinancing',
};

/** The receipt or payment that an account is a counterpart of, within the activity of the account. */
export function cashFlowItemOf(account: {
  code: string;
  type: AccountType;
  groupCode: string;
  cashFlow: CashFlowClass;
}): CashFlowItemName {
  const { code, type, groupCode, cashFlow } = account;
  const usual = byAccount[code] ?? byGroup[groupCode] ?? byType[type];
  return usual && cashFlowItems[usual].activity === cashFlow ? usual : others[cashFlow];
}
