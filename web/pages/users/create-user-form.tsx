import { roleLabels } from '@nimule/core/identity/roles';
import { assignableRoles } from '@nimule/core/identity/rules';
import { userInput } from '@nimule/core/identity/schema';
import { useMutation } from '../../client/use-mutation.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useActor } from './acting.ts';

/** The contract leaves its rules to the server; that there must be one is said at once. */
const userForm = userInput.extend({
  password: userInput.shape.password.min(1, 'The temporary password is required.'),
});

/** Create New User (seeds/001 2 and 8): the roles offered are those this user may give. */
export function CreateUserForm({ onClose }: { onClose: () => void }) {
  const actor = useActor();
  const create = useMutation('createUser', { failure: 'Failed to create user. Please try again.' });
  const offered = assignableRoles(actor).map((role) => ({ value: role, label: roleLabels[role] }));
  return (
    <FormDialog
      title="Create New User"
      description="The password is temporary: it must be changed at the first sign-in."
      schema={userForm}
      initial={{ username: '', email: '', fullName: '', role: 'support', password: '' }}
      submitLabel="Create user"
      busyLabel="Creating…"
      submitError={create.error}
      toastsFields
      onSubmit={async (input) => {
        const { fullName } = await create.run({ body: { ...input, mustChangePassword: true } });
        toast('User Created', `${fullName} can sign in with the temporary password.`);
      }}
      onClose={onClose}
    >
      <TextField name="fullName" label="Full name" />
      <TextField name="username" label="Username" />
      <TextField name="email" label="E-mail" type="email" />
      <SelectField name="role" label="Role" options={offered} />
      <PasswordField
        name="password"
        label="Temporary password"
        help="At least 6 characters, and not a common one."
      />
    </FormDialog>
  );
}
