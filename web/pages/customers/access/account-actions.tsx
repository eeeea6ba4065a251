import {
  BlockedPersonIcon,
  EditIcon,
  EyeOpenIcon,
  KeyIcon,
  TrashIcon,
  UnlockIcon,
} from '@blueprintjs/icons';
import type { AccessAccount } from '@nimule/core/access/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import {
  BlockDialog,
  DeleteAccountDialog,
  PasswordDialog,
  RenewPasswordForm,
} from './account-dialogs.tsx';
import { EditAccountForm } from './account-forms.tsx';

interface AccountActions extends RecordActions<AccessAccount> {
  /** Shows the password of an account that was just added, to whom may see it. */
  added: (account: AccessAccount) => void;
}

/** Show and renew the password, edit, block, delete. */
export function useAccountActions(): AccountActions {
  const may = useMay();
  const refusalOf = useRefusal();
  const showing = useMutation('showAccessPassword', { failure: 'Failed to read the password.' });
  const { open, dialog } = useDialogs({
    edit: (account: AccessAccount, close) => <EditAccountForm account={account} onClose={close} />,
    password: (answer: { username: string; password: string }, close) => (
      <PasswordDialog {...answer} onClose={close} />
    ),
    renew: (account: AccessAccount, close) => (
      <RenewPasswordForm
        account={account}
        onRenewed={(answer) => open('password', answer)}
        onClose={close}
      />
    ),
    block: (account: AccessAccount, close) => <BlockDialog account={account} onClose={close} />,
    remove: (account: AccessAccount, close) => (
      <DeleteAccountDialog account={account} onClose={close} />
    ),
  });
  const show = ({ id }: AccessAccount) => {
    showing.run({ params: { id } }).then(
      (answer) => open('password', answer),
      (error: ClientError) => toastFailure(error),
    );
  };
  const writing = refusalOf('access.write');
  const seeing = refusalOf('access.password');
  const of = (account: AccessAccount): RowAction[] => {
    const passwords: RowAction[] = [
      {
        label: 'Show password',
        icon: <EyeOpenIcon />,
        onClick: () => show(account),
        disabledReason: seeing,
      },
      {
        label: 'Renew password',
        icon: <KeyIcon />,
        onClick: () => open('renew', account),
        disabledReason: seeing,
      },
    ];
    return [
      {
        label: 'Edit',
        icon: <EditIcon />,
        onClick: () => open('edit', account),
        disabledReason: writing,
      },
      ...(account.kind === 'mac' ? [] : passwords),
      {
        label: account.isBlocked ? 'Unblock' : 'Block',
        icon: account.isBlocked ? <UnlockIcon /> : <BlockedPersonIcon />,
        destructive: !account.isBlocked,
        prominent: true,
        isGrave: true,
        onClick: () => open('block', account),
        disabledReason: writing,
      },
      {
        label: 'Delete',
        icon: <TrashIcon />,
        destructive: true,
        onClick: () => open('remove', account),
        disabledReason: writing,
      },
    ];
  };
  const added = (account: AccessAccount) => {
    toast('Access account added', account.username);
    if (account.kind !== 'mac' && may('access.password')) show(account);
  };
  return { of, dialog, added };
}
