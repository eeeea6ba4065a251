import { Button } from '@blueprintjs/core';
import { RefreshIcon } from '@blueprintjs/icons';
import { TEMPORARY_PASSWORD_DAYS } from '@nimule/core/identity/passwords/rules';
import { roleLabels } from '@nimule/core/identity/roles';
import { PASSWORD_RULE, userInput } from '@nimule/core/identity/schema';
import { assignableRoles } from '@nimule/core/identity/users/rules';
import { useRef } from 'react';
import type { z } from 'zod';
import { RecordForm } from '../../parts/record-form.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useSetFields } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { useActor } from './acting.ts';
import { generatePassword } from './temporary-password.tsx';

/** The password is required; the server checks its other rules. */
const userForm = userInput.extend({
  password: userInput.shape.password.min(1, 'The temporary password is required.'),
});

function GenerateButton({ onGenerate }: { onGenerate: (password: string) => void }) {
  const fill = useSetFields();
  return (
    <div>
      <Button
        icon={<RefreshIcon />}
        onClick={() => {
          const password = generatePassword();
          fill({ password });
          onGenerate(password);
        }}
      >
        Generate password
      </Button>
    </div>
  );
}

interface CreateUserFormProps {
  onClose: () => void;
  /** Called if the password was generated, so that it can be shown. */
  onGenerated: (made: { fullName: string; password: string }) => void;
}

/** Create New User (seeds/001 2 and 8), with the roles that the user may assign. */
export function CreateUserForm({ onClose, onGenerated }: CreateUserFormProps) {
  const actor = useActor();
  const generated = useRef('');
  const offered = assignableRoles(actor).map((role) => ({ value: role, label: roleLabels[role] }));
  const showGenerated = ({ fullName, password }: z.input<typeof userForm>) => {
    if (password !== '' && password === generated.current)
      onGenerated({ fullName: String(fullName), password });
  };
  return (
    <RecordForm
      title="Create New User"
      description={`The password is temporary: it must be changed at a first sign-in within ${TEMPORARY_PASSWORD_DAYS} days.`}
      operation="createUser"
      failure="Failed to create user. Please try again."
      schema={userForm}
      initial={{ username: '', email: '', fullName: '', role: 'support', password: '' }}
      submitLabel="Create user"
      busyLabel="Creating…"
      toastsFields
      send={(typed) => ({ body: { ...typed, mustChangePassword: true } })}
      done={(made, typed) => {
        toast('User Created', `${made.fullName} can sign in with the temporary password.`);
        showGenerated(typed);
      }}
      asked={showGenerated}
      onClose={onClose}
    >
      <TextField name="fullName" label="Full name" />
      <TextField name="username" label="Username" />
      <TextField name="email" label="E-mail" type="email" />
      <SelectField name="role" label="Role" options={offered} />
      <PasswordField
        name="password"
        label="Temporary password"
        help={`${PASSWORD_RULE} A generated one is shown after the account is made.`}
      />
      <GenerateButton
        onGenerate={(password) => {
          generated.current = password;
        }}
      />
    </RecordForm>
  );
}
