import type { Actor } from '@nimule/core/identity/actor';
import { type Role, roleLabels } from '@nimule/core/identity/roles';
import { type User, userUpdate } from '@nimule/core/identity/schema';
import { assignableRoles } from '@nimule/core/identity/users/rules';
import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { storeUser, useCurrentUser } from '../../client/session.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useBox } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useRecord } from '../../ui/form/stale-record.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { refusalOf, useActor } from './acting.ts';

/** What may be changed; an account has each of them. */
const schema = userUpdate
  .omit({ version: true })
  .required({ username: true, email: true, fullName: true, role: true });

function boxesFor(user: User) {
  return {
    username: user.username ?? '',
    email: user.email ?? '',
    fullName: user.fullName,
    role: user.role ?? ('support' as const),
  };
}

/** Asked for with a new e-mail address of one's own, as the server does. */
function OwnPassword({ email }: { email: string }) {
  if (useBox('email').trim() === email) return null;
  return (
    <PasswordField
      name="currentPassword"
      label="Your current password"
      autoComplete="current-password"
      help="Needed to change your own e-mail address."
    />
  );
}

/** The roles that the actor may give, and the one that the account has. */
function rolesFor({ role }: User, actor: Actor): readonly Role[] {
  const assignable = assignableRoles(actor);
  return role && !assignable.includes(role) ? [role, ...assignable] : assignable;
}

/** There is no reading of one account: there are few, and the list holds all that is known of each. */
async function readUser(id: number): Promise<User> {
  const { rows } = await call('listUsers');
  const found = rows.find((user) => user.id === id);
  if (!found) throw new ClientError(404, 'This user has been deleted meanwhile.');
  return found;
}

/** Edit User (seeds/001 2 and 6); a new role ends the user's sessions. */
export function EditUserForm({ user: opened, onClose }: { user: User; onClose: () => void }) {
  const { record: user, reload } = useRecord(opened, () => readUser(opened.id));
  const actor = useActor();
  const current = useCurrentUser();
  const update = useMutation('updateUser', { failure: 'Failed to update user. Please try again.' });
  const roleFixed = refusalOf(actor, 'changeRole', user);
  const offered = rolesFor(user, actor);
  return (
    <FormDialog
      title="Edit User"
      schema={schema}
      initial={boxesFor(opened)}
      reload={async () => {
        const now = await reload();
        const boxes = boxesFor(now);
        const isOpen = (role: Role) =>
          !refusalOf(actor, 'changeRole', now) && rolesFor(now, actor).includes(role);
        return {
          boxes,
          settled: ({ role }) => (role && isOpen(role) ? {} : { role: boxes.role }),
        };
      }}
      submitLabel="Save changes"
      submitError={update.error}
      onSubmit={async ({ role, currentPassword, ...input }) => {
        const body = {
          ...input,
          ...(role === user.role ? {} : { role }),
          ...(currentPassword ? { currentPassword } : {}),
          version: user.version,
        };
        const after = await update.run({ params: { id: user.id }, body });
        if (user.id === current.id)
          storeUser({
            ...current,
            fullName: after.fullName,
            username: after.username ?? current.username,
          });
        toast('User Updated', after.fullName);
      }}
      onClose={onClose}
    >
      <TextField name="fullName" label="Full name" />
      <TextField name="username" label="Username" />
      <TextField name="email" label="E-mail" type="email" />
      {user.id === current.id && <OwnPassword email={user.email ?? ''} />}
      <SelectField
        name="role"
        label="Role"
        options={offered.map((role) => ({ value: role, label: roleLabels[role] }))}
        disabled={roleFixed !== undefined}
        help={roleFixed ?? 'A new role ends the sessions and the grants of this user.'}
      />
    </FormDialog>
  );
}
