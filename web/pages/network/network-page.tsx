import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { titleOf } from '../../app/modules.ts';
import { useShownRecord } from '../../parts/shown-record.ts';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { AlarmsTable } from './alarms/alarms-table.tsx';
import { NodeDrawer } from './node/node-drawer.tsx';
import { OnlineView } from './online/online-view.tsx';
import { NetworkOverview } from './overview/network-overview.tsx';
import { RefusalsTable } from './refusals/refusals-table.tsx';
import { RoutersTable } from './routers/routers-table.tsx';
import { SettingsView } from './settings/settings-view.tsx';
import { NetworkTree } from './tree/network-tree.tsx';

/** The Network Management tab (seeds/000 2). */
export function NetworkPage() {
  const node = useShownRecord('node');
  return (
    <Page
      title={titleOf('network')}
      description="Nodes with their capacity, usage and uptime; routers and who is online."
      actions={<ModuleLinks from="network" />}
    >
      <UrlTabs
        label="Parts of the network"
        tabs={[
          { id: 'overview', title: 'Overview', panel: <NetworkOverview onView={node.show} /> },
          { id: 'tree', title: 'Tree', panel: <NetworkTree /> },
          { id: 'alarms', title: 'Alarms', panel: <AlarmsTable /> },
          { id: 'routers', title: 'Routers', panel: <RoutersTable /> },
          { id: 'online', title: 'Online', panel: <OnlineView /> },
          { id: 'refusals', title: 'Refused sign-ins', panel: <RefusalsTable /> },
          { id: 'settings', title: 'Settings', panel: <SettingsView /> },
        ]}
      />
      {node.id !== undefined && <NodeDrawer key={node.id} id={node.id} onClose={node.hide} />}
    </Page>
  );
}
