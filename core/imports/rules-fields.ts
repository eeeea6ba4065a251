import type { z } from 'zod';
import type { BuiltImportType } from './schema-types.ts';

/** How the text of a cell is understood before the schema judges it. */
export type FieldKind = 'text' | 'amount' | 'whole' | 'date' | 'choice';

export interface ImportField {
  name: string;
  kind: FieldKind;
  /** Headers that mean this field without being told, the likeliest first; its own name always does. */
  aliases: readonly string[];
  /** Those of the headers that may name the sum of a whole record, repeated in each of its rows. */
  totals?: readonly string[];
  /** What a 'choice' chooses from, as stored. */
  choices?: readonly string[];
  /** Other texts for a choice, with what they stand for. */
  synonyms?: Readonly<Record<string, string>>;
  /** A cell that cannot be read is told and left out, and its row imported all the same: nothing hangs on it. */
  isContact?: true;
  /** The cell of the template's example row. */
  example: string;
}

/** The columns of one kind of file (decision 27). */
export interface ImportColumns {
  type: BuiltImportType;
  fields: readonly ImportField[];
  /** The field that says which record a row is. */
  key: string;
  /** Several rows may be one record: rows are told apart by the columns too that are not read. */
  hasLines?: true;
}

/** Columns with what judges a row of them; `Row` is a decoded row. */
export interface ImportTable<Row> extends ImportColumns {
  key: string & keyof Row;
  /** Made of the same parts as the form. */
  schema: z.ZodObject & z.ZodType<Row>;
}
