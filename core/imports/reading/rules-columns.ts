import type { Reading } from '../../kernel/amounts-typed.ts';
import {
  evidenceOf,
  isAmbiguous,
  readingWarning,
  serialDate,
  serialWarning,
} from './rules-cells.ts';
import type { PlannedField } from './rules-mapping.ts';

/** Detects the notation of each column from all cells of a file. */
export interface ColumnDetector {
  /** Reads one row: a text for each field. */
  see(texts: readonly string[]): void;
  readings(): Reading[];
  /** Messages about ambiguous columns. */
  warnings(): string[];
}

interface Column {
  usual: number;
  other: number;
  /** A cell that could be read either way. */
  ambiguousCell: string | undefined;
  /** A date that is only a number. */
  serialCell: string | undefined;
}

function hasDecimals({ kind }: PlannedField['field']): boolean {
  return kind === 'amount' || kind === 'whole';
}

/**
 * The reading of most unambiguous cells of a column; by default the usual one. `decimalComma` is the file reader's guess
 * about amounts.
 */
export function createColumnDetector(
  fields: readonly Pick<PlannedField, 'field'>[],
  decimalComma: boolean,
): ColumnDetector {
  const ambiguous = fields.flatMap(({ field }, index) => (isAmbiguous(field) ? [index] : []));
  const columns = fields.map(
    (): Column => ({ usual: 0, other: 0, ambiguousCell: undefined, serialCell: undefined }),
  );

  function readingOf(index: number): Reading {
    const { usual, other } = columns[index]!;
    if (usual === 0 && other === 0 && decimalComma && hasDecimals(fields[index]!.field)) {
      return 'other';
    }
    return other > usual ? 'other' : 'usual';
  }

  return {
    see(texts) {
      for (const index of ambiguous) {
        const evidence = evidenceOf(fields[index]!.field, texts[index]!);
        const column = columns[index]!;
        if (evidence === undefined) {
          const isDate = fields[index]!.field.kind === 'date';
          if (isDate && serialDate(texts[index]!)) column.serialCell ??= texts[index]!;
          continue;
        }
        if (evidence === 'either') column.ambiguousCell ??= texts[index]!;
        else column[evidence] += 1;
      }
    },
    readings: () => fields.map((_, index) => readingOf(index)),
    warnings: () =>
      columns.flatMap(({ usual, other, ambiguousCell, serialCell }, index) => {
        const { field } = fields[index]!;
        const serial = serialCell === undefined ? [] : [serialWarning(field, serialCell)];
        const undecided = usual === 0 && other === 0;
        const mixed = usual > 0 && other > 0;
        if (ambiguousCell === undefined || !(undecided || mixed)) return serial;
        return [...serial, readingWarning(field, ambiguousCell, readingOf(index))];
      }),
  };
}
