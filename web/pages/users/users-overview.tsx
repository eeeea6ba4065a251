import { roleLabels } from '@nimule/core/identity/roles';
import { useRead } from '../../client/use-read.ts';
import { Tags, TwoLines } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Label, StatusTag } from '../../ui/tags.tsx';
import { InstantText } from '../../ui/values.tsx';
import styles from './users.module.css';

/** seeds/001 9: the overview lists five. */
const SHOWN = 5;

export function UsersOverview() {
  const users = useRead('listUsers', { query: { pageSize: SHOWN } });
  return (
    <Panel title="Users" description={`The first ${SHOWN} accounts by name.`} flush>
      <Loaded read={users} loading="Loading users" lines={SHOWN}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No users yet"
              description="Create the first account with the button above."
            />
          ) : (
            <ul className={styles.overview}>
              {rows.map((user) => (
                <li key={user.id}>
                  <TwoLines quiet={user.email}>
                    <strong>{user.fullName}</strong>
                  </TwoLines>
                  <span className="quiet">
                    Last login: <InstantText at={user.lastLogin ?? null} none="Never" />
                  </span>
                  <Tags>
                    {user.role && <Label>{roleLabels[user.role]}</Label>}
                    <StatusTag status={user.isActive ? 'active' : 'inactive'} />
                  </Tags>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
