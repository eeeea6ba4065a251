import type { AccessAccount } from '@nimule/core/access/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import {
  AccountFields,
  accountChangeForm,
  accountForm,
  NewAccountFields,
} from './account-fields.tsx';

const WIDTH = 640;

interface CreateAccountFormProps {
  customer: Customer;
  /** Whether the customer has accounts, whose name the proposed one would be. */
  hasOthers: boolean;
  onAdded: (account: AccessAccount) => void;
  onClose: () => void;
}

/** The Add Access Account dialog. */
export function CreateAccountForm(props: CreateAccountFormProps) {
  const { customer, hasOthers, onAdded, onClose } = props;
  return (
    <RecordForm
      operation="createAccessAccount"
      failure="Failed to add the access account."
      title="Add Access Account"
      description={`For ${customer.name} (${customer.customerId}), with the speed of ${customer.packageType}.`}
      schema={accountForm}
      initial={{
        ...{ kind: 'pppoe', username: hasOthers ? '' : customer.customerId.toLowerCase() },
        ...{ password: '', fixedIp: '', pool: '', sessionsAtOnce: 1, notes: '' },
      }}
      submitLabel="Add account"
      busyLabel="Adding…"
      send={({ password, ...typed }) => ({
        body: {
          ...typed,
          customerId: customer.id,
          // The field is not shown for a device.
          ...(password && typed.kind !== 'mac' ? { password } : {}),
        },
      })}
      done={onAdded}
      onClose={onClose}
      width={WIDTH}
    >
      <NewAccountFields />
    </RecordForm>
  );
}

interface EditAccountFormProps {
  account: AccessAccount;
  onClose: () => void;
}

/** The Edit Access Account dialog. */
export function EditAccountForm({ account, onClose }: EditAccountFormProps) {
  const { id } = account;
  return (
    <RecordForm
      operation="updateAccessAccount"
      failure="Failed to save the access account."
      title="Edit Access Account"
      description={({ username }) => <strong className="mono">{username}</strong>}
      schema={accountChangeForm}
      record={account}
      read={() => call('getAccessAccount', { params: { id } })}
      initial={(current) => formValuesOf(accountChangeForm, current)}
      submitLabel="Save account"
      // An emptied number is the usual one: what is not sent would stay.
      send={(typed, { version }) => ({
        params: { id },
        body: { ...typed, sessionsAtOnce: typed.sessionsAtOnce ?? 1, version },
      })}
      done={({ username }) => toast('Access account saved', username)}
      onClose={onClose}
      width={WIDTH}
    >
      {(current) => <AccountFields account={current} />}
    </RecordForm>
  );
}
