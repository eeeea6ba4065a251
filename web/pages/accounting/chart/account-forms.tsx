import { accountInput, accountUpdate } from '@nimule/core/accounting/ledger/schema';
import { type Account, accountCurrencies, LEAF_LEVEL } from '@nimule/core/accounting/schema';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldRow, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

const newAccount = accountInput.pick({
  code: true,
  name: true,
  parentCode: true,
  currency: true,
});
const rename = accountUpdate.pick({ name: true }).required({ name: true });

/** Codes of a group: 1100 to 1199. */
const GROUP_SIZE = 100;

interface AddAccountProps {
  accounts: readonly Account[];
  /** The chosen group, if any. */
  parentCode?: string;
  onClose: () => void;
}

/** The next free code of a group: in tens after its last account, else the lowest that is free; '' if there is none. */
export function nextCode(accounts: readonly Account[], parentCode: string): string {
  const taken = new Set(accounts.map(({ code }) => Number(code)));
  const group = Number(parentCode);
  const own = accounts.filter((account) => account.parentCode === parentCode);
  const last = Math.max(group, ...own.map(({ code }) => Number(code)));
  const inGroup = Array.from({ length: GROUP_SIZE - 1 }, (_, index) => group + 1 + index);
  const free = inGroup.filter((code) => !taken.has(code));
  const next =
    free.find((code) => code > last && code % 10 === 0) ??
    free.find((code) => code > last) ??
    free[0];
  return next === undefined ? '' : String(next);
}

/** Adds a leaf to a group of the chart; type and class follow from the group. */
export function AddAccountForm({ accounts, parentCode = '', onClose }: AddAccountProps) {
  return (
    <RecordForm
      title="Add Account"
      description="Accounts of the last level can be posted to. Type and place in the statements are those of the group."
      operation="createAccount"
      failure="The account could not be added. Please try again."
      schema={newAccount}
      initial={{
        parentCode,
        code: parentCode === '' ? '' : nextCode(accounts, parentCode),
        name: '',
        currency: 'USD',
      }}
      send={(body) => ({ body })}
      done={({ code, name }) => toast('Account added', `${code} ${name}`)}
      submitLabel="Add account"
      onClose={onClose}
    >
      <AccountFields accounts={accounts} />
    </RecordForm>
  );
}

function AccountFields({ accounts }: Pick<AddAccountProps, 'accounts'>) {
  const fill = useSetFields();
  const groups = accounts.filter(({ level, isActive }) => level === LEAF_LEVEL - 1 && isActive);
  const chosen = useFieldValue('parentCode');
  const type = groups.find(({ code }) => code === chosen)?.type;
  return (
    <>
      <SelectField
        name="parentCode"
        label="Group"
        none="Choose a group"
        options={groups.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        onChosen={(code) =>
          fill({ code: code === '' ? '' : nextCode(accounts, code), currency: 'USD' })
        }
      />
      <FieldRow>
        <TextField name="code" label="Code" maxLength={20} />
        <TextField name="name" label="Name" maxLength={200} />
      </FieldRow>
      {(type === 'ASSET' || type === 'LIABILITY') && (
        <SelectField
          name="currency"
          label="Kept in"
          options={accountCurrencies.map((currency) => ({
            value: currency,
            label: currency === 'USD' ? 'US dollars' : 'South Sudanese pounds',
          }))}
          help="Cannot be changed after the first posting."
        />
      )}
    </>
  );
}

interface AccountProps {
  account: Account;
  onClose: () => void;
}

export function RenameAccountForm({ account, onClose }: AccountProps) {
  const { code, name } = account;
  return (
    <RecordForm
      title={`Rename ${code} ${name}`}
      operation="updateAccount"
      failure="The account could not be renamed. Please try again."
      schema={rename}
      initial={{ name }}
      send={(body) => ({ params: { code }, body })}
      done={(renamed) => toast('Account renamed', `${code} ${renamed.name}`)}
      submitLabel="Rename"
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={200} />
    </RecordForm>
  );
}

/** Deactivates an account, or activates it again. */
export function ToggleAccountDialog({ account, onClose }: AccountProps) {
  const { code, name, isActive } = account;
  const label = `${code} ${name}`;
  return (
    <OperationDialog
      operation="updateAccount"
      input={{ params: { code }, body: { isActive: !isActive } }}
      failure="The account could not be changed. Please try again."
      title={isActive ? `Deactivate ${label}?` : `Activate ${label}?`}
      confirmLabel={isActive ? 'Deactivate' : 'Activate'}
      destructive={isActive}
      done={() => toast(isActive ? 'Account deactivated' : 'Account activated', label)}
      onClose={onClose}
    >
      {isActive
        ? 'Nothing can be posted to it any more. Its balance and its entries stay in the books.'
        : 'It can be posted to again.'}
    </OperationDialog>
  );
}
