import type { BookValues } from '../../kernel/books.ts';
import { type Cents, toDecimal } from '../../kernel/money.ts';
import type { ImportTotal } from '../fields/rules.ts';
import type { ReconciledTotal, RunDifference } from '../schema-centre.ts';

/** Values of the totals in the file, by total, where the row alone does not tell them. */
type FileValues = Readonly<Record<string, number>> | undefined;

/** A record of a batch that was accepted. */
export interface AcceptedRecord<Row> {
  row: number;
  label: string;
  value: Row;
  told?: FileValues;
  /** Undefined if the books do not have it. */
  books: BookValues | undefined;
  /** The import has made it: what the file does not say of it is zero there. */
  isCreated?: boolean;
}

/** Refused rows, as far as their cells could be read. */
export interface RefusedRow<Row> {
  value: Partial<Row>;
  told?: FileValues;
}

const parts = ['file', 'books', 'refused', 'different', 'unexplained'] as const;
type Sums = Record<(typeof parts)[number], number>;
type Total = Pick<ImportTotal<never>, 'key' | 'label' | 'unit'>;

export const UNEXPLAINED = 'The books have another value.';
const UNSAID = 'The file says nothing of it.';

/**
 * Compares a batch with the books: file = books + refused + different + unexplained, for each total. A record without a
 * value for a total in the file is not part of it, unless the import has made it: the file then says zero.
 */
export function reconcile<Row>(
  totals: readonly ImportTotal<Row>[],
  accepted: readonly AcceptedRecord<Row>[],
  refused: readonly RefusedRow<Row>[],
): { totals: ReconciledTotal[]; differences: RunDifference[] } {
  const differences: RunDifference[] = [];
  const reconciled = totals.flatMap((total) => {
    const sums: Sums = { file: 0, books: 0, refused: 0, different: 0, unexplained: 0 };
    for (const { value, told } of refused) {
      const said = told?.[total.key] ?? total.of(value) ?? 0;
      sums.file += said;
      sums.refused += said;
    }
    for (const { row, label, value, told, books, isCreated } of accepted) {
      const stated = told?.[total.key] ?? total.of(value);
      if (stated === undefined && !isCreated) continue;
      const said = stated ?? 0;
      const held = books?.values[total.key] ?? 0;
      sums.file += said;
      sums.books += held;
      if (said === held) continue;
      const reason = books?.reasons?.[total.key] ?? (stated === undefined ? UNSAID : undefined);
      sums[reason === undefined ? 'unexplained' : 'different'] += said - held;
      const [file, inBooks] = [textOf(total, said), textOf(total, held)];
      differences.push({
        row,
        label,
        total: total.label,
        file: file,
        books: inBooks,
        reason: reason ?? UNEXPLAINED,
      });
    }
    const isEmpty = parts.every((part) => sums[part] === 0);
    return total.isOptional && isEmpty ? [] : asText(total, sums);
  });
  return { totals: reconciled, differences };
}

function textOf({ unit }: Pick<Total, 'unit'>, value: number): string {
  // A sum of a file may be larger than any amount, as of a column of telephone numbers.
  return unit === 'count' ? String(value) : toDecimal(value as Cents);
}

function amountIn({ unit }: Pick<Total, 'unit'>, text: string): number {
  return Number(unit === 'count' ? text : text.replace('.', ''));
}

function asText(total: Total, sums: Sums): ReconciledTotal {
  const { key, label, unit } = total;
  const texts = Object.fromEntries(parts.map((part) => [part, textOf(total, sums[part])]));
  return { key, label, unit, ...(texts as Record<keyof Sums, string>) };
}

/** The sums of two parts of a file; either may lack an optional total. */
export function addReconciled(
  before: readonly ReconciledTotal[],
  batch: readonly ReconciledTotal[],
): ReconciledTotal[] {
  const added = batch.map((total) => {
    const earlier = before.find(({ key }) => key === total.key);
    if (!earlier) return total;
    const sums = Object.fromEntries(
      parts.map((part) => [part, amountIn(total, earlier[part]) + amountIn(total, total[part])]),
    );
    return asText(total, sums as Sums);
  });
  const keys = new Set(batch.map(({ key }) => key));
  return [...added, ...before.filter(({ key }) => !keys.has(key))];
}
