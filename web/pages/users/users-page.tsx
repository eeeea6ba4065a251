import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { roleLabels } from '@nimule/core/identity/roles';
import { useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { useAdding } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useMay } from '../../ui/allowed.tsx';
import { Stack, Tags, TwoLines } from '../../ui/layout.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Figures } from '../../ui/stat-card.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Label, StatusTag } from '../../ui/tags.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { InstantText } from '../../ui/values.tsx';
import { AuditTable } from './audit-table.tsx';
import { CreateUserForm } from './create-user-form.tsx';
import { SecuritySettingsPanel } from './security-settings.tsx';
import { NewPasswordDialog } from './temporary-password.tsx';
import { UsersTable } from './users-table.tsx';
import styles from './users.module.css';

/** User Management System (seeds/001 2 and 6). */
export function UsersPage() {
  const may = useMay();
  const creating = useAdding('user');
  const [made, setMade] = useState<{ fullName: string; password: string }>();
  return (
    <Page
      title={titleOf('users')}
      description="Staff accounts, their roles and their access."
      actions={
        <ActionButton intent={Intent.PRIMARY} icon={<PlusIcon />} onClick={creating.open}>
          Create User
        </ActionButton>
      }
    >
      <UrlTabs
        label="User management"
        tabs={[
          {
            id: 'overview',
            title: 'User Overview',
            panel: (
              <Stack>
                <UserFigures />
                <UsersOverview />
              </Stack>
            ),
          },
          { id: 'management', title: 'User Management', panel: <UsersTable /> },
          { id: 'security', title: 'Security', panel: <SecuritySettingsPanel /> },
          ...(may('audit.read')
            ? [{ id: 'audit', title: 'Audit Log', panel: <AuditTable /> }]
            : []),
        ]}
      />
      {creating.isOpen && <CreateUserForm onClose={creating.close} onGenerated={setMade} />}
      {made && <NewPasswordDialog {...made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}

function UserFigures() {
  return (
    <Figures
      title="Users in figures"
      read={useRead('userStats')}
      figures={[
        { title: 'Total Users', value: ({ total }) => total, subtitle: 'staff accounts' },
        { title: 'Active Users', value: ({ active }) => active, subtitle: 'may sign in' },
        {
          title: 'Pending Changes',
          value: ({ pendingChanges }) => pendingChanges,
          subtitle: 'must change their password',
        },
        {
          title: 'Administrators',
          value: ({ administrators }) => administrators,
          subtitle: 'may manage users',
        },
      ]}
    />
  );
}

/** seeds/001 9: the overview lists five. */
const SHOWN = 5;

function UsersOverview() {
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
