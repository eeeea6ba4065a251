import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { purchase, startWifiServer } from '../../testing/wifi-server.ts';
import { WifiPage } from '../wifi-page.tsx';

const BILL = '/api/wifi/bill';
const PAYMENTS = '/api/wifi/bill/payments';
const bill = (more: object = {}) => ({
  body: {
    bill: {
      customerNumber: 'SC001',
      status: 'Suspended',
      endsByPaying: true,
      priceUSD: 50,
      priceSSP: 6500,
      invoices: [{ invoiceNumber: 'INV-2026-000007', dueDate: '2026-11-05', openUsd: 50 }],
      invoiceCount: 1,
      ...more,
    },
  },
});

let server: ReturnType<typeof startWifiServer>;
const open = () => {
  window.history.replaceState(null, '', '/wifi-payment');
  return render(<WifiPage />);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  server = startWifiServer();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the customer of the connection sees why and how much first, pays, and reads the receipt', async () => {
  server.replies[BILL] = bill();
  server.replies[PAYMENTS] = { body: purchase('waiting', { packageId: '' }) };
  server.replies['/api/wifi/purchases/status'] = {
    body: purchase('paid', { packageId: '', receiptNumber: 'RCP-2026-000009' }),
  };
  open();
  expect(await screen.findByText('Internet bill of SC001')).toBeVisible();
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles[0]).toBe('Internet bill of SC001');
  expect(screen.getByText(/suspended because invoices are overdue/)).toBeVisible();
  expect(screen.getByText('INV-2026-000007, due 5 Nov 2026')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Pay this bill' }));
  await userEvent.click(screen.getByRole('radio', { name: /MTN MoMo/ }));
  await userEvent.type(screen.getByLabelText('Phone number'), '0921 234 567');
  await userEvent.click(screen.getByRole('button', { name: 'Pay SSP 6,500' }));
  const rest = { status: 'Active', endsByPaying: false, priceUSD: 0.4, priceSSP: 52 };
  server.replies[BILL] = bill(rest);
  expect(await screen.findByText('RCP-2026-000009')).toBeVisible();
  expect(await screen.findByText(/SSP 52 is still open/)).toBeVisible();
  const [sent, ...more] = server.sentTo(PAYMENTS);
  expect(more).toEqual([]);
  expect(sent!.body).toEqual({
    key: expect.stringMatching(/^[a-z0-9]{32}$/),
    provider: 'mtn_momo',
    phone: '+211921234567',
    priceSSP: 6500,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('This connection is active.')).toBeVisible();
});

test('elsewhere number and telephone are asked for, and sent with the payment', async () => {
  server.replies[BILL] = { body: { bill: null } };
  open();
  await screen.findByRole('radio', { name: /Quick Browse/ });
  const show = screen.getByRole('button', { name: 'Show what is owed' });
  await userEvent.click(show);
  expect(screen.getByText('Enter the customer number.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Customer number'), 'sc001');
  await userEvent.click(show);
  expect(screen.getByText('Please enter a valid South Sudan phone number')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Telephone of the customer'), '0912 000 111');
  const refusal = 'No customer has this number and telephone.';
  server.replies[BILL] = { status: 422, body: { code: 'input.invalid', message: refusal } };
  await userEvent.click(show);
  expect(await screen.findByText(refusal)).toBeVisible();
  server.replies[BILL] = bill({ endsByPaying: false });
  await userEvent.click(show);
  expect(await screen.findByText(/suspended by our staff/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Pay this bill' }));
  await userEvent.click(screen.getByRole('radio', { name: /MTN MoMo/ }));
  await userEvent.type(screen.getByLabelText('Phone number'), '0921234567');
  server.replies[PAYMENTS] = { body: purchase('failed', { packageId: '', message: 'No money.' }) };
  await userEvent.click(screen.getByRole('button', { name: 'Pay SSP 6,500' }));
  await waitFor(() =>
    expect(server.sentTo(PAYMENTS)[0]?.body).toMatchObject({
      customerNumber: 'sc001',
      customerPhone: '+211912000111',
    }),
  );
  expect(await screen.findByText('No money.')).toBeVisible();
  expect(screen.getByText('Internet bill of SC001')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Another customer' }));
  expect(screen.getByLabelText('Customer number')).toBeVisible();
});
