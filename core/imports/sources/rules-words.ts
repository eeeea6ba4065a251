import type { BuiltImportType } from '../schema-types.ts';

/** What surrounds the columns of a file. */
export interface FileWords {
  /** The cells above the header row. */
  titles?: readonly string[] | undefined;
  sheet?: string | undefined;
  filename?: string | undefined;
}

/** Longer texts are sentences or contents, not titles. */
const MAX_TITLE = 100;
/** Names of programs, whose words say nothing about the file. */
const PROGRAMS =
  /invoice ?ninja|invoice ?2 ?go|invoicely|zoho invoice|freshbooks|quickbooks|customer ?portal/gi;

function wordsIn(text: string): string[] {
  return (
    text
      .slice(0, MAX_TITLE)
      .replace(PROGRAMS, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

function withoutEnding(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(0, dot) : filename;
}

/** A word with where it stands, for a message. */
export interface FoundWord {
  word: string;
  where: string;
}

/** The words above the columns, in the name of the sheet and in that of the file, the nearest to the columns first. */
export function wordsOf({ titles = [], sheet = '', filename = '' }: FileWords): FoundWord[] {
  const short = titles.filter((title) => title.length <= MAX_TITLE);
  const from = (text: string, where: string) => wordsIn(text).map((word) => ({ word, where }));
  return [
    ...short.reverse().flatMap((title) => from(title, 'above the columns')),
    ...from(sheet, 'in the name of the sheet'),
    ...from(withoutEnding(filename), 'in the name of the file'),
  ];
}

/** What a word says that a file holds, the likeliest first. */
const KINDS_BY_WORD: Readonly<Record<string, readonly BuiltImportType[]>> = {
  payment: ['cash'],
  payments: ['cash'],
  receipts: ['cash'],
  revenues: ['cash'],
  recharges: ['cash'],
  expense: ['expenses', 'cash'],
  expenses: ['expenses', 'cash'],
  bill: ['expenses'],
  bills: ['expenses'],
  statement: ['cash'],
  cashbook: ['cash'],
  transactions: ['cash', 'accounting'],
  journal: ['accounting'],
  ledger: ['accounting'],
  recurring: ['fees'],
  subscriptions: ['fees'],
  invoice: ['billing'],
  invoices: ['billing'],
  customer: ['customers'],
  customers: ['customers'],
  client: ['customers'],
  clients: ['customers'],
  contacts: ['customers', 'suppliers'],
  subscribers: ['customers'],
  vendor: ['suppliers'],
  vendors: ['suppliers'],
  supplier: ['suppliers'],
  suppliers: ['suppliers'],
  employees: ['employees'],
  staff: ['employees'],
  chart: ['accounts'],
  trial: ['openings'],
  towers: ['nodes'],
  items: ['items'],
  products: ['items'],
  equipment: ['items', 'counts'],
  inventory: ['items', 'counts'],
  stock: ['items', 'counts'],
  stocktake: ['counts'],
  plans: ['bundles'],
  bundles: ['bundles'],
};

export interface Vote extends FoundWord {
  types: readonly BuiltImportType[];
}

/** The word that says most clearly what a file holds; undefined if none does, or words contradict each other. */
export function voteOf(words: readonly FoundWord[]): Vote | undefined {
  const votes = words.flatMap(({ word, where }): Vote[] => {
    const types = Object.hasOwn(KINDS_BY_WORD, word) ? KINDS_BY_WORD[word]! : [];
    return types.length === 0 ? [] : [{ word, where, types }];
  });
  const [first] = votes;
  if (!first) return undefined;
  const near = votes.filter(({ where }) => where === first.where);
  return near.every(({ types }) => types.some((type) => first.types.includes(type)))
    ? first
    : undefined;
}
