import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd, subtractCents } from '@nimule/core/kernel/money';
import type { Trend } from '../../../ui/stat-card.tsx';

interface Compared {
  amount: Cents;
  /** Null without a comparison. */
  compared: Cents | null;
}

/**
 * How a figure differs from that of an earlier month: '$120.00 more than in October 2026'. `more` says whether more is good.
 * That of a month that has not ended is only set beside the whole earlier one (decision 50).
 */
export function trendOf(
  { amount, compared }: Compared,
  month: IsoMonth | null,
  more: 'good' | 'bad',
  hasEnded: boolean,
): Trend | undefined {
  if (compared === null || month === null) return undefined;
  const difference = subtractCents(amount, compared);
  const than = formatMonth(month);
  if (!hasEnded) return { direction: 'none', text: `${formatUsd(compared)} in all of ${than}` };
  if (difference === 0) return { direction: 'flat', text: `as in ${than}` };
  const isMore = difference > 0;
  return {
    direction: isMore ? 'up' : 'down',
    text: `${formatUsd(Math.abs(difference) as Cents)} ${isMore ? 'more' : 'less'} than in ${than}`,
    good: isMore === (more === 'good'),
  };
}

/** A share of revenue in percent with one decimal, '–' without revenue. */
export function shareOf(amount: Cents, revenue: Cents): string {
  if (revenue <= 0) return '–';
  return `${((amount / revenue) * 100).toFixed(1)}%`;
}
