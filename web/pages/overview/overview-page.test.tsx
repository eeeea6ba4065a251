import type { attentionItem } from '@nimule/core/attention/schema';
import type { dashboardStats } from '@nimule/core/reports/schema';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { ReadCache } from '../../client/cache.tsx';
import { minutesAgo, noFactors } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, serveCalls } from '../../testing/stub-server.tsx';
import { OverviewPage } from './overview-page.tsx';

let reply: () => unknown;
let attention: () => unknown;
let work: () => unknown;
let factors: () => unknown;
const served = serveCalls(() => ({
  listFactors: () => factors(),
  ownWork: () => work(),
  dashboardStats: () => reply(),
  dashboardAttention: () => attention(),
}));
beforeEach(() => {
  attention = () => [];
  work = () => ({ order: [] });
  factors = () => noFactors;
  // Without it everything counts as in view.
  vi.stubGlobal('IntersectionObserver', undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Stats = z.input<typeof dashboardStats>;

/** Without nodes, where what is bought is the total. */
function aNetwork(changes: Partial<Stats['network']> = {}): Stats['network'] {
  return {
    totalBandwidth: 6,
    currentUsage: 4.68,
    utilization: 78,
    basis: 'bought',
    nodes: 0,
    operational: 0,
    isPolling: false,
    isTotalSample: false,
    isUsageSample: true,
    ...changes,
  };
}

function aPlace(changes: Partial<Stats['regions'][number]> = {}): Stats['regions'][number] {
  return {
    location: 'Juba Central',
    town: 'Juba',
    customers: 19,
    active: 16,
    share: 95,
    bandwidthMbps: 1440,
    nodes: 0,
    operational: 0,
    uptime: null,
    isSample: false,
    ...changes,
  };
}

/** The response in wire form. */
function stats(changes: Partial<Stats> = {}) {
  return {
    totalCustomers: 1204,
    activeCustomers: 1100,
    newCustomersThisMonth: 3,
    monthlyRevenueUsd: 56_742,
    monthlyRevenueSsp: 22_696_800,
    previousMonthRevenueUsd: 71_455,
    networkUptime: 98.504,
    networkUptimeIsSample: true,
    openTickets: 17,
    urgentTickets: 4,
    trends: {
      activeBefore: 1088,
      revenueSoFarUsd: 56_742,
      revenueSameDaysUsd: 71_455,
      previousRange: { startDate: '2026-10-01', endDate: '2026-10-21' },
      uptimeThisMonth: null,
      uptimeBefore: null,
      openTicketsBefore: null,
    },
    network: aNetwork(),
    regions: [
      aPlace({ location: 'Wau', town: 'Wau', customers: 1, active: 1, bandwidthMbps: 10 }),
      aPlace({ customers: 19, nodes: 2, operational: 1, uptime: 99.8 }),
      aPlace({ location: 'Bor', town: 'Bor', customers: 0, active: 0, bandwidthMbps: 0 }),
    ],
    activities: [
      {
        id: 2,
        at: minutesAgo(5.5),
        actorName: 'Grace Akol',
        action: 'payment.record',
        title: 'Payment recorded',
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
async function showLoaded(changes: Partial<Stats> = {}) {
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
  expect(customers.getByText('1,100 active, 3 new this month')).toBeVisible();
  expect(customers.getByText('12 more active than on 31 Oct')).toBeVisible();
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

test('compares revenue with the same days of the month before, in both currencies', async () => {
  await showLoaded();
  const revenue = part('Monthly Revenue');
  expect(revenue.getByText('$56,742.00')).toBeVisible();
  expect(revenue.getByText("SSP 22,696,800 at today's rate")).toBeVisible();
  expect(revenue.getByText(/\$14,713\.00 less than by 21 Oct/)).toBeVisible();
});

test('marks samples', async () => {
  await showLoaded();
  const uptime = part('Network Uptime');
  expect(uptime.getByText('98.5%')).toBeVisible();
  expect(uptime.getByText('sample')).toBeVisible();
});

test('does not mark measured tickets and uptime', async () => {
  await showLoaded({
    networkUptimeIsSample: false,
    networkUptime: 99.2,
    openTickets: 12,
    urgentTickets: 2,
    trends: {
      ...stats().trends,
      uptimeThisMonth: 99.2,
      uptimeBefore: 99.5,
      openTicketsBefore: 9,
    },
  });
  const uptime = part('Network Uptime');
  expect(uptime.getByText('99.2%')).toBeVisible();
  expect(uptime.queryByText('sample')).toBeNull();
  expect(uptime.getByText('this month 0.3 points below 1 to 21 Oct')).toBeVisible();
  const tickets = part('Open Tickets');
  expect(tickets.getByText('12')).toBeVisible();
  expect(tickets.getByText('2 urgent')).toHaveAttribute(
    'href',
    '/dashboard?tab=support&status=unresolved&priority=urgent',
  );
  expect(tickets.getByText('3 more than a month ago')).toBeVisible();
});

test('shows sold / bought bandwidth as oversubscription, not utilization', async () => {
  await showLoaded({ boughtBandwidthMbps: 1000, soldBandwidthMbps: 5585 });
  const network = part('Network Performance');
  expect(network.getByText('5.585 Gbps')).toBeVisible();
  expect(network.getByText('5.6 : 1')).toBeVisible();
  expect(network.queryByText('558.5%')).toBeNull();
});

test('marks unmeasured usage and utilization as samples', async () => {
  await showLoaded();
  const network = part('Network Performance');
  const marked = (label: string) =>
    network.getByText(label).parentElement?.textContent?.includes('sample');
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
  await showLoaded({
    boughtBandwidthMbps: null,
    network: aNetwork({ totalBandwidth: 3.89, basis: 'sold', isTotalSample: true }),
  });
  const network = part('Network Performance');
  expect(network.getAllByText('3.89 Gbps')).toHaveLength(2);
  expect(network.getAllByText('sample')).toHaveLength(3);
  expect(network.queryByText(/ : 1/)).toBeNull();
  expect(network.getByText(/what is sold stands in for the total/)).toBeVisible();
});

test('with network nodes, capacity and usage are theirs, and no sample is left', async () => {
  await showLoaded({
    boughtBandwidthMbps: 1000,
    soldBandwidthMbps: 5585,
    network: aNetwork({
      totalBandwidth: 10,
      currentUsage: 4.25,
      utilization: 42.5,
      basis: 'nodes',
      nodes: 7,
      operational: 6,
      isPolling: true,
      isUsageSample: false,
    }),
  });
  const performance = part('Network Performance');
  expect(performance.getByText('10 Gbps')).toBeVisible();
  expect(performance.getByText('4.25 Gbps')).toBeVisible();
  expect(performance.getByText('42.5%')).toBeVisible();
  expect(performance.getByText('5.6 : 1')).toBeVisible();
  expect(performance.getByRole('link', { name: '7 network nodes' })).toBeVisible();
  expect(performance.getByText(/6 operational, measured every minute/)).toBeVisible();
  expect(performance.queryByText('sample')).toBeNull();
});

test('each location links to its customers', async () => {
  await showLoaded();
  const regions = part('Regional Coverage');
  expect(await regions.findByRole('link', { name: 'Juba Central' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Juba+Central',
  );
  expect(regions.getByText('1 customer · 1 active · 10 Mbps · no nodes')).toBeVisible();
  expect(
    regions.getByText('19 customers · 16 active · 1,440 Mbps · 1 of 2 nodes · 99.8% up'),
  ).toBeVisible();
  expect(regions.getByText('2 locations served')).toBeVisible();
  expect(regions.queryByText('Bor')).toBeNull();
  const names = regions.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual(['Juba Central', 'Wau']);
});

test('the regions of the specification are marked while there are neither customers nor nodes', async () => {
  await showLoaded({ regions: [aPlace({ isSample: true })] });
  const regions = part('Regional Coverage');
  expect(regions.getByText('sample')).toBeVisible();
  expect(regions.getByText('0 locations served')).toBeVisible();
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
  await userEvent.click(revenue.getByText('Numbers as a table'));
  const row = (await revenue.findByText('October 2026')).closest('tr');
  expect(row).toHaveTextContent('$71,455.00');
});

test('an empty company sees what to do first', async () => {
  await showLoaded({
    network: aNetwork({ totalBandwidth: 0, currentUsage: 0 }),
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

describe('what needs a person today', () => {
  const matter = (changes: Partial<z.input<typeof attentionItem>> = {}) => ({
    kind: 'ticketsOverdue',
    title: '3 tickets are past their target.',
    count: 3,
    amountUsd: null,
    severity: 'warning',
    link: { to: 'support', query: { due: 'overdue' } },
    ...changes,
  });

  test('comes first, in the order of the server, each with the page to act on it', async () => {
    attention = () => [
      matter({
        kind: 'backup',
        title: 'There is no backup of last night.',
        severity: 'danger',
        link: { to: 'backups', query: {} },
      }),
      matter(),
      matter({
        kind: 'approvals',
        title: '2 requests wait.',
        link: { to: 'approvals', query: {} },
      }),
      matter({ kind: 'jobs', title: 'A job failed.', link: null }),
    ];
    await showLoaded();
    const panel = within(await screen.findByRole('region', { name: 'What needs a person today' }));
    expect(panel.getByText('4 matters')).toBeVisible();
    expect(
      panel
        .getAllByRole('listitem')
        .map((item) => [
          item.textContent,
          within(item).queryByRole('link')?.getAttribute('href') ?? null,
        ]),
    ).toEqual([
      ['Urgent: There is no backup of last night.', '/backup-management'],
      ['3 tickets are past their target.', '/dashboard?tab=support&due=overdue'],
      ['2 requests wait.', '/dashboard?view=approvals'],
      ['A job failed.', null],
    ]);
    const regions = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));
    expect(regions[0]).toBe('What needs a person today');
  });

  test('is one line if there is nothing', async () => {
    await showLoaded();
    expect(await screen.findByText('Nothing needs you today.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'What needs a person today' })).toBeNull();
  });

  test('can be loaded again after an error, while the figures are shown', async () => {
    attention = () => refuse('unavailable', 'The database does not answer. Try again.');
    await showLoaded();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/could not be loaded/)).toBeVisible();
    expect(screen.getByText('1,204')).toBeVisible();
    attention = () => [matter()];
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 tickets are past their target.')).toBeVisible();
    expect(callsOf(served.seen, 'GET /api/dashboard/attention')).toHaveLength(2);
    expect(callsOf(served.seen, 'GET /api/dashboard/stats')).toHaveLength(1);
  });
});

test('says until when the role can do without the second factor that it needs', async () => {
  factors = () => ({ ...noFactors, isRequired: true, graceUntil: '2026-11-28T08:00:00.000Z' });
  await showLoaded();
  const notice = within(await screen.findByText(/until 28 Nov 2026/));
  expect(notice.getByRole('link', { name: 'Set up a second factor' })).toHaveAttribute(
    'href',
    '/dashboard?view=security',
  );
});
