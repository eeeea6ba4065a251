import { type ImportResult, MAX_REPORTED_ERRORS } from './schema.ts';

/** Something about one row, found while it was decoded or written. */
export interface RowNote {
  row: number;
  message: string;
}

export interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
}

const MAX_LISTED_ROWS = 20;

/** Tells of rows of a .csv that lack cells, of those that were taken all the same. */
export function shortRows(rows: readonly number[]): string[] {
  if (rows.length === 0) return [];
  const listed = rows.slice(0, MAX_LISTED_ROWS).join(', ');
  const more = rows.length > MAX_LISTED_ROWS ? ` and ${rows.length - MAX_LISTED_ROWS} more` : '';
  return [
    `Rows with fewer cells than the header: ${listed}${more}. What is missing there was taken as empty.`,
  ];
}

/** Adds up an import as its batches commit. */
export interface Tally {
  /** Errors come in the order of the rows within a batch. */
  add(counts: RowCounts, errors: readonly RowNote[], notes: readonly RowNote[]): void;
  warn(messages: readonly string[]): void;
  processed(): number;
  result(dryRun: boolean): ImportResult;
}

/** Counts every row, and keeps the first messages: a wrong column makes as many as the file has rows. */
export function createTally(): Tally {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const errors: string[] = [];
  const warnings: string[] = [];
  const noted = new Map<string, { first: number; count: number }>();
  const processed = () => counts.created + counts.updated + counts.unchanged + counts.failed;

  function notesInWords(): string[] {
    return [...noted].map(([message, { first, count }]) =>
      count === 1 ? `Row ${first}: ${message}` : `Row ${first} and ${count - 1} more: ${message}`,
    );
  }

  return {
    add(batch, failures, notes) {
      counts.created += batch.created;
      counts.updated += batch.updated;
      counts.unchanged += batch.unchanged;
      counts.failed += failures.length;
      for (const { row, message } of failures) {
        if (errors.length === MAX_REPORTED_ERRORS) break;
        errors.push(`Row ${row}: ${message}`);
      }
      for (const { row, message } of notes) {
        const known = noted.get(message);
        if (known) known.count += 1;
        else noted.set(message, { first: row, count: 1 });
      }
    },
    warn: (messages) => void warnings.push(...messages),
    processed,
    result(dryRun) {
      const unlisted =
        counts.failed > errors.length
          ? [`Only the first ${errors.length} of ${counts.failed} errors are listed.`]
          : [];
      return {
        recordsProcessed: processed(),
        recordsCreated: counts.created,
        recordsUpdated: counts.updated,
        recordsUnchanged: counts.unchanged,
        recordsFailed: counts.failed,
        dryRun,
        errors,
        warnings: [...warnings, ...notesInWords(), ...unlisted],
      };
    },
  };
}
