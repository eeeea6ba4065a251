import type { Permission } from '@nimule/core/identity/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { aBundle } from '../../../testing/voucher-samples.ts';
import { voucherServer } from '../../../testing/voucher-server.ts';
import { VouchersPage } from '../vouchers-page.tsx';

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
  expect(await screen.findByText('Failed to create voucher bundle: Try later.')).toBeVisible();
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
