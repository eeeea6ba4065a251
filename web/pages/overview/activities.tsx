import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { InstantText } from '../../ui/values.tsx';
import styles from './overview.module.css';
import { timeSince } from './time-since.ts';

type Activity = DashboardStats['activities'][number];

/** Latest entries of the audit log. */
export function RecentActivities({ activities }: { activities: readonly Activity[] }) {
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
