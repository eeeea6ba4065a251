import type { NetworkStats } from '@nimule/core/reports/network/schema';
import {
  counted,
  gbpsText,
  percentText,
  utilisationText,
} from '../../../parts/network/network-words.ts';
import { Figures } from '../../../ui/stat-card.tsx';
import type { Readable } from '../../../ui/table/readable.ts';

/** The four cards (seeds/000 2). */
export function NetworkFigures({ stats }: { stats: Readable<NetworkStats> }) {
  return (
    <Figures
      title="Network in figures"
      read={stats}
      figures={[
        {
          title: 'Total Capacity',
          value: ({ totalCapacity }) => gbpsText(totalCapacity),
          subtitle: ({ nodes }) => `of ${counted(nodes, 'node')}`,
        },
        {
          title: 'Current Usage',
          value: ({ currentUsage }) => gbpsText(currentUsage),
          subtitle: ({ totalCapacity: capacity, currentUsage }) =>
            `${utilisationText({ capacity, currentUsage })} of the capacity`,
        },
        {
          title: 'Average Uptime',
          value: ({ averageUptime }) => percentText(averageUptime),
          subtitle: ({ averageUptime, isPolling }) =>
            averageUptime === null
              ? 'not known of any node yet'
              : isPolling
                ? 'over the last 30 days'
                : 'last known; polling is off',
        },
        {
          title: 'Node Status',
          value: ({ operational, nodes }) => `${operational} of ${nodes}`,
          subtitle: statesOf,
        },
      ]}
    />
  );
}

/** 'operational · 1 in maintenance · 1 offline'. */
function statesOf({ maintenance, offline, openAlarms }: NetworkStats): string {
  return [
    'operational',
    maintenance > 0 && `${maintenance} in maintenance`,
    offline > 0 && `${offline} offline`,
    openAlarms > 0 && counted(openAlarms, 'open alarm'),
  ]
    .filter(Boolean)
    .join(' · ');
}
