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
    what: 'plans and bundles',
    words: ['plans', 'tariffs', 'bundles'],
    columns: [
      [
        ['name_plan', 'Plan Name'],
        ['price', 'Price'],
        ['validity', 'id_bw', 'Validity'],
      ],
    ],
    without: ['username', 'Customer ID'],
    hint: 'Set up bundles of vouchers in the portal; customers keep their fee with a Flexible Plan.',
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
    what: 'items and products',
    words: ['items', 'products', 'services'],
    columns: [
      [
        ['Product', 'Item', 'Item Name', 'name'],
        ['sale_price', 'purchase_price', 'Sale Price', 'Rate', 'Cost', 'Unit Price'],
      ],
      [['ITEMS', 'INVITEMTYPE']],
    ],
    without: [
      'Invoice Number',
      'Invoice #',
      'Quantity',
      'Date',
      'Customer ID',
      'Email',
      'Client',
      'Client Name',
      'document_number',
      'invoice_number',
      'Base Salary',
      'Supplier',
      'Vendor',
    ],
    hint: 'Equipment is entered in Sales & Inventory.',
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
