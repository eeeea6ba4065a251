import { SegmentedControl } from '@blueprintjs/core';
import { ArrowLeftIcon, ExportIcon } from '@blueprintjs/icons';
import { formatRange } from '@nimule/core/kernel/periods';
import type { Analytics } from '@nimule/core/reports/analytics/schema';
import { useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { paths } from '../../app/paths.ts';
import { download } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { useRead } from '../../client/use-read.ts';
import { InsightsButton } from '../../parts/insights/insights-button.tsx';
import { MonthlyRevenue } from '../../parts/revenue/monthly-revenue.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { counted } from '../../ui/counted.ts';
import { Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { toast, toastError } from '../../ui/overlay/toaster.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loaded } from '../../ui/states.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { AnalyticsCards } from './analytics-cards.tsx';
import { periodOptions, shareText, usePeriod } from './analytics-words.ts';
import styles from './analytics.module.css';
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

const typeLabels: Readonly<Record<Analytics['mix'][number]['type'], string>> = {
  business: 'Business',
  individual: 'Residential',
  government: 'Government',
};

/** Customers by type (seeds/000 2). */
function Distribution({ figures: { mix, mixIsSample } }: { figures: Analytics }) {
  return (
    <Panel
      title="Customer Distribution"
      description={mixIsSample ? 'Until there are customers' : 'Customers who are not Inactive'}
      actions={mixIsSample && <SampleTag />}
    >
      <ul className={styles.mix}>
        {mix.map(({ type, customers, percent }) => (
          <li key={type}>
            <div className={styles.mixHead}>
              <span>{typeLabels[type]}</span>
              <span>
                {!mixIsSample && <span className="quiet">{counted(customers, 'customer')} · </span>}
                {shareText(percent)}
              </span>
            </div>
            <Meter percent={percent} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const exportLabels = { financial: 'Export Financial', customer: 'Export Customer' } as const;
/** seeds/002 8. */
const FAILED = 'Failed to export report. Please try again.';

interface ExportButtonProps {
  type: keyof typeof exportLabels;
  /** Days of the report; undefined while they are not known. */
  range: Analytics['dateRange'] | undefined;
}

/** Saves the financial or the customer report of the period as a workbook, with the rows behind it. */
function ExportButton({ type, range }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (dateRange: Analytics['dateRange']) => {
    setBusy(true);
    toast('Export Started', `The ${type} report of ${formatRange(dateRange)} is being written.`);
    try {
      await download(
        'exportReport',
        { params: { format: 'excel' }, body: { reportType: type, dateRange } },
        `${type}-report-${dateRange.startDate}-to-${dateRange.endDate}.xlsx`,
      );
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      toastError(error.isFault || error.message === '' ? FAILED : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionButton
      icon={<ExportIcon />}
      loading={isBusy}
      disabledReason={range ? undefined : 'The figures are on their way.'}
      onClick={() => {
        if (range) save(range).catch(reportError);
      }}
    >
      {exportLabels[type]}
    </ActionButton>
  );
}
