import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import {
  aCodeUse,
  aPaymentRequest,
  aPaymentRequestDetail,
  aWifiSession,
} from '../../../testing/voucher-samples.ts';
import { VouchersPage } from '../vouchers-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const inReview = {
  status: 'review',
  problem: 'SSP 800 was paid by 0921 000 009, not by 0921 000 004.',
  paid: { currency: 'SSP', amount: 800, phone: '+211921000009' },
  providerTransactionId: 'MP-77',
};

beforeEach(() => {
  localStorage.clear();
  server = {
    getWifiStats: () => ({
      sales: 14,
      revenueUsd: 31.5,
      activeSessions: 2,
      failed: 3,
      inReview: 1,
      byPackage: [
        { packageId: 'quick', packageName: 'Quick Browse', sales: 9, revenueUsd: 4.5 },
        { packageId: 'half-day', packageName: 'Half Day', sales: 5, revenueUsd: 10 },
      ],
    }),
    listWifiSessions: () => ({ rows: [aWifiSession()], total: 1 }),
    wifiSessionSums: () => ({
      ...{ sessions: 14, refunded: 1, amountUsd: 33.5, receivedUsd: 0.5, receivedSsp: 13200 },
      ...{ refundedUsd: 2, refundedSsp: 800 },
    }),
    exportWifiSessions: () => ({ filename: 'wifi-sessions.xlsx' }),
    listPaymentRequests: () => ({ rows: [aPaymentRequest(inReview)], total: 1 }),
    getPaymentRequest: () =>
      aPaymentRequestDetail({ ...inReview, mayAccept: true, mayRefund: true }),
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'billing', query = '') =>
  renderAs(role, <VouchersPage />, `/voucher-management?view=wifi${query}`);

test('shows figures and sessions, labelled where payments are simulated', async () => {
  const user = userEvent.setup();
  server = { ...server, endWifiSession: () => aWifiSession({ status: 'ended' }) };
  open('technician');
  expect(screen.getByRole('heading', { level: 1, name: 'WiFi Sales' })).toBeVisible();
  expect(await screen.findByText('$31.50')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Sales' })).toHaveTextContent(
    'Sales14Quick Browse 9, Half Day 5',
  );
  const table = within(await screen.findByRole('table', { name: 'WiFi sessions' }));
  const row = (await table.findByText('WF-2026-000008')).closest('tr');
  expect(row).toHaveTextContent('Half Day');
  expect(row).toHaveTextContent('$2.00SSP 800');
  expect(row).toHaveTextContent('Simulated');
  await waitFor(() =>
    expect(table.getAllByRole('row').at(-1)).toHaveTextContent('$33.50$0.50 + SSP 13,200'),
  );
  expect(table.getAllByRole('row').at(-1)).toHaveTextContent('1 refunded$2.00');
  await user.click(table.getByRole('button', { name: 'End session WF-2026-000008' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'End session' }));
  expect(await screen.findByText('Session ended')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/wifi/sessions/8/end')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /xlsx/ }));
  await waitFor(() => expect(served.saved).toEqual(['wifi-sessions.xlsx']));
});

test('the figures are those of the chosen days', async () => {
  open('manager', '&sessions-from=2026-11-01&sessions-to=2026-11-23');
  await screen.findByText('WF-2026-000008');
  expect(
    Object.fromEntries(callsOf(served.seen, 'GET /api/wifi/stats')[0]!.url.searchParams),
  ).toEqual({ from: '2026-11-01', to: '2026-11-23' });
});

test('payments that went wrong are listed, and one is accepted', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    acceptPaymentRequest: () =>
      aPaymentRequestDetail({ ...inReview, status: 'paid', documentNumber: 'WF-2026-000009' }),
  };
  open('billing', '&part=payments');
  await screen.findByText('SSP 800 was paid by 0921 000 009, not by 0921 000 004.');
  expect(callsOf(served.seen, 'GET /api/payment-requests')[0]?.url.searchParams.get('status')).toBe(
    'failures',
  );
  await user.click(screen.getByRole('button', { name: /^View Half Day/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Half Day, 0921 000 004' }));
  const paid = within(await drawer.findByRole('region', { name: 'Paid' }));
  expect(paid.getByText('MP-77')).toBeVisible();
  expect(drawer.getByText('Simulated')).toBeVisible();
  expect(drawer.getByText('{"status":202}')).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Accept' }));
  const form = within(await screen.findByRole('dialog', { name: 'Accept Payment' }));
  expect(
    form.getByText('SSP 800 from 0921 000 009 counts as the payment for Half Day.'),
  ).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'His brother paid');
  await user.click(form.getByRole('button', { name: 'Accept payment' }));
  expect(await screen.findByText('Payment accepted')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/payment-requests/21/accept').at(-1)?.body).toEqual({
    reason: 'His brother paid',
  });
});

test('a refund is recorded, and what is refused says why', async () => {
  const user = userEvent.setup();
  const refusal = 'Only half of the price was paid: refund it.';
  server = {
    ...server,
    getPaymentRequest: () => aPaymentRequestDetail({ ...inReview, mayRefund: true, refusal }),
    refundPaymentRequest: () =>
      aPaymentRequestDetail({
        ...inReview,
        status: 'refunded',
        refund: {
          amount: 800,
          date: '2026-11-23',
          reference: 'MP-78',
          reason: 'Paid half',
          createdBy: 'Grace Akol',
        },
      }),
  };
  open('admin', '&part=payments&payment-request=21');
  const drawer = within(await screen.findByRole('dialog', { name: 'Half Day, 0921 000 004' }));
  const accept = await drawer.findByRole('button', { name: 'Accept' });
  expect(accept).toHaveAttribute('aria-disabled', 'true');
  await user.hover(accept);
  expect(await screen.findByText(refusal)).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Refund' }));
  const form = within(await screen.findByRole('dialog', { name: 'Refund Payment' }));
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Paid half');
  await user.type(form.getByRole('textbox', { name: /^Reference/ }), 'MP-78');
  await user.click(form.getByRole('button', { name: 'Record refund' }));
  expect(await screen.findByText('Refund recorded')).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/payment-requests/21/refund').at(-1);
  expect(sent?.body).toEqual({ reason: 'Paid half', reference: 'MP-78' });
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('anybody may ask the provider, only some may settle', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    checkPaymentRequest: () => refuse('unavailable', 'MTN MoMo does not answer.'),
  };
  open('technician', '&payment-request=21');
  const drawer = within(await screen.findByRole('dialog', { name: 'Half Day, 0921 000 004' }));
  await user.click(await drawer.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('MTN MoMo does not answer.')).toBeVisible();
  for (const name of ['Accept', 'Refund'])
    expect(drawer.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
});

test('a sale of WiFi shows where its code has signed in', async () => {
  server = {
    ...server,
    getPaymentRequest: () =>
      aPaymentRequestDetail({ status: 'paid', documentNumber: 'WF-2026-000008' }),
    wifiSignIns: () => [aCodeUse({ label: 'WF-2026-000008/1', dataBytes: null })],
  };
  open('technician', '&payment-request=21');
  const table = within(await screen.findByRole('table', { name: 'Sign-ins of the codes' }));
  expect(table.getAllByRole('row')[1]).toHaveTextContent('WF-2026-000008/1');
  expect(table.getAllByRole('row')[1]).toHaveTextContent('no limit');
});
