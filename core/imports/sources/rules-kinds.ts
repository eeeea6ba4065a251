import { parseCents } from '../../kernel/money.ts';
import { headerKey } from '../../kernel/text.ts';
import { readAmount } from '../../kernel/amounts-typed.ts';
import type { ImportColumns, ImportField } from '../fields/rules.ts';
import { type BuiltImportType, builtTypes } from '../schema-types.ts';
import { detectSource } from './rules-detect.ts';
import { nothingFor } from './rules-nothing.ts';
import type { ImportSource } from './rules-source.ts';
import { type FileWords, type FoundWord, type Vote, voteOf, wordsOf } from './rules-words.ts';

type Tables = Record<BuiltImportType, ImportColumns>;

/** What is known of a file before it is read: its columns, its first rows, and what stands around them. */
export interface FileSigns extends FileWords {
  header: readonly string[];
  /** The first rows; a hundred are enough. */
  rows?: readonly (readonly string[])[] | undefined;
}

/**
 * What a file holds. 'sure' by the columns of a known system or of one type alone, 'likely' if other types have them too,
 * 'doubtful' if something speaks against it: `doubts` say what, in words.
 */
export interface DetectedKind {
  /** Undefined if the columns do not tell. */
  type: BuiltImportType | undefined;
  source: ImportSource | undefined;
  confidence: 'sure' | 'likely' | 'doubtful';
  /** What it was told by, as the end of a sentence: 'it has the columns …'. */
  because: string;
  doubts: string[];
  /** Why there is no home for such a file; undefined for others. */
  nothing?: string | undefined;
}

interface KindSigns {
  type: BuiltImportType;
  /** The file has a header of each list. */
  needs: readonly (readonly string[])[];
  /** Headers that such a file does not have. */
  without: readonly string[];
  /** Headers that only such a file has: with one of them no word above the columns makes it another. */
  strong?: readonly string[];
}

function namesOf({ fields }: ImportColumns, ...wanted: string[]): string[] {
  return fields
    .filter(({ name }) => wanted.includes(name))
    .flatMap(({ name, aliases }: ImportField) => [name, ...aliases]);
}

const INVOICE_NUMBERS = ['Invoice Number', 'Invoice No', 'Invoice No.', 'Invoice #', 'Invoice ID'];
/** Columns of an invoice that no payment has. */
const OF_INVOICES = [
  'Due Date',
  'Due',
  'Due On',
  'Payment Due',
  'Invoice Date',
  'Invoice Status',
  'Bill Date',
  'Date Issued',
  'Issue Date',
  'Status',
  'Balance',
  'Balance Due',
  'Amount Due',
  'Paid',
  'Amount Paid',
  'Paid Amount',
  'Paid to Date',
  'Subtotal',
  'Quantity',
  'Item',
  'Item Name',
  'Description',
  'Invoice Amount',
  'Invoice Total',
  'Total',
  'Unit Price',
  'Line Total',
  'Tax',
];
/** Columns of a payment that no list of invoices begins with. */
const OF_PAYMENTS = [
  'Payment Number',
  'Payment Mode',
  'Payment ID',
  'Receipt No',
  'Receipt Number',
  'Received From',
  'Deposit To',
  'counterAccount',
  'moneyInUsd',
  'moneyOutUsd',
];
/** A file with one of these and a date holds no chart of accounts and no employees. */
const AMOUNTS = ['Amount', 'Total', 'Paid', 'Amount USD', 'Sum', 'Cost'];
/** Columns of people with whom one trades, not of employees. */
const OF_CONTACTS = [
  'Contact Type',
  'Billing Address',
  'Billing Street',
  'Display Name',
  'Company Name',
  'Currency Code',
  'Credit Limit',
  'Customer Name',
  'Client Name',
  'Plan',
];
const DATE_ENDS = /(?:date|paidat|issuedat|invoicedat|billedat|dueat|postedat|transactiontime)$/;

/** The kinds of files, the most particular first. A module's importer adds its row here. */
function kindSigns(tables: Tables): KindSigns[] {
  const { accounting, accounts, billing, cash, customers, employees, nodes, openings, suppliers } =
    tables;
  const ofPeople = [
    ...namesOf(customers, 'customerId').filter((name) => name.toLowerCase().startsWith('c')),
    ...namesOf(customers, 'phone', 'email', 'address', 'packageType', 'monthlyFeeUsd'),
    ...namesOf(billing, 'invoiceId', 'dueDate').filter((name) => name.length > 6),
  ];
  const cashAmounts = [
    ...namesOf(cash, 'amountUsd', 'amountSsp', 'moneyInUsd', 'moneyOutUsd'),
    ...namesOf(cash, 'moneyInSsp', 'moneyOutSsp'),
  ];
  const payers = namesOf(cash, 'customerId', 'customerName');
  return [
    {
      type: 'accounting',
      needs: [
        namesOf(accounting, 'reference'),
        namesOf(accounting, 'date'),
        namesOf(accounting, 'account'),
        namesOf(accounting, 'debit'),
        namesOf(accounting, 'credit'),
      ],
      without: [],
    },
    {
      type: 'employees',
      needs: [
        [
          ...namesOf(employees, 'employeeNumber', 'name').filter((name) => name !== 'name'),
          'Position',
          'Job Title',
          'Designation',
        ],
        [
          ...namesOf(employees, 'department', 'hireDate', 'employmentType').filter(
            (name) => !['Start Date', 'Unit', 'Employment'].includes(name),
          ),
          'Base Salary',
          'Basic Salary',
          'Monthly Salary',
        ],
      ],
      without: [...namesOf(customers, 'packageType', 'monthlyFeeUsd'), ...OF_CONTACTS, 'Amount'],
    },
    {
      type: 'nodes',
      needs: [
        namesOf(nodes, 'name'),
        namesOf(nodes, 'capacity'),
        namesOf(nodes, 'location', 'type', 'technologies', 'parent'),
      ],
      without: ofPeople.filter((name) => !/address/i.test(name)),
    },
    {
      type: 'suppliers',
      needs: [
        namesOf(suppliers, 'name', 'supplierCode').filter((name) => /supplier|vendor/i.test(name)),
        namesOf(suppliers, 'contactPerson', 'paymentTerms', 'taxNumber', 'phone', 'email'),
      ],
      without: ['Amount', 'Total', 'Bill Number'],
    },
    {
      type: 'accounts',
      needs: [namesOf(accounts, 'code', 'name'), namesOf(accounts, 'type')],
      without: [
        ...ofPeople,
        ...namesOf(openings, 'debit', 'credit'),
        ...namesOf(cash, 'date'),
        'Price',
        'Rate',
        'Sale Price',
        'Purchase Price',
      ],
    },
    {
      type: 'openings',
      needs: [
        namesOf(openings, 'account', 'accountName'),
        [
          'Account',
          'Account Code',
          'Account Number',
          'Account No',
          'Account Name',
          'Code',
          'Ledger',
        ],
        namesOf(openings, 'debit', 'credit', 'balance', 'debitSsp', 'creditSsp', 'balanceSsp'),
      ],
      without: [...ofPeople, ...namesOf(cash, 'date'), 'Date'],
    },
    {
      type: 'billing',
      needs: [
        namesOf(billing, 'invoiceId'),
        namesOf(billing, 'amountUsd'),
        namesOf(billing, 'billDate', 'dueDate'),
        OF_INVOICES,
      ],
      without: OF_PAYMENTS,
      strong: ['Due Date', 'Due', 'Invoice Status', 'Balance Due', 'Quantity', 'Item'],
    },
    {
      type: 'cash',
      needs: [
        namesOf(cash, 'date'),
        cashAmounts,
        [...namesOf(cash, 'reference', 'description', 'account'), ...INVOICE_NUMBERS],
      ],
      without: namesOf(customers, 'phone', 'email', 'packageType', 'serviceStartDate'),
    },
    {
      type: 'cash',
      needs: [namesOf(cash, 'date'), cashAmounts, payers],
      without: namesOf(customers, 'packageType', 'serviceStartDate'),
    },
    {
      type: 'billing',
      needs: [
        namesOf(billing, 'invoiceId'),
        namesOf(billing, 'amountUsd'),
        namesOf(billing, 'billDate', 'dueDate'),
      ],
      without: [],
    },
    {
      type: 'customers',
      needs: [
        // 'No.' alone is any list.
        namesOf(customers, 'customerId').filter((name) => name !== 'No.'),
        [...namesOf(customers, 'name'), 'Name', 'First Name', 'Last Name'],
      ],
      without: [],
    },
    {
      type: 'customers',
      needs: [
        [...namesOf(customers, 'name'), 'Name', 'Company', 'First Name', 'Last Name'],
        namesOf(customers, 'phone', 'email'),
        [
          ...namesOf(customers, 'location', 'address', 'packageType', 'monthlyFeeUsd'),
          ...namesOf(customers, 'openingBalanceUsd', 'nodeName'),
          ...['Country', 'Balance', 'Billing Address', 'Client Name', 'Customer Name'],
        ],
      ],
      without: ['Salary', 'Position', 'Designation'],
    },
    // Only where a word says what the people are.
    {
      type: 'customers',
      needs: [
        [...namesOf(customers, 'name'), 'Name', 'Company', 'First Name', 'Last Name'],
        namesOf(customers, 'phone', 'email', 'address'),
      ],
      without: [],
    },
    {
      type: 'suppliers',
      needs: [
        namesOf(suppliers, 'name'),
        namesOf(suppliers, 'contactPerson', 'paymentTerms', 'taxNumber', 'phone', 'email'),
      ],
      without: ['Amount', 'Total'],
    },
  ];
}

/** The last rows of `kindSigns`, which need a word. */
const ONLY_NAMED = 2;

const DEBITS = ['Debit', 'Debit Amount', 'Dr', 'Debits', 'Debit USD'];
const CREDITS = ['Credit', 'Credit Amount', 'Cr', 'Credits', 'Credit USD'];

function centsOf(text: string | undefined): number {
  const cell = text?.trim() ?? '';
  if (cell === '' || cell.length > 40) return 0;
  return parseCents(readAmount(cell, 'usual')) ?? Number.NaN;
}

/**
 * Whether the debits and credits of the first rows are equal by the rows' reference, else by their day: entries of a
 * journal. The last group may be cut off, and is not counted if there are others.
 */
export function isBalanced(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  keys: readonly string[],
): boolean {
  const placeOf = (names: readonly string[]) => {
    const wanted = new Set(names.map(headerKey));
    return header.findIndex((name) => wanted.has(headerKey(name)));
  };
  const [key, debit, credit] = [placeOf(keys), placeOf(DEBITS), placeOf(CREDITS)];
  if (key < 0 || debit < 0 || credit < 0 || debit === credit) return false;
  const sums = new Map<string, number>();
  let hasBoth = false;
  for (const cells of rows) {
    const [left, right] = [centsOf(cells[debit]), centsOf(cells[credit])];
    if (Number.isNaN(left) || Number.isNaN(right)) return false;
    const group = cells[key]?.trim() ?? '';
    if (group === '' && left === 0 && right === 0) continue;
    hasBoth ||= left !== 0;
    sums.set(group, (sums.get(group) ?? 0) + left - right);
  }
  const groups = [...sums.values()];
  const whole = groups.length > 1 && rows.length >= 100 ? groups.slice(0, -1) : groups;
  return hasBoth && rows.length > 1 && whole.every((sum) => sum === 0);
}

/** The headers of a file that told its kind, at most four. */
function toldBy({ needs }: KindSigns, header: readonly string[]): string {
  const told = needs.flatMap((names) => {
    const keys = new Set(names.map(headerKey));
    return header.find((name) => keys.has(headerKey(name))) ?? [];
  });
  const named = [...new Set(told)].slice(0, 4).map((name) => `"${name}"`);
  return named.length < 2
    ? `it has the column ${named.join('')}`
    : `it has the columns ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

function saysWord({ word, where }: FoundWord): string {
  return `the word "${word}" stands ${where}`;
}

/** The types whose columns a file has, the most particular first. */
function candidatesOf(
  { header, rows = [] }: FileSigns,
  tables: Tables,
): { kind: KindSigns; isNamedOnly: boolean }[] {
  const keys = new Set(header.map(headerKey));
  const has = (name: string) => keys.has(headerKey(name));
  const isDated =
    [...keys].some((key) => DATE_ENDS.test(key)) || namesOf(tables.cash, 'date').some(has);
  const isOfMoney = isDated && AMOUNTS.some(has);
  const all = kindSigns(tables);
  const found = all
    .map((kind, place) => ({ kind, isNamedOnly: place >= all.length - ONLY_NAMED }))
    .filter(
      ({ kind: { type, needs, without } }) =>
        needs.every((names) => names.some(has)) &&
        !without.some(has) &&
        !(isOfMoney && (type === 'accounts' || type === 'employees')),
    );
  const isJournal =
    found[0]?.kind.type !== 'accounting' &&
    isDated &&
    namesOf(tables.accounting, 'account').some(has) &&
    [namesOf(tables.accounting, 'reference'), namesOf(tables.accounting, 'date')].some((names) =>
      isBalanced(header, rows, names),
    );
  if (!isJournal) return found;
  const kind: KindSigns = { type: 'accounting', needs: [DEBITS, CREDITS], without: [] };
  return [{ kind, isNamedOnly: false }, ...found];
}

function labelOf(type: BuiltImportType): string {
  return type === 'cash' ? 'payments and other lines of a cash book' : builtTypes[type].label;
}

/** Whether a line is that of `kindNotes`. */
export const READ_AS = 'This file was read as ';

/**
 * What a person is told of the kind of a file before and after an import: as what it was read and why, with the doubts; or
 * that its columns look like something else than what was chosen. `isSaid`: also where nothing speaks against the choice.
 */
export function kindNotes(
  type: BuiltImportType,
  { type: detected, because, doubts }: DetectedKind,
  { isSaid }: { isSaid: boolean },
): string[] {
  if (detected === undefined) return [];
  if (detected !== type)
    return [
      `${READ_AS}${labelOf(type)}, as chosen, but it looks like ${labelOf(detected)}, because ${because}.`,
    ];
  return isSaid ? [[`${READ_AS}${labelOf(type)}, because ${because}.`, ...doubts].join(' ')] : [];
}

/** Why nothing is known of a file. */
export const NOTHING_TOLD = 'the columns do not tell what it holds';

const unknown = (because: string, doubts: string[] = []): DetectedKind => ({
  type: undefined,
  source: undefined,
  confidence: 'doubtful',
  because,
  doubts,
});

/** What the columns of a list of payments do not have, which makes it no list of invoices. */
const NO_INVOICES =
  'It has the numbers of invoices, but no due date, status, items or paid amounts, so it was not read as invoices.';

function judged(
  signs: FileSigns,
  tables: Tables,
  vote: Vote | undefined,
): DetectedKind {
  const { header } = signs;
  const keys = new Set(header.map(headerKey));
  const has = (name: string) => keys.has(headerKey(name));
  const found = candidatesOf(signs, tables);
  const byColumns = found.filter(({ isNamedOnly }) => !isNamedOnly);
  const [first] = byColumns;
  const voted = vote && found.find(({ kind }) => vote.types.includes(kind.type));
  const chosen = voted ?? first;
  if (!chosen) return unknown(NOTHING_TOLD);
  const { type } = chosen.kind;
  const others = [...new Set(byColumns.map(({ kind }) => kind.type))].filter((one) => one !== type);
  const doubts: string[] = [];
  if (vote && !voted) {
    doubts.push(
      `But ${saysWord(vote)}: if these are ${vote.types.map(labelOf).join(' or ')}, import it as that.`,
    );
  } else if (voted && first && first.kind.type !== type) {
    // A word does not outweigh what only such a file has.
    const strong = (first.kind.strong ?? []).find(has);
    if (strong !== undefined)
      return unknown(`the column "${strong}" speaks for ${labelOf(first.kind.type)}, and ${saysWord(vote!)}`);
    doubts.push(`By its columns alone it could be ${labelOf(first.kind.type)}.`);
  }
  if (type === 'cash' && INVOICE_NUMBERS.some(has)) doubts.push(NO_INVOICES);
  const word = voted && vote ? ` and ${saysWord(vote)}` : '';
  return {
    type,
    source: undefined,
    confidence: doubts.length > 0 ? 'doubtful' : others.length > 0 && !voted ? 'likely' : 'sure',
    because: `${toldBy(chosen.kind, header)}${word}`,
    doubts,
  };
}

/**
 * What a file holds: by the columns of a known system, else by what its columns can be; the words above them and in the
 * names of sheet and file decide between types, and never against columns that only one has.
 */
export function detectFile(signs: FileSigns, tables: Tables): DetectedKind {
  const { header } = signs;
  const words = wordsOf(signs);
  const source = detectSource(header, { words });
  const vote = voteOf(words);
  if (source) {
    const { type, name } = source;
    const isOther = vote && !vote.types.includes(type);
    return {
      type,
      source,
      confidence: isOther ? 'likely' : 'sure',
      because: `it has the columns of ${name}`,
      doubts: isOther
        ? [`But ${saysWord(vote)}: if these are ${vote.types.map(labelOf).join(' or ')}, import it as that.`]
        : [],
    };
  }
  const nothing = nothingFor(header, words);
  if (nothing !== undefined) return { ...unknown('there is no home for it here'), nothing };
  return judged(signs, tables, vote);
}

/** What a file holds, by its headers alone, in any order; undefined if they do not tell. */
export function detectType(
  header: readonly string[],
  tables: Tables,
): BuiltImportType | undefined {
  return detectFile({ header }, tables).type;
}
