import type { ErrorBody, ErrorKind } from '../../kernel/errors.ts';
import type { HeaderPlace, SheetInfo, SheetLimits, SheetRow } from './model.ts';
import type { ZipDirectory } from './zip.ts';

/** The file type by its first bytes; a zip comes with its directory, already checked against the limits. */
export type SheetContent =
  | { kind: 'zip'; directory: ZipDirectory }
  | { kind: 'compound' | 'biff' }
  | { kind: 'text'; bytes: number };

/** The worker's start data. It answers 'info', then one 'rows' for each message it receives. */
export interface SheetJob {
  path: string;
  content: SheetContent;
  sheet: string | undefined;
  header: HeaderPlace;
  limits: SheetLimits;
  batchSize: number;
}

export type SheetAnswer =
  /** The modules are loaded: the time limit starts. */
  | { type: 'ready' }
  | { type: 'info'; info: SheetInfo; busyMs: number }
  | { type: 'rows'; rows: PackedRows; busyMs: number }
  | { type: 'end' }
  | { type: 'refused'; kind: ErrorKind; body: ErrorBody; detail: string };

/** Rows as one text with cell boundaries: a third faster to transfer than arrays of strings. */
export interface PackedRows {
  text: string;
  /** Where each cell ends in `text`. */
  ends: Uint32Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;
  /** How many cells each row has. */
  widths: Uint32Array<ArrayBuffer>;
  problems: Map<number, string>;
  /** Original number of cells of padded rows. */
  given: Map<number, number>;
  hidden: Set<number>;
  merged: Map<number, number[]>;
}

export function packRows(rows: readonly SheetRow[]): PackedRows {
  const cells: string[] = [];
  const numbers = new Uint32Array(rows.length);
  const widths = new Uint32Array(rows.length);
  const problems = new Map<number, string>();
  const filledUp = new Map<number, number>();
  const hidden = new Set<number>();
  const merged = new Map<number, number[]>();
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!;
    numbers[index] = row.row;
    widths[index] = row.cells.length;
    for (const cell of row.cells) cells.push(cell);
    if (row.problem !== undefined) problems.set(index, row.problem);
    if (row.given !== undefined) filledUp.set(index, row.given);
    if (row.hidden) hidden.add(index);
    if (row.merged) merged.set(index, row.merged);
  }
  const ends = new Uint32Array(cells.length);
  let end = 0;
  for (let index = 0; index < cells.length; index += 1) {
    end += cells[index]!.length;
    ends[index] = end;
  }
  return { text: cells.join(''), ends, numbers, widths, problems, given: filledUp, hidden, merged };
}

/** Rows that are unpacked at a time. */
const UNPACKED = 64;

/**
 * The rows in short lists, each made when it is asked for. Where V8 finds most of 100 or more arrays that one place has made
 * still in use, it makes the later ones old from the beginning; they and their texts then stay until the whole heap is
 * collected, which took 10 MB of 40,000 rows.
 */
export function* unpackRows(packed: PackedRows): Generator<SheetRow[]> {
  const { text, ends, numbers, widths, problems, given, hidden, merged } = packed;
  let rows: SheetRow[] = [];
  let at = 0;
  let cell = 0;
  for (let index = 0; index < numbers.length; index += 1) {
    const width = widths[index]!;
    const cells = new Array<string>(width);
    for (let column = 0; column < width; column += 1) {
      const end = ends[cell]!;
      cells[column] = text.slice(at, end);
      at = end;
      cell += 1;
    }
    const row: SheetRow = { row: numbers[index]!, cells };
    const problem = problems.get(index);
    if (problem !== undefined) row.problem = problem;
    const had = given.get(index);
    if (had !== undefined) row.given = had;
    if (hidden.has(index)) row.hidden = true;
    const columns = merged.get(index);
    if (columns !== undefined) row.merged = columns;
    rows.push(row);
    if (rows.length < UNPACKED) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
