import type { Permission } from '@nimule/core/identity/permissions';
import { importTypes } from '@nimule/core/imports/schema';
import type { ImportRun, RowFate, runStatuses } from '@nimule/core/imports/schema-centre';
import {
  type BuiltImportType,
  builtImportTypes,
  builtTypes,
  generalTitle,
} from '@nimule/core/imports/schema-types';
import {
  formatSsp,
  formatUsd,
  parseCents,
  subtractCents,
  toDecimal,
} from '@nimule/core/kernel/money';
import { numberText } from '../../ui/counted.ts';

export type ImportType = (typeof importTypes)[number];

export interface Category {
  type: ImportType;
  title: string;
  /** What a file of this category contains. */
  holds: string;
  /** The columns without which nothing new can be imported. */
  needs: string;
}

/** The five categories (seeds/002 2 and 9). */
export const categories: readonly Category[] = [
  {
    type: 'customers',
    title: 'Customers',
    holds: 'Customers with their package, fee, contacts and opening balance.',
    needs: 'Customer ID, name',
  },
  {
    type: 'billing',
    title: 'Billing',
    holds: 'Invoices with their dates, status and what has been paid.',
    needs: 'Invoice number, customer, amount, date',
  },
  {
    type: 'cash',
    title: 'Cash',
    holds: 'Lines of a cash book, a bank or mobile money: payments and other movements.',
    needs: 'Date, amount, customer or account',
  },
  {
    type: 'accounting',
    title: 'Accounting',
    holds: 'Journal entries whose lines share a reference and balance.',
    needs: 'Reference, date, account, debit, credit',
  },
  {
    type: 'general',
    title: 'General',
    holds:
      'A chart of accounts, a trial balance as opening balances, network nodes, suppliers, employees, expenses and bills, recurring invoices as monthly fees, items and stock, stock counts or voucher bundles. The column titles tell which.',
    needs: 'The columns of one kind, as in its template',
  },
];

export function isImportType(text: string | null): text is ImportType {
  return importTypes.some((type) => type === text);
}

/** The types with the columns of a category's files, each with a template. */
export function templateTypes(category: ImportType): BuiltImportType[] {
  if (isBuilt(category)) return [category];
  return builtImportTypes.filter((type) => generalTitle(type) !== undefined);
}

/** The category whose card takes files of a type. */
export function categoryOf(type: ImportType): ImportType {
  return isBuilt(type) && generalTitle(type) !== undefined ? 'general' : type;
}

export function isBuilt(type: string): type is BuiltImportType {
  return builtImportTypes.some((built) => built === type);
}

export function permissionFor(type: BuiltImportType): Permission {
  return builtTypes[type].permission;
}

/** Title of a type of file: of its category, or of a kind of general files. */
export function typeTitle(type: string): string {
  const category = categories.find((one) => one.type === type);
  return category?.title ?? (isBuilt(type) ? generalTitle(type) : undefined) ?? type;
}

/** The plural name of the records of a type: 'customers', 'invoices'. */
export function recordsOf(type: BuiltImportType): string {
  return builtTypes[type].label;
}

const abbreviations: Readonly<Record<string, string>> = { id: 'ID', sku: 'SKU' };

/** 'monthlyFeeUsd' → 'Monthly fee (USD)', 'customerId' → 'Customer ID'. */
export function fieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
  const currency = ['usd', 'ssp'].find((one) => words.at(-1) === one);
  if (currency) words.pop();
  const text = words.map((word) => abbreviations[word] ?? word).join(' ');
  const label = text.charAt(0).toUpperCase() + text.slice(1);
  return currency ? `${label} (${currency.toUpperCase()})` : label;
}

/** What a message says for the shell, and what the page calls it. */
const SHELL_WORDS: readonly (readonly [RegExp, string])[] = [
  [/, with isp books set-opening-date or under Settings(?=\.)/g, ''],
  [/--keep-prices \(keepPrices\)|--keep-prices/g, "'Keep prices of the file'"],
  [/--combine-rows \(combineRows\)|--combine-rows/g, "'Combine rows of one customer'"],
  // The page names the kinds on its buttons.
  [/ Import it as [a-z, ]{1,300}\.$/g, ''],
  // The full stop after a column's title such as 'A/C No.'.
  [/(?<=[^.])\.\.$/g, '.'],
];
const MAX_MESSAGE = 2000;
/** The start of the shell's option that mends a message, in runs of earlier versions; it is the last sentence. */
const MENDING_OPTION = ' Mend it with --value "';

/** A message of the server for the page: 'packageType: …' → 'Package type: …', without options of the shell. */
export function messageText(message: string): string {
  let text = message.slice(0, MAX_MESSAGE).split(MENDING_OPTION)[0]!;
  for (const [shell, words] of SHELL_WORDS) text = text.replace(shell, words);
  const [, field, rest] = /^([a-z][A-Za-z]{1,30}): (.*)$/s.exec(text) ?? [];
  if (field && rest) return `${fieldLabel(field)}: ${rest}`;
  // The shell puts the rows before some: '2 rows (2, 3): the fee …'.
  return text.replace(/^[a-z](?=[a-z]{0,20} )/, (letter) => letter.toUpperCase());
}

export const fateLabels: Readonly<Record<RowFate, string>> = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  refused: 'Refused',
};

export const statusLabels: Readonly<Record<(typeof runStatuses)[number], string>> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  abandoned: 'Interrupted',
};

/** The message of seeds/002 8, with what was refused. */
export function finishedText(run: Pick<ImportRun, 'recordsProcessed' | 'recordsFailed'>): string {
  const { recordsProcessed, recordsFailed } = run;
  const processed = `Successfully processed ${numberText(recordsProcessed - recordsFailed)} records`;
  return recordsFailed === 0 ? processed : `${processed}, ${numberText(recordsFailed)} refused`;
}

/** A total of a file or of the books: a number of records or an amount. */
export function formatTotal(text: string, unit: 'count' | 'usd' | 'ssp'): string {
  if (unit === 'count') return Number.isFinite(Number(text)) ? numberText(Number(text)) : text;
  const amount = parseCents(text);
  if (amount === undefined) return text;
  return unit === 'usd' ? formatUsd(amount) : formatSsp(amount);
}

/** A total of a file without what is refused of it, as text. */
export function acceptedTotal(
  file: string,
  refused: string,
  unit: 'count' | 'usd' | 'ssp',
): string {
  if (unit === 'count') return String(Number(file) - Number(refused));
  const [all, less] = [parseCents(file), parseCents(refused)];
  return all === undefined || less === undefined ? file : toDecimal(subtractCents(all, less));
}
