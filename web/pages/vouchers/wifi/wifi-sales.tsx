import { TagIcon } from '@blueprintjs/icons';
import { paths } from '../../../app/paths.ts';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { RequestsTable } from '../requests/requests-table.tsx';
import { SessionsTab } from './sessions-tab.tsx';

/** What visitors bought of hotspot WiFi, and payments that need a person (decision 46). */
export function WifiSales() {
  const request = useShownRecord('payment-request');
  return (
    <Page
      title="WiFi Sales"
      description="Sessions that visitors bought with mobile money, and payments that went wrong."
      actions={
        <LinkButton to={paths.vouchers} icon={<TagIcon />}>
          Vouchers
        </LinkButton>
      }
    >
      <UrlTabs
        label="Parts of WiFi sales"
        // `view` names this screen.
        param="part"
        tabs={[
          {
            id: 'sessions',
            title: 'Sessions',
            panel: <SessionsTab onViewRequest={request.show} />,
          },
          { id: 'payments', title: 'Payments', panel: <RequestsTable onView={request.show} /> },
        ]}
      />
    </Page>
  );
}
