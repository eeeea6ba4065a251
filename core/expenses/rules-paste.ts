import type { ImportLine } from './schema.ts';
import { MAX_IMPORT_LINES } from './schema.ts';

/** Characters of a pasted text; what follows is not read. */
const MAX_PASTE = 2_000_000;
/** Skipped lines that are listed; the rest is counted. */
export const MAX_SKIPPED = 200;
/** Characters of a skipped line that are shown. */
const SHOWN = 100;
const MIN_COLUMNS = 4;
const TOO_MANY =
  'Only 5,000 lines can be imported at a time. Import this line and those after it separately.';
/** The lengths that the server accepts; it judges what is longer than may be recorded. */
const MAX_VENDOR = 500;
const MAX_RAW_AMOUNT = 200;

const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const LONGEST_DATE = 'dd/mm/yyyy'.length;

export interface SkippedLine {
  /** From 1, in the pasted text. */
  line: number;
  text: string;
  reason: string;
}

export interface Paste {
  /** The lines that count, as the import takes them; amounts as they were pasted. */
  lines: ImportLine[];
  /** For each of `lines` its number in the pasted text, from 1. */
  numbers: number[];
  skipped: SkippedLine[];
  /** All skipped lines, also those beyond MAX_SKIPPED. */
  skippedCount: number;
}

/** 'yyyy-mm-dd' of a text like dd/mm/yyyy, which need not be a real date; undefined for other texts. */
export function isoOfDayFirst(text: string): string | undefined {
  const match = text.length <= LONGEST_DATE ? DAY_FIRST.exec(text) : null;
  return match
    ? `${match[3]}-${match[2]!.padStart(2, '0')}-${match[1]!.padStart(2, '0')}`
    : undefined;
}

/** The line as the import takes it, or why it does not count (seeds/001 5). */
function readLine(text: string, vendor: string): ImportLine | string {
  const columns = text.split('\t').map((column) => column.trim());
  if (columns.length < MIN_COLUMNS) return 'It has fewer than 4 columns, separated by tabs.';
  const date = isoOfDayFirst(columns[0]!);
  if (date === undefined) return 'Its first column is not a date like dd/mm/yyyy.';
  const location = (columns[1] || vendor).slice(0, MAX_VENDOR);
  const amount = columns[3]!;
  return {
    date,
    location,
    description: `Bandwidth cost - ${location}`,
    expenseType: 'cost_of_sales',
    category: 'bandwidth_cost',
    amount: amount.length <= MAX_RAW_AMOUNT ? amount : '',
  };
}

/**
 * Reads pasted supplier data (seeds/001 5): tab-separated lines of date, vendor, anything, amount. A line counts if it has
 * at least 4 columns and its first one looks like dd/mm/yyyy. Others are listed with their reason, empty ones are not.
 * `vendor` is taken for lines without one.
 */
export function parsePaste(text: string, vendor: string): Paste {
  const paste: Paste = { lines: [], numbers: [], skipped: [], skippedCount: 0 };
  const skip = (line: number, skippedText: string, reason: string) => {
    paste.skippedCount += 1;
    if (paste.skipped.length < MAX_SKIPPED)
      paste.skipped.push({ line, text: skippedText.slice(0, SHOWN), reason });
  };
  let surplus = 0;
  const rows = text.slice(0, MAX_PASTE).split(/\r\n|\n|\r/);
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const read = readLine(row, vendor);
    if (typeof read === 'string') skip(index + 1, row, read);
    else if (paste.lines.length === MAX_IMPORT_LINES) {
      surplus += 1;
      if (surplus === 1) skip(index + 1, row, TOO_MANY);
    } else {
      paste.lines.push(read);
      paste.numbers.push(index + 1);
    }
  }
  // Told once; the others are only counted.
  paste.skippedCount += Math.max(0, surplus - 1);
  if (text.length > MAX_PASTE)
    skip(
      rows.length,
      text.slice(MAX_PASTE, MAX_PASTE + SHOWN),
      'The text is too long: the rest was not read.',
    );
  return paste;
}
