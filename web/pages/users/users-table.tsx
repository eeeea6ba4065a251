import {
  BanCircleIcon,
  EditIcon,
  KeyIcon,
  LogOutIcon,
  MobilePhoneIcon,
  ResetIcon,
  ShieldIcon,
  TrashIcon,
} from '@blueprintjs/icons';
import { isWaiting } from '@nimule/core/approvals/schema';
import { roleLabels, roles } from '@nimule/core/identity/roles';
import { type User, userFilter, userSortColumns } from '@nimule/core/identity/schema';
import { mayActOn } from '@nimule/core/identity/users/rules';
import type { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { RecordList } from '../../parts/record-list.tsx';
import { Tags, TwoLines } from '../../ui/layout.tsx';
import { type RecordActions, useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../ui/overlay/toaster.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { Label, StatusTag } from '../../ui/tags.tsx';
import { InstantText } from '../../ui/values.tsx';
import { ResetFactorDialog, SessionsDialog } from './access-dialogs.tsx';
import { refusalOf, useActor } from './acting.ts';
import { EditUserForm } from './edit-user-form.tsx';
import {
  DeleteUserDialog,
  GrantsForm,
  ResetPasswordDialog,
  SuspendUserDialog,
} from './user-dialogs.tsx';

const filters = defineFilters(userFilter, {
  role: {
    label: 'Role',
    labels: roleLabels,
    // seeds/001 2: the role filter offers all but master_admin.
    options: roles.filter((role) => role !== 'master_admin'),
    inBar: true,
  },
  status: { label: 'Status', inBar: true },
});

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
      <TwoLines quiet={`${user.username} · ${user.email}`}>
        <strong>{user.fullName}</strong>
      </TwoLines>
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
      <Tags>
        <StatusTag status={user.isActive ? 'active' : 'inactive'} />
        {user.mustChangePassword && <StatusTag status="pending" label={passwordState(user)} />}
      </Tags>
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

/** The list of accounts (seeds/001 2 and 6). */
export function UsersTable() {
  const actions = useUserActions();
  return (
    <RecordList
      operation="listUsers"
      label="Staff accounts"
      columns={columns}
      rowName={(user) => user.fullName}
      list={{ filters, sorts: userSortColumns, sort: 'fullName' }}
      search="Search by name, username or e-mail"
      empty={{
        title: 'No users yet',
        description: 'Create the first account with the button above.',
      }}
      noMatch={{
        title: 'No users match your search criteria.',
        description: 'Change the search or the filters.',
      }}
      actions={actions}
    />
  );
}

/** Actions of an account, by the rules of core; users cannot delete their own account (seeds/001 6). */
function useUserActions(): RecordActions<User> {
  const actor = useActor();
  const reactivate = useMutation('suspendUser', { failure: 'Failed to update user status.' });
  const restore = (user: User) => {
    reactivate.run({ params: { id: user.id }, body: { isActive: true } }).then(
      (answer) =>
        isWaiting(answer)
          ? toast('Asked for approval', answer.message)
          : toast('User Status Updated', `${user.fullName} is now active.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  const { open, dialog } = useDialogs({
    edit: (user: User, close) => <EditUserForm user={user} onClose={close} />,
    suspend: (user: User, close) => <SuspendUserDialog user={user} onClose={close} />,
    delete: (user: User, close) => <DeleteUserDialog user={user} onClose={close} />,
    reset: (user: User, close) => <ResetPasswordDialog user={user} onClose={close} />,
    grants: (user: User, close) => <GrantsForm user={user} onClose={close} />,
    resetFactor: (user: User, close) => <ResetFactorDialog user={user} onClose={close} />,
    sessions: (user: User, close) => <SessionsDialog user={user} onClose={close} />,
  });
  const of = (user: User): RowAction[] => {
    if (!user.role || !mayActOn(actor, { role: user.role })) return [];
    const isOwn = actor.kind === 'staff' && actor.userId === user.id;
    const actions: RowAction[] = [
      {
        label: 'Edit',
        icon: <EditIcon />,
        prominent: true,
        onClick: () => open('edit', user),
        disabledReason: refusalOf(actor, 'edit', user),
      },
      user.isActive
        ? {
            label: 'Suspend',
            icon: <BanCircleIcon />,
            prominent: true,
            onClick: () => open('suspend', user),
            disabledReason: refusalOf(actor, 'suspend', user),
          }
        : {
            label: 'Reactivate',
            icon: <ResetIcon />,
            prominent: true,
            onClick: () => restore(user),
            disabledReason: refusalOf(actor, 'reactivate', user),
          },
      {
        label: 'Reset password',
        icon: <KeyIcon />,
        onClick: () => open('reset', user),
        disabledReason: refusalOf(actor, 'resetPassword', user),
      },
      {
        label: 'Reset second factor',
        icon: <MobilePhoneIcon />,
        onClick: () => open('resetFactor', user),
        disabledReason: refusalOf(actor, 'resetFactor', user),
      },
      {
        label: 'Sessions',
        icon: <LogOutIcon />,
        onClick: () => open('sessions', user),
        disabledReason: refusalOf(actor, 'sessions', user),
      },
      {
        label: 'Grants',
        icon: <ShieldIcon />,
        onClick: () => open('grants', user),
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
        onClick: () => open('delete', user),
        disabledReason: refusalOf(actor, 'delete', user),
      },
    ];
  };
  return { of, dialog };
}
