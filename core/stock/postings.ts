import { leaf } from '../accounting/chart.ts';
import { credit, debit, type Posting, type PostingLine } from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, cents, ZERO } from '../kernel/money.ts';

interface Document {
  id: number;
  date: IsoDate;
  description: string;
  reference: string;
}

/** Opening stock: 1410 / 3120. `value` in US cents; nothing for stock without value. */
export function openingPosted({ id, ...document }: Document, value: Cents): Posting[] {
  if (value === 0) return [];
  const lines = [debit(leaf.equipmentInventory, value), credit(leaf.openingBalances, value)];
  return [{ ...document, source: 'stock.opening', sourceId: id, revision: 1, lines }];
}

/** More stock: 1410 / 5230; less: 5230 / 1410. Values in US cents, below zero for units that are gone. */
function differenceLines(values: readonly Cents[]): PostingLine[] {
  let [more, less] = [ZERO, ZERO];
  for (const value of values) {
    if (value > 0) more = cents(more + value);
    else less = cents(less - value);
  }
  const lines: PostingLine[] = [];
  if (more > 0)
    lines.push(debit(leaf.equipmentInventory, more), credit(leaf.stockAdjustments, more));
  if (less > 0)
    lines.push(debit(leaf.stockAdjustments, less), credit(leaf.equipmentInventory, less));
  return lines;
}

/** An adjustment of one item by its value in US cents; nothing for stock without value. */
export function adjustmentPosted({ id, ...document }: Document, value: Cents): Posting[] {
  const lines = differenceLines([value]);
  if (lines.length === 0) return [];
  return [{ ...document, source: 'stock.adjustment', sourceId: id, revision: 1, lines }];
}

/** The differences of a stock count by the values of their moves in US cents, surplus and shortage on lines of their own. */
export function countPosted({ id, ...document }: Document, values: readonly Cents[]): Posting[] {
  const lines = differenceLines(values);
  if (lines.length === 0) return [];
  return [{ ...document, source: 'stock.count', sourceId: id, revision: 1, lines }];
}
