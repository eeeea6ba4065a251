import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Page } from '../../ui/page.tsx';
import { FigureStrip, StatCard, statOf } from '../../ui/stat-card.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { CreateUserForm } from './create-user-form.tsx';
import { NewPasswordDialog } from './temporary-password.tsx';
import styles from './users.module.css';
import { UsersOverview } from './users-overview.tsx';
import { UsersTable } from './users-table.tsx';

/** User Management System (seeds/001 2 and 6). */
export function UsersPage() {
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<{ fullName: string; password: string }>();
  return (
    <Page
      title={titleOf('users')}
      description="Staff accounts, their roles and their access."
      actions={
        <ActionButton intent={Intent.PRIMARY} icon={<PlusIcon />} onClick={() => setCreating(true)}>
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
              <div className={styles.stack}>
                <UserFigures />
                <UsersOverview />
              </div>
            ),
          },
          { id: 'management', title: 'User Management', panel: <UsersTable /> },
        ]}
      />
      {creating && <CreateUserForm onClose={() => setCreating(false)} onGenerated={setMade} />}
      {made && <NewPasswordDialog {...made} onClose={() => setMade(undefined)} />}
    </Page>
  );
}

function UserFigures() {
  const stats = useRead('userStats');
  const failed = stats.error !== undefined;
  return (
    <FigureStrip title="Users in figures">
      <StatCard
        title="Total Users"
        value={statOf(stats, (s) => s.total)}
        subtitle="staff accounts"
        failed={failed}
      />
      <StatCard
        title="Active Users"
        value={statOf(stats, (s) => s.active)}
        subtitle="may sign in"
        failed={failed}
      />
      <StatCard
        title="Pending Changes"
        value={statOf(stats, (s) => s.pendingChanges)}
        subtitle="must change their password"
        failed={failed}
      />
      <StatCard
        title="Administrators"
        value={statOf(stats, (s) => s.administrators)}
        subtitle="may manage users"
        failed={failed}
      />
    </FigureStrip>
  );
}
