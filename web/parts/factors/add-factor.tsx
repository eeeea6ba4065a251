import { type AppSetUp, codeInput, newPasskey } from '@nimule/core/identity/factors/schema';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { ClientError } from '../../client/errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { CopyableSecret } from '../../ui/form/copyable-secret.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast, toastFailure } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';
import styles from './factors.module.css';
import { RecoveryCodesDialog } from './recovery-codes.tsx';

type Shown = { app: AppSetUp } | { passkey: true } | { codes: readonly string[] };

export interface AddingFactor {
  addApp: () => void;
  addPasskey: () => void;
  /** An authenticator app is being begun. */
  busy: boolean;
  /** Shows recovery codes that have been renewed. */
  showCodes: (codes: readonly string[]) => void;
  /** Render it once. */
  dialog: ReactNode;
}

/** Adds second factors, and shows the recovery codes that come with the first; `onDone` is called when all is shown. */
export function useAddFactor(onDone: () => void = () => undefined): AddingFactor {
  const [shown, setShown] = useState<Shown>();
  const { run, busy } = useMutation('startApp', {
    failure: 'The set-up of an app could not be begun. Please try again.',
  });
  const close = () => setShown(undefined);
  const added = (title: string, text: string, codes: readonly string[]) => {
    toast(title, text);
    if (codes.length > 0) setShown({ codes });
    else {
      close();
      onDone();
    }
  };
  const addApp = () => {
    if (busy) return;
    run().then(
      (app) => setShown({ app }),
      (error: ClientError) => toastFailure(error),
    );
  };
  return {
    addApp,
    addPasskey: () => setShown({ passkey: true }),
    busy,
    showCodes: (codes) => setShown({ codes }),
    dialog: shown && (
      <>
        {'app' in shown && (
          <AppForm
            app={shown.app}
            onAdded={(codes) =>
              added('Authenticator App Added', 'Its codes are asked for from now on.', codes)
            }
            onClose={close}
          />
        )}
        {'passkey' in shown && (
          <PasskeyForm
            onAdded={(name, codes) => added('Passkey Added', name, codes)}
            onClose={close}
          />
        )}
        {'codes' in shown && (
          <RecoveryCodesDialog
            codes={shown.codes}
            onClose={() => {
              close();
              onDone();
            }}
          />
        )}
      </>
    ),
  };
}

interface AppFormProps {
  app: AppSetUp;
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
}

function AppForm({ app, onAdded, onClose }: AppFormProps) {
  const pictureUrl = `data:image/svg+xml;utf8,${encodeURIComponent(app.picture)}`;
  return (
    <RecordForm
      title="Authenticator App"
      operation="finishApp"
      failure="The app could not be added. Please try again."
      schema={codeInput}
      initial={{ code: '' }}
      send={(body) => ({ body })}
      done={({ recoveryCodes }) => onAdded(recoveryCodes)}
      submitLabel="Add app"
      busyLabel="Checking…"
      onClose={onClose}
      width={520}
    >
      <div className={styles.scan}>
        <img className={styles.picture} src={pictureUrl} alt="QR code for the authenticator app" />
        <div>
          <p>
            Scan the picture with an authenticator app on your phone, such as Google Authenticator,
            Microsoft Authenticator or Aegis.
          </p>
          <p>
            On this phone already? <a href={app.address}>Open the app</a>
          </p>
        </div>
      </div>
      <div>
        Or type this key into it:
        <CopyableSecret label="Key for the authenticator app" value={app.secret} />
      </div>
      <CodeField name="code" label="First code" help="The six digits that the app shows now." />
    </RecordForm>
  );
}

interface PasskeyFormProps {
  onAdded: (name: string, codes: readonly string[]) => void;
  onClose: () => void;
}

const passkeyName = newPasskey.pick({ name: true });

const isPhone = () => /Android|iPhone|iPad/.test(navigator.userAgent);

function PasskeyForm({ onAdded, onClose }: PasskeyFormProps) {
  const finish = useMutation('finishPasskey', {
    failure: 'The passkey could not be added. Please try again.',
  });
  const [error, setError] = useState<ClientError>();
  const made = useRef<{ name: string; codes: readonly string[] }>(undefined);
  const add = async (typed: { name: string | number }) => {
    const name = String(typed.name);
    setError(undefined);
    try {
      // Loaded when a passkey is used.
      const [asked, { createPasskey }] = await Promise.all([
        call('startPasskey'),
        import('./passkeys.ts'),
      ]);
      const body = { name, ...(await createPasskey(asked)) };
      const { recoveryCodes: codes } = await finish.run({ body });
      made.current = { name, codes };
    } catch (cause) {
      if (cause instanceof ClientError) setError(cause);
      throw cause;
    }
  };
  return (
    <FormDialog
      title="Passkey"
      description="A passkey is kept by this device, your phone or a security key. You use it with a finger, your face or a PIN instead of a code."
      schema={passkeyName}
      initial={{ name: isPhone() ? 'Telephone' : 'Computer' }}
      submitLabel="Add passkey"
      busyLabel="Waiting for the passkey…"
      submitError={error}
      onSubmit={add}
      onClose={() => (made.current ? onAdded(made.current.name, made.current.codes) : onClose())}
      width={460}
    >
      <TextField
        name="name"
        label="Name"
        help="By which you know it in your list."
        maxLength={60}
      />
    </FormDialog>
  );
}
