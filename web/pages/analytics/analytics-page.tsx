import { SegmentedControl } from '@blueprintjs/core';
import { ArrowLeftIcon } from '@blueprintjs/icons';
import { formatRange } from '@nimule/core/kernel/periods';
import type { Analytics } from '@nimule/core/reports/analytics/schema';
import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { InsightsButton } from '../../parts/insights/insights-button.tsx';
import { MonthlyRevenue } from '../../parts/revenue/monthly-revenue.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loaded } from '../../ui/states.tsx';
import styles from './analytics.module.css';
import { AnalyticsCards } from './analytics-cards.tsx';
import { periodOptions, usePeriod } from './analytics-words.ts';
import { Distribution } from './distribution.tsx';
import { ExportButton } from './export-button.tsx';
import { ServiceStatistics } from './service-statistics.tsx';
import { ShareTable } from './share-table.tsx';

const PANEL_WIDTH = 380;

/** The Reports & Analytics tab (seeds/000 2), from the data (decision 19). */
export function AnalyticsPage() {
  const { period, choose } = usePeriod();
  const read = useRead('getAnalytics', { query: { period } }, { keepPrevious: true });
  const range = read.data?.period === period ? read.data.dateRange : undefined;
  return (
    <Page
      title={titleOf('reports')}
      description="Revenue, customers and service quality of a period"
      actions={
        <>
          <LinkButton to={paths.dashboard()} icon={<ArrowLeftIcon />}>
            Back to Dashboard
          </LinkButton>
          <ModuleLinks from="reports" />
        </>
      }
    >
      <div className={styles.bar}>
        <SegmentedControl
          inline
          aria-label="Period"
          options={periodOptions}
          value={period}
          onValueChange={choose}
        />
        {range && <span className={`quiet ${styles.range}`}>{formatRange(range)}</span>}
        <div className={styles.actions}>
          <ExportButton type="financial" range={range} />
          <ExportButton type="customer" range={range} />
          <InsightsButton />
        </div>
      </div>
      <Loaded
        read={read}
        loading="Loading the figures…"
        failed="The figures could not be loaded"
        skeleton={<AnalyticsSkeleton />}
      >
        {(figures) => <Sections figures={figures} />}
      </Loaded>
    </Page>
  );
}

function Sections({ figures }: { figures: Analytics }) {
  const billed = `Billed ${formatRange(figures.dateRange)}, cancelled invoices left out`;
  return (
    <>
      <AnalyticsCards figures={figures} />
      <Columns min={PANEL_WIDTH}>
        <Panel
          title="Monthly Revenue Trend"
          description="Booked revenue of 12 months in US dollars; this month so far"
        >
          <MonthlyRevenue months={figures.months} />
        </Panel>
        <Stack>
          <ServiceStatistics figures={figures} />
          <Distribution figures={figures} />
        </Stack>
      </Columns>
      <Columns min={PANEL_WIDTH}>
        <ShareTable
          title="Revenue by Region"
          description={billed}
          of="Location"
          restUsd={figures.revenueNotBilledUsd}
          revenueUsd={figures.revenueUsd}
          rows={figures.regions.map(({ location, ...row }) => ({
            ...row,
            name: location,
            to: paths.customersIn(location),
          }))}
        />
        <ShareTable
          title="Package Performance"
          description={billed}
          of="Package"
          restUsd={figures.revenueNotBilledUsd}
          revenueUsd={figures.revenueUsd}
          rows={figures.packages.map(({ packageType, ...row }) => ({
            ...row,
            name: packageType,
            to: paths.customersWith({ packageType }),
          }))}
        />
      </Columns>
    </>
  );
}

const panels = [
  ['Monthly Revenue Trend', 'Service Statistics'],
  ['Revenue by Region', 'Package Performance'],
] as const;
const boneWidths = ['92%', '76%', '84%', '60%', '70%', '88%'];

/** Placeholder with the same layout. */
function AnalyticsSkeleton() {
  return (
    <>
      <AnalyticsCards figures={undefined} />
      {panels.map((row) => (
        <Columns key={row[0]} min={PANEL_WIDTH}>
          {row.map((title) => (
            <Panel key={title} title={title}>
              <div className={styles.bones}>
                {boneWidths.map((width) => (
                  <Skeleton key={width} width={width} />
                ))}
              </div>
            </Panel>
          ))}
        </Columns>
      ))}
    </>
  );
}
