import {
  BlueprintProvider,
  Button,
  Callout,
  FormGroup,
  InputGroup,
  Intent,
} from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { returnPathFor } from '../../app/return-path.ts';
import { ReadCache } from '../../client/cache.tsx';
import { useCompany } from '../../client/company.ts';
import type { ClientError } from '../../client/errors.ts';
import { forgetUser, storeUser, useStoredUser } from '../../client/session.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { MaintenanceNotice } from '../../parts/maintenance-notice.tsx';
import { PasswordInput } from '../../ui/form/password-field.tsx';
import '../../ui/blueprint.css';
import { DemoMark } from '../../ui/brand/demo-mark.tsx';
import { Mark } from '../../ui/brand/mark.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { loadToasts, toast, toastError, toastSequence } from '../../ui/overlay/toaster.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './auth-page.module.css';
import { PasswordChangeDialog } from './password-change-dialog.tsx';

const INVALID = 'Invalid credentials. Please try again.';
const FAILURE_ID = 'sign-in-failure';
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/**
 * seeds/000 8 and decision 21: one text for all invalid credentials; specific texts for throttling, outage and an expired
 * temporary password.
 */
function failureText({ status, code, message }: ClientError): string {
  const isSpecific = status === TOO_MANY || status === UNAVAILABLE || status === 0;
  if (isSpecific || code === 'session.temporaryPasswordEnded') return message;
  return status >= 500 ? 'Something went wrong. Try again in a moment.' : INVALID;
}

/** System Access Portal (seeds/000 2 and 4); redirects signed-in users. */
export function AuthPage() {
  const user = useStoredUser();
  if (user) return <Navigate to={returnPathFor(user.id)} replace />;
  return (
    <BlueprintProvider>
      <ReadCache>
        <SignIn />
        <MaintenanceNotice />
      </ReadCache>
    </BlueprintProvider>
  );
}

function SignIn() {
  useDocumentTitle('System Access Portal');
  useEffect(loadToasts, []);
  const navigate = useNavigate();
  const company = useCompany();
  const login = useMutation('login', { failure: INVALID });
  const logout = useMutation('logout', { failure: 'Logging out failed.' });
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [mustChange, setMustChange] = useState<CurrentUser>();
  const [failure, setFailure] = useState<string>();

  /** Storing the user makes this page redirect. */
  const enter = (user: CurrentUser) => storeUser({ ...user, mustChangePassword: false });
  const signIn = async () => {
    setFailure(undefined);
    try {
      const { user } = await login.run({ body: { username, password } });
      if (user.mustChangePassword) {
        // Do not store the user before the password is changed; remove a previous user.
        forgetUser('end');
        setMustChange(user);
        toastError('You must change your password before continuing.', 'Password Change Required');
        return;
      }
      toast('Login Successful', `Welcome back, ${user.fullName}!`);
      enter(user);
    } catch (error) {
      const text = failureText(error as ClientError);
      toastError(text, 'Login Failed');
      setFailure(text);
    }
  };

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Mark text={company?.logoText ?? ''} size={48} />
          <p className={styles.company}>{company?.name}</p>
          <DemoMark company={company} />
        </div>
        <h1 className={styles.title}>System Access Portal</h1>
        <form
          className={styles.form}
          aria-label="Sign in"
          onSubmit={(event) => {
            event.preventDefault();
            if (!login.busy) signIn().catch(reportError);
          }}
        >
          <FormGroup label="Username" labelFor="username">
            <InputGroup
              id="username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
              size="large"
              value={username}
              {...(failure ? { 'aria-describedby': FAILURE_ID } : {})}
              onChange={(event) => setUsername(event.target.value)}
            />
          </FormGroup>
          <FormGroup label="Password" labelFor="password">
            <PasswordInput
              id="password"
              name="password"
              autoComplete="current-password"
              size="large"
              required
              value={password}
              onChange={setPassword}
              describedBy={failure ? FAILURE_ID : undefined}
            />
          </FormGroup>
          {failure && (
            // No alert role: screen readers read the toast.
            <Callout
              compact
              intent={Intent.DANGER}
              id={FAILURE_ID}
              className={styles.failure ?? ''}
            >
              {failure}
            </Callout>
          )}
          <SubmitButton
            label="Access System"
            busy={login.busy}
            busyLabel="Authenticating..."
            size="large"
            fill
          />
        </form>
        <Button variant="minimal" icon={<ArrowLeftIcon />} onClick={() => navigate(paths.home)}>
          Back to Website
        </Button>
      </div>
      {mustChange && (
        <PasswordChangeDialog
          user={mustChange}
          isForced
          onChanged={() => {
            setPassword('');
            setMustChange(undefined);
            toastSequence(
              ['Password Changed', 'Your password has been successfully updated.'],
              [
                'Login Successful',
                `Password updated successfully. Welcome, ${mustChange.fullName}!`,
              ],
            );
            enter(mustChange);
          }}
          onCancel={() => {
            // The session only permits a password change: end it with the dialog (decision 14).
            logout.run().catch(() => undefined);
            setPassword('');
            setMustChange(undefined);
          }}
        />
      )}
    </main>
  );
}
