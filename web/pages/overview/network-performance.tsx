import type { DashboardStats } from '@nimule/core/reports/schema';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { KeyValues } from '../../ui/values.tsx';
import styles from './overview.module.css';

type Bandwidth = Pick<DashboardStats, 'soldBandwidthMbps' | 'boughtBandwidthMbps'>;

const MBPS_PER_GBPS = 1000;
const gbps = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function inGbps(mbps: number): string {
  return `${gbps.format(mbps / MBPS_PER_GBPS)} Gbps`;
}

/** Percent of the bought bandwidth that is sold, one decimal; undefined where none is bought. */
export function utilization(bought: number, sold: number): number | undefined {
  return bought > 0 ? Math.round((sold / bought) * 1000) / 10 : undefined;
}

/**
 * Total bandwidth, current usage and utilization (seeds/000 2). No traffic is measured until there are nodes,
 * so what is sold to Active customers stands in for the usage, and for the total until a purchase is entered
 * (decision 10). The specification has no figures of its own for these: what stands in carries the mark of a
 * sample instead (decision 19).
 */
export function NetworkPerformance({ stats }: { stats: Bandwidth }) {
  const { soldBandwidthMbps: sold, boughtBandwidthMbps: bought } = stats;
  const standsIn = bought === null;
  const total = bought ?? sold;
  // Of what is sold by itself there is no share to tell.
  const percent = standsIn ? undefined : utilization(total, sold);
  return (
    <Panel title="Network Performance" description="Bandwidth bought, and sold to Active customers">
      {total === 0 && sold === 0 ? (
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
                value: <Figure isSample={standsIn}>{inGbps(total)}</Figure>,
              },
              { label: 'Current usage', value: <Figure isSample>{inGbps(sold)}</Figure> },
              {
                label: 'Utilization',
                value:
                  percent === undefined ? (
                    <Figure>–</Figure>
                  ) : (
                    <Figure isSample>{`${percent}%`}</Figure>
                  ),
              },
            ]}
          />
          {percent !== undefined && <Meter percent={percent} />}
          <p className="quiet">{noteOf(standsIn, percent)}</p>
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

/** The percent as a bar; its number stands above. */
function Meter({ percent }: { percent: number }) {
  return (
    <div className={styles.meter} aria-hidden="true">
      <div
        className={percent > 100 ? styles.oversold : styles.share}
        style={{ width: `${Math.min(percent, 100)}%` }}
      />
    </div>
  );
}

function noteOf(standsIn: boolean, percent: number | undefined): string {
  const usage = 'Nodes do not report their traffic yet: what is sold stands in for what is used.';
  if (standsIn)
    return `${usage} How much is bought is not entered yet, so it stands in for that too. Enter it in Billing, under Rates & profit.`;
  if (percent !== undefined && percent > 100)
    return `${usage} More is sold than is bought; not all of it is used at the same time.`;
  return usage;
}
