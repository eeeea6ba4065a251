import { titleOf } from '../../app/modules.ts';
import { MessagesTable } from '../../parts/messages/messages-table.tsx';
import { MailNotice } from '../../parts/messages/unsent-notice.tsx';
import { useShownRecord } from '../../parts/shown-record.ts';
import { Stack } from '../../ui/layout.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { TypesPanel } from './automatic/types-panel.tsx';
import { CampaignDrawer } from './campaigns/campaign-drawer.tsx';
import { CampaignTable } from './campaigns/campaign-table.tsx';
import styles from './messages.module.css';
import { GatewayNotice } from './send/gateway-notice.tsx';
import { QuickSendPanel } from './send/quick-send.tsx';
import { MessageFigures, StatisticsPanel } from './send/statistics-panel.tsx';
import { MessageSettingsPanel } from './settings/settings-panel.tsx';
import { TemplatesTable } from './templates/templates-table.tsx';

/** The SMS Services tab (seeds/000 2): messages to customers, by hand and by themselves. */
export function MessagesPage() {
  const campaign = useShownRecord('campaign');
  // On a phone they are with the form that sends, so that lists begin at the top.
  const isPhone = useMedia(PHONE);
  const notices = (
    <>
      <GatewayNotice />
      <MailNotice />
    </>
  );
  return (
    <Page title={titleOf('sms')} description="Messages to customers, by SMS and e-mail.">
      {!isPhone && notices}
      <UrlTabs
        label="Parts of messages"
        tabs={[
          {
            id: 'send',
            title: 'Campaigns',
            panel: (
              <Stack>
                <MessageFigures />
                <div className={styles.send}>
                  <QuickSendPanel notices={isPhone && notices} onShow={campaign.show} />
                  <StatisticsPanel />
                </div>
                <CampaignTable onView={campaign.show} />
              </Stack>
            ),
          },
          {
            id: 'messages',
            title: 'All messages',
            panel: (
              <MessagesTable
                label="All messages"
                of="all"
                prefix="message-"
                empty={{
                  title: 'No messages yet',
                  description:
                    'Messages of campaigns, to single customers and automatic ones are listed here.',
                }}
              />
            ),
          },
          { id: 'automatic', title: 'Automatic messages', panel: <TypesPanel /> },
          { id: 'templates', title: 'Templates', panel: <TemplatesTable /> },
          { id: 'settings', title: 'Settings', panel: <MessageSettingsPanel /> },
        ]}
      />
      {campaign.id !== undefined && (
        <CampaignDrawer key={campaign.id} id={campaign.id} onClose={campaign.hide} />
      )}
    </Page>
  );
}
