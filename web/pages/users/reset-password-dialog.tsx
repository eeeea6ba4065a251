import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import type { User } from '@nimule/core/identity/schema';
import { useState } from 'react';
import type { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { toastFailure } from '../../ui/overlay/toaster.tsx';
import { TemporaryPassword } from './temporary-password.tsx';

/** Resets a password and shows the temporary one; the user's sessions end. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useMutation('resetUserPassword', { failure: 'Failed to reset the password.' });
  useReturnFocus();
  const [temporary, setTemporary] = useState<string>();
  const confirm = () => {
    reset.run({ params: { id: user.id }, body: {} }).then(
      ({ temporaryPassword }) => setTemporary(temporaryPassword),
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
          <TemporaryPassword password={temporary} />
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
