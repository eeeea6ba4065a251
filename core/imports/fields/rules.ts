import type { z } from 'zod';
import type { BuiltImportType } from '../schema-types.ts';

/** A warning about a cell of an accepted row; see RowNote. */
export interface FieldNote {
  message: string;
  cell?: string;
}

/** How a cell's text is parsed before the schema validates it. */
export type FieldKind = 'text' | 'amount' | 'whole' | 'date' | 'choice';

/** The smallest amount of a field, in dollars. */
export type Least = 'aboveZero' | 'zero' | 'anySign';

export interface ImportField {
  name: string;
  kind: FieldKind;
  /** Headers mapped to this field by default, the most likely first; its own name always is. */
  aliases: readonly string[];
  /** Headers that may name the total of a whole record, repeated in each of its rows. */
  totals?: readonly string[];
  /** The values of a 'choice', as stored. */
  choices?: readonly string[];
  /** Other texts for a choice, with the choice that they mean. */
  synonyms?: Readonly<Record<string, string>>;
  /** Texts of other systems that say nothing here: the cell counts as empty. */
  blanks?: readonly string[];
  /** Rows with one of these texts are no records: they are left out, and told with the reason. */
  leavesOut?: { readonly texts: readonly string[]; readonly why: string };
  /** A text that is none of the choices is added to this field with a note, instead of refusing the row. */
  elseIn?: string;
  /** The note then; by default that of places. */
  elseSaid?: string;
  /** The signs of amounts with CR or DR behind them, as accountants write them; without it such cells are refused. */
  sides?: { readonly cr?: 1 | -1; readonly dr?: 1 | -1 };
  /** An invalid cell is left out with a warning, and its row imported: no rule depends on it. */
  isContact?: true;
  /** A new record needs it, or one of the fields that stand for it. */
  isRequired?: true;
  /** The field that this one replaces where it is missing. */
  standsFor?: string;
  /** The limits of its amounts, for rows in dollars; others are judged when they are converted. */
  least?: Least;
  /** A replacement that is a number is the rate of the currency that the cell names (`withRate`). */
  takesRate?: true;
  /** Read from files of known systems too, whose ready mapping does not name it. */
  isAlwaysRead?: true;
  /** Its cells are in no preview, message or file of refused rows, and it can be neither replaced nor set for all rows. */
  isSecret?: true;
  /** The cell of the template's example row. */
  example: string;
}

const HIDDEN = '••••••';

/** The text of a cell as it may be shown. */
export function shownText({ isSecret }: Pick<ImportField, 'isSecret'>, text: string): string {
  return isSecret && text.trim() !== '' ? HIDDEN : text;
}

/** The columns of one type of file (decision 27). */
export interface ImportColumns {
  type: BuiltImportType;
  fields: readonly ImportField[];
  /** The field that identifies the record of a row. */
  key: string;
  /** The field that identifies it in rows without the key. */
  keyOr?: string;
  /** The fields whose texts, in any case, are equal in the rows of one record; by default the key alone. */
  groupBy?: readonly string[];
  /** A record may have several rows, so unread columns also count when rows are compared. */
  hasLines?: true;
}

/** Columns with the schema of a row; `Row` is a decoded row. */
export interface ImportTable<Row> extends ImportColumns {
  key: string & keyof Row;
  /** Built from the same parts as the form. */
  schema: z.ZodObject & z.ZodType<Row>;
  /** Drops from a decoded row what contradicts its other cells and is not needed, and tells it. */
  settle?(row: Row): FieldNote[];
  /** Judges the file as a whole, before anything is written. */
  inspect?(file: WholeFile<Row>): Promise<Inspected>;
}

/** A row of a file that is judged as a whole, as far as it can be read. */
export interface WholeRow<Row> {
  row: number;
  value: Partial<Row>;
  /** False if the row is refused as it is. */
  isRead: boolean;
}

/** A file with its settings, for `inspect`. */
export interface WholeFile<Row> {
  /** The title of the column of a field; undefined without one. */
  titleOf(field: keyof Row & string): string | undefined;
  /** The value of all rows. */
  constant(field: keyof Row & string): unknown;
  /** Whether replacements are given for the field. */
  hasValues(field: keyof Row & string): boolean;
  /** The different texts of the cells of a field, at most `most`. */
  texts(field: keyof Row & string, most: number): Promise<string[]>;
  rows(): AsyncIterable<WholeRow<Row>>;
  /** Leaves the column of a field unread from now on. */
  ignore(field: keyof Row & string): void;
}

export interface Inspected {
  /** Why the file cannot be imported as it is read now. */
  problem?: string;
  warnings: readonly string[];
}

/** A total of a file, to be compared with the books (seeds/002 7). */
export interface ImportTotal<Row> {
  key: string;
  label: string;
  unit: 'count' | 'usd' | 'ssp';
  /** Left out of files that have nothing of it. */
  isOptional?: boolean;
  /** The part of one record, or of a refused row as far as it can be read; cents of the unit, or 1 for a record. */
  of(row: Partial<Row>): number | undefined;
}
