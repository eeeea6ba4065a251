import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type AccessAccount, passwordInput } from '@nimule/core/access/schema';
import { DeleteDialog, OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { CopyableSecret } from '../../../ui/form/copyable-secret.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface PasswordDialogProps {
  username: string;
  password: string;
  onClose: () => void;
}

/** Shows the password of an account. */
export function PasswordDialog({ username, password, onClose }: PasswordDialogProps) {
  useReturnFocus();
  return (
    <Dialog isOpen title={`Password of ${username}`} onClose={onClose}>
      <DialogBody>
        <p>
          For the customer’s router or device, with the user name <code>{username}</code>. The audit
          log has a line that you have seen it.
        </p>
        <CopyableSecret label="Password" value={password} />
      </DialogBody>
      <DialogFooter
        actions={
          <Button intent={Intent.PRIMARY} onClick={onClose} autoFocus>
            Done
          </Button>
        }
      />
    </Dialog>
  );
}

interface AccountDialogProps {
  account: AccessAccount;
  onClose: () => void;
}

interface RenewPasswordFormProps extends AccountDialogProps {
  onRenewed: (answer: { username: string; password: string }) => void;
}

export function RenewPasswordForm({ account, onRenewed, onClose }: RenewPasswordFormProps) {
  return (
    <RecordForm
      operation="renewAccessPassword"
      failure="Failed to renew the password."
      title="Renew Password"
      description={`The next sign-in of ${account.username} needs the new one. Open sessions go on.`}
      schema={passwordInput}
      initial={{ password: '' }}
      submitLabel="Renew password"
      send={({ password }) => ({
        params: { id: account.id },
        body: password ? { password } : {},
      })}
      done={onRenewed}
      isReplaced
      onClose={onClose}
    >
      <TextField
        name="password"
        label="New password"
        maxLength={64}
        help="6 to 64 letters, digits and signs without blanks. Leave it empty to have one made."
      />
    </RecordForm>
  );
}

/** Blocks an account, or ends that. */
export function BlockDialog({ account, onClose }: AccountDialogProps) {
  const { id, username, isBlocked, version } = account;
  return (
    <OperationDialog
      operation="updateAccessAccount"
      input={{ params: { id }, body: { isBlocked: !isBlocked, version } }}
      failure={isBlocked ? 'Failed to unblock the account.' : 'Failed to block the account.'}
      title={isBlocked ? `Unblock ${username}?` : `Block ${username}?`}
      confirmLabel={isBlocked ? 'Unblock account' : 'Block account'}
      destructive={!isBlocked}
      done={() => toast(isBlocked ? 'Account unblocked' : 'Account blocked', username)}
      onClose={onClose}
    >
      {isBlocked
        ? 'From now on it gets what its customer’s status says.'
        : 'Every sign-in is refused and the open session is ended, whatever the customer has paid, until somebody unblocks it. With ‘Observe only’ it is shown and not applied.'}
    </OperationDialog>
  );
}

export function DeleteAccountDialog({ account, onClose }: AccountDialogProps) {
  const { id, username } = account;
  return (
    <DeleteDialog
      operation="deleteAccessAccount"
      id={id}
      failure="Failed to delete the access account."
      title={`Delete ${username}?`}
      confirmLabel="Delete account"
      done={() => toast('Access account deleted', username)}
      onClose={onClose}
    >
      Its sessions, usage and password are deleted with it; the router is told to end an open
      session. A device that still signs in with this name is refused. This cannot be undone; to
      keep what was used, block it instead.
    </DeleteDialog>
  );
}
