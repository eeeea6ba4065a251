import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { gbpsText, percentText } from '../../parts/network/network-words.ts';
import { counted } from '../../ui/counted.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { KeyValues } from '../../ui/values.tsx';
import styles from './overview.module.css';

type Stats = Pick<DashboardStats, 'network' | 'soldBandwidthMbps' | 'boughtBandwidthMbps'>;

const MBPS_PER_GBPS = 1000;
/** From this utilisation on the bar warns. */
const HIGH_PERCENT = 80;
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Ratio of sold to bought bandwidth: '5.6 : 1'; undefined if nothing is bought. */
export function oversubscription(bought: number, sold: number): string | undefined {
  return bought > 0 ? `${tenths.format(sold / bought)} : 1` : undefined;
}

/**
 * Total bandwidth, current usage and utilization in Gbps (seeds/000 2), and bandwidth sold to Active customers. Customers
 * share bandwidth, so sold / bought is oversubscription, not utilization.
 */
export function NetworkPerformance({ stats }: { stats: Stats }) {
  const { network, soldBandwidthMbps: sold, boughtBandwidthMbps: bought } = stats;
  return (
    <Panel
      title="Network Performance"
      description="Bandwidth available, used, and sold to customers"
    >
      {network.totalBandwidth === 0 && sold === 0 ? (
        <Empty
          title="No bandwidth yet"
          description="It shows once network nodes are added, customers are connected, or bandwidth bought is entered in Billing."
        />
      ) : (
        <div className={styles.network}>
          <KeyValues
            items={[
              {
                label: 'Total bandwidth',
                value: (
                  <Figure isSample={network.isTotalSample}>
                    {gbpsText(network.totalBandwidth)}
                  </Figure>
                ),
              },
              {
                label: 'Current usage',
                value: (
                  <Figure isSample={network.isUsageSample}>{gbpsText(network.currentUsage)}</Figure>
                ),
              },
              {
                label: 'Utilization',
                value: (
                  <>
                    <Figure isSample={network.isUsageSample}>
                      {percentText(network.utilization)}
                    </Figure>
                    <Meter percent={network.utilization} warnFrom={HIGH_PERCENT} />
                  </>
                ),
              },
              {
                label: 'Sold to Active customers',
                value: <Figure>{gbpsText(sold / MBPS_PER_GBPS)}</Figure>,
              },
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
          <p className="quiet">
            <Note stats={stats} />
          </p>
        </div>
      )}
    </Panel>
  );
}

function Figure({ children, isSample = false }: { children: string; isSample?: boolean }) {
  return (
    <>
      <span className={styles.figure}>{children}</span> {isSample && <SampleTag />}
    </>
  );
}

/** Where the figures come from. */
function Note({ stats: { network, boughtBandwidthMbps } }: { stats: Stats }) {
  if (network.basis === 'nodes')
    return (
      <>
        Capacity and usage of{' '}
        <Link to={paths.dashboard('network')}>{counted(network.nodes, 'network node')}</Link>,{' '}
        {network.operational} operational
        {network.isPolling ? ', measured every minute.' : '; they are typed, not measured.'}{' '}
        {boughtBandwidthMbps !== null && 'Oversubscription is what is sold against what is bought.'}
      </>
    );
  const usage =
    'Usage is not known yet: there are no network nodes, and the figures marked as a sample stand in.';
  return network.basis === 'sold'
    ? `${usage} How much is bought is not entered yet, so what is sold stands in for the total. Enter it in Billing, under Rates & profit.`
    : `${usage} Oversubscription is what is sold against what is bought.`;
}
