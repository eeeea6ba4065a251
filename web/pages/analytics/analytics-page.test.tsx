import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { someAnalytics } from '../../testing/report-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { AnalyticsPage } from './analytics-page.tsx';

let server: StubServer;
let figures: Record<string, unknown>;
const served = serveCalls(() => server);

beforeEach(() => {
  figures = {};
  server = {
    getAnalytics: ({ query }) => ({
      ...someAnalytics,
      ...figures,
      period: (query as { period?: string }).period ?? 'monthly',
    }),
    exportReport: () => ({}),
  };
});

const open = (query = '', role: Parameters<typeof renderAs>[0] = 'ceo') =>
  renderAs(role, <AnalyticsPage />, `/dashboard?tab=reports${query}`);
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const part = async (name: string) => {
  await waitFor(() => expect(screen.queryByText('Loading the figures…')).toBeNull());
  return within(await screen.findByRole('region', { name }));
};
const asked = () =>
  callsOf(served.seen, 'GET /api/reports/analytics').map(({ url }) =>
    url.searchParams.get('period'),
  );

test('shows the cards of this month, with pounds and growth', async () => {
  open();
  expect(screen.getByText('Loading the figures…')).toBeInTheDocument();
  const annual = await part('Annual Revenue');
  expect(annual.getByText('$512,000.50')).toBeVisible();
  expect(annual.getByText("SSP 204,800,200 at today's rate")).toBeVisible();
  expect(annual.getByText(/\+12\.5% against 1 Jan to 21 Nov 2025/)).toBeVisible();
  const customers = await part('Total Customers');
  expect(customers.getByText('1,500')).toBeVisible();
  expect(customers.getByRole('link', { name: '1,320 active' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&status=Active',
  );
  expect(customers.getByText('35 new and 2 lost this month')).toBeVisible();
  const quality = await part('Service Quality');
  expect(quality.getByText('99.87%')).toBeVisible();
  expect(quality.getByText('chats rated 4.3 of 5')).toBeVisible();
  const period = await part('Revenue of the Period');
  expect(period.getByText('$46,000.00')).toBeVisible();
  expect(period.getByText(/-3\.2% against 1 to 21 Oct 2026/)).toBeVisible();
  expect(screen.queryByText('sample')).toBeNull();
  expect(asked()).toEqual(['monthly']);
});

test('regions and packages lead to their customers', async () => {
  open();
  const regions = await part('Revenue by Region');
  expect(regions.getByRole('link', { name: 'Wau' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Wau',
  );
  const row = within(regions.getByRole('row', { name: /^Juba Central/ }));
  expect(row.getByText('$30,000.00')).toBeVisible();
  expect(row.getByText('66.7%')).toBeVisible();
  const packages = await part('Package Performance');
  expect(packages.getByRole('link', { name: 'Basic Fiber' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&packageType=Basic+Fiber',
  );
});

test('the trend has twelve months with their numbers as a table', async () => {
  open();
  const trend = await part('Monthly Revenue Trend');
  expect(trend.getByRole('img')).toHaveAccessibleName(/^Bar chart\. Dec 2025 \$40,000\.00, /);
  await userEvent.click(trend.getByText('Numbers as a table'));
  const row = (await trend.findByText('November 2026')).closest('tr');
  expect(row).toHaveTextContent('$45,500.00SSP 18,200,000');
});

test('customer mix and service statistics', async () => {
  open();
  const mix = await part('Customer Distribution');
  expect(mix.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Business900 customers · 60.0%',
    'Residential600 customers · 40.0%',
  ]);
  const service = await part('Service Statistics');
  const shownAt = (label: string) => service.getByText(label).parentElement?.textContent;
  expect(shownAt('Uptime')).toBe('Uptime99.87% ');
  expect(shownAt('Satisfaction')).toBe('Satisfaction4.3 of 5 · 12 ratings ');
  expect(shownAt('ARPU, for 30 days')).toBe(
    'ARPU, for 30 days$45.50SSP 18,20022 Oct to 21 Nov 2026',
  );
  expect(shownAt('Churn rate')).toBe('Churn rate0.2% ');
  expect(shownAt('Average time to resolve')).toBe('Average time to resolve27.1 hours');
});

test('figures that stand in are marked, and what is unknown says why', async () => {
  figures = {
    uptimeIsSample: true,
    satisfactionIsSample: true,
    churnIsSample: true,
    mixIsSample: true,
    mix: [
      { type: 'business', customers: 0, percent: 65 },
      { type: 'government', customers: 0, percent: 25 },
      { type: 'individual', customers: 0, percent: 10 },
    ],
    arpuUsd: null,
    arpuSsp: null,
    averageResolutionHours: null,
    revenueGrowth: null,
    regions: [],
    packages: [],
    months: someAnalytics.months.map((month) => ({ ...month, revenueUsd: 0 })),
  };
  open();
  const quality = await part('Service Quality');
  expect(quality.getByText('sample')).toBeVisible();
  expect((await part('Service Statistics')).getAllByText('sample')).toHaveLength(3);
  const mix = await part('Customer Distribution');
  expect(mix.getByText('sample')).toBeVisible();
  expect(mix.getByText('Government')).toBeVisible();
  expect(mix.queryByText(/0 customers/)).toBeNull();
  expect(screen.getByText('No active customers')).toBeVisible();
  expect(screen.getByText('No ticket was resolved')).toBeVisible();
  expect(screen.getByText('none in 1 to 21 Oct 2026')).toBeVisible();
  expect(screen.getAllByText('Nothing was billed in this period')).toHaveLength(2);
  expect(screen.getByText('No revenue yet')).toBeVisible();
});

test('the period is kept in the URL', async () => {
  open('&period=weekly');
  expect(
    (await part('Total Customers')).getByText('35 new and 2 lost in the last 7 days'),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Annual' }));
  expect(address()).toBe('/dashboard?tab=reports&period=annual');
  expect(await screen.findByText('35 new and 2 lost this year')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }));
  expect(address()).toBe('/dashboard?tab=reports');
  expect(asked()).toEqual(['weekly', 'annual', 'monthly']);
});

test('exports the reports of the period, and says when that fails', async () => {
  open();
  await part('Annual Revenue');
  await userEvent.click(screen.getByRole('button', { name: 'Export Financial' }));
  expect(await screen.findByText('Export Started')).toBeVisible();
  await waitFor(() =>
    expect(served.saved).toEqual(['financial-report-2026-11-01-to-2026-11-21.xlsx']),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Export Customer' }));
  await waitFor(() => expect(served.saved).toHaveLength(2));
  expect(callsOf(served.seen, 'POST /api/reports/export/excel').map(({ body }) => body)).toEqual(
    ['financial', 'customer'].map((reportType) => ({
      reportType,
      dateRange: { startDate: '2026-11-01', endDate: '2026-11-21' },
    })),
  );
  server.exportReport = () => {
    throw new Error('a bug');
  };
  await userEvent.click(screen.getByRole('button', { name: 'Export Customer' }));
  expect(await screen.findByText('Failed to export report. Please try again.')).toBeVisible();
});

test('an error can be retried; nothing can be exported before', async () => {
  server.getAnalytics = () => refuse('unavailable', 'The database is busy.');
  open();
  expect(await screen.findByText('The figures could not be loaded')).toBeVisible();
  expect(screen.getByText('The database is busy.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export Financial' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  server.getAnalytics = () => someAnalytics;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('$512,000.50')).toBeVisible();
});

test('leads back to the dashboard and to the full reports', async () => {
  open('', 'technician');
  await part('Annual Revenue');
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  expect(screen.getByRole('link', { name: 'Comprehensive Reports' })).toHaveAttribute(
    'href',
    '/reports',
  );
});
