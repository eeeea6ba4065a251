import { Button, Checkbox, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { isWaiting } from '@nimule/core/approvals/schema';
import { type Grant, grantable } from '@nimule/core/identity/permissions';
import type { User } from '@nimule/core/identity/schema';
import { grantableBy } from '@nimule/core/identity/users/rules';
import { useState } from 'react';
import type { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { DeleteDialog, OperationDialog } from '../../parts/operation-dialog.tsx';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { toast, toastFailure } from '../../ui/overlay/toaster.tsx';
import { useActor } from './acting.ts';
import { TemporaryPassword } from './temporary-password.tsx';

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

function Named({ user }: { user: User }) {
  return (
    <p>
      <strong>{user.fullName}</strong> ({user.username})
    </p>
  );
}

/** Delete User Account (seeds/001 2); audit entries keep the user's name (decision 17). */
export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  return (
    <DeleteDialog
      title="Delete User Account"
      confirmLabel="Delete user"
      operation="deleteUser"
      id={user.id}
      failure="Failed to delete user."
      done={() => toast('User Deleted', `The account of ${user.fullName} is gone.`)}
      onClose={onClose}
    >
      <Named user={user} />
      <p>
        Are you sure you want to permanently delete this user account? This action cannot be undone.
      </p>
    </DeleteDialog>
  );
}

/** Confirms a suspension, which ends the user's sessions. */
export function SuspendUserDialog({ user, onClose }: UserDialogProps) {
  return (
    <OperationDialog
      title="Suspend User"
      confirmLabel="Suspend user"
      destructive
      operation="suspendUser"
      input={{ params: { id: user.id }, body: { isActive: false } }}
      failure="Failed to update user status."
      done={() => toast('User Status Updated', `${user.fullName} is now inactive.`)}
      onClose={onClose}
    >
      <Named user={user} />
      <p>
        All sessions of this user end now, and what was not saved is lost. Nobody can sign in to the
        account until it is reactivated.
      </p>
    </OperationDialog>
  );
}

const labels: Record<Grant, string> = { 'invoice.edit': 'Edit invoices' };

/** Permissions granted to an account in addition to its role (seeds/000 6). */
export function GrantsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const actor = useActor();
  const mine = grantableBy(actor);
  const [chosen, setChosen] = useState<readonly string[]>(user.grants ?? []);
  const toggle = (name: Grant) =>
    setChosen((before) =>
      before.includes(name) ? before.filter((other) => other !== name) : [...before, name],
    );
  return (
    <OperationDialog
      operation="grantUser"
      input={{ params: { id: user.id }, body: { grants: [...chosen] } }}
      failure="Failed to update user. Please try again."
      title={`What ${user.fullName} is granted`}
      confirmLabel="Save grants"
      done={() => toast('User Updated', `The grants of ${user.fullName} are saved.`)}
      onClose={onClose}
    >
      <p>Beyond what the role allows:</p>
      {grantable.map((name) => (
        <Checkbox
          key={name}
          label={
            mine.includes(name)
              ? labels[name]
              : `${labels[name]} (you cannot grant what you may not do yourself)`
          }
          checked={chosen.includes(name)}
          disabled={!mine.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </OperationDialog>
  );
}

/** Resets a password and shows the temporary one; the user's sessions end. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useMutation('resetUserPassword', { failure: 'Failed to reset the password.' });
  useReturnFocus();
  const [temporary, setTemporary] = useState<string>();
  /** That it waits for another person. */
  const [waits, setWaits] = useState('');
  const confirm = () => {
    reset.run({ params: { id: user.id }, body: {} }).then(
      (answer) => {
        setTemporary(answer.temporaryPassword);
        if (isWaiting(answer)) setWaits(answer.message);
      },
      (error: ClientError) => toastFailure(error),
    );
  };
  return (
    <Dialog
      isOpen
      title={`Reset the password of ${user.fullName}`}
      onClose={onClose}
      canOutsideClickClose={false}
    >
      <DialogBody>
        {temporary === undefined ? (
          <p>
            <strong>{user.fullName}</strong> gets a generated temporary password, which must be
            changed at the next sign-in. All sessions of this user end now.
          </p>
        ) : (
          <>
            {waits !== '' && (
              <p role="status">{waits} Until then the present password stays in use.</p>
            )}
            <TemporaryPassword password={temporary} />
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          temporary === undefined ? (
            <>
              <Button onClick={onClose} autoFocus>
                Cancel
              </Button>
              <Button intent={Intent.PRIMARY} loading={reset.busy} onClick={confirm}>
                Reset password
              </Button>
            </>
          ) : (
            <Button intent={Intent.PRIMARY} onClick={onClose} autoFocus>
              Done
            </Button>
          )
        }
      />
    </Dialog>
  );
}
