import { Callout, Dialog, DialogBody, DialogFooter, FormGroup, Intent } from '@blueprintjs/core';
import { passwordChangeRefusal } from '@nimule/core/identity/passwords/rules';
import { type CurrentUser, MIN_PASSWORD_LENGTH, PASSWORD_RULE } from '@nimule/core/identity/schema';
import { useState } from 'react';
import type { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { PasswordInput } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { toastError } from '../../ui/overlay/toaster.tsx';
import styles from './auth-page.module.css';

interface PasswordChangeDialogProps {
  user: CurrentUser;
  /** The change is required before anything else. */
  isForced?: boolean;
  onChanged: () => void;
  onCancel: () => void;
}

const FAILED = 'Failed to change password';
const RULE_ID = 'password-rule';

const inputs = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
] as const;

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/**
 * Changes the user's own password. If forced (seeds/000 2, 4 and 5), only the close button closes the dialog, which ends
 * the session.
 */
export function PasswordChangeDialog({
  user,
  isForced = false,
  onChanged,
  onCancel,
}: PasswordChangeDialogProps) {
  const change = useMutation('changePassword', { failure: FAILED });
  const [values, setValues] = useState(EMPTY);
  const [failure, setFailure] = useState<string>();
  const fail = (text: string, title: string) => {
    toastError(text, title);
    setFailure(text);
  };

  const submit = async () => {
    setFailure(undefined);
    const refusal = passwordChangeRefusal(values);
    if (refusal) {
      fail(refusal.message, refusal.title);
      document.getElementById(refusal.field)?.focus();
      return;
    }
    try {
      const { currentPassword, newPassword } = values;
      await change.run({ body: { userId: user.id, currentPassword, newPassword } });
      setValues(EMPTY);
      onChanged();
    } catch (error) {
      const { fields = {}, message } = error as ClientError;
      // Not a schema form: shows the first field error, which is about the new password.
      fail(Object.values(fields)[0] || message || FAILED, 'Password Change Failed');
    }
  };

  return (
    <Dialog
      isOpen
      title="Change your password"
      onClose={onCancel}
      onOpening={() => document.getElementById(inputs[0].name)?.focus()}
      canEscapeKeyClose={!isForced}
      canOutsideClickClose={false}
      isCloseButtonShown
      className={styles.dialog ?? ''}
    >
      <form
        aria-label="Change your password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.busy) submit().catch(reportError);
        }}
      >
        <DialogBody>
          <p className={styles.explanation}>
            {isForced
              ? 'This change is required before you can continue. Choose a password that only you know.'
              : 'Choose a password that only you know. Everywhere else you are signed out.'}
          </p>
          {inputs.map(({ name, label, autoComplete }) => (
            <FormGroup
              key={name}
              label={label}
              labelFor={name}
              helperText={name === 'newPassword' && <span id={RULE_ID}>{PASSWORD_RULE}</span>}
            >
              <PasswordInput
                id={name}
                name={name}
                autoComplete={autoComplete}
                required
                {...(name === 'newPassword' ? { describedBy: RULE_ID } : {})}
                minLength={MIN_PASSWORD_LENGTH}
                value={values[name]}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            </FormGroup>
          ))}
          {failure && (
            <Callout compact intent={Intent.DANGER}>
              {failure}
            </Callout>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <SubmitButton label="Change password" busy={change.busy} busyLabel="Changing…" />
          }
        />
      </form>
    </Dialog>
  );
}
