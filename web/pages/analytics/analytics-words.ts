import { formatRange } from '@nimule/core/kernel/periods';
import type { Analytics, AnalyticsPeriod } from '@nimule/core/reports/analytics/schema';
import { analyticsPeriods } from '@nimule/core/reports/analytics/schema';
import { useSearchParams } from 'react-router-dom';
import type { Trend } from '../../ui/stat-card.tsx';
import { humanize } from '../../ui/tags.tsx';

const DEFAULT_PERIOD: AnalyticsPeriod = 'monthly';

export const periodOptions = analyticsPeriods.map((value) => ({ value, label: humanize(value) }));

/** What the range of a period is called in a sentence. */
export const periodWords: Readonly<Record<AnalyticsPeriod, string>> = {
  weekly: 'the last 7 days',
  monthly: 'this month',
  quarterly: 'this quarter',
  annual: 'this year',
};

/** The period, kept in the URL so that the view can be bookmarked and sent. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('period');
  const period = analyticsPeriods.find((one) => one === wanted) ?? DEFAULT_PERIOD;
  const choose = (value: string) =>
    setParams((query) => {
      const next = new URLSearchParams(query);
      if (value === DEFAULT_PERIOD) next.delete('period');
      else next.set('period', value);
      return next;
    });
  return { period, choose };
}

/** '65.0%'; a dash where there is nothing to divide by. */
export function shareText(share: number | null): string {
  return share === null ? '–' : `${share.toFixed(1)}%`;
}

/** '+12.5% against 1 to 27 Oct 2026'. */
export function growthTrend(growth: number | null, range: Analytics['previousRange']): Trend {
  const before = formatRange(range);
  if (growth === null) return { direction: 'none', text: `none in ${before}` };
  if (growth === 0) return { direction: 'flat', text: `as in ${before}` };
  return {
    direction: growth > 0 ? 'up' : 'down',
    text: `${growth > 0 ? '+' : ''}${growth.toFixed(1)}% against ${before}`,
    good: growth > 0,
  };
}
