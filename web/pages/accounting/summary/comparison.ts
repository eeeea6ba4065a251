import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { type Cents, formatUsd, subtractCents } from '@nimule/core/kernel/money';
import type { Trend } from '../../../ui/stat-card.tsx';

interface Compared {
  amount: Cents;
  /** Null without a comparison. */
  compared: Cents | null;
}

/** How a figure differs from that of an earlier month: '$120.00 more than in Oct 2026'. `more` says whether more is good. */
export function trendOf(
  { amount, compared }: Compared,
  month: IsoMonth | null,
  more: 'good' | 'bad',
): Trend | undefined {
  if (compared === null || month === null) return undefined;
  const difference = subtractCents(amount, compared);
  const than = formatMonth(month);
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
