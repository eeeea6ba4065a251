import { Button, Intent } from '@blueprintjs/core';
import { KeyIcon, MobilePhoneIcon } from '@blueprintjs/icons';
import { dateInJuba, formatDate } from '@nimule/core/kernel/dates';
import { useRead } from '../../client/use-read.ts';
import { useAddFactor } from '../../parts/factors/add-factor.tsx';
import { ConfirmAgain } from '../../parts/factors/confirm-again.tsx';
import { whyNoPasskeys } from '../../parts/factors/why-no-passkeys.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import styles from './auth-page.module.css';
import type { SecondStepProps } from './second-step.tsx';

/** Sets up the second factor that the user's role needs, before anything else. */
export function SetUpStep({ user, onDone, onCancel }: SecondStepProps) {
  const own = useRead('listFactors').data;
  const whyNot = own ? whyNoPasskeys(own.passkeysWhyNot) : '';
  const { addApp, addPasskey, busy, dialog } = useAddFactor(() => onDone(user));
  const since = own?.graceUntil ? ` since ${formatDate(dateInJuba(own.graceUntil))}` : '';
  return (
    <>
      <p className={styles.explanation}>
        {user.fullName}, your role needs a second factor{since}. A stolen password alone is then not
        enough to sign in. It takes a minute.
      </p>
      <div className={styles.choices}>
        <Button
          intent={Intent.PRIMARY}
          size="large"
          fill
          autoFocus
          icon={<MobilePhoneIcon />}
          loading={busy}
          onClick={addApp}
        >
          Set up an authenticator app
        </Button>
        <ActionButton
          size="large"
          fill
          icon={<KeyIcon />}
          disabledReason={whyNot || undefined}
          onClick={addPasskey}
        >
          Set up a passkey
        </ActionButton>
        {whyNot && <p className={styles.help}>{whyNot}</p>}
      </div>
      <Button variant="minimal" onClick={onCancel}>
        Cancel
      </Button>
      {dialog}
      <ConfirmAgain />
    </>
  );
}
