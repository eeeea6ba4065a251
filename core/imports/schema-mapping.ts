import { z } from 'zod';

/** Maximum length of one header or expression in a mapping; a header of a file can be at most as long as a cell. */
export const MAX_MAPPED_TEXT = 1000;
/** Maximum number of columns that one field reads. */
export const MAX_COLUMNS = 20;
const MAX_SEPARATOR = 10;

/** A text of the user's settings. PostgreSQL cannot store a NUL. */
export const mappedText = z
  .string()
  .max(MAX_MAPPED_TEXT)
  .refine((text) => !text.includes('\0'), 'It has a character (U+0000) that cannot be stored.');
const FEW_COLUMNS = 'Name at least one column.';
const MANY_COLUMNS = `A field can read at most ${MAX_COLUMNS} columns.`;
const headers = z.array(mappedText).min(1, FEW_COLUMNS).max(MAX_COLUMNS, MANY_COLUMNS);

/**
 * The columns of a field as a user writes them:
 * - a text: one header, or an expression (see `parseExpression`),
 * - a list of headers: their texts, joined by a blank,
 * - an object: the first of several columns (or lists to join) that has a text; `separator` joins the texts of a list,
 *   `negate` changes the sign of an amount, and `less` subtracts the amount of another column.
 */
export const mappedColumns = z.union([
  mappedText,
  headers,
  z.strictObject({
    first: z
      .array(z.union([mappedText, headers]))
      .min(1, FEW_COLUMNS)
      .max(MAX_COLUMNS, MANY_COLUMNS),
    separator: mappedText.max(MAX_SEPARATOR).optional(),
    negate: z.boolean().optional(),
    less: mappedText.optional(),
  }),
]);
export type MappedColumns = z.output<typeof mappedColumns>;
