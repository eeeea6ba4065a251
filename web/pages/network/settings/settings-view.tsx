import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { AccessSettingsPanels } from './access-settings.tsx';
import { NetworkSettingsPanel } from './network-settings.tsx';

/** Settings of monitoring and of access. */
export function SettingsView() {
  return (
    <UrlTabs
      label="Settings of the network"
      param="settings-part"
      tabs={[
        { id: 'monitoring', title: 'Monitoring', panel: <NetworkSettingsPanel /> },
        { id: 'access', title: 'Access', panel: <AccessSettingsPanels /> },
      ]}
    />
  );
}
