import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { pagingQuery } from '../kernel/paging.ts';
import { optionalText, recordId, wholeNumber } from '../kernel/text.ts';
import { importTypes } from './schema.ts';
import { mappedColumns, mappedText } from './schema-mapping.ts';
import { builtImportTypes } from './schema-types.ts';

/** The import centre (seeds/002 2 and 7): staged files, previews and runs in the background. */

/** Maximum number of mapped fields, replacements and constants. */
const MAX_ENTRIES = 500;

function atMost<T extends z.ZodType<Record<string, unknown>>>(entries: T): T {
  return entries
    .refine((value) => Object.keys(value).length <= MAX_ENTRIES, {
      message: `At most ${MAX_ENTRIES} entries are possible.`,
    })
    .refine((value) => Object.keys(value).every((key) => mappedText.safeParse(key).success), {
      message: 'A name is too long, or has a character (U+0000) that cannot be stored.',
    });
}

/** How a file is read. The parts have the meaning of `importInput`, as JSON values. */
export const importSettings = z.object({
  sheet: optionalText('The sheet', 100).optional(),
  headerRow: wholeNumber('The row of the header', 1, 1_000_000).optional(),
  /** Field → its columns; '' leaves the field out. */
  map: atMost(z.record(z.string(), mappedColumns)),
  /** 'field.From' → To. */
  value: atMost(z.record(z.string(), mappedText)),
  /** Field → the value of all rows. */
  set: atMost(z.record(z.string(), mappedText)),
  keepPrices: z.boolean(),
  combineRows: z.boolean(),
  numberRows: z.boolean().optional(),
});
export type ImportSettings = z.output<typeof importSettings>;

export const stagedFile = z.object({
  id: recordId,
  filename: z.string(),
  bytes: z.number(),
  /** The names of the workbook's sheets that have rows; one for a .csv. */
  sheets: z.array(z.string()),
  /** What the file holds by its headers; null if they do not tell. */
  detectedType: z.enum(builtImportTypes).nullable(),
  /** The latest run that imported a file with the same bytes and was not undone. */
  importedBefore: z.object({ runId: recordId, at: instant, by: z.string() }).nullable(),
});
export type StagedFile = z.output<typeof stagedFile>;

/** The fate of a row; 'line' is a further row of a record, which shares the record's fate. */
export const rowFates = ['new', 'changed', 'same', 'refused'] as const;
export type RowFate = (typeof rowFates)[number];

/** Rows of the grid. */
export const PREVIEW_ROWS = 100;

export const previewInput = z.object({
  fileId: recordId,
  type: z.enum(importTypes),
  /** Left out: the mapping saved for these headers, else that of a known system, else suggestions by names. */
  settings: importSettings.optional(),
  /** Rows in the grid: all, or those with one fate. */
  show: z.enum(['all', ...rowFates]).default('all'),
});
export type PreviewInput = z.output<typeof previewInput>;

export const previewField = z.object({
  field: z.string(),
  kind: z.enum(['text', 'amount', 'whole', 'date', 'choice']),
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  /** See `suggestMapping`. */
  confidence: z.enum(['sure', 'likely', 'doubtful', 'none']),
  /** Headers of the columns that are read, in their order. */
  columns: z.array(z.string()),
  constant: z.string().nullable(),
  sample: z.string(),
});

/** Rows with the same message; `field` and `text` name the cell if a replacement or another column can mend it. */
export const reason = z.object({
  message: z.string(),
  isRefusal: z.boolean(),
  rows: z.number(),
  firstRows: z.array(z.number()),
  field: z.string().nullable(),
  text: z.string().nullable(),
  /** The choice that is nearest to the text. */
  suggestion: z.string().nullable(),
});
export type Reason = z.output<typeof reason>;

const previewCell = z.object({
  field: z.string(),
  /** The text of the file, after joining of columns and replacements. */
  text: z.string(),
  problem: z.string().nullable(),
  note: z.string().nullable(),
  /** The present value of a changed field. */
  before: z.string().nullable(),
});

const previewRow = z.object({
  row: z.number(),
  fate: z.enum(rowFates),
  /** Cells of the mapped fields, in their order. */
  cells: z.array(previewCell),
  /** Problems and notes that belong to no cell. */
  problems: z.array(z.string()),
});

/** Totals of the file beside those of the books, over its rows. Units: 'count', or 'usd' and 'ssp' in cents on the server. */
const totalUnits = ['count', 'usd', 'ssp'] as const;

const fileTotal = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(totalUnits),
  /** A number of records, or an amount, as text. */
  file: z.string(),
});

/** `file` includes what is refused. */
const previewTotal = fileTotal.extend({
  /** The part of the refused rows, as far as their cells could be read. */
  refused: z.string(),
});

export const importPreview = z.object({
  /** What the file holds; that of 'general' by its headers. */
  type: z.enum(builtImportTypes),
  filename: z.string(),
  sheets: z.array(z.string()),
  sheet: z.string(),
  headerRow: z.number(),
  headers: z.array(z.string()),
  /** The known system whose export this is. */
  source: z.string().nullable(),
  settingsFrom: z.enum(['given', 'saved', 'source', 'suggested']),
  settings: importSettings,
  fields: z.array(previewField),
  /** Required fields without a column. */
  missing: z.array(z.string()),
  /** Headers that nothing reads. */
  unused: z.array(z.string()),
  /** Why no row can be judged, such as a required field without a column; the counts are 0 then. */
  problem: z.string().nullable(),
  counts: z.object({
    rows: z.number(),
    new: z.number(),
    changed: z.number(),
    same: z.number(),
    refused: z.number(),
    /** Rows that are further lines of a record. */
    lines: z.number(),
    /** Rows that are no records: the example of a template, and sums of the rows above. `rows` is the sum of all others. */
    leftOut: z.number(),
  }),
  reasons: z.array(reason),
  /** Rows with reasons that are not listed. */
  otherReasons: z.number(),
  warnings: z.array(z.string()),
  totals: z.array(previewTotal),
  rows: z.array(previewRow),
});
export type ImportPreview = z.output<typeof importPreview>;

export const runInput = z.object({
  fileId: recordId,
  type: z.enum(importTypes),
  settings: importSettings,
});
export type RunInput = z.output<typeof runInput>;

export const runStatuses = ['queued', 'running', 'done', 'failed', 'stopped', 'abandoned'] as const;

/** `file` = `books` + `refused` + `different` + `unexplained`; all as texts of the unit. */
export const reconciledTotal = fileTotal.extend({
  books: z.string(),
  /** The part of the refused rows, as far as their cells could be read. */
  refused: z.string(),
  /** The part of records whose value in the books is another, each listed as a difference. */
  different: z.string(),
  unexplained: z.string(),
});
export type ReconciledTotal = z.output<typeof reconciledTotal>;

export const importRun = z.object({
  id: recordId,
  type: z.enum(builtImportTypes),
  filename: z.string(),
  /** Null for a file that was not staged or has been removed since. */
  fileId: recordId.nullable(),
  status: z.enum(runStatuses),
  startedAt: instant,
  finishedAt: instant.nullable(),
  actorName: z.string(),
  /** Null until the file is read. */
  totalRows: z.number().nullable(),
  recordsProcessed: z.number(),
  recordsCreated: z.number(),
  recordsUpdated: z.number(),
  recordsUnchanged: z.number(),
  recordsFailed: z.number(),
  error: z.string(),
  undo: z
    .object({
      status: z.enum(['running', 'done', 'failed']),
      at: instant.nullable(),
      by: z.string(),
      removed: z.number(),
      reversed: z.number(),
      kept: z.number(),
      error: z.string(),
    })
    .nullable(),
});
export type ImportRun = z.output<typeof importRun>;

export const importRunDetail = importRun.extend({
  settings: importSettings,
  /** The number of imports before this one; null unless it waits. */
  waitsFor: z.number().nullable(),
  warnings: z.array(z.string()),
  reasons: z.array(reason),
  reconciliation: z.array(reconciledTotal).nullable(),
  changes: z.number(),
  differences: z.number(),
  mayUndo: z.boolean(),
  /** Why it cannot be undone, or null. */
  whyNotUndo: z.string().nullable(),
});
export type ImportRunDetail = z.output<typeof importRunDetail>;

export const runFilter = pagingQuery(['startedAt']).extend({
  type: z.enum(builtImportTypes).optional(),
});
export type RunFilter = z.output<typeof runFilter>;

export const runPaging = pagingQuery(['row']).pick({ page: true, pageSize: true, total: true });

/** A record that a run changed. */
export const runChange = z.object({
  row: z.number(),
  entity: z.string(),
  entityId: recordId,
  label: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type RunChange = z.output<typeof runChange>;

/** A record whose value in the books is not that of the file, with the reason. */
export const runDifference = z.object({
  row: z.number(),
  label: z.string(),
  /** Of which total. */
  total: z.string(),
  file: z.string(),
  books: z.string(),
  reason: z.string(),
});
export type RunDifference = z.output<typeof runDifference>;

/** A created record that the undo left. */
export const keptRecord = z.object({
  entity: z.string(),
  entityId: recordId,
  label: z.string(),
  reason: z.string(),
});
export type KeptRecord = z.output<typeof keptRecord>;

export const refusedQuery = z.object({ format: z.enum(['xlsx', 'csv']).optional() });
