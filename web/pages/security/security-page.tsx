import { titleOf } from '../../app/modules.ts';
import { Page } from '../../ui/page.tsx';
import { FactorsPanel } from './factors-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** One's own second factors and sessions (decision 128). */
export function SecurityPage() {
  return (
    <Page
      title={titleOf('security')}
      description="What you sign in with besides your password, and where you are signed in."
    >
      <FactorsPanel />
      <SessionsPanel />
    </Page>
  );
}
