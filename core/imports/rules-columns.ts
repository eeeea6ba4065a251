import { doubtMessage, evidenceOf, hasTwoReadings, type Reading } from './rules-cells.ts';
import type { PlannedField } from './rules-mapping.ts';

/** Finds out, from all cells of a file, how each of its columns is written. */
export interface ReadingDetector {
  /** Takes one row into account: a text for each field. */
  add(texts: readonly string[]): void;
  readings(): Reading[];
  /** Messages about columns of which no cell decides between the two readings. */
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
 * `decimalComma` says whether the file was found to write amounts with a decimal comma.
 */
export function detectReadings(
  fields: readonly Pick<PlannedField, 'field'>[],
  decimalComma: boolean,
): ReadingDetector {
  const ambiguous = fields.flatMap(({ field }, index) => (hasTwoReadings(field) ? [index] : []));
  const columns = fields.map((): Column => ({ usual: 0, other: 0, doubtful: undefined }));

  function readingOf(index: number): Reading {
    const { usual, other } = columns[index]!;
    if (usual === 0 && other === 0 && decimalComma && hasDecimals(fields[index]!.field)) {
      return 'other';
    }
    return other > usual ? 'other' : 'usual';
  }

  return {
    add(texts) {
      for (const index of ambiguous) {
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
        return [doubtMessage(fields[index]!.field, doubtful, readingOf(index))];
      }),
  };
}
