import type { CountStatus, StockLabel } from './equipment-types.ts';

/** The labels of the specification (seeds/002 4). */
export const stockLabelTexts: Readonly<Record<StockLabel, string>> = {
  out: 'Out of Stock',
  low: 'Low Stock',
  in: 'In Stock',
};

export const countStatusLabels: Readonly<Record<CountStatus, string>> = {
  counting: 'Counting',
  waiting: 'Waiting for acceptance',
  posted: 'Posted',
  refused: 'Refused',
  cancelled: 'Cancelled',
};

/** '+3', '−2', '0'. */
export function signed(quantity: number): string {
  if (quantity === 0) return '0';
  return quantity > 0 ? `+${quantity}` : `−${-quantity}`;
}

/** A serial number in each line, without blank lines. */
export function serialsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
