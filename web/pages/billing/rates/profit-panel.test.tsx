import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { ProfitPanel } from './profit-panel.tsx';

let server: StubServer;
serveCalls(() => server);

beforeEach(() => {
  server = {
    profitAnalysis: ({ params }) => ({
      ...{
        month: (params as { yearMonth: string }).yearMonth,
        totalRevenue: 1000,
        profitMargin: 75,
      },
      ...{ bandwidthCosts: 250, totalRevenueSsp: null, bandwidthCostsSsp: null, grossProfit: 750 },
      ...{
        grossProfitSsp: null,
        exchangeRate: 4000,
        totalBandwidth: 10,
        bandwidthConfigured: true,
      },
    }),
    packageUsage: () => ({
      ...{ month: '2026-11', usedBytes: 16e9, codeBytes: 1e9, costPerGb: 15.63 },
      packages: [
        {
          ...{ packageType: 'Basic Fiber', customers: 2, usedBytes: 15e9, billedUsd: 250 },
          usdPerGb: 16.67,
        },
        {
          ...{ packageType: 'Flexible Plan', customers: 0, usedBytes: 0, billedUsd: 50 },
          usdPerGb: null,
        },
      ],
    }),
  };
});

test('shows what the packages used, billed for a GB, beside what the bandwidth costs', async () => {
  renderAs('manager', <ProfitPanel />, '/');
  expect(
    await screen.findByText(
      '16 GB were used in November 2026, 1 GB of it by vouchers and WiFi. The bandwidth costs $15.63 for a GB. So far: what was billed, and the costs, are of the whole month.',
    ),
  ).toBeVisible();
  const table = within(
    screen.getByRole('table', { name: 'Usage of the packages in November 2026' }),
  );
  const [, basic, flexible] = table.getAllByRole('row');
  expect(basic).toHaveTextContent('Basic Fiber215 GB$250.00$16.67');
  expect(flexible).toHaveTextContent('Flexible Plan00 B$50.00–');
  expect(screen.getByText('$750.00')).toBeVisible();
});

test('a month without usage says so', async () => {
  server = {
    ...server,
    packageUsage: () => ({
      ...{ month: '2026-11', usedBytes: 0, codeBytes: 0, costPerGb: null, packages: [] },
    }),
  };
  renderAs('manager', <ProfitPanel />, '/');
  expect(
    await screen.findByText('No router has reported any usage in November 2026.'),
  ).toBeVisible();
});
