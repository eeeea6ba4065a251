import { headerKey } from '../../kernel/text.ts';
import type { FoundWord } from './rules-words.ts';

/** Files for which there is no type. Where a home is built for one, its row goes. */
interface Homeless {
  /** In the sentence 'Nimule has nothing for …'. */
  what: string;
  /** Words above the columns, or in the name of the sheet or file. */
  words: readonly string[];
  /** The file has a header of each list of one of these; empty where the words alone tell. */
  columns: readonly (readonly (readonly string[])[])[];
  /** Headers that such a file does not have. */
  without?: readonly string[];
  hint: string;
}

const NO_HOMES: readonly Homeless[] = [
  {
    what: 'quotes and estimates',
    words: ['quote', 'quotes', 'estimate', 'estimates', 'proforma'],
    columns: [[['Quote Number', 'Quote Date', 'Quote #', 'Estimate Date', 'Estimate #']]],
    without: ['Invoice Number', 'Invoice Date'],
    hint: 'Leave them in the former system until they become invoices.',
  },
  {
    what: 'recurring expenses and bills',
    words: [],
    columns: [
      [
        ['Frequency', 'Recurrence Frequency', 'Repeat Every', 'Recurrence Name'],
        ['Vendor', 'Vendor Name', 'Supplier', 'Expense Account', 'bill_number'],
      ],
    ],
    without: ['Customer', 'Customer Name', 'Client', 'Client Name'],
    hint: 'Set them up as recurring expenses in Expense Management.',
  },
  {
    what: 'tasks and times',
    words: ['task', 'tasks', 'timesheet', 'timesheets'],
    columns: [
      [
        ['Task', 'Project'],
        ['Duration', 'Hours', 'Start time', 'Time'],
      ],
    ],
    hint: '',
  },
  {
    what: 'internet plans of customers',
    words: ['tariff', 'tariffs'],
    columns: [
      [
        ['Title', 'Name', 'Plan Name', 'Service Name', 'Tariff'],
        ['Price', 'Monthly Price'],
        ['Download speed', 'Download speed (Kbps)', 'speed_download', 'downloadSpeed'],
        ['Upload speed', 'Upload speed (Kbps)', 'speed_upload', 'uploadSpeed'],
      ],
    ],
    without: ['username', 'Customer ID', 'Client ID', 'Email', 'Validity'],
    hint: 'Customers keep their fee with a Flexible Plan; plans of hotspots are imported as voucher bundles.',
  },
  {
    what: 'tax rates',
    words: ['taxes'],
    columns: [
      [
        ['name', 'Tax Name'],
        ['rate', 'Tax Rate', 'Tax Percentage'],
        ['type', 'enabled', 'Tax Type'],
      ],
    ],
    without: ['email', 'Date', 'amount', 'Quantity', 'Item Name', 'Invoice Number', 'Code'],
    hint: '',
  },
  {
    what: 'services',
    words: ['services'],
    columns: [],
    without: [
      ...['Invoice Number', 'Invoice #', 'invoice_number', 'document_number', 'Date'],
      ...['Customer ID', 'Email', 'Client', 'Client Name', 'Base Salary', 'Supplier', 'Vendor'],
      ...['Product', 'Item', 'SKU', 'Item Code', 'Quantity', 'INVITEMTYPE', 'Validity'],
    ],
    hint: 'What customers pay each month is their fee.',
  },
];

function isOfColumns({ columns, without = [] }: Homeless, has: (name: string) => boolean): boolean {
  if (without.some(has)) return false;
  return columns.some((needs) => needs.every((names) => names.some(has)));
}

/**
 * Why a file has no home here: 'Nimule has nothing for quotes …'. By its columns, or by a word above them or in the name
 * of its sheet or file. Undefined for any other file.
 */
export function nothingFor(
  header: readonly string[],
  words: readonly FoundWord[],
): string | undefined {
  const keys = new Set(header.map(headerKey));
  const has = (name: string) => keys.has(headerKey(name));
  const named = NO_HOMES.find(
    (one) => words.some(({ word }) => one.words.includes(word)) && !(one.without ?? []).some(has),
  );
  const found = NO_HOMES.find((one) => isOfColumns(one, has)) ?? named;
  if (!found) return undefined;
  const { what, hint } = found;
  return `Nimule has nothing for ${what}, so this file is not imported.${hint === '' ? '' : ` ${hint}`}`;
}
