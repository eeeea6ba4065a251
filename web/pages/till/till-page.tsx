import { CogIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, useMay } from '../../ui/allowed.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { AllTills } from './all-tills.tsx';
import { OwnTill } from './own-till.tsx';
import { TillSettingsDialog } from './settings-dialog.tsx';
import { TillDrawer } from './till-drawer.tsx';

/** The user's till, and for managers those of all users (decision 46). */
export function TillPage() {
  const mayManage = useMay()('till.manage');
  const till = useShownRecord('till');
  const [showsSettings, setShowsSettings] = useState(false);
  return (
    <Page
      title={titleOf('till')}
      description="The cash that you take and pay out, from the float to the hand-over."
      actions={
        <Allowed to="settings.update">
          <ActionButton icon={<CogIcon />} onClick={() => setShowsSettings(true)}>
            Settings
          </ActionButton>
        </Allowed>
      }
    >
      {mayManage ? (
        <UrlTabs
          label="Parts of the tills"
          // `view` names this screen.
          param="part"
          tabs={[
            { id: 'own', title: 'My Till', panel: <OwnTill /> },
            { id: 'all', title: 'All Tills', panel: <AllTills onView={till.show} /> },
          ]}
        />
      ) : (
        <OwnTill />
      )}
      {mayManage && till.id !== undefined && (
        <TillDrawer key={till.id} id={till.id} onClose={till.hide} />
      )}
      {showsSettings && <TillSettingsDialog onClose={() => setShowsSettings(false)} />}
    </Page>
  );
}
