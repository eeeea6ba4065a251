import type { NetworkStats } from '@nimule/core/reports/network/schema';
import type { DashboardStats } from '@nimule/core/reports/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { gbpsText } from '../../parts/network/network-words.ts';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { KeyValues } from '../../ui/values.tsx';
import styles from './overview.module.css';

type Bandwidth = Pick<DashboardStats, 'soldBandwidthMbps' | 'boughtBandwidthMbps'>;

const MBPS_PER_GBPS = 1000;
const gbps = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Percent of the total bandwidth (seeds/000 1): a sample value until there are nodes (decision 19). */
const SAMPLE_UTILIZATION = 78;

function inGbps(mbps: number): string {
  return `${gbps.format(mbps / MBPS_PER_GBPS)} Gbps`;
}

/** Ratio of sold to bought bandwidth: '5.6 : 1'; undefined if nothing is bought. */
export function oversubscription(bought: number, sold: number): string | undefined {
  return bought > 0 ? `${tenths.format(sold / bought)} : 1` : undefined;
}

/**
 * Total bandwidth, current usage and utilization in Gbps (seeds/000 2), and bandwidth sold to Active customers. With
 * network nodes these are their capacity and usage. Before, the bandwidth bought is the total, and usage a sample.
 */
export function NetworkPerformance({ stats }: { stats: Bandwidth }) {
  const network = useRead('networkStats');
  return (
    <Panel
      title="Network Performance"
      description="Bandwidth available, used, and sold to customers"
    >
      <Loaded read={network} loading="Loading the network…" lines={5}>
        {(measured) =>
          measured.nodes > 0 ? (
            <OfNodes stats={stats} network={measured} />
          ) : (
            <WithoutNodes stats={stats} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function OfNodes({ stats, network }: { stats: Bandwidth; network: NetworkStats }) {
  const { totalCapacity, currentUsage, utilization, isPolling } = network;
  return (
    <Figures
      stats={stats}
      total={gbpsText(totalCapacity)}
      used={gbpsText(currentUsage)}
      utilization={`${tenths.format(utilization)}%`}
      note={
        <>
          Capacity and usage of the <Link to={paths.dashboard('network')}>network nodes</Link>
          {isPolling ? ', measured every minute.' : ', as typed: they are not measured.'}{' '}
          Oversubscription is what is sold against what is bought.
        </>
      }
    />
  );
}

/**
 * Customers share bandwidth, so sold / bought is oversubscription, not utilization. Until a purchase is entered, the sold
 * bandwidth is used as the total (decision 10).
 */
function WithoutNodes({ stats }: { stats: Bandwidth }) {
  const { soldBandwidthMbps: sold, boughtBandwidthMbps: bought } = stats;
  const isSoldTotal = bought === null;
  const total = bought ?? sold;
  if (total === 0 && sold === 0)
    return (
      <Empty
        title="No bandwidth yet"
        description="It shows once network nodes are added, customers are connected, or bandwidth bought is entered in Billing."
      />
    );
  return (
    <Figures
      stats={stats}
      total={inGbps(total)}
      used={inGbps((total * SAMPLE_UTILIZATION) / 100)}
      utilization={`${SAMPLE_UTILIZATION}%`}
      isTotalSample={isSoldTotal}
      isUsageSample
      note={noteOf(isSoldTotal)}
    />
  );
}

interface FiguresProps {
  stats: Bandwidth;
  total: string;
  used: string;
  utilization: string;
  isTotalSample?: boolean;
  isUsageSample?: boolean;
  note: ReactNode;
}

function Figures(props: FiguresProps) {
  const { stats, total, used, utilization, note } = props;
  const { isTotalSample = false, isUsageSample = false } = props;
  const { soldBandwidthMbps: sold, boughtBandwidthMbps: bought } = stats;
  return (
    <div className={styles.network}>
      <KeyValues
        items={[
          { label: 'Total bandwidth', value: <Figure isSample={isTotalSample}>{total}</Figure> },
          { label: 'Current usage', value: <Figure isSample={isUsageSample}>{used}</Figure> },
          { label: 'Utilization', value: <Figure isSample={isUsageSample}>{utilization}</Figure> },
          { label: 'Sold to Active customers', value: <Figure>{inGbps(sold)}</Figure> },
          {
            label: 'Oversubscription',
            value: (
              <Figure>
                {(bought === null ? undefined : oversubscription(bought, sold)) ?? '–'}
              </Figure>
            ),
          },
        ]}
      />
      <p className="quiet">{note}</p>
    </div>
  );
}

function Figure({ children, isSample = false }: { children: string; isSample?: boolean }) {
  return (
    <>
      <span className={styles.figure}>{children}</span> {isSample && <SampleTag />}
    </>
  );
}

function noteOf(isSoldTotal: boolean): string {
  const usage =
    'Usage is not known yet: there are no network nodes, and the figures marked as a sample stand in.';
  return isSoldTotal
    ? `${usage} How much is bought is not entered yet, so what is sold stands in for the total. Enter it in Billing, under Rates & profit.`
    : `${usage} Oversubscription is what is sold against what is bought.`;
}
