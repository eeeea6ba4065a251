import { z } from 'zod';

/** Maximum length of one header or expression in a mapping; a header of a file can be at most as long as a cell. */
export const MAX_MAPPED_TEXT = 1000;
/** Maximum number of columns that one field reads. */
export const MAX_COLUMNS = 20;
const MAX_SEPARATOR = 10;

const headerText = z.string().max(MAX_MAPPED_TEXT);
const headers = z.array(headerText).min(1).max(MAX_COLUMNS);

/**
 * The columns of a field as a user writes them:
 * - a text: one header, or an expression (see `parseExpression`),
 * - a list of headers: their texts, joined by a blank,
 * - an object: the first of several columns (or lists to join) that has a text; `separator` joins the texts of a list,
 *   `negate` changes the sign of an amount, and `less` subtracts the amount of another column.
 */
export const mappedColumns = z.union([
  headerText,
  headers,
  z.strictObject({
    first: z
      .array(z.union([headerText, headers]))
      .min(1)
      .max(MAX_COLUMNS),
    separator: z.string().max(MAX_SEPARATOR).optional(),
    negate: z.boolean().optional(),
    less: headerText.optional(),
  }),
]);
export type MappedColumns = z.output<typeof mappedColumns>;
