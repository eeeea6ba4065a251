import { CogIcon } from '@blueprintjs/icons';
import { tillSettings } from '@nimule/core/till/schema';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { RecordDrawer } from '../../parts/record-drawer.tsx';
import { SettingsDialog } from '../../parts/settings.tsx';
import { useAdding, useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, useMay } from '../../ui/allowed.tsx';
import { CheckField } from '../../ui/form/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { AllTills } from './all-tills.tsx';
import { OwnTill } from './own-till.tsx';
import { useTillActions } from './till-actions.tsx';
import { TillContents } from './till-contents.tsx';
import { TillStatusTag } from './till-tags.tsx';

/** The user's till, and for managers those of all users (decision 46). */
export function TillPage() {
  const may = useMay();
  const mayManage = may('till.manage');
  const till = useShownRecord('till');
  const settings = useAdding('till-settings');
  return (
    <Page
      title={titleOf('till')}
      description="The cash that you take and pay out, from the float to the hand-over."
      actions={
        <Allowed to="settings.update">
          <ActionButton icon={<CogIcon />} onClick={settings.open}>
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
      {settings.isOpen && may('settings.update') && <TillSettingsDialog onClose={settings.close} />}
    </Page>
  );
}

/** Whether cash needs an open till. */
function TillSettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Till Settings"
      read="getTillSettings"
      write="updateTillSettings"
      schema={tillSettings}
      saved={({ isRequired }) =>
        isRequired ? 'Cash needs an open till from now on.' : 'Cash needs no open till.'
      }
      onClose={onClose}
    >
      <CheckField
        name="isRequired"
        label="Cash needs an open till"
        help="Payments, refunds and sales in cash are then refused to a user whose till is not open."
      />
    </SettingsDialog>
  );
}

interface TillDrawerProps {
  id: number;
  onClose: () => void;
}

/** A till of any user, with its hand-over. */
function TillDrawer({ id, onClose }: TillDrawerProps) {
  const read = useRead('getTill', { params: { id } });
  const actions = useTillActions();
  return (
    <RecordDrawer
      noun="till"
      read={read}
      title={({ tillNumber, userName }) => `${tillNumber} of ${userName}`}
      subtitle={({ status }) => <TillStatusTag status={status} />}
      actions={actions}
      onClose={onClose}
    >
      {(till) => <TillContents till={till} />}
    </RecordDrawer>
  );
}
