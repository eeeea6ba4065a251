import { locations } from '@nimule/core/customers/schema';
import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './overview.module.css';

type Region = DashboardStats['regions'][number];

const count = new Intl.NumberFormat('en-US');

/** Locations by number of customers, with links to their customers. */
export function RegionalCoverage({ regions }: { regions: readonly Region[] }) {
  const most = Math.max(...regions.map(({ customers }) => customers), 1);
  return (
    <Panel
      title="Regional Coverage"
      description={`${regions.length} of ${locations.length} locations served`}
    >
      {regions.length === 0 ? (
        <Empty
          title="No location is served yet"
          description={
            <>
              Add customers under <Link to={paths.dashboard('customers')}>Customer Management</Link>
              .
            </>
          }
        />
      ) : (
        <ul className={styles.regions}>
          {regions.map((region) => (
            <li key={region.location}>
              <div className={styles.regionHead}>
                <Link to={paths.customersIn(region.location)}>{region.location}</Link>
                <span className={styles.regionFacts}>{factsOf(region)}</span>
              </div>
              <div className={styles.track} aria-hidden="true">
                <div
                  className={styles.share}
                  style={{ width: `${(region.customers / most) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** '16 customers · 14 active · 670 Mbps sold'. */
function factsOf({ customers, active, bandwidthMbps }: Region): string {
  const noun = customers === 1 ? 'customer' : 'customers';
  return `${count.format(customers)} ${noun} · ${count.format(active)} active · ${count.format(bandwidthMbps)} Mbps sold`;
}
