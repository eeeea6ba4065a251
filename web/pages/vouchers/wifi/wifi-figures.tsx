import { formatUsd } from '@nimule/core/kernel/money';
import type { wifiStats } from '@nimule/core/wifi/schema';
import type { z } from 'zod';
import { counted, numberText } from '../../../ui/counted.ts';
import { Figures } from '../../../ui/stat-card.tsx';
import type { Readable } from '../../../ui/table/readable.ts';

type Stats = z.output<typeof wifiStats>;

/** 'Half Day 12, Quick Browse 3': the packages that sell best. */
function bestText({ byPackage }: Stats): string {
  const best = byPackage.filter(({ sales }) => sales > 0).sort((a, b) => b.sales - a.sales);
  if (best.length === 0) return 'nothing sold';
  return best
    .slice(0, 2)
    .map(({ packageName, sales }) => `${packageName} ${numberText(sales)}`)
    .join(', ');
}

/** Figures of hotspot sales in the chosen days. */
export function WifiFigures({ read }: { read: Readable<Stats> }) {
  return (
    <Figures
      title="WiFi figures"
      read={read}
      figures={[
        { title: 'Sales', value: ({ sales }) => numberText(sales), subtitle: bestText },
        {
          title: 'Revenue (USD)',
          value: ({ revenueUsd }) => formatUsd(revenueUsd),
          subtitle: 'without what was refunded',
        },
        {
          title: 'Active Sessions',
          value: ({ activeSessions }) => numberText(activeSessions),
          subtitle: 'running now',
        },
        {
          title: 'Failed Payments',
          value: ({ failed }) => numberText(failed),
          subtitle: ({ inReview }) =>
            inReview === 0
              ? 'none waits for a person'
              : `${counted(inReview, 'payment')} in review`,
        },
      ]}
    />
  );
}
