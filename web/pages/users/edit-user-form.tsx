import type { Actor } from '@nimule/core/identity/actor';
import { type Role, roleLabels } from '@nimule/core/identity/roles';
import { type User, userUpdate } from '@nimule/core/identity/schema';
import { assignableRoles } from '@nimule/core/identity/users/rules';
import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { storeUser, useCurrentUser } from '../../client/session.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useFieldValue } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { refusalOf, useActor } from './acting.ts';

/** All fields are required. */
const schema = userUpdate
  .omit({ version: true })
  .required({ username: true, email: true, fullName: true, role: true });

function formValuesFor(user: User) {
  return {
    username: user.username ?? '',
    email: user.email ?? '',
    fullName: user.fullName,
    role: user.role ?? ('support' as const),
  };
}

/** Required by the server to change one's own e-mail address. */
function CurrentPassword({ email }: { email: string }) {
  if (useFieldValue('email').trim() === email) return null;
  return (
    <PasswordField
      name="currentPassword"
      label="Your current password"
      autoComplete="current-password"
      help="Needed to change your own e-mail address."
    />
  );
}

/** Roles that the actor may assign, and the current role. */
function rolesFor({ role }: User, actor: Actor): readonly Role[] {
  const assignable = assignableRoles(actor);
  return role && !assignable.includes(role) ? [role, ...assignable] : assignable;
}

/** Reads a user from the list: the API has no operation for one user. */
async function readUser(id: number): Promise<User> {
  const { rows } = await call('listUsers');
  const found = rows.find((user) => user.id === id);
  if (!found) throw new ClientError(404, 'This user has been deleted meanwhile.');
  return found;
}

/** Edit User (seeds/001 2 and 6); a new role ends the user's sessions. */
export function EditUserForm({ user, onClose }: { user: User; onClose: () => void }) {
  const actor = useActor();
  const own = useCurrentUser();
  const isOwn = user.id === own.id;
  return (
    <RecordForm
      title="Edit User"
      operation="updateUser"
      failure="Failed to update user. Please try again."
      schema={schema}
      record={user}
      read={() => readUser(user.id)}
      initial={formValuesFor}
      settle={({ role }, current) => {
        const isOpen =
          role &&
          !refusalOf(actor, 'changeRole', current) &&
          rolesFor(current, actor).includes(role);
        return isOpen ? {} : { role: formValuesFor(current).role };
      }}
      send={({ role, currentPassword, ...typed }, current) => ({
        params: { id: user.id },
        body: {
          ...typed,
          ...(role === current.role ? {} : { role }),
          ...(currentPassword ? { currentPassword } : {}),
          version: current.version,
        },
      })}
      done={({ fullName, username }) => {
        if (isOwn) storeUser({ ...own, fullName, username: username ?? own.username });
        toast('User Updated', fullName);
      }}
      submitLabel="Save changes"
      onClose={onClose}
    >
      {(current) => (
        <>
          <TextField name="fullName" label="Full name" />
          <TextField name="username" label="Username" />
          <TextField name="email" label="E-mail" type="email" />
          {isOwn && <CurrentPassword email={current.email ?? ''} />}
          <RoleField user={current} />
        </>
      )}
    </RecordForm>
  );
}

function RoleField({ user }: { user: User }) {
  const actor = useActor();
  const fixed = refusalOf(actor, 'changeRole', user);
  return (
    <SelectField
      name="role"
      label="Role"
      options={rolesFor(user, actor).map((role) => ({ value: role, label: roleLabels[role] }))}
      disabled={fixed !== undefined}
      help={fixed ?? 'A new role ends the sessions and the grants of this user.'}
    />
  );
}
