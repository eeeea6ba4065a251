import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { TEMPORARY_PASSWORD_DAYS, temporaryPassword } from '@nimule/core/identity/passwords/rules';
import { CopyableSecret } from '../../ui/form/copyable-secret.tsx';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';

const UINT32_RANGE = 2 ** 32;

/** Cryptographically secure uniform random integer. */
function integer(below: number): number {
  const limit = UINT32_RANGE - (UINT32_RANGE % below);
  const [random = limit] = crypto.getRandomValues(new Uint32Array(1));
  return random < limit ? random % below : integer(below);
}

/** A password in the format of the server's password reset. */
export function generatePassword(): string {
  return temporaryPassword({ integer });
}

/** Shows a temporary password with a copy button. */
export function TemporaryPassword({ password }: { password: string }) {
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

/** Shown after creating an account with a generated password. */
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
        <TemporaryPassword password={password} />
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
