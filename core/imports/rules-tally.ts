import { type ImportResult, MAX_REPORTED_ERRORS } from './schema.ts';

/** A message about one row, found while it was decoded or written. */
export interface RowNote {
  row: number;
  message: string;
  /** What the cell says: rows with one message are told together, with some of their cells (`noteText`). */
  cell?: string;
}

/** Why a row is refused; `text` is what its cell of the field says. */
export interface RowProblem {
  /** Begins with the name of the field, if one is known. */
  message: string;
  field: string | null;
  text: string | null;
}

/** A refused row with all its problems. */
export interface RowFailure {
  row: number;
  /** For the shell: with the option that mends a cell. */
  messages: readonly string[];
  /** The same problems of cells, for screens; missing if the messages are about the whole row. */
  problems?: readonly RowProblem[];
  /** The cells that could be read. */
  value?: object;
}

export interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/** Counts of records, and of rows that are further lines of one. */
export interface BatchCounts extends RowCounts {
  lines: number;
}

/** Rows with the same message: their number, and the first of them. */
export interface CountedMessage {
  message: string;
  count: number;
  rows: readonly number[];
  /** The field of the cells, and their text if it is the same in all of them. */
  field?: string | null;
  text?: string | null;
  /** Different cells of these rows, the first of them (`addCell`). */
  cells?: readonly string[];
}

/** Cells named in one message. */
const CELLS_NAMED = 5;

/** Adds a cell to those of a message; one more than are named is kept, to tell that there are others. */
export function addCell(cells: string[] | undefined, cell: string): string[] {
  if (cells === undefined) return [cell];
  if (cells.length <= CELLS_NAMED && !cells.includes(cell)) cells.push(cell);
  return cells;
}

/** A message with the cells of its rows: '… Left out: n/a, none and others.' */
export function noteText(message: string, cells: readonly string[] | undefined): string {
  if (cells === undefined) return message;
  const others = cells.length > CELLS_NAMED ? ' and others' : '';
  return `${message}: ${cells.slice(0, CELLS_NAMED).join(', ')}${others}.`;
}

const MAX_LISTED_ROWS = 20;

/** '2, 3, 4 and 7 more'. */
export function listedRows(rows: readonly number[]): string {
  const more = rows.length > MAX_LISTED_ROWS ? ` and ${rows.length - MAX_LISTED_ROWS} more` : '';
  return `${rows.slice(0, MAX_LISTED_ROWS).join(', ')}${more}`;
}

/** A warning about accepted rows of a .csv that lack cells. */
export function shortRows(rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  return [
    `Rows with fewer cells than the header: ${listedRows(rows)}. What is missing there was taken as empty.`,
  ];
}

/** A warning about rows that the workbook does not show. */
export function hiddenRows(rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  return [
    `Rows that are hidden in the workbook were read like the others: ${listedRows(rows)}. Delete them there if they are not meant.`,
  ];
}

/** A warning about rows that are no records, with the reason. */
export function rowsLeftOut(rows: readonly number[], why: string): string[] {
  if (rows.length === 0) return [];
  return [`${rows.length === 1 ? 'Row' : 'Rows'} ${listedRows(rows)}: left out, because ${why}.`];
}

/** A warning about rows that hold the sums of others. */
export function sumRowsLeftOut(rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const what = rows.length === 1 ? 'Row' : 'Rows';
  return [
    `${what} ${listedRows(rows)}: left out, because the amounts are the sum of the rows above.`,
  ];
}

/** Sums up an import while its batches commit. */
export interface Tally {
  add(counts: BatchCounts, failures: readonly RowFailure[], notes: readonly RowNote[]): void;
  warn(messages: readonly string[]): void;
  /** Adds messages that were counted before. */
  addNotes(notes: readonly CountedMessage[]): void;
  /** The number of rows so far. */
  processed(): number;
  /** With `forShell`, problems of cells have the option of the shell that mends them. */
  result(dryRun: boolean, forShell?: boolean): ImportResult;
  /** The most frequent messages of refused rows and of others, for screens, and warnings about the whole file. */
  messages(): { refusals: CountedMessage[]; notes: CountedMessage[]; warnings: string[] };
}

/** Row numbers listed for one reason. */
const ROWS_NAMED = 5;

/** The first of these rows that are listed. */
export function firstRows(rows: readonly number[]): number[] {
  return [...rows].sort((a, b) => a - b).slice(0, ROWS_NAMED);
}
/** Maximum number of distinct reasons; beyond it rows are only counted. */
const REASONS_KEPT = 2000;

/** Longer messages are not looked at. */
const MAX_MISSING = 400;
const MISSING = /^customer(?:Id|Name): There is no customer (?:named )?(.+)\.$/s;
const MISSING_NAMED = 5;

/** The customer of whom a message says that there is none; undefined for other messages. */
function missingCustomer(message: string): string | undefined {
  return message.length > MAX_MISSING ? undefined : MISSING.exec(message)?.[1];
}

/**
 * Makes one reason of those that say of each customer that there is none: '20 customers are missing: import them first'.
 * `combine` gets them, the most frequent first.
 */
export function withMissingTogether<One extends { message: string }>(
  reasons: readonly One[],
  combine: (missing: readonly One[], message: string) => One,
): One[] {
  const missing = reasons.filter(({ message }) => missingCustomer(message) !== undefined);
  if (missing.length < 2) return [...reasons];
  const names = missing.map(({ message }) => missingCustomer(message)!);
  const others = names.length - MISSING_NAMED;
  const named = `${names.slice(0, MISSING_NAMED).join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
  const message = `customerName: ${names.length} customers are missing: ${named}. Import them first; a file of documents that is imported as customers makes them of its names.`;
  const combined = combine(missing, message);
  return reasons.flatMap((one) => {
    if (one === missing[0]) return combined;
    return missing.includes(one) ? [] : one;
  });
}

/** Groups rows by reason. */
function createReasons() {
  const reasons = new Map<string, CountedMessage & { rows: number[]; cells?: string[] }>();
  let uncounted = 0;

  function messageOf({ message, cells, count, rows }: CountedMessage): string {
    const text = noteText(message, cells);
    if (count === 1) return `Row ${rows[0]}: ${text}`;
    return `${count} rows (${rows.join(', ')}${count > rows.length ? ', …' : ''}): ${text}`;
  }

  function sorted(): CountedMessage[] {
    const order = (a: CountedMessage, b: CountedMessage) =>
      b.count - a.count || a.rows[0]! - b.rows[0]!;
    const all: CountedMessage[] = [...reasons.values()].sort(order);
    return withMissingTogether(all, (missing, message) => ({
      message,
      count: missing.reduce((sum, { count }) => sum + count, 0),
      rows: firstRows(missing.flatMap(({ rows }) => rows)),
      field: 'customerName',
      text: null,
    })).sort(order);
  }

  return {
    add(
      row: number,
      message: string,
      { cell, ...of }: Pick<CountedMessage, 'field' | 'text'> & Pick<RowNote, 'cell'> = {},
    ): void {
      const known = reasons.get(message);
      if (known) {
        known.count += 1;
        if (known.rows.length < ROWS_NAMED) known.rows.push(row);
        if (known.text !== of.text) known.text = null;
        if (cell !== undefined) known.cells = addCell(known.cells, cell);
      } else if (reasons.size < REASONS_KEPT) {
        const cells = cell === undefined ? {} : { cells: [cell] };
        reasons.set(message, { message, count: 1, rows: [row], ...of, ...cells });
      } else uncounted += 1;
    },
    addCounted({ message, count, rows, cells }: CountedMessage): void {
      const known = reasons.get(message);
      if (known) {
        known.count += count;
        known.rows.push(...rows.slice(0, ROWS_NAMED - known.rows.length));
        for (const cell of cells ?? []) known.cells = addCell(known.cells, cell);
      } else if (reasons.size < REASONS_KEPT) {
        reasons.set(message, {
          message,
          count,
          rows: [...rows],
          ...(cells && { cells: [...cells] }),
        });
      } else uncounted += count;
    },
    most: (limit: number): CountedMessage[] => sorted().slice(0, limit),
    /** The `limit` most frequent reasons, and the number of rows with another one. */
    summary(limit: number): { lines: string[]; left: number } {
      const all = sorted();
      const left = all.slice(limit).reduce((sum, { count }) => sum + count, uncounted);
      return { lines: all.slice(0, limit).map(messageOf), left };
    },
  };
}

/** Groups the messages of one batch, for its record. */
export function countNotes(notes: readonly RowNote[]): CountedMessage[] {
  const counted = createReasons();
  for (const { row, message, cell } of notes)
    counted.add(row, message, cell === undefined ? {} : { cell });
  return counted.most(REASONS_KEPT);
}

/** Counts every row, and lists each reason once with its first rows: a wrong column refuses as many rows as the file has. */
export function createTally(): Tally {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0, lines: 0 };
  const errors = createReasons();
  /** The same without options of the shell. */
  const problemsOfRows = createReasons();
  const notes = createReasons();
  const warnings: string[] = [];
  const processed = () => Object.values(counts).reduce((sum, count) => sum + count, 0);

  function warningsOf(unlisted: { notes: number; refusals: number }): string[] {
    const more: string[] = [];
    if (counts.lines > 0)
      more.push(`Rows that belong to the record of another row: ${counts.lines}.`);
    if (unlisted.notes > 0) more.push(`${unlisted.notes} more notes on rows are not listed.`);
    if (unlisted.refusals > 0)
      more.push(`${unlisted.refusals} more errors have other reasons, which are not listed.`);
    return more;
  }

  return {
    add(batch, failures, noted) {
      counts.created += batch.created;
      counts.updated += batch.updated;
      counts.unchanged += batch.unchanged;
      counts.lines += batch.lines;
      counts.failed += failures.length;
      for (const { row, messages, problems } of failures) {
        for (const message of messages) errors.add(row, message);
        if (problems)
          for (const { message, ...cell } of problems) problemsOfRows.add(row, message, cell);
        else for (const message of messages) problemsOfRows.add(row, message);
      }
      for (const { row, message, cell } of noted)
        notes.add(row, message, cell === undefined ? {} : { cell });
    },
    warn: (messages) => void warnings.push(...messages),
    addNotes(noted) {
      for (const note of noted) notes.addCounted(note);
    },
    processed,
    messages() {
      const unlisted = {
        notes: notes.summary(MAX_REPORTED_ERRORS).left,
        refusals: problemsOfRows.summary(MAX_REPORTED_ERRORS).left,
      };
      return {
        refusals: problemsOfRows.most(MAX_REPORTED_ERRORS),
        notes: notes
          .most(MAX_REPORTED_ERRORS)
          .map((note) => ({ ...note, message: noteText(note.message, note.cells) })),
        warnings: [...warnings, ...warningsOf(unlisted)],
      };
    },
    result(dryRun, forShell = false) {
      const refusals = (forShell ? errors : problemsOfRows).summary(MAX_REPORTED_ERRORS);
      const remarks = notes.summary(MAX_REPORTED_ERRORS);
      const more = warningsOf({ notes: remarks.left, refusals: refusals.left });
      return {
        recordsProcessed: processed(),
        recordsCreated: counts.created,
        recordsUpdated: counts.updated,
        recordsUnchanged: counts.unchanged,
        recordsFailed: counts.failed,
        dryRun,
        errors: refusals.lines,
        warnings: [...warnings, ...remarks.lines, ...more],
      };
    },
  };
}
