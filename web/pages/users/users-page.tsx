import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { Figures } from '../../ui/stat-card.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { CreateUserForm } from './create-user-form.tsx';
import { NewPasswordDialog } from './temporary-password.tsx';
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
              <Stack>
                <UserFigures />
                <UsersOverview />
              </Stack>
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
