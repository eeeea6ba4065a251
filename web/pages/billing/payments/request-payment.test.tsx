import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer, anInvoice } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  billingServer,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { aPaymentRequestDetail, simulatedPayments } from '../../../testing/voucher-samples.ts';
import { RecordPayment } from './record-payment.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const asked = {
  purpose: 'customer',
  what: 'Juba Tea House',
  customerId: 3,
  customerNumber: 'SC003',
  phone: '+211920000001',
  currency: 'USD',
  amount: 125,
  amountUsd: 125,
};

beforeEach(() => {
  localStorage.clear();
  server = {
    ...billingServer(),
    getCollectionSettings: () => simulatedPayments,
    getCustomer: () => aCustomer(),
    listInvoices: () => ({ rows: [anInvoice()], total: 1 }),
  };
});

const open = () =>
  renderAs('billing', <RecordPayment payer="SC003" onClose={() => {}} />, '/dashboard?tab=billing');

test('asks the customer on the telephone and waits until the money has come', async () => {
  const user = userEvent.setup();
  let checks = 0;
  const paid = { status: 'paid', paymentId: 7, documentNumber: 'RCT-2026-000007' };
  server = {
    ...server,
    requestPayment: () => aPaymentRequestDetail(asked),
    checkPaymentRequest: () => {
      checks += 1;
      if (checks === 1) refuse('unavailable', 'MTN MoMo does not answer.');
      return aPaymentRequestDetail({ ...asked, ...paid });
    },
    receiptPdf: () => ({ filename: 'receipt-RCT-2026-000007.pdf' }),
  };
  open();
  await waitFor(async () =>
    expect(await screen.findByRole('textbox', { name: /^Amount/ })).toHaveValue('125.00'),
  );
  await user.click(await screen.findByRole('button', { name: 'Request mobile money' }));
  const form = within(await screen.findByRole('dialog', { name: 'Request Mobile Money' }));
  expect(await form.findByRole('textbox', { name: /^Phone/ })).toHaveValue('0920 000 001');
  expect(form.getByRole('textbox', { name: /^Amount/ })).toHaveValue('125.00');
  const provider = within(form.getByRole('combobox', { name: /^Provider/ }));
  expect(provider.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'MTN MoMo (*165#)',
    'm-GURUSH (*185#)',
  ]);
  await user.click(form.getByRole('button', { name: 'Send request' }));
  const progress = within(await screen.findByRole('dialog', { name: 'Request Mobile Money' }));
  expect(await progress.findByText('Waits for the payer')).toBeVisible();
  expect(progress.getByText('Simulated')).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/payment-requests').at(-1);
  expect(sent?.body).toMatchObject({
    customerId: 3,
    provider: 'mtn_momo',
    phone: '0920 000 001',
    amount: '125.00',
    currency: 'USD',
    invoiceIds: [],
  });
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  expect(await progress.findByText(/MTN MoMo does not answer/)).toBeVisible();
  expect(await progress.findByText('RCT-2026-000007')).toBeVisible();
  expect(progress.queryByText(/does not answer/)).toBeNull();
  await user.click(progress.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(served.saved).toEqual(['receipt-RCT-2026-000007.pdf']));
});

test('a payment that failed says why', async () => {
  const user = userEvent.setup();
  const problem = 'The payer refused.';
  server = {
    ...server,
    requestPayment: () => aPaymentRequestDetail({ ...asked, status: 'failed', problem }),
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Request mobile money' }));
  const form = within(await screen.findByRole('dialog', { name: 'Request Mobile Money' }));
  const amount = await form.findByRole('textbox', { name: /^Amount/ });
  await user.clear(amount);
  expect(form.getByRole('button', { name: 'Send request' })).toBeDisabled();
  await user.type(amount, '20');
  await user.click(form.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText(/was not paid\. The payer refused\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull();
});

test('an amount in dollars is asked for in pounds where only pounds can be collected', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    getCollectionSettings: () => ({ ...simulatedPayments, driver: 'momo', currencies: ['SSP'] }),
  };
  open();
  await waitFor(async () =>
    expect(await screen.findByRole('textbox', { name: /^Amount/ })).toHaveValue('125.00'),
  );
  await user.click(await screen.findByRole('button', { name: 'Request mobile money' }));
  const form = within(await screen.findByRole('dialog', { name: 'Request Mobile Money' }));
  const currency = within(await form.findByRole('combobox', { name: /^Currency/ }));
  expect(currency.getAllByRole('option')).toHaveLength(1);
  await waitFor(() =>
    expect(form.getByRole('textbox', { name: /^Amount/ })).toHaveValue('50000.00'),
  );
});

test('nothing is offered where mobile money is off', async () => {
  server = { ...server, getCollectionSettings: () => ({ ...simulatedPayments, driver: 'off' }) };
  open();
  await waitFor(() =>
    expect(callsOf(served.seen, 'GET /api/payment-requests/settings')).toHaveLength(1),
  );
  expect(await screen.findByRole('textbox', { name: /^Amount/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Request mobile money' })).toBeNull();
});
