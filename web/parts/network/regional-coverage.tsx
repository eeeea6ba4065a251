import type { RegionCoverage } from '@nimule/core/reports/network/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { counted } from '../../ui/counted.ts';
import { Inline } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { percentText } from './network-words.ts';
import styles from './network.module.css';

/** A location with its nodes and customers. */
export interface RegionFacts
  extends Pick<
    RegionCoverage,
    'customers' | 'activeCustomers' | 'soldMbps' | 'nodes' | 'operational' | 'uptime' | 'isSample'
  > {
  location: string;
}

/** Locations with their nodes and customers (seeds/000 2), with links to their customers. */
export function RegionalCoverage() {
  const read = useRead('networkCoverage');
  return (
    <RegionsPanel regions={read.data}>
      <Loaded read={read} loading="Loading the coverage…" lines={6}>
        {(regions) => <Regions regions={regions} />}
      </Loaded>
    </RegionsPanel>
  );
}

/** The panel of the locations, with their number once it is known. */
export function RegionsPanel({
  regions,
  children,
}: {
  regions: readonly RegionFacts[] | undefined;
  children: ReactNode;
}) {
  const served = regions?.filter(isServed).length;
  return (
    <Panel
      title="Regional Coverage"
      description={served !== undefined && `${counted(served, 'location')} served`}
    >
      {children}
    </Panel>
  );
}

function isServed({ isSample, nodes, customers }: RegionFacts): boolean {
  return !isSample && (nodes > 0 || customers > 0);
}

/** The locations that are served, or the samples, those with most customers first. */
export function Regions({ regions: all }: { regions: readonly RegionFacts[] }) {
  const regions = all.filter((one) => one.isSample || isServed(one));
  if (regions.length === 0)
    return (
      <Empty
        title="No location is served yet"
        description={
          <>
            Add customers under <Link to={paths.dashboard('customers')}>Customer Management</Link>,
            or nodes under <Link to={paths.dashboard('network')}>Network Management</Link>.
          </>
        }
      />
    );
  const most = Math.max(...regions.map(({ customers }) => customers), 1);
  const sorted = [...regions].sort((one, other) => other.customers - one.customers);
  return (
    <ul className={styles.regions}>
      {sorted.map((region) => (
        <li key={region.location}>
          <div className={styles.regionHead}>
            <Inline>
              <Link to={paths.customersIn(region.location)}>{region.location}</Link>
              {region.isSample && <SampleTag />}
            </Inline>
            <span className={styles.facts}>{factsOf(region)}</span>
          </div>
          <Meter percent={(region.customers / most) * 100} />
        </li>
      ))}
    </ul>
  );
}

/** '16 customers · 14 active · 670 Mbps · 3 of 4 nodes · 99.8% up'. */
function factsOf(region: RegionFacts): string {
  const { customers, activeCustomers, soldMbps, nodes, operational, uptime } = region;
  return [
    counted(customers, 'customer'),
    `${activeCustomers.toLocaleString('en-US')} active`,
    `${soldMbps.toLocaleString('en-US')} Mbps`,
    nodes > 0 ? `${operational} of ${counted(nodes, 'node')}` : 'no nodes',
    ...(uptime === null ? [] : [`${percentText(uptime)} up`]),
  ].join(' · ');
}
