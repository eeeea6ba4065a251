import type { Permission } from '@nimule/core/identity/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { aBatchDetail, aCodeUse, aVoucher } from '../../../testing/voucher-samples.ts';
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

test('copies, prints, sends and activates the vouchers of a sale', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    textVouchers: () => ({ queued: 1, phone: '+211921000003', leftOut: [] }),
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

test('shows where codes have signed in, by their numbers', async () => {
  const last = {
    ...{ routerName: 'Wau BNG', device: '02:00:00:00:00:02', cause: 'Session-Timeout' },
    endedAt: '2026-11-23T10:00:00.000Z',
  };
  server = {
    ...server,
    voucherSignIns: () => [
      aCodeUse({ sourceId: 31, label: 'VB-2026-000012/1', firstSignInAt: null }),
      aCodeUse({
        ...{ sourceId: 32, label: 'VB-2026-000012/2', session: null, last, endedBy: 'data' },
        ...{ usedBytes: 2 * 1024 ** 3, secondsLeft: null },
      }),
      aCodeUse(),
    ],
  };
  open('technician', '?batch=12');
  const table = within(await screen.findByRole('table', { name: 'Sign-ins of the codes' }));
  const [, ended, online, ...others] = table.getAllByRole('row');
  expect(ended).toHaveTextContent('VB-2026-000012/2first on 23 Nov 2026, 10:00');
  expect(ended).toHaveTextContent('Until 23 Nov 2026, 12:00 at Wau BNG: its time was used up');
  expect(ended).toHaveTextContent('2 GBof 2 GBData are used up');
  expect(online).toHaveTextContent('Online at Malakal Hotspot since 23 Nov 2026, 11:00');
  expect(online).toHaveTextContent('1.5 GBof 2 GB3 h 05 min');
  expect(others).toEqual([]);
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
  expect(form.getByRole('status')).toHaveTextContent('No voucher is chosen.');
  expect(form.getByRole('button', { name: 'Void vouchers' })).toBeDisabled();
  await user.click(form.getByRole('button', { name: 'Choose all' }));
  expect(form.getByRole('status')).toHaveTextContent(
    '3 vouchers of 3 unused: give back SSP 19,500',
  );
  expect(form.getByRole('button', { name: 'Void 3 vouchers, refund SSP 19,500' })).toBeEnabled();
  await user.click(form.getByRole('checkbox', { name: 'JKMN-PQRS-6789' }));
  expect(form.getByRole('status')).toHaveTextContent(
    '2 vouchers of 3 unused: give back SSP 13,000',
  );
  const submit = form.getByRole('button', { name: 'Void 2 vouchers, refund SSP 13,000' });
  await user.click(submit);
  expect(await form.findByText('The reason is required.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Bought too many');
  await user.click(submit);
  expect(
    await screen.findByText('2 vouchers of VB-2026-000012: give back SSP 13,000.'),
  ).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/voucher-batches/12/void').at(-1)?.body).toEqual({
    voucherIds: [31, 33],
    reason: 'Bought too many',
  });
});
