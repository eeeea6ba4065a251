import type { DashboardStats } from '@nimule/core/reports/schema';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { KeyValues } from '../../ui/values.tsx';
import styles from './overview.module.css';

type Bandwidth = Pick<DashboardStats, 'soldBandwidthMbps' | 'boughtBandwidthMbps'>;

const MBPS_PER_GBPS = 1000;
const gbps = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Percent of the total bandwidth (seeds/000 1): a sample value until nodes report their traffic (decision 19). */
const SAMPLE_UTILIZATION = 78;

function inGbps(mbps: number): string {
  return `${gbps.format(mbps / MBPS_PER_GBPS)} Gbps`;
}

/** Ratio of sold to bought bandwidth: '5.6 : 1'; undefined if nothing is bought. */
export function oversubscription(bought: number, sold: number): string | undefined {
  return bought > 0 ? `${tenths.format(sold / bought)} : 1` : undefined;
}

/**
 * Total bandwidth, current usage and utilization in Gbps (seeds/000 2), and bandwidth sold to Active customers. Customers
 * share bandwidth, so sold / bought is oversubscription, not utilization. Until a purchase is entered, the sold bandwidth
 * is used as the total (decision 10).
 */
export function NetworkPerformance({ stats }: { stats: Bandwidth }) {
  const { soldBandwidthMbps: sold, boughtBandwidthMbps: bought } = stats;
  const isSoldTotal = bought === null;
  const total = bought ?? sold;
  const isEmpty = total === 0 && sold === 0;
  return (
    <Panel title="Network Performance" description="Bandwidth bought, used, and sold to customers">
      {isEmpty ? (
        <Empty
          title="No bandwidth yet"
          description="It shows once customers are connected, or bandwidth bought is entered in Billing."
        />
      ) : (
        <div className={styles.network}>
          <KeyValues
            items={[
              {
                label: 'Total bandwidth',
                value: <Figure isSample={isSoldTotal}>{inGbps(total)}</Figure>,
              },
              {
                label: 'Current usage',
                value: <Figure isSample>{inGbps((total * SAMPLE_UTILIZATION) / 100)}</Figure>,
              },
              { label: 'Utilization', value: <Figure isSample>{`${SAMPLE_UTILIZATION}%`}</Figure> },
              { label: 'Sold to Active customers', value: <Figure>{inGbps(sold)}</Figure> },
              {
                label: 'Oversubscription',
                value: (
                  <Figure>
                    {(isSoldTotal ? undefined : oversubscription(total, sold)) ?? '–'}
                  </Figure>
                ),
              },
            ]}
          />
          <p className="quiet">{noteOf(isSoldTotal)}</p>
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

function noteOf(isSoldTotal: boolean): string {
  const usage =
    'Usage is not measured yet: nodes do not report their traffic, and the figures marked as a sample stand in.';
  return isSoldTotal
    ? `${usage} How much is bought is not entered yet, so what is sold stands in for the total. Enter it in Billing, under Rates & profit.`
    : `${usage} Oversubscription is what is sold against what is bought.`;
}
