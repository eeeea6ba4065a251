import type { Permission } from '../identity/permissions.ts';

export interface BuiltType {
  /** The plural name of its records. */
  label: string;
  /** Without it the whole file is refused; rows that need more are refused one by one. */
  permission: Permission;
  /** A second permission that is needed, also to see what was imported: files hold what not everybody may see. */
  alsoNeeds?: Permission;
  /** The action of the audit line of a run. */
  action: string;
  /** The title of a kind of file of the category 'general'. */
  generalTitle?: string;
  /** Accepts `keepPrices`. */
  keepsPrices?: true;
  /** Accepts `combineRows`. */
  combinesRows?: true;
  /** Accepts `numberRows`. */
  numbersRows?: true;
}

/** The supported types of import files, as hosts need them. The code for each is in `importers` (service-importers.ts). */
export const builtTypes = {
  customers: {
    label: 'customers',
    permission: 'customer.import',
    action: 'customer.import',
    keepsPrices: true,
    combinesRows: true,
    numbersRows: true,
  },
  billing: { label: 'invoices', permission: 'invoice.import', action: 'invoice.import' },
  // Lines without a customer need journal.post, see planCash.
  cash: { label: 'lines of a cash book', permission: 'payment.record', action: 'cash.import' },
  accounting: { label: 'journal entries', permission: 'journal.post', action: 'journal.import' },
  accounts: {
    label: 'the chart of accounts',
    permission: 'account.write',
    action: 'account.import',
    generalTitle: 'Chart of accounts',
  },
  openings: {
    label: 'a trial balance as opening balances',
    permission: 'journal.post',
    action: 'opening.import',
    generalTitle: 'Trial balance',
  },
  nodes: {
    label: 'network nodes',
    permission: 'network.write',
    action: 'node.import',
    generalTitle: 'Network nodes',
  },
  suppliers: {
    label: 'suppliers',
    permission: 'supplier.write',
    action: 'supplier.import',
    generalTitle: 'Suppliers',
  },
  employees: {
    label: 'employees',
    permission: 'hr.write',
    // Staff lists hold salaries (decision 16).
    alsoNeeds: 'pay.read',
    action: 'employee.import',
    generalTitle: 'Employees',
  },
  expenses: {
    label: 'expenses',
    // As lines of a cash book without a customer, they are posted without a second person (decision 111).
    permission: 'journal.post',
    action: 'expense.import',
    generalTitle: 'Expenses',
  },
  items: {
    label: 'items of equipment',
    permission: 'stock.write',
    action: 'equipment.import',
    generalTitle: 'Items and stock',
  },
  counts: {
    label: 'stock counts',
    permission: 'stock.write',
    action: 'stockCount.import',
    generalTitle: 'Stock counts',
  },
  bundles: {
    label: 'voucher bundles',
    permission: 'voucher.bundle',
    action: 'voucherBundle.import',
    generalTitle: 'Voucher bundles',
  },
  fees: {
    label: 'monthly fees of customers',
    // As changing a customer by hand.
    permission: 'customer.write',
    action: 'fee.import',
    generalTitle: 'Monthly fees',
  },
} as const satisfies Record<string, BuiltType>;
export type BuiltImportType = keyof typeof builtTypes;
export const builtImportTypes = Object.keys(builtTypes) as [BuiltImportType, ...BuiltImportType[]];

/** A permission to import any type. */
export const importPermissions: readonly Permission[] = [
  ...new Set(Object.values(builtTypes).map(({ permission }) => permission)),
];

export function takesCombineRows(type: BuiltImportType): boolean {
  return 'combinesRows' in builtTypes[type];
}

export function takesNumberRows(type: BuiltImportType): boolean {
  return 'numbersRows' in builtTypes[type];
}

export function takesKeepPrices(type: BuiltImportType): boolean {
  return 'keepsPrices' in builtTypes[type];
}

/** The title of a kind of file of the category 'general'; undefined for the types that are categories of their own. */
export function generalTitle(type: BuiltImportType): string | undefined {
  const built: BuiltType = builtTypes[type];
  return built.generalTitle;
}

/** Whether a user may import a kind of file at all. */
export function mayImport(
  may: (permission: Permission) => boolean,
  type: BuiltImportType,
): boolean {
  const { permission, alsoNeeds = permission }: BuiltType = builtTypes[type];
  return may(permission) && may(alsoNeeds);
}
