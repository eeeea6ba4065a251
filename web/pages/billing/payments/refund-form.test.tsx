import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../../../app/paths.ts';
import { anAccount, anInvoice, someRates } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  billingServer,
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { aTillDetail } from '../../../testing/till-samples.ts';
import { BillingPage } from '../billing-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const aRefund = {
  ...{ id: 4, refundNumber: 'RF-2026-000004', customerId: 3, customerNumber: 'SC003' },
  ...{ customerName: 'Juba Tea House', date: '2026-11-23', account: 'cash', currency: 'USD' },
  ...{
    amountUsd: 20,
    moneyUsd: 20,
    amountSsp: 8000,
    exchangeRate: 400,
    reference: '',
    reason: 'Moved away',
  },
  parts: [{ paymentId: 7, receiptId: 'RCT-2026-000007', amountUsd: 20 }],
  createdAt: '2026-11-23T08:00:00.000Z',
  createdBy: 'Grace Akol',
};

beforeEach(() => {
  localStorage.clear();
  server = {
    ...billingServer(),
    listRates: () => ({ rows: [{ ...someRates[0], rate: 400, validFrom: '2000-01-01' }] }),
    getInvoice: () => ({ ...anInvoice(), lines: [], allocations: [], emails: [] }),
    customerAccount: () =>
      anAccount({
        ...{ creditUsd: 45, creditSsp: 18_000, refundableUsd: 30 },
        refundable: { usd: 20, ssp: 8_500 },
      }),
    listRefunds: () => ({ rows: [aRefund], total: 1 }),
    recordRefund: () => aRefund,
    refundPdf: () => ({ filename: 'refund-RF-2026-000004.pdf' }),
  };
});

test('pays out the credit of the customer of the URL from the open till', async () => {
  const user = userEvent.setup();
  server = { ...server, getOwnTill: () => ({ till: aTillDetail() }) };
  renderAs('billing', <BillingPage />, paths.refundCredit('SC003'));
  // The dialog that is shown while the customer is read has the same title.
  await screen.findByRole('textbox', { name: /^Amount/ });
  const form = await openedForm('Refund Credit');
  const amount = form.getByRole('textbox', { name: /^Amount/ });
  await waitFor(() => expect(amount).toHaveValue('20.00'));
  expect(
    await form.findByText('Is paid out of your till (TILL-2026-0003), which holds $145.00.'),
  ).toBeVisible();
  expect(form.getByText(/^Can be refunded: \$20\.00 and SSP 8,500\./)).toBeVisible();
  expect(form.getByRole('radio', { name: 'From my till (holds $145.00)' })).toBeChecked();
  expect(form.getByRole('radio', { name: 'From the safe' })).toBeEnabled();
  await user.selectOptions(form.getByRole('combobox', { name: 'Currency' }), 'SSP');
  // The pounds that were paid, not the dollars at the rate of today.
  await waitFor(() => expect(amount).toHaveValue('8500.00'));
  await user.click(form.getByRole('button', { name: 'Refund credit' }));
  expect(callsOf(served.seen, 'POST /api/billing/refunds')).toEqual([]);
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Moved away');
  const tooMuch = { amount: 'Juba Tea House has only $5.00 in credit.' };
  server = { ...server, recordRefund: () => refuse('invalid', 'Check.', tooMuch) };
  await user.click(form.getByRole('button', { name: 'Refund credit' }));
  expect(await form.findByText(tooMuch.amount)).toBeVisible();
  server = { ...server, recordRefund: () => aRefund };
  await user.click(form.getByRole('button', { name: 'Refund credit' }));
  expect(await screen.findByText('Credit refunded')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/billing/refunds').at(-1)?.body).toEqual({
    ...{ customerId: '3', amount: '8500.00', currency: 'SSP', account: 'cash' },
    ...{ from: 'till', reason: 'Moved away' },
  });
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(served.saved).toEqual(['refund-RF-2026-000004.pdf']));
});

test('proposes pounds where only pounds were paid', async () => {
  server = {
    ...server,
    customerAccount: () =>
      anAccount({ creditUsd: 100, refundableUsd: 100, refundable: { usd: 0, ssp: 40_000 } }),
  };
  renderAs('billing', <BillingPage />, paths.refundCredit('SC003'));
  await screen.findByRole('textbox', { name: /^Amount/ });
  const form = await openedForm('Refund Credit');
  const amount = form.getByRole('textbox', { name: /^Amount/ });
  await waitFor(() => expect(amount).toHaveValue('40000.00'));
  expect(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('SSP');
});

test('says that cash needs an open till; a transfer does not', async () => {
  const user = userEvent.setup();
  server = { ...server, getTillSettings: () => ({ isRequired: true }) };
  renderAs('billing', <BillingPage />, paths.refundCredit('SC003'));
  // The dialog that is shown while the customer is read has the same title.
  await screen.findByRole('textbox', { name: /^Amount/ });
  const form = await openedForm('Refund Credit');
  expect(await form.findByRole('link', { name: 'open yours first' })).toHaveAttribute(
    'href',
    '/dashboard?view=till',
  );
  expect(form.getByRole('radio', { name: /^From my till.*not open\.$/ })).toBeDisabled();
  expect(form.getByRole('radio', { name: 'From the safe' })).toBeChecked();
  await user.selectOptions(form.getByRole('combobox', { name: 'Paid from' }), 'bank');
  expect(form.queryByRole('radio', { name: 'From the safe' })).toBeNull();
  expect(form.queryByRole('link', { name: 'open yours first' })).toBeNull();
});

test('who may not record payments gets no dialog', async () => {
  renderAs('manager', <BillingPage />, paths.refundCredit('SC003'));
  expect(await screen.findByRole('row', { name: /INV-2026-000001/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('lists refunds with the payments that they were taken from', async () => {
  const user = userEvent.setup();
  const address = '/dashboard?tab=billing&view=payments&payments-show=refunds';
  renderAs('manager', <BillingPage />, address);
  const row = await screen.findByRole('row', { name: /RF-2026-000004/ });
  expect(row).toHaveTextContent('Moved away');
  expect(row).toHaveTextContent('RCT-2026-000007');
  await user.click(screen.getByRole('button', { name: 'Download receipt RF-2026-000004' }));
  await waitFor(() => expect(served.saved).toEqual(['refund-RF-2026-000004.pdf']));
});
