import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { TEMPORARY_PASSWORD_DAYS, temporaryPassword } from '@nimule/core/identity/passwords/rules';
import { CopyableSecret } from '../../ui/form/copyable-secret.tsx';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';

const DRAWN = 2 ** 32;

/** The browser's secure source, each number as likely as the others. */
function integer(below: number): number {
  const limit = DRAWN - (DRAWN % below);
  const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < limit ? drawn % below : integer(below);
}

/** A password as the server makes them for a reset. */
export function generatePassword(): string {
  return temporaryPassword({ integer });
}

/** The one showing of a temporary password, with a button that copies it. */
export function ShownOnce({ password }: { password: string }) {
  return (
    <>
      <p>
        Pass this temporary password on. It is shown only now and stored nowhere. It must be changed
        at a sign-in within {TEMPORARY_PASSWORD_DAYS} days.
      </p>
      <CopyableSecret label="Temporary password" value={password} />
    </>
  );
}

interface NewPasswordDialogProps {
  fullName: string;
  password: string;
  onClose: () => void;
}

/** After an account was made with a generated password. */
export function NewPasswordDialog({ fullName, password, onClose }: NewPasswordDialogProps) {
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title={`Password of ${fullName}`}
      onClose={onClose}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
    >
      <DialogBody>
        <ShownOnce password={password} />
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
