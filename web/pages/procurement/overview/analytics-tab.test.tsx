import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { procurementFigures, procurementSpending } from '../../../testing/procurement-samples.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { AnalyticsTab } from './analytics-tab.tsx';

let server: StubServer;
serveCalls(() => server);
const fails = () => {
  throw new Error('a bug of the server');
};

beforeEach(() => {
  server = {
    procurementStats: () => procurementFigures,
    procurementSpending: () => procurementSpending,
  };
});

const open = () => renderAs('technician', <AnalyticsTab />, '/procurement');

test('shows the spending as charts, with their numbers in tables', async () => {
  open();
  const months = within(await screen.findByRole('table', { name: 'Spending by month' }));
  const november = within(months.getByRole('row', { name: /^November 2026/ }));
  expect(november.getByText('$100.50')).toBeVisible();
  expect(november.getByText('$25.25')).toBeVisible();
  const suppliers = within(screen.getByRole('table', { name: 'Spending by supplier' }));
  expect(
    suppliers.getByRole('row', { name: /Nile Cables 3 \$1,000\.50 \$700\.00 \$600\.00/ }),
  ).toBeVisible();
  expect(screen.getByRole('img', { name: /Nile Cables \$1,000\.50, \$600\.00/ })).toBeVisible();
  expect(screen.getByRole('img', { name: /1410 Equipment inventory \$800\.00/ })).toBeVisible();
  expect(screen.getByRole('table', { name: 'Goods by account' })).toBeVisible();
});

test('says that nothing was bought, and that the spending could not be read', async () => {
  const months = procurementSpending.months.map(({ month }) => ({
    ...{ month, orderedUsd: 0, receivedUsd: 0, billedUsd: 0, paidUsd: 0 },
  }));
  const nothing = { ...procurementSpending, months, suppliers: [], accounts: [] };
  server = { ...server, procurementSpending: () => nothing };
  const { unmount } = open();
  expect(await screen.findByText('Nothing was bought')).toBeVisible();
  unmount();
  server = { ...server, procurementSpending: fails };
  open();
  expect(await screen.findByRole('button', { name: /again/ })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'On-time Delivery' })).toBeVisible();
});
