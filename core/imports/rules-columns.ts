import { doubtInWords, evidenceOf, isJudged, type Reading } from './rules-cells.ts';
import type { PlannedField } from './rules-mapping.ts';

/** Finds out, from all cells of a file, how each of its columns is written. */
export interface ColumnJudge {
  /** Looks at one row: a text for each field. */
  see(texts: readonly string[]): void;
  readings(): Reading[];
  /** What had to be read without knowing, in words. */
  warnings(): string[];
}

interface Column {
  usual: number;
  other: number;
  /** A cell that could be read either way. */
  doubtful: string | undefined;
}

function hasDecimals({ kind }: PlannedField['field']): boolean {
  return kind === 'amount' || kind === 'whole';
}

/**
 * The reading that most of the decisive cells of a column call for; without any, the usual one.
 * `decimalComma` is what the reader of the file found out about its amounts.
 */
export function createColumnJudge(
  fields: readonly Pick<PlannedField, 'field'>[],
  decimalComma: boolean,
): ColumnJudge {
  const judged = fields.flatMap(({ field }, index) => (isJudged(field) ? [index] : []));
  const columns = fields.map((): Column => ({ usual: 0, other: 0, doubtful: undefined }));

  function readingOf(index: number): Reading {
    const { usual, other } = columns[index]!;
    if (usual === 0 && other === 0 && decimalComma && hasDecimals(fields[index]!.field)) {
      return 'other';
    }
    return other > usual ? 'other' : 'usual';
  }

  return {
    see(texts) {
      for (const index of judged) {
        const evidence = evidenceOf(fields[index]!.field, texts[index]!);
        if (evidence === undefined) continue;
        const column = columns[index]!;
        if (evidence === 'either') column.doubtful ??= texts[index]!;
        else column[evidence] += 1;
      }
    },
    readings: () => fields.map((_, index) => readingOf(index)),
    warnings: () =>
      columns.flatMap(({ usual, other, doubtful }, index) => {
        const undecided = usual === 0 && other === 0;
        const mixed = usual > 0 && other > 0;
        if (doubtful === undefined || !(undecided || mixed)) return [];
        return [doubtInWords(fields[index]!.field, doubtful, readingOf(index))];
      }),
  };
}
