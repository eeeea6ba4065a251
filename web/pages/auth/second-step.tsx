import { Button, Callout, FormGroup, Intent } from '@blueprintjs/core';
import { KeyIcon } from '@blueprintjs/icons';
import type { SecondStepState } from '@nimule/core/identity/factors/schema';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { askPasskey } from '../../parts/factors/ask-passkey.ts';
import { whyNotHere } from '../../parts/factors/why-no-passkeys.ts';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { SubmitButton, softDisabled } from '../../ui/form/submit-button.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import styles from './auth-page.module.css';

// With what forms and dialogs are made of.
const SetUpStep = lazyPage(() => import('./set-up-step.tsx').then((m) => m.SetUpStep));

export interface SecondStepProps {
  /** Whose sign-in waits. */
  user: CurrentUser;
  /** The card of the page, which is loaded already. */
  Card: ComponentType<{ title: string; children: ReactNode }>;
  onDone: (user: CurrentUser) => void;
  /** The session has ended meanwhile; the reason is for the user. */
  onEnded: (reason: string) => void;
  onCancel: () => void;
}

/** What a sign-in waits for after the password (decision 128): a code or a passkey, or that a second factor is set up. */
export function SecondStep(props: SecondStepProps) {
  const { user, Card, onDone, onEnded } = props;
  const [ways, setWays] = useState<SecondStepState>();
  const endings = useRef({ onDone, onEnded });
  endings.current = { onDone, onEnded };
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      const state = await call('secondStep');
      if (!isShown) return;
      // Completed in another tab, or before a reload.
      if (state.step === null) endings.current.onDone(await call('currentUser'));
      else setWays(state);
    };
    ask().catch((error: ClientError) => {
      if (isShown && error.status === 401) endings.current.onEnded(SESSION_ENDED);
    });
    return () => {
      isShown = false;
    };
  }, []);
  if ((ways?.step ?? user.secondStep) === 'setUp')
    return (
      <Card title="Set Up a Second Factor">
        <Suspense fallback={<SkeletonBlock label="Loading the set-up" lines={4} />}>
          <SetUpStep {...props} />
        </Suspense>
      </Card>
    );
  return (
    <Card title="Second Step">
      <CodeStep {...props} ways={ways} />
    </Card>
  );
}

const SESSION_ENDED = 'Your session has ended. Sign in again to go on.';
const BOX_ID = 'second-step-code';
const FAILURE_ID = 'second-step-failure';

type Way = 'app' | 'recovery' | 'passkey';

const words: Record<Way, string> = {
  app: 'Enter the six digits that your authenticator app shows.',
  recovery: 'Enter one of the recovery codes that you kept. Each is of use once.',
  passkey: 'Confirm with your passkey: your finger, your face, a PIN or your security key.',
};

function CodeStep({
  user,
  onDone,
  onEnded,
  onCancel,
  ways,
}: SecondStepProps & { ways: SecondStepState | undefined }) {
  const noPasskeys = ways ? whyNotHere(ways) : '';
  const hasPasskeys = ways?.hasPasskeys === true && noPasskeys === '';
  const hasOnlyPasskeys = hasPasskeys && !ways.hasApp;
  const withoutApp = ways?.hasApp === false && ways.hasRecoveryCodes ? 'recovery' : 'app';
  const [chosen, setChosen] = useState<Way>();
  const way = chosen ?? (hasOnlyPasskeys ? 'passkey' : withoutApp);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const show = async (send: () => Promise<{ user: CurrentUser }>) => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      onDone((await send()).user);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.status === 401) return onEnded(SESSION_ENDED);
      const { fields = {}, message, isFault } = error;
      const said = isFault ? 'Something went wrong. Try again in a moment.' : message;
      setFailure(Object.values(fields)[0] ?? said);
      setBusy(false);
      form.current?.querySelector('input')?.select();
    }
  };
  const sendPasskey = () => {
    show(async () => call('signInWithPasskey', { body: await askPasskey() })).catch(reportError);
  };
  const submit = () => {
    if (way === 'passkey') return sendPasskey();
    if (code.trim() === '') return setFailure('Enter the code first.');
    show(() => call('signInWithCode', { body: { code } })).catch(reportError);
  };
  const choose = (next: Way) => {
    setChosen(next);
    setCode('');
    setFailure('');
    if (next === 'passkey') sendPasskey();
  };
  // Asked at once where there is no other way, later after a click.
  const latest = useRef(sendPasskey);
  latest.current = sendPasskey;
  useEffect(() => {
    if (hasOnlyPasskeys) latest.current();
  }, [hasOnlyPasskeys]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field of another way has the focus
  useEffect(() => form.current?.querySelector('input')?.focus(), [way]);

  const hasNone = ways?.hasApp === false && !ways.hasRecoveryCodes && !hasPasskeys;

  return (
    <>
      {!hasNone && (
        <form
          ref={form}
          method="dialog"
          noValidate
          className={styles.form}
          aria-label="Second step"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p className={styles.explanation}>
            {user.fullName}: {words[way]}
          </p>
          {way !== 'passkey' && (
            <FormGroup label={way === 'app' ? 'Code' : 'Recovery code'} labelFor={BOX_ID}>
              <CodeInput
                key={way}
                id={BOX_ID}
                name="code"
                value={code}
                onChange={setCode}
                isRecovery={way === 'recovery'}
                autoFocus
                size="large"
                isInvalid={failure !== ''}
                describedBy={failure ? FAILURE_ID : undefined}
              />
            </FormGroup>
          )}
          {failure && (
            <Callout
              compact
              intent={Intent.DANGER}
              role="alert"
              id={FAILURE_ID}
              className={styles.failure ?? ''}
            >
              {failure}
            </Callout>
          )}
          <SubmitButton
            label={way === 'passkey' ? 'Use the passkey' : 'Continue'}
            busy={busy}
            busyLabel={way === 'passkey' ? 'Waiting for the passkey…' : 'Checking…'}
            size="large"
            fill
          />
          <div className={styles.ways}>
            {way !== 'passkey' && hasPasskeys && (
              <Button icon={<KeyIcon />} {...softDisabled(busy)} onClick={() => choose('passkey')}>
                Use a passkey
              </Button>
            )}
            {way !== 'app' && ways?.hasApp && (
              <Button {...softDisabled(busy)} onClick={() => !busy && choose('app')}>
                Use the app
              </Button>
            )}
            {way !== 'recovery' && ways?.hasRecoveryCodes && (
              <Button {...softDisabled(busy)} onClick={() => !busy && choose('recovery')}>
                Use a recovery code
              </Button>
            )}
          </div>
        </form>
      )}
      {noPasskeys && <p className={styles.help}>{noPasskeys}</p>}
      <p className={styles.help}>
        Lost your phone, and no recovery code left? An administrator can reset your second factor.
      </p>
      <Button variant="minimal" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}
