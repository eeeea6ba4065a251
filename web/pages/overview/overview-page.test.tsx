import type { dashboardStats } from '@nimule/core/reports/schema';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ReadCache } from '../../client/cache.tsx';
import { aRegion, someNetworkStats } from '../../testing/network-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { OverviewPage } from './overview-page.tsx';

let reply: () => unknown;
let backups: StubServer = {};
let network: StubServer;
const served = serveCalls(() => ({ dashboardStats: () => reply(), ...network, ...backups }));
beforeEach(() => {
  network = {
    networkStats: () => someNetworkStats({ nodes: 0, totalCapacity: 0, currentUsage: 0 }),
    networkCoverage: () => [
      aRegion({
        location: 'Wau',
        town: 'Wau',
        customers: 1,
        activeCustomers: 1,
        soldMbps: 10,
        nodes: 0,
        uptime: null,
      }),
      aRegion(),
      aRegion({
        location: 'Bor',
        town: 'Bor',
        customers: 0,
        activeCustomers: 0,
        soldMbps: 0,
        nodes: 0,
        uptime: null,
      }),
    ],
  };
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** The response in wire form. */
function stats(changes: Partial<z.input<typeof dashboardStats>> = {}) {
  return {
    totalCustomers: 1204,
    activeCustomers: 1100,
    newCustomersThisMonth: 3,
    monthlyRevenueUsd: 56_742,
    monthlyRevenueSsp: 22_696_800,
    previousMonthRevenueUsd: 71_455,
    networkUptime: 98.504,
    networkUptimeIsSample: true,
    openTickets: null,
    urgentTickets: null,
    regions: [
      { location: 'Juba Central', customers: 19, active: 16, bandwidthMbps: 1440 },
      { location: 'Wau', customers: 1, active: 1, bandwidthMbps: 10 },
    ],
    activities: [
      {
        id: 2,
        at: minutesAgo(5.5),
        actorName: 'Grace Akol',
        action: 'payment.record',
        summary: 'RCT-2026-000132 of Juba Tea House',
      },
    ],
    soldBandwidthMbps: 3890,
    boughtBandwidthMbps: 6000,
    revenueByMonth: [
      { month: '2026-09', revenueUsd: 0 },
      { month: '2026-10', revenueUsd: 71_455 },
      { month: '2026-11', revenueUsd: 56_742 },
    ],
    ...changes,
  };
}

function show(answer: () => unknown) {
  reply = answer;
  render(
    <MemoryRouter>
      <ReadCache>
        <main tabIndex={-1}>
          <OverviewPage />
        </main>
      </ReadCache>
    </MemoryRouter>,
  );
}

/** Renders the screen and waits until it has replaced the skeleton. */
async function showLoaded(changes: Partial<z.input<typeof dashboardStats>> = {}) {
  show(() => stats(changes));
  await waitFor(() => expect(screen.queryByText('Loading dashboard...')).toBeNull());
}

const part = (name: string) => within(screen.getByRole('region', { name }));

test('shows the loading state, then the figures', async () => {
  const loaded = showLoaded();
  expect(screen.getByText('Loading dashboard...')).toBeInTheDocument();
  await loaded;
  const customers = part('Total Customers');
  expect(customers.getByText('1,204')).toBeVisible();
  expect(customers.getByText('1,100 active')).toBeVisible();
  expect(customers.getByText('3 new this month')).toBeVisible();
});

test('an error can be retried', async () => {
  const user = userEvent.setup();
  show(() => refuse('unavailable', 'The database does not answer. Try again.'));
  expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
  expect(screen.getByText('The database does not answer. Try again.')).toBeVisible();
  reply = () => stats();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  // The button is removed; the focus stays inside the screen.
  expect(screen.getByRole('main')).toHaveFocus();
  expect(await screen.findByText('1,204')).toBeVisible();
});

test('compares revenue with the previous month, in both currencies', async () => {
  await showLoaded();
  const revenue = part('Monthly Revenue');
  expect(revenue.getByText('$56,742.00')).toBeVisible();
  expect(revenue.getByText("SSP 22,696,800 at today's rate")).toBeVisible();
  expect(revenue.getByText(/\$14,713\.00 less than in October/)).toBeVisible();
});

test('marks samples, and shows no number of tickets without their module', async () => {
  await showLoaded();
  const uptime = part('Network Uptime');
  expect(uptime.getByText('98.5%')).toBeVisible();
  expect(uptime.getByText('sample')).toBeVisible();
  const tickets = part('Open Tickets');
  expect(tickets.getByText('Support tickets are not available yet')).toBeVisible();
  expect(tickets.queryByText(/\d/)).toBeNull();
});

test('does not mark measured tickets and uptime', async () => {
  await showLoaded({
    networkUptimeIsSample: false,
    networkUptime: 99.2,
    openTickets: 12,
    urgentTickets: 2,
  });
  const uptime = part('Network Uptime');
  expect(uptime.getByText('99.2%')).toBeVisible();
  expect(uptime.queryByText('sample')).toBeNull();
  const tickets = part('Open Tickets');
  expect(tickets.getByText('12')).toBeVisible();
  expect(tickets.getByText('2 urgent')).toBeVisible();
});

test('shows sold / bought bandwidth as oversubscription, not utilization', async () => {
  await showLoaded({ boughtBandwidthMbps: 1000, soldBandwidthMbps: 5585 });
  const network = part('Network Performance');
  expect(await network.findByText('1.00 Gbps')).toBeVisible();
  expect(network.getByText('5.59 Gbps')).toBeVisible();
  expect(network.getByText('5.6 : 1')).toBeVisible();
  expect(network.queryByText('558.5%')).toBeNull();
});

test('marks unmeasured usage and utilization as samples', async () => {
  await showLoaded();
  const network = part('Network Performance');
  const marked = (label: string) =>
    network.getByText(label).parentElement?.textContent?.includes('sample');
  await network.findByText('Total bandwidth');
  expect(marked('Total bandwidth')).toBe(false);
  expect(marked('Current usage')).toBe(true);
  expect(marked('Utilization')).toBe(true);
  expect(marked('Sold to Active customers')).toBe(false);
  expect(marked('Oversubscription')).toBe(false);
  expect(network.getByText('4.68 Gbps')).toBeVisible();
  expect(network.getByText('78%')).toBeVisible();
  expect(network.getByText(/Usage is not known yet/)).toBeVisible();
});

test('without a purchase, sold bandwidth is the total and marked as a sample', async () => {
  await showLoaded({ boughtBandwidthMbps: null });
  const network = part('Network Performance');
  expect(await network.findAllByText('3.89 Gbps')).toHaveLength(2);
  expect(network.getAllByText('sample')).toHaveLength(3);
  expect(network.queryByText(/ : 1/)).toBeNull();
  expect(network.getByText(/what is sold stands in for the total/)).toBeVisible();
});

test('with network nodes, capacity and usage are theirs, and no sample is left', async () => {
  network.networkStats = () => someNetworkStats();
  await showLoaded({ boughtBandwidthMbps: 1000, soldBandwidthMbps: 5585 });
  const performance = part('Network Performance');
  expect(await performance.findByText('10 Gbps')).toBeVisible();
  expect(performance.getByText('4.25 Gbps')).toBeVisible();
  expect(performance.getByText('42.5%')).toBeVisible();
  expect(performance.getByText('5.6 : 1')).toBeVisible();
  expect(performance.queryByText('sample')).toBeNull();
});

test('each location links to its customers', async () => {
  await showLoaded();
  const regions = part('Regional Coverage');
  expect(await regions.findByRole('link', { name: 'Juba Central' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Juba+Central',
  );
  expect(regions.getByText('1 customer · 1 active · 10 Mbps sold · no nodes')).toBeVisible();
  expect(
    regions.getByText(
      '19 customers · 16 active · 1,440 Mbps sold · 1 of 2 nodes operational · 99.8% up',
    ),
  ).toBeVisible();
  expect(regions.getByText('2 locations served')).toBeVisible();
  expect(regions.queryByText('Bor')).toBeNull();
});

test('activities show what was done, by whom and when', async () => {
  await showLoaded();
  const activities = part('Recent Activities');
  expect(activities.getByText('Payment recorded')).toBeVisible();
  expect(activities.getByText(/RCT-2026-000132 of Juba Tea House/)).toBeVisible();
  expect(activities.getByText(/Grace Akol · 5 minutes ago/)).toBeVisible();
});

test('the chart has a table with exact numbers', async () => {
  await showLoaded();
  const revenue = part('Revenue by month');
  expect(revenue.getByRole('img')).toHaveAccessibleName(/Oct 2026 \$71,455\.00, Nov 2026/);
  const row = revenue.getByText('October 2026').closest('tr');
  expect(row).toHaveTextContent('$71,455.00');
});

test('an empty company sees what to do first', async () => {
  network.networkCoverage = () => [];
  await showLoaded({
    totalCustomers: 0,
    regions: [],
    activities: [],
    soldBandwidthMbps: 0,
    boughtBandwidthMbps: null,
    revenueByMonth: [{ month: '2026-11', revenueUsd: 0 }],
  });
  for (const title of [
    'No location is served yet',
    'Nothing has been done yet',
    'No bandwidth yet',
    'No revenue yet',
  ])
    expect(await screen.findByText(title)).toBeVisible();
});

describe('the notice about backups', () => {
  const backupStats = {
    totalBackups: 3,
    totalSizeMB: 12,
    lastBackup: minutesAgo(2000),
    directory: '/var/lib/nimule/backups',
    alert: 'There is no backup of last night.',
    copiedTo: null,
    pause: { since: '2026-11-22T08:05:00Z', by: 'Grace Akol', filename: 'a.sql' },
  };
  beforeEach(() => {
    reply = () => stats();
    backups = { getBackupStats: () => backupStats };
  });

  test('links the privileged to the page', async () => {
    renderAs('master_admin', <OverviewPage />);
    expect(await screen.findByText(backupStats.alert)).toBeVisible();
    expect(
      screen.getByText('Since 22 Nov 2026, 10:05, when Grace Akol restored a.sql.'),
    ).toBeVisible();
    for (const link of screen.getAllByRole('link', { name: 'See the backups' }))
      expect(link).toHaveAttribute('href', '/backup-management');
  });

  test('is not requested for others', async () => {
    renderAs('manager', <OverviewPage />);
    expect(await screen.findByText('1,204')).toBeVisible();
    expect(callsOf(served.seen, 'GET /api/backups/stats')).toEqual([]);
  });
});
