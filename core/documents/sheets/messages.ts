import type { ErrorBody, ErrorKind } from '../../kernel/errors.ts';
import type { HeaderPlace, SheetInfo, SheetLimits, SheetRow } from './model.ts';
import type { ZipDirectory } from './zip.ts';

/** What a file is by its first bytes; a zip comes with its directory, which is already within limits. */
export type SheetContent =
  | { kind: 'zip'; directory: ZipDirectory }
  | { kind: 'compound' | 'biff' | 'text' };

/** What the worker is started with. It answers 'info', then one 'rows' for each message it is sent. */
export interface SheetJob {
  path: string;
  content: SheetContent;
  sheet: string | undefined;
  header: HeaderPlace;
  limits: SheetLimits;
  batchSize: number;
}

export type SheetAnswer =
  /** The modules are loaded: from here on the time counts. */
  | { type: 'ready' }
  | { type: 'info'; info: SheetInfo; busyMs: number }
  | { type: 'rows'; rows: PackedRows; busyMs: number }
  | { type: 'end' }
  | { type: 'refused'; kind: ErrorKind; body: ErrorBody; detail: string };

/** Rows as one text and the places where it is cut: a third faster to send than arrays of strings. */
export interface PackedRows {
  text: string;
  /** Where each cell ends in `text`. */
  ends: Uint32Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;
  /** How many cells each row has. */
  widths: Uint32Array<ArrayBuffer>;
  problems: Map<number, string>;
  /** Of rows that were filled up: how many cells they had. */
  given: Map<number, number>;
}

export function packRows(rows: readonly SheetRow[]): PackedRows {
  const cells = rows.flatMap((row) => row.cells);
  const ends = new Uint32Array(cells.length);
  let end = 0;
  for (let index = 0; index < cells.length; index += 1) {
    end += cells[index]!.length;
    ends[index] = end;
  }
  const problems = new Map<number, string>();
  const filledUp = new Map<number, number>();
  for (const [index, { problem, given }] of rows.entries()) {
    if (problem !== undefined) problems.set(index, problem);
    if (given !== undefined) filledUp.set(index, given);
  }
  return {
    text: cells.join(''),
    ends,
    numbers: Uint32Array.from(rows, (row) => row.row),
    widths: Uint32Array.from(rows, (row) => row.cells.length),
    problems,
    given: filledUp,
  };
}

export function unpackRows(packed: PackedRows): SheetRow[] {
  const { text, ends, numbers, widths, problems, given } = packed;
  const rows: SheetRow[] = [];
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
    rows.push(row);
  }
  return rows;
}
