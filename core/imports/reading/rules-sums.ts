import type { Reading } from '../../kernel/amounts-typed.ts';
import { parseCents } from '../../kernel/money.ts';
import { detachedCopy } from '../../kernel/text.ts';
import type { ImportField } from '../fields/rules.ts';
import { readCell } from './rules-cells.ts';

/** Finds the rows of a file that hold the sums of the rows above them, such as 'Total' at its end. */
export interface SumFinder {
  /** Whether the row is a sum; else its amounts are added. `texts` are those of the mapped fields. */
  isSum(cells: readonly string[], texts: readonly string[]): boolean;
}

/** Longer texts are neither labels nor amounts; checked before a pattern is matched. */
const MAX_TEXT = 100;
const LABEL = /^(?:grand |report |net |sub[ -]?)?totals?(?:[ :]|$)/i;
const MAX_CACHED = 5000;
const readings = ['usual', 'other'] as const satisfies readonly Reading[];

type Amounts = Record<Reading, number>;

function labelled(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  return first.length <= MAX_TEXT && LABEL.test(first);
}

function amountOf(field: ImportField, text: string, reading: Reading): number {
  const cell = readCell(field, text, reading);
  if ('problem' in cell) return Number.NaN;
  return parseCents(cell.text) ?? parseCents(cell.text, 'SSP') ?? Number.NaN;
}

/**
 * A row is a sum if its first text is Total, Subtotal or the like, or if only its amounts are filled, and its amounts are
 * the sums of all rows above, or of those since the last sum. Sums of zero do not count.
 */
export function createSumFinder(fields: readonly { field: ImportField }[]): SumFinder {
  const amounts = fields.flatMap(({ field }, place) => (field.kind === 'amount' ? [place] : []));
  const all = amounts.map((): Amounts => ({ usual: 0, other: 0 }));
  const section = amounts.map((): Amounts => ({ usual: 0, other: 0 }));
  const caches = amounts.map(() => new Map<string, Amounts>());
  let rows = 0;

  function amountsIn(index: number, text: string): Amounts {
    const known = caches[index]!;
    const found = known.get(text);
    if (found) return found;
    const read: Amounts = { usual: Number.NaN, other: Number.NaN };
    if (text.length <= MAX_TEXT)
      for (const reading of readings)
        read[reading] = amountOf(fields[amounts[index]!]!.field, text, reading);
    if (known.size < MAX_CACHED) known.set(detachedCopy(text), read);
    return read;
  }

  function holds(texts: readonly string[], sums: readonly Amounts[], reading: Reading): boolean {
    let isZero = true;
    for (const [index, place] of amounts.entries()) {
      const text = texts[place]!;
      if (text.trim() === '') continue;
      const amount = amountsIn(index, text)[reading];
      if (amount !== sums[index]![reading]) return false;
      if (amount !== 0) isZero = false;
    }
    return !isZero;
  }

  function mayBeSum(cells: readonly string[], texts: readonly string[]): boolean {
    if (rows < 2) return false;
    if (labelled(cells)) return true;
    return fields.every((_, place) => texts[place]!.trim() === '' || amounts.includes(place));
  }

  return {
    isSum(cells, texts) {
      if (amounts.length === 0) return false;
      const isSum =
        mayBeSum(cells, texts) &&
        [all, section].some((sums) => readings.some((reading) => holds(texts, sums, reading)));
      if (isSum) {
        for (const sums of section) sums.usual = sums.other = 0;
        return true;
      }
      rows += 1;
      for (const [index, place] of amounts.entries()) {
        const text = texts[place]!;
        if (text === '') continue;
        const read = amountsIn(index, text);
        for (const reading of readings) {
          const amount = read[reading];
          if (Number.isNaN(amount)) continue;
          all[index]![reading] += amount;
          section[index]![reading] += amount;
        }
      }
      return false;
    },
  };
}
