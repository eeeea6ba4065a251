import type { z } from 'zod';
import type { BuiltImportType } from '../schema-types.ts';

/** A warning about a cell of an accepted row; see RowNote. */
export interface FieldNote {
  message: string;
  cell?: string;
}

/** How a cell's text is parsed before the schema validates it. */
export type FieldKind = 'text' | 'amount' | 'whole' | 'date' | 'choice';

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
  /** The signs of amounts with CR or DR behind them, as accountants write them; without it such cells are refused. */
  sides?: { readonly cr?: 1 | -1; readonly dr?: 1 | -1 };
  /** An invalid cell is left out with a warning, and its row imported: no rule depends on it. */
  isContact?: true;
  /** A new record needs it, or one of the fields that stand for it. */
  isRequired?: true;
  /** The field that this one replaces where it is missing. */
  standsFor?: string;
  /** The cell of the template's example row. */
  example: string;
}

/** The columns of one type of file (decision 27). */
export interface ImportColumns {
  type: BuiltImportType;
  fields: readonly ImportField[];
  /** The field that identifies the record of a row. */
  key: string;
  /** The field that identifies it in rows without the key. */
  keyOr?: string;
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
