import { Button, Intent } from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import { renderToStaticMarkup } from 'react-dom/server';
import styles from './auth-page.module.css';
import { SignInCard } from './sign-in-card.tsx';

/**
 * The sign-in card before scripts run, which the build writes into the HTML of /auth. Its button does not submit: the form
 * would be sent to the server with the password in the address. app/first-view.ts keeps the press.
 */
export const html = renderToStaticMarkup(
  <main className={styles.page}>
    <SignInCard
      company={undefined}
      username=""
      password=""
      button={
        <Button type="button" data-submit="" intent={Intent.PRIMARY} size="large" fill>
          Access System
        </Button>
      }
      back={
        <a className="bp6-button bp6-minimal" href="/">
          <ArrowLeftIcon />
          <span className="bp6-button-text">Back to Website</span>
        </a>
      }
    />
  </main>,
);
