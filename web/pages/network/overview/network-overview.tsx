import type { NetworkNode } from '@nimule/core/network/schema';
import { useRead } from '../../../client/use-read.ts';
import { RegionalCoverage } from '../../../parts/network/regional-coverage.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Columns } from '../../../ui/page.tsx';
import { NodesTable } from '../nodes/nodes-table.tsx';
import { POLL_MS } from '../polling.ts';
import { BandwidthPanel } from './bandwidth-panel.tsx';
import { NetworkFigures } from './network-figures.tsx';
import { PerformancePanel } from './performance-panel.tsx';

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
