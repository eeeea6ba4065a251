import { type AccessAccount, accountInput, accountKinds } from '@nimule/core/access/schema';
import { accountKindLabels } from '../../../parts/access/access-words.ts';
import {
  FieldRow,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';

/** The form of an account: `customerId` is the drawer's. */
export const accountForm = accountInput.omit({ customerId: true });
/** Kind and password of an account are not changed in its form. */
export const accountChangeForm = accountForm.omit({ kind: true, password: true });

const kinds = accountKinds.map((value) => ({ value, label: accountKindLabels[value] }));

function NameField({ isDevice }: { isDevice: boolean }) {
  return (
    <TextField
      name="username"
      label={isDevice ? 'MAC address' : 'User name'}
      maxLength={64}
      help={
        isDevice
          ? 'The device signs in by it, without a password; in any spelling.'
          : '3 to 64 letters a to z, digits, dots, hyphens, underscores and @.'
      }
    />
  );
}

function CommonFields() {
  return (
    <>
      <FieldRow>
        <TextField
          name="fixedIp"
          label="Fixed IP address"
          maxLength={45}
          placeholder="10.20.30.40"
          help="IPv4; empty if the router chooses."
        />
        <TextField
          name="pool"
          label="Pool"
          maxLength={60}
          help="Pool of the router, instead of a fixed address."
        />
        <NumberField name="sessionsAtOnce" label="Sessions at once" />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" maxLength={1000} rows={2} />
    </>
  );
}

/** The fields of a new account. */
export function NewAccountFields() {
  const isDevice = useFieldValue('kind') === 'mac';
  return (
    <>
      <FieldRow>
        <SelectField name="kind" label="Kind" options={kinds} />
        <NameField isDevice={isDevice} />
      </FieldRow>
      {!isDevice && (
        <TextField
          name="password"
          label="Password"
          maxLength={64}
          help="6 to 64 letters, digits and signs without blanks. Leave it empty to have one made."
        />
      )}
      <CommonFields />
    </>
  );
}

/** The fields of an account that is there. */
export function AccountFields({ account }: { account: AccessAccount }) {
  return (
    <>
      <NameField isDevice={account.kind === 'mac'} />
      <CommonFields />
    </>
  );
}
