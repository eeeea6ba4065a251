import type { Permission } from '@nimule/core/identity/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentRates } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { aBatch, aBatchDetail, aBundle, aVoucher } from '../../testing/voucher-samples.ts';
import { VouchersPage } from './vouchers-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const daily = aBundle({
  id: 5,
  name: 'Daily 500 MB',
  dataAllowanceMB: 500,
  validityDays: 1,
  priceUsd: '1.00',
  priceSsp: '1300.00',
  isActive: false,
});

beforeEach(() => {
  localStorage.clear();
  server = {
    getVoucherStats: () => ({
      totalVouchers: 1203,
      activatedVouchers: 41,
      totalRevenue: 4210.5,
      activeBundles: 1,
      unusedVouchers: 66,
      unusedValueUsd: 310,
    }),
    listVouchers: () => ({ rows: [aVoucher()], total: 1 }),
    listVoucherBundles: ({ query }) => {
      const { isActive } = query as { isActive?: boolean };
      const rows = [aBundle(), daily].filter(
        (bundle) => isActive === undefined || bundle.isActive === isActive,
      );
      return { rows, total: rows.length };
    },
    listVoucherBatches: () => ({ rows: [aBatch()], total: 1 }),
    listVoucherSellers: () => [
      {
        sellerId: 7,
        seller: 'Grace Akol',
        batches: 2,
        sold: 5,
        unused: 3,
        active: 1,
        expired: 1,
        void: 0,
        revenueUsd: 25,
      },
      {
        sellerId: 9,
        seller: 'Mary Keji',
        batches: 1,
        sold: 10,
        unused: 10,
        active: 0,
        expired: 0,
        void: 0,
        revenueUsd: 10,
      },
    ],
    getVoucherBatch: () => aBatchDetail(),
    voucherSheet: () => ({ filename: 'vouchers-VB-2026-000012.pdf' }),
    exportVouchers: () => ({ filename: 'vouchers.csv' }),
    getOwnTill: () => ({ till: null }),
    getTillSettings: () => ({ isRequired: false }),
    currentRates: () => currentRates,
    getVoucherSettings: () => ({ lapseDays: 365 }),
  };
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
  await user.click(copy);
  const copiedAt = performance.now();
  expect(await screen.findByText('Copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('ABCD-EFGH-2345');
  expect(copy).toHaveTextContent('Copied');
  await waitFor(() => expect(copy).not.toHaveTextContent('Copied'), { timeout: 5_000 });
  expect(performance.now() - copiedAt).toBeGreaterThan(1_800);
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
  expect(await screen.findByText('Failed to create vouchers')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Selected bundle' })).toHaveTextContent(
      '1 × $6.00 = $6.00 = SSP 7,800',
    ),
  );
  expect(sold).toHaveBeenCalledTimes(1);
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

test('creates a bundle and takes one off sale', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    createVoucherBundle: () => aBundle({ name: 'Monthly 20 GB' }),
    updateVoucherBundle: ({ body }) => aBundle({ ...(body as object), priceUsd: '5.00' }),
  };
  open('operations_manager', '?view=bundles');
  expect(
    await screen.findByText(
      'Templates: Daily 500MB-2GB 1 day; Weekly 2GB-10GB 7 days; Monthly 10GB-50GB 30 days',
    ),
  ).toBeVisible();
  const form = within(screen.getByRole('form', { name: 'Create bundle' }));
  await user.click(form.getByRole('button', { name: 'Create bundle' }));
  expect(await form.findByText('The bundle name is required.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Monthly 20 GB');
  await user.type(form.getByRole('textbox', { name: /^Price/ }), '12.5');
  expect(await form.findByText('= SSP 16,250')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Data allowance/ }), '20480');
  await user.type(form.getByRole('textbox', { name: /^Validity/ }), '30');
  await user.click(form.getByRole('button', { name: 'Create bundle' }));
  expect(await screen.findByText('Voucher bundle created successfully')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/voucher-bundles').at(-1)?.body).toMatchObject({
    name: 'Monthly 20 GB',
    bundleType: 'data',
    dataAllowanceMB: '20480',
    validityDays: '30',
    priceUsd: '12.5',
    isActive: true,
  });
  const table = within(await screen.findByRole('table', { name: 'Voucher bundles' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining([
      'Name',
      'Data (MB)',
      'Validity (days)',
      'Price (USD)',
      'Type',
      'Status',
    ]),
  );
  await user.click(table.getByRole('button', { name: 'Deactivate Weekly 2 GB' }));
  expect(await screen.findByText('Voucher bundle deactivated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/voucher-bundles/4').at(-1)?.body).toEqual({
    isActive: false,
    version: 2,
  });
  expect(table.getByRole('button', { name: 'Activate Daily 500 MB' })).toBeVisible();
});

test('edits a bundle, and merges what somebody else changed', async () => {
  const user = userEvent.setup();
  server = { ...server, updateVoucherBundle: () => refuseStale() };
  open('admin', '?view=bundles');
  await user.click(await screen.findByRole('button', { name: 'Edit Weekly 2 GB' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Weekly 2 GB' }));
  const price = form.getByRole('textbox', { name: /^Price/ });
  await user.clear(price);
  await user.type(price, '5.50');
  server = {
    ...server,
    listVoucherBundles: () => ({ rows: [aBundle({ validityDays: 8, version: 3 })], total: 1 }),
  };
  await user.click(form.getByRole('button', { name: 'Save bundle' }));
  await user.click(await form.findByRole('button', { name: /^Load/ }));
  await waitFor(() => expect(form.getByRole('textbox', { name: /^Validity/ })).toHaveValue('8'));
  expect(price).toHaveValue('5.50');
  server = { ...server, updateVoucherBundle: () => aBundle({ priceUsd: '5.50' }) };
  await user.click(form.getByRole('button', { name: 'Save bundle' }));
  expect(await screen.findByText('Voucher bundle updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/voucher-bundles/4').at(-1)?.body).toMatchObject({
    priceUsd: '5.50',
    validityDays: 8,
    version: 3,
  });
});

test('a bundle that cannot be created says so', async () => {
  const user = userEvent.setup();
  server = { ...server, createVoucherBundle: () => refuse('unavailable', 'Try later.') };
  open('admin', '?view=bundles');
  const form = within(await screen.findByRole('form', { name: 'Create bundle' }));
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Day');
  await user.selectOptions(form.getByRole('combobox', { name: /^Bundle type/ }), 'unlimited');
  expect(form.getByRole('textbox', { name: /^Data allowance/ })).toHaveValue('0');
  await user.type(form.getByRole('textbox', { name: /^Price/ }), '1');
  await user.type(form.getByRole('textbox', { name: /^Validity/ }), '1');
  await user.click(form.getByRole('button', { name: 'Create bundle' }));
  expect(await screen.findByText('Failed to create voucher bundle')).toBeVisible();
});

test('who sells only sees why bundles cannot be changed', async () => {
  open('technician', '?view=bundles');
  expect(await screen.findByText('Your role may not change voucher bundles.')).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Create bundle' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Unused vouchers' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Edit Weekly 2 GB' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('an administrator sets when unused vouchers lapse', async () => {
  const user = userEvent.setup();
  server = { ...server, updateVoucherSettings: ({ body }) => body };
  open('admin', '?view=bundles');
  await user.click(await screen.findByRole('button', { name: 'Unused vouchers' }));
  const form = within(await screen.findByRole('dialog', { name: 'Unused Vouchers' }));
  const days = await form.findByRole('textbox', { name: /^Lapse after/ });
  expect(days).toHaveValue('365');
  await user.clear(days);
  await user.type(days, '180');
  await user.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText(/lapse after 180 days/)).toBeVisible();
});

test('all vouchers are searched, filtered and exported without a code', async () => {
  const user = userEvent.setup();
  open('technician', '?view=all&vouchers-status=unused');
  const table = within(await screen.findByRole('table', { name: 'Vouchers' }));
  expect(await table.findByText('ABCD-EFGH-2345')).toBeVisible();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Bundle' }), 'Weekly 2 GB');
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
  await user.click(screen.getByRole('radio', { name: 'By seller' }));
  const sellers = within(await screen.findByRole('table', { name: 'Sales by seller' }));
  expect(await sellers.findByText('Mary Keji')).toBeVisible();
  expect(sellers.getAllByRole('row').at(-1)).toHaveTextContent('$35.00');
  await user.click(sellers.getByRole('button', { name: 'List vouchers of Mary Keji' }));
  expect(await screen.findByRole('combobox', { name: 'Seller' })).toHaveValue('9');
  expect(
    callsOf(served.seen, 'GET /api/internet-vouchers').at(-1)?.url.searchParams.get('soldById'),
  ).toBe('9');
});

test('copies, prints, sends and activates the vouchers of a sale', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    textVouchers: () => ({ queued: 1, phone: '+211921000003' }),
    activateVoucher: () =>
      aVoucher({ status: 'activated', expiryDate: '2026-11-30T09:15:00.000Z' }),
  };
  open('technician', '?batch=12');
  const drawer = within(await screen.findByRole('dialog', { name: 'VB-2026-000012' }));
  await user.click(await drawer.findByRole('button', { name: 'Copy codes' }));
  expect(await navigator.clipboard.readText()).toBe(
    'ABCD-EFGH-2345\nJKMN-PQRS-6789\nTUVW-XYZA-2346',
  );
  await user.click(drawer.getByRole('button', { name: 'Print sheet' }));
  await waitFor(() => expect(served.saved).toEqual(['vouchers-VB-2026-000012.pdf']));
  await user.click(drawer.getByRole('button', { name: 'Send by SMS' }));
  let question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('0921 000 003')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Send by SMS' }));
  expect(await screen.findByText('Codes are being sent')).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Activate JKMN-PQRS-6789' }));
  question = within(await screen.findByRole('alertdialog', { name: 'Activate JKMN-PQRS-6789?' }));
  await user.click(question.getByRole('button', { name: 'Activate voucher' }));
  expect(await screen.findByText('Voucher activated')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/internet-vouchers/32/activate')).toHaveLength(1);
  expect(drawer.getByRole('button', { name: 'Void' })).toHaveAttribute('aria-disabled', 'true');
});

test('who records payments voids chosen vouchers and is told what to give back', async () => {
  const user = userEvent.setup();
  const isInPounds = { currency: 'SSP', account: 'mobile_money' };
  server = {
    ...server,
    getVoucherBatch: () => aBatchDetail(isInPounds),
    voidVouchers: () => aBatchDetail({ ...isInPounds, unused: 1, void: 2 }),
  };
  open('billing', '?batch=12');
  const drawer = within(await screen.findByRole('dialog', { name: 'VB-2026-000012' }));
  await user.click(await drawer.findByRole('button', { name: 'Void' }));
  const form = within(
    await screen.findByRole('dialog', { name: 'Void Vouchers of VB-2026-000012' }),
  );
  expect(form.getByRole('status')).toHaveTextContent(
    '3 vouchers of 3 unused: give back SSP 19,500',
  );
  await user.click(form.getByRole('checkbox', { name: 'JKMN-PQRS-6789' }));
  expect(form.getByRole('status')).toHaveTextContent(
    '2 vouchers of 3 unused: give back SSP 13,000',
  );
  await user.click(form.getByRole('button', { name: 'Void vouchers' }));
  expect(await form.findByText('The reason is required.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Bought too many');
  await user.click(form.getByRole('button', { name: 'Void vouchers' }));
  expect(
    await screen.findByText('2 vouchers of VB-2026-000012: give back SSP 13,000.'),
  ).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/voucher-batches/12/void').at(-1)?.body).toEqual({
    voucherIds: [31, 33],
    reason: 'Bought too many',
  });
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
