import { wifiPackageIds, wifiSessionFilter } from '@nimule/core/wifi/schema';
import { useRead } from '../../../client/use-read.ts';
import { Stack } from '../../../ui/layout.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { SessionsTable } from './sessions-table.tsx';
import { WifiFigures } from './wifi-figures.tsx';

const packageLabels: Readonly<Record<(typeof wifiPackageIds)[number], string>> = {
  quick: 'Quick Browse',
  'half-day': 'Half Day',
  'full-day': 'Full Day',
  weekly: 'Weekly Pass',
  student: 'Student Special',
};

const filters = defineFilters(wifiSessionFilter, {
  status: { label: 'Status', all: 'All statuses' },
  packageId: {
    label: 'Package',
    all: 'All packages',
    options: ['all', ...wifiPackageIds],
    labels: packageLabels,
  },
  from: { label: 'Sold from' },
  to: { label: 'Sold to' },
});

interface SessionsTabProps {
  onViewRequest: (request: { id: number }) => void;
}

/** The sessions with the figures of the chosen days. */
export function SessionsTab({ onViewRequest }: SessionsTabProps) {
  const list = useListState({
    filters,
    sorts: ['soldDate', 'packageName', 'phoneNumber', 'expiryTime', 'amountUsd'],
    sort: '-soldDate',
    prefix: 'sessions-',
  });
  const { from, to } = list.filter;
  const stats = useRead(
    'getWifiStats',
    { query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } },
    { keepPrevious: true },
  );
  return (
    <Stack>
      <WifiFigures read={stats} />
      <SessionsTable list={list} onViewRequest={onViewRequest} />
    </Stack>
  );
}
