import { type ImportMark, type ImportVerdict, recordedMarks } from '@nimule/core/expenses/schema';
import { type Cents, cents } from '@nimule/core/kernel/money';

/** Lines that are left out unless they are chosen; one of 0 is never recorded. */
export function canBeChosen({ mark }: Pick<ImportVerdict, 'mark'>): boolean {
  return mark === 'minus' || mark === 'known' || mark === 'unclear';
}

/** What the import records: the new lines and the chosen ones, by their place from 0. */
export function totalsOf(
  verdicts: readonly ImportVerdict[],
  chosen: ReadonlySet<number>,
): { lines: number; totalUsd: Cents } {
  let lines = 0;
  let total = 0;
  verdicts.forEach(({ mark, amountUsd }, at) => {
    if (!recordedMarks.has(mark) && !chosen.has(at)) return;
    lines += 1;
    total += amountUsd ?? 0;
  });
  return { lines, totalUsd: cents(total) };
}

/** How many lines have each mark. */
export function countsOf(verdicts: readonly ImportVerdict[]): Record<ImportMark, number> {
  const counts = { new: 0, read: 0, unclear: 0, zero: 0, minus: 0, known: 0, refused: 0 };
  for (const { mark } of verdicts) counts[mark] += 1;
  return counts;
}
