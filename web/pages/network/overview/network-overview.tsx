import { Button } from '@blueprintjs/core';
import { LightbulbIcon } from '@blueprintjs/icons';
import type { NetworkNode } from '@nimule/core/network/schema';
import type { NetworkStats, Optimization } from '@nimule/core/reports/network/schema';
import { useState } from 'react';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { gbpsText, percentText, utilisationText } from '../../../parts/network/network-words.ts';
import { RegionalCoverage } from '../../../parts/network/regional-coverage.tsx';
import { counted } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Meter } from '../../../ui/meter.tsx';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Columns } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import type { Readable } from '../../../ui/table/readable.ts';
import styles from '../network.module.css';
import { NodesTable } from '../nodes/nodes-table.tsx';
import { POLL_MS } from '../polling.ts';
import { BandwidthPanel } from './bandwidth-panel.tsx';
import { OptimizationDialog } from './optimization-dialog.tsx';

const PANEL_WIDTH = 420;

/** Figures, performance, nodes, coverage and bandwidth by package (seeds/000 2). */
export function NetworkOverview({ onView }: { onView: (node: NetworkNode) => void }) {
  const stats = useRead('networkStats', undefined, { pollMs: POLL_MS });
  // On a phone the search comes first.
  const isPhone = useMedia(PHONE);
  const performance = <PerformancePanel stats={stats} />;
  return (
    <Stack>
      <NetworkFigures stats={stats} />
      {!isPhone && performance}
      <NodesTable onView={onView} />
      {isPhone && performance}
      <Columns min={PANEL_WIDTH}>
        <RegionalCoverage />
        <BandwidthPanel />
      </Columns>
    </Stack>
  );
}

/** The four cards (seeds/000 2). */
function NetworkFigures({ stats }: { stats: Readable<NetworkStats> }) {
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

/** Utilisation that the optimisation calls high. */
const HIGH_PERCENT = 80;

/** Capacity, usage and utilisation on one line, and the button of the optimisation (seeds/000 2). */
function PerformancePanel({ stats }: { stats: Readable<NetworkStats> }) {
  const { run, busy } = useMutation('optimizeNetwork', {
    failure: 'Failed to generate optimization suggestions.',
  });
  const [found, setFound] = useState<Optimization>();
  const generate = () => {
    run().then(setFound, (error: ClientError) => toastFailure(error));
  };
  return (
    <section className={styles.performance} aria-labelledby="network-performance">
      <h2 id="network-performance" className={styles.performanceTitle}>
        Network Performance
      </h2>
      <div className={styles.performanceFigures}>
        <Performance stats={stats} />
      </div>
      <Button icon={<LightbulbIcon />} loading={busy} onClick={generate}>
        Generate Optimization
      </Button>
      {found && <OptimizationDialog found={found} onClose={() => setFound(undefined)} />}
    </section>
  );
}

function Performance({ stats: { data, error } }: { stats: Readable<NetworkStats> }) {
  if (!data && error) return <span className="quiet">Could not be loaded</span>;
  if (!data) return <Skeleton width="32ch" />;
  const { totalCapacity, currentUsage, utilization } = data;
  const used = utilisationText({ capacity: totalCapacity, currentUsage });
  return (
    <>
      <span className="numeric">
        {gbpsText(currentUsage)} used of {gbpsText(totalCapacity)}
      </span>
      <span className={styles.performanceBar}>
        <Meter percent={utilization} label="Utilisation" warnFrom={HIGH_PERCENT} />
      </span>
      <strong className="numeric">{used}</strong>
    </>
  );
}
