import { addMonths, formatDate, isoMonth, lastDay } from '@nimule/core/kernel/dates';
import { cents, formatUsd, subtractCents, ZERO } from '@nimule/core/kernel/money';
import { formatRange } from '@nimule/core/kernel/periods';
import type { DashboardStats } from '@nimule/core/reports/schema';
import { numberText } from '../../ui/counted.ts';
import type { Trend } from '../../ui/stat-card.tsx';

type With<K extends keyof DashboardStats> = Pick<DashboardStats, K | 'trends'>;

const NOTHING_BEFORE: Trend = { direction: 'none', text: 'nothing to compare with yet' };
const hundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** '23 Oct': the year is that of the month before. */
function dayAndMonth(date: string): string {
  return date.replace(/ \d+$/, '');
}

/** How many more customers are Active than at the end of the last month. */
export function customersTrend({
  activeCustomers,
  revenueByMonth,
  trends: { activeBefore },
}: With<'activeCustomers' | 'revenueByMonth'>): Trend {
  const month = revenueByMonth.at(-1)?.month;
  if (activeBefore === null || !month) return NOTHING_BEFORE;
  const end = dayAndMonth(formatDate(lastDay(addMonths(isoMonth(month), -1))));
  const more = activeCustomers - activeBefore;
  if (more === 0) return { direction: 'flat', text: `as many active as on ${end}` };
  return more > 0
    ? { direction: 'up', text: `${numberText(more)} more active than on ${end}`, good: true }
    : {
        direction: 'down',
        text: `${numberText(-more)} fewer active than on ${end}`,
        good: false,
      };
}

/** This month's revenue so far against that of the same days of the last month (decision 50). */
export function revenueTrend({
  revenueSoFarUsd,
  revenueSameDaysUsd,
  previousRange,
}: DashboardStats['trends']): Trend {
  const until = dayAndMonth(formatDate(previousRange.endDate));
  const difference = subtractCents(revenueSoFarUsd, revenueSameDaysUsd);
  if (difference === ZERO) return { direction: 'flat', text: `as much as by ${until}` };
  const amount = formatUsd(cents(Math.abs(difference)));
  return difference > 0
    ? { direction: 'up', text: `${amount} more than by ${until}`, good: true }
    : { direction: 'down', text: `${amount} less than by ${until}`, good: false };
}

/** The uptime of this month so far against the same days of the last one, in percentage points. */
export function uptimeTrend({
  uptimeThisMonth,
  uptimeBefore,
  previousRange,
}: DashboardStats['trends']): Trend {
  if (uptimeThisMonth === null || uptimeBefore === null) return NOTHING_BEFORE;
  const before = dayAndMonth(formatRange(previousRange));
  const points = hundredths.format(Math.abs(uptimeThisMonth - uptimeBefore));
  if (points === '0') return { direction: 'flat', text: `this month as in ${before}` };
  const isUp = uptimeThisMonth > uptimeBefore;
  return {
    direction: isUp ? 'up' : 'down',
    text: `this month ${points} points ${isUp ? 'above' : 'below'} ${before}`,
    good: isUp,
  };
}

/** The unresolved tickets against those of a month ago; fewer are good. */
export function ticketsTrend({
  openTickets,
  trends: { openTicketsBefore },
}: With<'openTickets'>): Trend {
  if (openTicketsBefore === null) return NOTHING_BEFORE;
  const more = openTickets - openTicketsBefore;
  if (more === 0) return { direction: 'flat', text: 'as many as a month ago' };
  return more > 0
    ? { direction: 'up', text: `${numberText(more)} more than a month ago`, good: false }
    : { direction: 'down', text: `${numberText(-more)} fewer than a month ago`, good: true };
}
