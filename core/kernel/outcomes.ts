import type { Created, ImportedChange } from './imported.ts';

/** What happened to an imported record, or would happen in a dry run. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'refused';

/** What is told of a row of a batch; `index` is its position in the given rows. */
export interface RowMessage {
  index: number;
  message: string;
  /** Rows with one message are told together, with some of their cells. */
  cell?: string;
}

/** What an import has done with the rows of a batch, or would do in a dry run. */
export interface ImportResults {
  created: number;
  updated: number;
  unchanged: number;
  /** What happened to each given row. */
  outcomes: RowOutcome[];
  errors: RowMessage[];
  notes: RowMessage[];
  /** The new records; empty in a dry run. */
  made: Created[];
  /** Empty in a dry run. */
  changes: ImportedChange[];
}

/** The results of a batch before its rows are judged: all of them are refused. */
export function emptyResults(rows: number): ImportResults {
  return {
    ...{ created: 0, updated: 0, unchanged: 0 },
    outcomes: Array.from({ length: rows }, (): RowOutcome => 'refused'),
    ...{ errors: [], notes: [], made: [], changes: [] },
  };
}

/** The rows that can be taken, with their indexes; the others are refused with their problems. */
export function acceptedRows<Fate extends object>(
  fates: readonly Fate[],
  { errors }: Pick<ImportResults, 'errors'>,
): (Exclude<Fate, { problem: string }> & { index: number })[] {
  const accepted: (Exclude<Fate, { problem: string }> & { index: number })[] = [];
  for (const [index, fate] of fates.entries()) {
    if ('problem' in fate) errors.push({ index, message: fate.problem as string });
    else accepted.push({ ...(fate as Exclude<Fate, { problem: string }>), index });
  }
  return accepted;
}

/** What becomes of an accepted row: a new record without `before`. */
export function outcomeOf(
  before: object | undefined,
  isChanged: boolean,
): Exclude<RowOutcome, 'refused'> {
  if (!before) return 'created';
  return isChanged ? 'updated' : 'unchanged';
}

/** Counts an accepted row. */
export function countRow(
  results: Pick<ImportResults, 'created' | 'updated' | 'unchanged' | 'outcomes'>,
  index: number,
  outcome: Exclude<RowOutcome, 'refused'>,
): void {
  results.outcomes[index] = outcome;
  results[outcome] += 1;
}
