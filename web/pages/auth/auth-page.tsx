import { Button, Callout, Intent } from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { returnPathFor } from '../../app/return-path.ts';
import { ReadCache } from '../../client/cache.tsx';
import { useCompany } from '../../client/company.ts';
import type { ClientError } from '../../client/errors.ts';
import { forgetUser, storeUser, useStoredUser } from '../../client/session.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { MaintenanceNotice } from '../../parts/maintenance-notice.tsx';
import '../../ui/blueprint.css';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Overlays } from '../../ui/overlay/overlays.tsx';
import { loadToasts, toast, toastError, toastSequence } from '../../ui/overlay/toaster.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './auth-page.module.css';
import { removeFirstView, useFirstView } from './first-view.ts';
import { PasswordChangeDialog } from './password-change-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';

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
  useLayoutEffect(() => {
    if (user) removeFirstView();
  }, [user]);
  if (user) return <Navigate to={returnPathFor(user.id)} replace />;
  return (
    <Overlays>
      <ReadCache>
        <SignIn />
        <MaintenanceNotice />
      </ReadCache>
    </Overlays>
  );
}

function SignIn() {
  useDocumentTitle('System Access Portal');
  useEffect(loadToasts, []);
  const navigate = useNavigate();
  const company = useCompany();
  const login = useMutation('login', { failure: INVALID });
  const logout = useMutation('logout', { failure: 'Logging out failed.' });
  const [mustChange, setMustChange] = useState<CurrentUser>();
  const [failure, setFailure] = useState<string>();

  /** Storing the user makes this page redirect. */
  const enter = (user: CurrentUser) => storeUser({ ...user, mustChangePassword: false });
  const signIn = async (typed: { username: string; password: string }) => {
    setFailure(undefined);
    try {
      const { user } = await login.run({ body: typed });
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
  const { username, setUsername, password, setPassword } = useFirstView((typed) => {
    signIn(typed).catch(reportError);
  });

  return (
    <main className={styles.page}>
      <SignInCard
        company={company}
        username={username}
        password={password}
        onUsername={setUsername}
        onPassword={setPassword}
        onSubmit={(event) => {
          event.preventDefault();
          if (!login.busy) signIn({ username, password }).catch(reportError);
        }}
        describedBy={failure ? FAILURE_ID : undefined}
        failure={
          failure && (
            // No alert role: screen readers read the toast.
            <Callout
              compact
              intent={Intent.DANGER}
              id={FAILURE_ID}
              className={styles.failure ?? ''}
            >
              {failure}
            </Callout>
          )
        }
        button={
          <SubmitButton
            label="Access System"
            busy={login.busy}
            busyLabel="Authenticating..."
            size="large"
            fill
          />
        }
        back={
          <Button variant="minimal" icon={<ArrowLeftIcon />} onClick={() => navigate(paths.home)}>
            Back to Website
          </Button>
        }
      />
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
