import {
  BanCircleIcon,
  EditIcon,
  KeyIcon,
  ResetIcon,
  ShieldIcon,
  TrashIcon,
} from '@blueprintjs/icons';
import type { Actor } from '@nimule/core/identity/actor';
import { type Role, roleLabels, roles } from '@nimule/core/identity/roles';
import { type User, userSortColumns } from '@nimule/core/identity/schema';
import { mayActOn } from '@nimule/core/identity/users/rules';
import { useState } from 'react';
import type { ClientError } from '../../client/errors.ts';
import { useList } from '../../client/use-list.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { toast, toastFailure } from '../../ui/overlay/toaster.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { Label, StatusTag } from '../../ui/tags.tsx';
import { InstantText } from '../../ui/values.tsx';
import { refusalOf, useActor } from './acting.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { GrantsForm } from './grants-form.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { SuspendUserDialog } from './suspend-user-dialog.tsx';
import styles from './users.module.css';

/** seeds/001 2: the role filter offers all but master_admin. */
const filterRoles: readonly Role[] = roles.filter((role) => role !== 'master_admin');

function passwordState({ temporaryUntil }: User): string {
  const hasEnded = temporaryUntil && temporaryUntil.getTime() <= Date.now();
  return hasEnded ? 'Temporary password expired' : 'Password Reset Required';
}

const columns: readonly Column<User>[] = [
  {
    id: 'fullName',
    header: 'User',
    priority: 1,
    sortable: true,
    cell: (user) => (
      <div className={styles.person}>
        <strong>{user.fullName}</strong>
        <span className="quiet">
          {user.username} · {user.email}
        </span>
      </div>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    sortable: true,
    kind: 'tag',
    cell: (user) => user.role && <Label>{roleLabels[user.role]}</Label>,
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    kind: 'tag',
    cell: (user) => (
      <span className={styles.tags}>
        <StatusTag status={user.isActive ? 'active' : 'inactive'} />
        {user.mustChangePassword && <StatusTag status="pending" label={passwordState(user)} />}
      </span>
    ),
  },
  {
    id: 'lastLogin',
    header: 'Last Activity',
    kind: 'date',
    priority: 3,
    cell: (user) => <InstantText at={user.lastLogin ?? null} none="Never" />,
  },
];

type Open = { what: 'edit' | 'suspend' | 'delete' | 'reset' | 'grants'; user: User };

/** All accounts: searched by name, username and e-mail, filtered by role and status (seeds/001 2 and 6). */
export function UsersTable() {
  const actor = useActor();
  const list = useListState({
    sorts: userSortColumns,
    sort: 'fullName',
    filters: { role: ['all', ...filterRoles], status: ['all', 'active', 'inactive'] },
  });
  const read = useList('listUsers', list);
  const reactivate = useMutation('suspendUser', { failure: 'Failed to update user status.' });
  const [open, setOpen] = useState<Open>();

  const restore = (user: User) => {
    reactivate.run({ params: { id: user.id }, body: { isActive: true } }).then(
      () => toast('User Status Updated', `${user.fullName} is now active.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  const close = () => setOpen(undefined);
  return (
    <>
      <DataTable
        label="Staff accounts"
        columns={columns}
        rowKey={(user) => user.id}
        rowName={(user) => user.fullName}
        read={read}
        list={list}
        search="Search by name, username or e-mail"
        filters={[
          {
            name: 'role',
            label: 'Role',
            options: [
              { value: 'all', label: 'All roles' },
              ...filterRoles.map((role) => ({ value: role, label: roleLabels[role] })),
            ],
          },
          {
            name: 'status',
            label: 'Status',
            options: [
              { value: 'all', label: 'All statuses' },
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ],
          },
        ]}
        empty={{
          title: 'No users yet',
          description: 'Create the first account with the button above.',
        }}
        noMatch={{
          title: 'No users match your search criteria.',
          description: 'Change the search or the filters.',
        }}
        actions={(user) =>
          actionsFor(actor, user, { restore, open: (what) => setOpen({ what, user }) })
        }
      />
      {open?.what === 'edit' && <EditUserForm user={open.user} onClose={close} />}
      {open?.what === 'suspend' && <SuspendUserDialog user={open.user} onClose={close} />}
      {open?.what === 'delete' && <DeleteUserDialog user={open.user} onClose={close} />}
      {open?.what === 'reset' && <ResetPasswordDialog user={open.user} onClose={close} />}
      {open?.what === 'grants' && <GrantsForm user={open.user} onClose={close} />}
    </>
  );
}

interface Doing {
  restore: (user: User) => void;
  open: (what: Open['what']) => void;
}

/** Who may act on whom is the core's rule; a delete is not offered on one's own row (seeds/001 6). */
function actionsFor(actor: Actor, user: User, doing: Doing): RowAction[] {
  if (!user.role || !mayActOn(actor, { role: user.role })) return [];
  const isOwn = actor.kind === 'staff' && actor.userId === user.id;
  const actions: RowAction[] = [
    {
      label: 'Edit',
      icon: <EditIcon />,
      prominent: true,
      onClick: () => doing.open('edit'),
      disabledReason: refusalOf(actor, 'edit', user),
    },
    user.isActive
      ? {
          label: 'Suspend',
          icon: <BanCircleIcon />,
          prominent: true,
          onClick: () => doing.open('suspend'),
          disabledReason: refusalOf(actor, 'suspend', user),
        }
      : {
          label: 'Reactivate',
          icon: <ResetIcon />,
          prominent: true,
          onClick: () => doing.restore(user),
          disabledReason: refusalOf(actor, 'reactivate', user),
        },
    {
      label: 'Reset password',
      icon: <KeyIcon />,
      onClick: () => doing.open('reset'),
      disabledReason: refusalOf(actor, 'resetPassword', user),
    },
    {
      label: 'Grants',
      icon: <ShieldIcon />,
      onClick: () => doing.open('grants'),
      disabledReason: refusalOf(actor, 'grant', user),
    },
  ];
  if (isOwn) return actions;
  return [
    ...actions,
    {
      label: 'Delete',
      icon: <TrashIcon />,
      destructive: true,
      onClick: () => doing.open('delete'),
      disabledReason: refusalOf(actor, 'delete', user),
    },
  ];
}
