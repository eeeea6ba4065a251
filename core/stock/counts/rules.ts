import { type Cents, cents, formatUsd, scaleCents } from '../../kernel/money.ts';
import type { StockCount } from '../schema.ts';

/** Counts are numbered CNT-2026-0001, by year (decision 7). */
export const COUNT_PREFIX = 'CNT';
export const COUNT_COUNTER = 'stockCount';
export const COUNT_WIDTH = 4;

export type CountAction = 'enter' | 'submit' | 'post' | 'refuse' | 'cancel';

/** The statuses in which each action is possible: what was refused may be counted again. */
const possible: Record<CountAction, readonly StockCount['status'][]> = {
  enter: ['counting', 'refused'],
  submit: ['counting', 'refused'],
  post: ['waiting'],
  refuse: ['waiting'],
  cancel: ['counting', 'waiting', 'refused'],
};

const statusWords: Record<StockCount['status'], string> = {
  counting: 'being counted',
  waiting: 'waiting for acceptance',
  posted: 'posted',
  refused: 'refused',
  cancelled: 'cancelled',
};

/** Why an action is not possible; undefined if it is. */
export function actionProblem(
  action: CountAction,
  { countId, status }: Pick<StockCount, 'countId' | 'status'>,
): string | undefined {
  if (possible[action].includes(status)) return undefined;
  return `${countId} is ${statusWords[status]}.`;
}

/** The value of a difference in US cents, before it is posted: at the average, or the list's cost where none is on hand. */
export function differenceValue(
  difference: number,
  { onHand, value, unitCost }: { onHand: number; value: Cents; unitCost: Cents },
): Cents {
  if (onHand > 0) return scaleCents(value, difference, onHand);
  return cents(Math.max(0, difference) * unitCost);
}

/** '3 of 40 items differ, −$120.00', for the approver. */
export function countSummary({
  items,
  counted,
  differences,
  differenceUsd,
}: Pick<StockCount, 'items' | 'counted' | 'differences' | 'differenceUsd'>): string {
  const differ = differences === 1 ? 'differs' : 'differ';
  const left = items - counted;
  const rest = left > 0 ? `, ${left} of ${items} items not counted` : '';
  return `${differences} of ${counted} counted items ${differ}, ${formatUsd(differenceUsd)}${rest}`;
}
