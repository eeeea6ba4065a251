import { TagIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import type { wifiStats } from '@nimule/core/wifi/schema';
import type { z } from 'zod';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { counted, numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import type { Readable } from '../../../ui/table/readable.ts';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { RequestsTable } from '../requests/requests-table.tsx';
import { sessionList, SessionsTable } from './sessions-table.tsx';

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

interface SessionsTabProps {
  onViewRequest: (request: { id: number }) => void;
}

/** The sessions with the figures of the chosen days. */
function SessionsTab({ onViewRequest }: SessionsTabProps) {
  const { from, to } = useListState(sessionList).filter;
  const stats = useRead(
    'getWifiStats',
    { query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } },
    { keepPrevious: true },
  );
  return (
    <Stack>
      <WifiFigures read={stats} />
      <SessionsTable onViewRequest={onViewRequest} />
    </Stack>
  );
}

type Stats = z.output<typeof wifiStats>;

/** 'Half Day 12, Quick Browse 3': the packages that sell best. */
function bestText({ byPackage }: Stats): string {
  const best = byPackage.filter(({ sales }) => sales > 0).sort((a, b) => b.sales - a.sales);
  if (best.length === 0) return 'nothing sold';
  return best
    .slice(0, 2)
    .map(({ packageName, sales }) => `${packageName} ${numberText(sales)}`)
    .join(', ');
}

/** Figures of hotspot sales in the chosen days. */
function WifiFigures({ read }: { read: Readable<Stats> }) {
  return (
    <Figures
      title="WiFi figures"
      read={read}
      figures={[
        { title: 'Sales', value: ({ sales }) => numberText(sales), subtitle: bestText },
        {
          title: 'Revenue (USD)',
          value: ({ revenueUsd }) => formatUsd(revenueUsd),
          subtitle: 'without what was refunded',
        },
        {
          title: 'Active Sessions',
          value: ({ activeSessions }) => numberText(activeSessions),
          subtitle: 'running now',
        },
        {
          title: 'Failed Payments',
          value: ({ failed }) => numberText(failed),
          subtitle: ({ inReview }) =>
            inReview === 0
              ? 'none waits for a person'
              : `${counted(inReview, 'payment')} in review`,
        },
      ]}
    />
  );
}
