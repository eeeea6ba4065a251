import { z } from 'zod';
import { wholeNumber, yesNo } from '../kernel/text.ts';
import { builtImportTypes } from './schema-types.ts';

/**
 * The five categories of seeds/002 9, and the kinds of general files by names of their own. What a file of the category
 * 'general' holds is told by its headers.
 */
export const importTypes = ['general', ...builtImportTypes] as const;

/** Maximum length of each part of a mapping, checked before it is parsed. */
export const MAX_MAPPING_JSON = 20_000;
const jsonMap = z.string().max(MAX_MAPPING_JSON);

/**
 * Fields sent with the file, as JSON objects: `map` (field → columns: a header, or an expression such as
 * 'First Name+Last Name' or 'Phone|Mobile'; a list of headers to join; or {first: [...], separator, negate}), and as
 * objects of texts `value` ('field.From' → To) and `set` (field → value). `headerRow` is the number of the header row; by default it is detected.
 */
export const importInput = z.object({
  type: z.enum(importTypes),
  map: jsonMap.optional(),
  value: jsonMap.optional(),
  set: jsonMap.optional(),
  sheet: z.string().max(100).optional(),
  headerRow: wholeNumber('The row of the header', 1, 1_000_000).optional(),
  /**
   * Customers only: a fee or bandwidth that differs from the package's changes it to a Flexible Plan (decision 32). Left
   * out, it is so for a file with a column of fees (decision 77).
   */
  keepPrices: yesNo.optional(),
  /** Customers only: several rows with one customer id are one customer; otherwise all but the first are refused. */
  combineRows: yesNo.optional(),
  /** Customers only: rows without a customer id are found by name and contacts, else numbered (decision 78). */
  numberRows: yesNo.optional(),
  /** Reads the columns by their names alone, without the ready mapping of a known system. */
  plain: yesNo.optional(),
  dryRun: yesNo.optional(),
});
export type ImportInput = z.output<typeof importInput>;

/** Maximum number of reported reasons, each with its number of rows and the first row numbers. */
export const MAX_REPORTED_ERRORS = 200;
/** seeds/002 3, Import result: `recordsProcessed` counts rows of the file; several may be lines of one record. */
export const importResult = z.object({
  recordsProcessed: z.number(),
  recordsCreated: z.number(),
  recordsUpdated: z.number(),
  recordsUnchanged: z.number(),
  recordsFailed: z.number(),
  dryRun: z.boolean(),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type ImportResult = z.output<typeof importResult>;

/** The queue of imports in this process. */
export const importStatus = z.object({
  running: z.boolean(),
  processed: z.number(),
  total: z.number(),
  waiting: z.number(),
  position: z.number().nullable(),
});
export type ImportStatus = z.output<typeof importStatus>;

export const templateParams = z.object({ type: z.enum(builtImportTypes) });
export const templateQuery = z.object({ format: z.enum(['xlsx', 'csv']).optional() });
