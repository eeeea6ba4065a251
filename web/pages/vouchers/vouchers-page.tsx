import { Intent } from '@blueprintjs/core';
import { GlobeNetworkIcon, PlusIcon } from '@blueprintjs/icons';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import { useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../ui/allowed.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { BatchDrawer } from './batch/batch-drawer.tsx';
import { ManageBundles } from './bundles/manage-bundles.tsx';
import { VoucherList } from './list/voucher-list.tsx';
import { Overview } from './overview/overview.tsx';
import { RequestDrawer } from './requests/request-drawer.tsx';
import { SellVouchers } from './sell/sell-form.tsx';
import { WifiSales } from './wifi/wifi-sales.tsx';

const WIFI = 'wifi';
const SELL = 'sell';

/** Internet Voucher Management (seeds/002 2), and the hotspot sales as a view of it (decision 46). */
export function VouchersPage() {
  const [params] = useSearchParams();
  const batch = useShownRecord('batch');
  const request = useShownRecord('payment-request');
  const view = params.get('view');
  return (
    <>
      {view === WIFI ? <WifiSales /> : <Vouchers view={view} onView={batch.show} />}
      {batch.id !== undefined && <BatchDrawer key={batch.id} id={batch.id} onClose={batch.hide} />}
      {request.id !== undefined && (
        <RequestDrawer key={request.id} id={request.id} onClose={request.hide} />
      )}
    </>
  );
}

interface VouchersProps {
  view: string | null;
  onView: (batch: { id: number }) => void;
}

function Vouchers({ view, onView }: VouchersProps) {
  const navigate = useNavigate();
  return (
    <Page
      title={titleOf('vouchers')}
      description="Bundles of internet access, and the codes that are sold of them."
      actions={
        <>
          <LinkButton to={paths.wifiSales()} icon={<GlobeNetworkIcon />}>
            WiFi Sales
          </LinkButton>
          {view !== SELL && (
            <AllowedOrDisabled to="voucher.sell">
              <ActionButton
                icon={<PlusIcon />}
                intent={Intent.PRIMARY}
                onClick={() => navigate(paths.sellVouchers())}
              >
                Sell Vouchers
              </ActionButton>
            </AllowedOrDisabled>
          )}
        </>
      }
    >
      <UrlTabs
        label="Parts of voucher management"
        tabs={[
          { id: 'overview', title: 'Overview', panel: <Overview /> },
          { id: SELL, title: 'Sell Vouchers', panel: <SellVouchers onSold={onView} /> },
          { id: 'bundles', title: 'Manage Bundles', panel: <ManageBundles /> },
          { id: 'all', title: 'All Vouchers', panel: <VoucherList onView={onView} /> },
        ]}
      />
    </Page>
  );
}
