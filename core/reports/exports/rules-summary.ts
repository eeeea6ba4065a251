import type { ReportType } from '../comprehensive/schema.ts';
import { percentOf } from '../comprehensive/rules.ts';
import type { PrintedTable } from './documents.ts';
import { type Row, type TableColumn, totalsOf } from './rules-tables.ts';

/** Rows of a table of the second page: with those of the other tables they fit on it. */
const MAX_ROWS = 7;
/** Characters of a text in a table over half of the page and over the whole of it, on one line; of a figure, on two. */
const HALF_TEXT = 20;
const WHOLE_TEXT = 50;
const FIGURE_TEXT = 60;

/** A text that stays on one line: cut after `length` characters. */
export function onOneLine(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** A row whose texts have at most so many characters. */
function cutRow(row: Row, length: number): Row {
  return row.map((cell) =>
    typeof cell === 'string' && cell.length > length ? onOneLine(cell, length) : cell,
  );
}

/** A table of all its rows, each on at most two lines. */
export function wholeTable(
  title: string,
  columns: readonly TableColumn[],
  rows: readonly Row[],
): PrintedTable {
  const cut = rows.map((row) => cutRow(row, FIGURE_TEXT));
  return { title, columns, rows: cut, totals: null, note: '' };
}

/** How a table of the second page is made of all its rows. */
interface Shortening {
  /** The rows come in this order. */
  by?: (row: Row) => number;
  /** Whether it is beside another one. */
  isHalf?: boolean;
  note?: string;
}

/**
 * The first rows of a table, those with the highest `by` if it is given, and a row 'Others' for the sums of the rest, so that
 * its totals are those of all rows. Texts are cut to one line.
 */
export function shortTable(
  title: string,
  columns: readonly TableColumn[],
  all: readonly Row[],
  { by, isHalf = false, note = '' }: Shortening = {},
): PrintedTable {
  const ordered = by ? [...all].sort((one, other) => by(other) - by(one)) : all;
  const isShort = ordered.length <= MAX_ROWS + 1;
  const first = isShort ? ordered : ordered.slice(0, MAX_ROWS);
  const rest = totalsOf(columns);
  rest.add(ordered.slice(first.length));
  const others = rest
    .row()
    .map((cell, at) => (at === 0 ? `${ordered.length - first.length} others` : cell));
  const totals = totalsOf(columns);
  totals.add(all);
  const length = isHalf ? HALF_TEXT : WHOLE_TEXT;
  return {
    title,
    columns,
    rows: [...first.map((row) => cutRow(row, length)), ...(isShort ? [] : [others])],
    totals: all.length > 0 && totals.hasSums ? totals.row() : null,
    note: all.length === 0 ? 'Nothing in this range.' : note,
  };
}

/** What a figure was in the period before, and how it changed: '+4.2%, $980.00 before'. */
export function againstBefore(
  now: number,
  before: number | null | undefined,
  text: (value: number) => string,
): string {
  if (before === null || before === undefined) return '';
  const change = percentOf(now - before, Math.abs(before));
  const words = `${text(before)} before`;
  return change === null ? words : `${change > 0 ? '+' : ''}${change}%, ${words}`;
}

/** The types of reports whose second page has room for all their figures above its tables. */
export const typesWithFigures: ReadonlySet<ReportType> = new Set([
  'operational',
  'procurement',
  'hr',
]);
