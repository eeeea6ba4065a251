import {
  Button,
  Callout,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  Intent,
} from '@blueprintjs/core';
import { KeyIcon } from '@blueprintjs/icons';
import type { SecondStepState } from '@nimule/core/identity/factors/schema';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { PasswordInput } from '../../ui/form/password-field.tsx';
import { SubmitButton, softDisabled } from '../../ui/form/submit-button.tsx';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { askPasskey } from './ask-passkey.ts';
import styles from './factors.module.css';
import { whyNotHere } from './why-no-passkeys.ts';

interface ConfirmAgainDialogProps {
  onAnswer: (isConfirmed: boolean) => void;
}

type Way = 'password' | 'code';

/** Asks for the password, a code or a passkey before something grave; what asked for it goes on by itself. */
export function ConfirmAgainDialog({ onAnswer }: ConfirmAgainDialogProps) {
  useReturnFocus();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [ways, setWays] = useState<SecondStepState>();
  const [way, setWay] = useState<Way>('password');
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(() => {
    // Without an answer the password is asked for alone.
    call('secondStep').then(setWays, () => undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of the other way has the focus
  useEffect(focus, [way]);

  const noPasskeys = ways ? whyNotHere(ways) : '';
  const hasPasskeys = ways?.hasPasskeys === true && noPasskeys === '';
  const confirm = async (send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await send();
      onAnswer(true);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const { fields = {}, message } = error;
      setFailure(Object.values(fields)[0] ?? message);
      setBusy(false);
      form.current?.querySelector('input')?.select();
    }
  };
  const submit = () => {
    if (typed.trim() === '') {
      setFailure(way === 'password' ? 'Enter your password.' : 'Enter the code.');
      return;
    }
    const body = way === 'password' ? { password: typed } : { code: typed };
    confirm(() => call('confirmSession', { body })).catch(reportError);
  };
  const choose = (next: Way) => {
    setWay(next);
    setTyped('');
    setFailure('');
  };
  const box = {
    id: `${id}-box`,
    value: typed,
    onChange: setTyped,
    intent: failure ? Intent.DANGER : Intent.NONE,
    describedBy: failure ? `${id}-failure` : undefined,
  };

  return (
    <Dialog
      isOpen
      title="Confirm it is you"
      onClose={() => onAnswer(false)}
      onOpening={focus}
      canOutsideClickClose={false}
      className={styles.dialog ?? ''}
    >
      <form
        ref={form}
        noValidate
        aria-label="Confirm it is you"
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble out of portals to an outer form.
          event.stopPropagation();
          submit();
        }}
      >
        <DialogBody>
          <p className={styles.words}>
            This needs your {way === 'password' ? 'password' : 'code'} again, because some time has
            passed since you signed in. What you began then goes on by itself.
          </p>
          <FormGroup
            label={way === 'password' ? 'Password' : 'Code'}
            labelFor={box.id}
            {...(way === 'code'
              ? { helperText: 'Of your authenticator app, or a recovery code.' }
              : {})}
          >
            {way === 'password' ? (
              <PasswordInput {...box} name="password" autoComplete="current-password" required />
            ) : (
              <CodeInput {...box} name="code" isInvalid={failure !== ''} />
            )}
          </FormGroup>
          {failure && (
            <Callout compact intent={Intent.DANGER} role="alert" id={`${id}-failure`}>
              {failure}
            </Callout>
          )}
          {noPasskeys && <p className={styles.words}>{noPasskeys}</p>}
          {ways && (ways.hasApp || ways.hasRecoveryCodes || hasPasskeys) && (
            <div className={styles.ways}>
              {hasPasskeys && (
                <Button
                  icon={<KeyIcon />}
                  {...softDisabled(busy)}
                  onClick={() => {
                    confirm(async () =>
                      call('confirmWithPasskey', { body: await askPasskey() }),
                    ).catch(reportError);
                  }}
                >
                  Use a passkey
                </Button>
              )}
              <Button
                variant="minimal"
                onClick={() => choose(way === 'password' ? 'code' : 'password')}
              >
                {way === 'password' ? 'Use a code' : 'Use the password'}
              </Button>
            </div>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={() => onAnswer(false)}>Cancel</Button>
              <SubmitButton label="Confirm" busy={busy} busyLabel="Confirming…" />
            </>
          }
        />
      </form>
    </Dialog>
  );
}
