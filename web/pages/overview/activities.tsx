import type { DashboardStats } from '@nimule/core/reports/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { InstantText } from '../../ui/values.tsx';
import { deedOf, timeSince } from './deeds.ts';
import styles from './overview.module.css';

type Activity = DashboardStats['activities'][number];

/** The last lines of the audit log that concern everybody. */
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
              <div className={styles.deed}>
                <strong>{deedOf(activity.action)}</strong> {activity.summary}
              </div>
              <div className={styles.byWhom}>
                {activity.actorName} · <When at={activity.at} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** 'an hour ago' while it is fresh, and always the time itself. */
function When({ at }: { at: Date }) {
  const since = timeSince(at, new Date());
  return (
    <>
      {since && `${since}, `}
      <InstantText at={at} />
    </>
  );
}
