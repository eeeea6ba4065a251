import type { BuiltImportType } from '../schema-types.ts';

/**
 * Where a field may come from: the first list of columns with a text counts, and its texts are joined. Columns that the
 * file does not have are left out. `negate` changes the sign of an amount, and `less` subtracts another column.
 */
export interface SourceColumns {
  first: readonly (readonly string[])[];
  negate?: true;
  less?: string;
}

/** A file of another system that is known by its headers, with its ready mapping. */
export interface ImportSource {
  key: string;
  /** For the user: the system and what the file holds. */
  name: string;
  type: BuiltImportType;
  /** The file is one of these if it has a header of each list. Spelling, case and order of the columns do not matter. */
  recognised: readonly (readonly string[])[];
  /** Headers that such a file does not have. */
  without?: readonly string[];
  /** One of these words stands above the columns or in the name of the sheet or file: two files have the same columns. */
  named?: readonly string[];
  /** Field → the possible sources; the first of which the file has a column counts. */
  map: Readonly<Record<string, readonly SourceColumns[]>>;
  /** Field → text of the file → the portal's value. An empty value leaves the cell out. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Field → the value of all rows, if no column of the file holds it. */
  set: Readonly<Record<string, string>>;
  /** Several rows with one customer id are one customer. */
  combinesRows?: true;
  notes: readonly string[];
}

/** The first of these columns that the file has. */
export function column(...names: readonly string[]): SourceColumns[] {
  return names.map((name) => ({ first: [[name]] }));
}

/** The first of these columns that has a text, row by row. */
export function filled(...names: readonly string[]): SourceColumns[] {
  return [{ first: names.map((name) => [name]) }];
}

export const TOWNS = { Juba: 'Juba Central' };
export const NO_PACKAGES_NOTE =
  'The file has no packages and no fees; set them afterwards, or import them with another file.';
export const LINES_NOTE =
  'The amount of an invoice is the sum of its lines. What the former system adds to it, such as shipping, is not in them: compare the totals.';
export const COUNTER_NOTE =
  'Say in the field account from which account of the books was paid, and choose for each category the account that it is.';
export const STATEMENT_NOTE =
  'Say in the field account which account of the books the statement is of.';
export const BALANCE_NOTE =
  'The balance becomes the opening balance. Open invoices that are imported too are part of it already: leave openingBalanceUsd out then.';
export const DOLLARS_NOTE = 'Amounts are taken as US dollars; check the currency of the file.';
export const NO_PAYMENT_DATE_NOTE =
  'The file does not say when an invoice was paid: paid invoices need a payment date, unless they are from before the opening date of the books.';
export const PURCHASE_PRICE_NOTE =
  'What is in stock is counted at the purchase price, unless the file says what it has cost.';
export const VOUCHER_RATE_NOTE =
  'Prices are taken as US dollars; say the currency of the file if it is another: pounds are converted at the voucher rate.';
export const DRAFT_NOTE = 'Drafts are left out, because they have not been issued.';
export const BY_NAME_NOTE =
  'The file has no customer ids: customers are found by their names, and a name that several customers have is refused.';
