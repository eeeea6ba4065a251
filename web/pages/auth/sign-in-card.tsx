import { FormGroup, InputGroup } from '@blueprintjs/core';
import type { FormEvent, ReactNode } from 'react';
import { PasswordInput } from '../../ui/form/password-field.tsx';
import { AuthCard, type AuthCompany } from './auth-card.tsx';
import styles from './auth-page.module.css';

interface SignInCardProps {
  company: AuthCompany | undefined;
  username: string;
  password: string;
  onUsername?: (text: string) => void;
  onPassword?: (text: string) => void;
  onSubmit?: (event: FormEvent) => void;
  /** Id of the text that says why the last attempt failed. */
  describedBy?: string | undefined;
  failure?: ReactNode;
  button: ReactNode;
  /** Below the form. */
  back: ReactNode;
}

const unchanged = () => undefined;

/** The card of the sign-in page, without state of its own: the build writes it into the HTML too. */
export function SignInCard({
  company,
  username,
  password,
  onUsername = unchanged,
  onPassword = unchanged,
  onSubmit,
  describedBy,
  failure,
  button,
  back,
}: SignInCardProps) {
  return (
    <AuthCard company={company} title="System Access Portal">
      {/* The browser itself sends nothing with this method; with another one the password would be in the address. */}
      <form
        method="dialog"
        className={styles.form}
        aria-label="Sign in"
        {...(onSubmit ? { onSubmit } : {})}
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
            {...(describedBy ? { 'aria-describedby': describedBy } : {})}
            onChange={(event) => onUsername(event.target.value)}
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
            onChange={onPassword}
            describedBy={describedBy}
          />
        </FormGroup>
        {failure}
        {button}
      </form>
      <p className={styles.help}>
        Forgotten your password? An administrator can give you a new one.
      </p>
      {back}
    </AuthCard>
  );
}
