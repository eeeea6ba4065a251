import { Button } from '@blueprintjs/core';
import { LightbulbIcon } from '@blueprintjs/icons';
import type { NetworkStats, Optimization } from '@nimule/core/reports/network/schema';
import { useState } from 'react';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { gbpsText, utilisationText } from '../../../parts/network/network-words.ts';
import { Meter } from '../../../ui/meter.tsx';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Readable } from '../../../ui/table/readable.ts';
import styles from '../network.module.css';
import { OptimizationDialog } from './optimization-dialog.tsx';

/** Utilisation that the optimisation calls high. */
const HIGH_PERCENT = 80;

/** Capacity, usage and utilisation on one line, and the button of the optimisation (seeds/000 2). */
export function PerformancePanel({ stats }: { stats: Readable<NetworkStats> }) {
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
