import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { Regions, RegionsPanel } from '../../parts/network/regional-coverage.tsx';
import { MonthlyRevenue } from '../../parts/revenue/monthly-revenue.tsx';
import { Columns, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { InstantText } from '../../ui/values.tsx';
import { NetworkPerformance } from './network-performance.tsx';
import styles from './overview.module.css';
import { OverviewCards } from './overview-cards.tsx';
import { timeSince } from './time-since.ts';

const PANEL_WIDTH = 380;

/** The cards, chart and lists of the specification (seeds/000 2), computed from the data (decision 19). */
export function CompanyFigures() {
  const stats = useRead('dashboardStats');
  return (
    <Loaded
      read={stats}
      loading="Loading dashboard..."
      failed="Failed to load dashboard data"
      skeleton={<OverviewSkeleton />}
    >
      {(data) => (
        <>
          <OverviewCards stats={data} />
          <Columns min={PANEL_WIDTH}>
            <Panel
              title="Revenue by month"
              description="Booked revenue in US dollars; this month so far"
            >
              <MonthlyRevenue months={data.revenueByMonth} />
            </Panel>
            <NetworkPerformance stats={data} />
          </Columns>
          <Columns min={PANEL_WIDTH}>
            <Coverage regions={data.regions} />
            <RecentActivities activities={data.activities} />
          </Columns>
        </>
      )}
    </Loaded>
  );
}

function Coverage({ regions }: Pick<DashboardStats, 'regions'>) {
  const shown = regions.map(({ active, bandwidthMbps, ...region }) => ({
    ...region,
    activeCustomers: active,
    soldMbps: bandwidthMbps,
  }));
  return (
    <RegionsPanel regions={shown}>
      <Regions regions={shown} />
    </RegionsPanel>
  );
}

const panels = [
  ['Revenue by month', 'Network Performance'],
  ['Regional Coverage', 'Recent Activities'],
] as const;
const boneWidths = ['92%', '76%', '84%', '60%', '70%', '88%'];

/** Placeholder with the same layout. */
function OverviewSkeleton() {
  return (
    <>
      <OverviewCards stats={undefined} />
      {panels.map((row) => (
        <Columns key={row[0]} min={PANEL_WIDTH}>
          {row.map((title) => (
            <Panel key={title} title={title}>
              <div className={styles.bones}>
                {boneWidths.map((width) => (
                  <Skeleton key={width} width={width} />
                ))}
              </div>
            </Panel>
          ))}
        </Columns>
      ))}
    </>
  );
}

type Activity = DashboardStats['activities'][number];

/** Latest entries of the audit log. */
function RecentActivities({ activities }: { activities: readonly Activity[] }) {
  return (
    <Panel title="Recent Activities" description="Newest first, in Juba time">
      {activities.length === 0 ? (
        <Empty
          title="Nothing has been done yet"
          description={
            <>
              Begin with the first customer, under{' '}
              <Link to={paths.dashboard('customers')}>Customer Management</Link>.
            </>
          }
        />
      ) : (
        <ol className={styles.activities}>
          {activities.map((activity) => (
            <li key={activity.id}>
              <div className={styles.activity}>
                <strong>{activity.title}</strong> {activity.summary}
              </div>
              <div className={styles.actor}>
                {activity.actorName} · <When at={activity.at} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** The time, with '1 hour ago' if it is recent. */
function When({ at }: { at: Date }) {
  const since = timeSince(at, new Date());
  return (
    <>
      {since && `${since}, `}
      <InstantText at={at} />
    </>
  );
}
