import type { Permission } from '@nimule/core/identity/permissions';
import { AppError } from '@nimule/core/kernel/errors';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { aBatchDetail, aBundle, aVoucher } from '../../testing/voucher-samples.ts';
import { voucherServer } from '../../testing/voucher-server.ts';
import { VouchersPage } from './vouchers-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  localStorage.clear();
  server = voucherServer();
});

const open = (
  role: Parameters<typeof renderAs>[0] = 'billing',
  query = '',
  grants: readonly Permission[] = [],
) => renderAs(role, <VouchersPage />, `/voucher-management${query}`, grants);

const address = () => screen.getByRole('status', { name: 'Address' }).textContent;

test('the overview shows the four cards, the latest vouchers and the active bundles', async () => {
  server = {
    ...server,
    listVouchers: () => ({
      rows: [
        aVoucher({ bundleName: '', customerName: '' }),
        aVoucher({
          id: 30,
          voucherCode: 'WWWW-WWWW-WWWW',
          status: 'activated',
          expiryDate: '2026-11-30T09:15:00.000Z',
        }),
      ],
    }),
  };
  open('technician');
  expect(await screen.findByText('1,203')).toBeVisible();
  for (const [card, value] of [
    ['Total Vouchers', '1,203'],
    ['Active Vouchers', '41'],
    ['Total Revenue (USD)', '$4,210.50'],
    ['Active Bundles', '1'],
  ] as const)
    expect(screen.getByRole('region', { name: card })).toHaveTextContent(`${card}${value}`);
  const recent = within(await screen.findByRole('table', { name: 'Recent vouchers' }));
  const [, first, second] = recent.getAllByRole('row');
  expect(first).toHaveTextContent('ABCD-EFGH-2345');
  expect(first).toHaveTextContent('Unknown');
  expect(first).toHaveTextContent('N/A');
  expect(first).toHaveTextContent('Unused');
  expect(first).toHaveTextContent('Not activated');
  expect(second).toHaveTextContent('Activated');
  expect(second).toHaveTextContent('30 Nov 2026, 11:15');
  const bundles = within(await screen.findByRole('table', { name: 'Active bundles' }));
  expect(bundles.getAllByRole('row')).toHaveLength(2);
  expect(bundles.getByText('Weekly 2 GB')).toBeVisible();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Sell Vouchers',
    'Manage Bundles',
    'All Vouchers',
  ]);
  expect(
    callsOf(served.seen, 'GET /api/internet-vouchers')[0]?.url.searchParams.get('pageSize'),
  ).toBe('5');
});

test('a code is copied, with a check mark for two seconds', async () => {
  const user = userEvent.setup();
  open();
  const copy = await screen.findByRole('button', { name: 'Copy ABCD-EFGH-2345' });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await user.click(copy);
  expect(await screen.findByText('Copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('ABCD-EFGH-2345');
  expect(copy).toHaveTextContent('Copied');
  const endings = timers.mock.calls.filter(([, ms]) => ms === 2_000);
  expect(endings).toHaveLength(1);
  timers.mockRestore();
  await act(() => endings[0]![0]());
  expect(copy).not.toHaveTextContent('Copied');
  const refused = vi.spyOn(navigator.clipboard, 'writeText');
  refused.mockRejectedValue(new Error('refused'));
  await user.click(copy);
  expect(await screen.findByText('Failed to copy voucher code')).toBeVisible();
  refused.mockRestore();
});

test('sells vouchers of a chosen bundle and opens their codes', async () => {
  const user = userEvent.setup();
  server = { ...server, sellVouchers: () => aBatchDetail() };
  open('technician', '?view=sell');
  const submit = within(await screen.findByRole('form', { name: 'Sell vouchers' })).getByRole(
    'button',
    { name: 'Sell vouchers' },
  );
  expect(submit).toBeDisabled();
  const bundle = screen.getByRole('combobox', { name: /^Bundle/ });
  await waitFor(() => expect(bundle).toHaveFocus());
  expect(within(bundle).getAllByRole('option')).toHaveLength(2);
  await user.selectOptions(bundle, '4');
  expect(submit).toBeEnabled();
  const quantity = screen.getByRole('textbox', { name: /^Quantity/ });
  await user.clear(quantity);
  await user.type(quantity, '101');
  await user.click(submit);
  expect(await screen.findByText(/The quantity/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/internet-vouchers')).toEqual([]);
  await user.clear(quantity);
  await user.type(quantity, '3');
  const summary = screen.getByRole('status', { name: 'Selected bundle' });
  expect(summary).toHaveTextContent('Weekly 2 GB 2 GB for 7 days, up to 5 Mbps');
  expect(summary).toHaveTextContent('3 × $5.00 = $15.00 = SSP 19,500');
  expect(await screen.findByText(/No till counts it/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Customer name/ }), 'Juba Tea House');
  await user.type(screen.getByRole('textbox', { name: /^Customer phone/ }), '0921 000 003');
  await user.click(submit);
  expect(await screen.findByText('3 voucher(s) created successfully')).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/internet-vouchers').at(-1);
  expect(sent?.body).toMatchObject({
    bundleId: '4',
    quantity: '3',
    customerName: 'Juba Tea House',
    customerPhone: '0921 000 003',
    account: 'cash',
    currency: 'USD',
    priceUsd: '5.00',
  });
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  await waitFor(() => expect(address()).toContain('batch=12'));
  expect(await screen.findByRole('dialog', { name: 'VB-2026-000012' })).toBeVisible();
});

test('a sale at another price is refused, and the new price is shown', async () => {
  const user = userEvent.setup();
  const sold = vi.fn(() => refuseStale());
  server = { ...server, sellVouchers: sold };
  open('billing', '?view=sell');
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Bundle/ }), '4');
  const dearer = aBundle({ priceUsd: '6.00', priceSsp: '7800.00' });
  server = { ...server, listVoucherBundles: () => ({ rows: [dearer] }) };
  await user.click(
    within(screen.getByRole('form', { name: 'Sell vouchers' })).getByRole('button', {
      name: 'Sell vouchers',
    }),
  );
  expect(await screen.findByText(/^Failed to create vouchers: /)).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Selected bundle' })).toHaveTextContent(
      '1 × $6.00 = $6.00 = SSP 7,800',
    ),
  );
  expect(sold).toHaveBeenCalledTimes(1);
});

test('asks about the reference of another sale', async () => {
  const user = userEvent.setup();
  const message = 'VB-2026-000012 has the reference DEP 88 too. Is this other money?';
  server = {
    ...server,
    sellVouchers: ({ body }) => {
      if (!(body as { sameReference?: boolean }).sameReference)
        throw new AppError('conflict', 'payment.referenceUsed', message);
      return aBatchDetail();
    },
  };
  open('billing', '?view=sell');
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Bundle/ }), '4');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Payment account/ }), 'bank');
  await user.type(screen.getByRole('textbox', { name: /^Reference/ }), 'DEP 88');
  await user.click(screen.getByRole('button', { name: 'Sell vouchers' }));
  expect(await screen.findByText(/has the reference DEP 88 too/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sell them as well' }));
  expect(await screen.findByText('3 voucher(s) created successfully')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/internet-vouchers').at(-1)?.body).toMatchObject({
    ...{ reference: 'DEP 88', sameReference: true },
  });
});

test('a typed sale survives a closed tab', async () => {
  const user = userEvent.setup();
  const { unmount } = open('billing', '?view=sell');
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Bundle/ }), '4');
  await user.type(screen.getByRole('textbox', { name: /^Customer name/ }), 'Juba Tea House');
  unmount();
  open('billing', '?view=sell');
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Customer name/ })).toHaveValue('Juba Tea House'),
  );
  expect(screen.getByRole('combobox', { name: /^Bundle/ })).toHaveValue('4');
});

test('all vouchers are searched, filtered and exported without a code', async () => {
  const user = userEvent.setup();
  open('technician', '?view=all&vouchers-status=unused');
  const table = within(await screen.findByRole('table', { name: 'Vouchers' }));
  expect(await table.findByText('ABCD-EFGH-2345')).toBeVisible();
  const sums = table.getAllByRole('row').at(-1)!;
  await waitFor(() => expect(sums).toHaveTextContent('$35.00$15.00 + SSP 26,000'));
  expect(sums).toHaveTextContent('12 unused2 void left out');
  expect(
    callsOf(served.seen, 'GET /api/internet-vouchers/sums')[0]?.url.searchParams.get('status'),
  ).toBe('unused');
  await chooseFilter('Bundle', 'Weekly 2 GB');
  await waitFor(() => expect(address()).toContain('bundle'));
  await user.type(screen.getByRole('searchbox'), 'tea');
  await waitFor(() => expect(address()).toContain('vouchers-q=tea'));
  await waitFor(() =>
    expect(
      callsOf(served.seen, 'GET /api/internet-vouchers').map(({ url }) =>
        Object.fromEntries(url.searchParams),
      ),
    ).toContainEqual(
      expect.objectContaining({ status: 'unused', bundleId: '4', q: 'tea', sort: '-soldDate' }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /csv/ }));
  await waitFor(() => expect(served.saved).toEqual(['vouchers.csv']));
});

test('shows sales by batch and by seller, and the vouchers of each', async () => {
  const user = userEvent.setup();
  open('manager', '?view=all&show=sales');
  const sales = within(await screen.findByRole('table', { name: 'Sales of vouchers' }));
  const sale = (await sales.findByText('VB-2026-000012')).closest('tr');
  expect(sale).toHaveTextContent('Juba Tea House');
  expect(sale).toHaveTextContent('$15.00');
  expect(sales.getByRole('columnheader', { name: 'Revenue in the books' })).toBeVisible();
  await waitFor(() =>
    expect(sales.getAllByRole('row').at(-1)).toHaveTextContent('$35.00$15.00 + SSP 26,000'),
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /csv/ }));
  await waitFor(() => expect(served.saved).toEqual(['voucher-sales.csv']));
  await user.click(screen.getByRole('radio', { name: 'By seller' }));
  const sellers = within(await screen.findByRole('table', { name: 'Sales by seller' }));
  expect(await sellers.findByText('Mary Keji')).toBeVisible();
  expect(sellers.getByText('$5.00 + SSP 26,000')).toBeVisible();
  expect(sellers.getAllByRole('row').at(-1)).toHaveTextContent('$35.00');
  await user.click(sellers.getByRole('button', { name: 'List vouchers of Mary Keji' }));
  expect(
    await screen.findByRole('button', { name: 'Remove filter Seller: Mary Keji' }),
  ).toBeVisible();
  expect(
    callsOf(served.seen, 'GET /api/internet-vouchers').at(-1)?.url.searchParams.get('soldById'),
  ).toBe('9');
});

test('an error offers another try, and nothing sold says what to do', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    listVouchers: () => refuse('unavailable', 'The database does not answer.'),
  };
  open('billing', '?view=all');
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  server = { ...server, listVouchers: () => ({ rows: [], total: 0 }) };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No vouchers sold yet')).toBeVisible();
});
