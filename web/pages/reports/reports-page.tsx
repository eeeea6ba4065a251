import { titleOf } from '../../app/modules.ts';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { OwnReports } from './own/own-reports.tsx';
import { ScheduledReports } from './schedules/scheduled-reports.tsx';
import { SummaryReports } from './summary/summary-reports.tsx';

/** Comprehensive Reports (seeds/002 2): the figures of a range, and an ISP's own reports. */
export function ReportsPage() {
  return (
    <Page
      title={titleOf('fullReports')}
      description="Figures of the company over any days, as files and on paper"
    >
      <UrlTabs
        label="Kinds of reports"
        tabs={[
          { id: 'figures', title: 'Business figures', panel: <SummaryReports /> },
          { id: 'own', title: 'ISP reports', panel: <OwnReports /> },
          { id: 'schedules', title: 'By e-mail', panel: <ScheduledReports /> },
        ]}
      />
    </Page>
  );
}
