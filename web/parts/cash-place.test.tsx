import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ReversePaymentForm } from '../pages/billing/payments/payment-actions.tsx';
import { RecordPaymentForm } from '../pages/billing/payments/record-payment-form.tsx';
import { DeleteExpenseDialog } from '../pages/expenses/detail/delete-expense-dialog.tsx';
import { anExpense } from '../testing/expense-samples.ts';
import { aCustomer, aPayment } from '../testing/samples.ts';
import { callsOf } from '../testing/stub-fetch.ts';
import { billingServer, renderAs, serveCalls, type StubServer } from '../testing/stub-server.tsx';
import { aTillDetail } from '../testing/till-samples.ts';

let server: StubServer;
const served = serveCalls(() => server);
const close = () => {};

beforeEach(() => {
  server = {
    ...billingServer(),
    getOwnTill: () => ({ till: aTillDetail() }),
    recordPayment: () => aPayment(),
    reversePayment: () => aPayment(),
    deleteExpense: () => anExpense(),
    reverseAdvance: () => ({}),
  };
});

const bodies = (call: string) => callsOf(served.seen, call).map(({ body }) => body);

async function pay(user: ReturnType<typeof userEvent.setup>, place?: string) {
  renderAs('billing', <RecordPaymentForm customer={aCustomer() as never} onClose={close} />, '/');
  const amount = await screen.findByLabelText(/^Amount/);
  await screen.findByRole('radio', { name: 'Into the safe' });
  await user.clear(amount);
  await user.type(amount, '20');
  if (place) await user.click(screen.getByRole('radio', { name: place }));
}

test('a payment in cash goes into the open till, or the safe that is chosen', async () => {
  const user = userEvent.setup();
  await pay(user);
  const till = screen.getByRole('radio', { name: 'Into my till (holds $145.00)' });
  await waitFor(() => expect(till).toBeChecked());
  expect(screen.getByText('Goes into your till (TILL-2026-0003).')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Into the safe' }));
  expect(screen.queryByText('Goes into your till (TILL-2026-0003).')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  await waitFor(() =>
    expect(bodies('POST /api/billing/payments')).toMatchObject([{ account: 'cash', from: 'safe' }]),
  );
});

test('without an open till nothing is proposed for what comes in', async () => {
  const user = userEvent.setup();
  server = { ...server, getOwnTill: () => ({ till: null }) };
  await pay(user);
  expect(
    screen.getByRole('radio', { name: /^Into my till.*Your till is not open/ }),
  ).toBeDisabled();
  for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  await waitFor(() => expect(bodies('POST /api/billing/payments')).toHaveLength(1));
  expect(bodies('POST /api/billing/payments')[0]).not.toHaveProperty('from');
});

test.each([
  [/^Where it went/, undefined],
  [/^From my till/, 'till'],
  [/^From the safe/, 'safe'],
])('a payment in cash that is reversed: %s', async (name, from) => {
  const user = userEvent.setup();
  const payment = aPayment({ account: 'cash', currency: 'USD' });
  renderAs('billing', <ReversePaymentForm payment={payment as never} onClose={close} />, '/');
  const choice = await screen.findByRole('radio', { name });
  expect(screen.getByRole('radio', { name: /^Where it went/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /^From the safe/ }));
  await user.click(choice);
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Wrong customer');
  await user.click(screen.getByRole('button', { name: 'Reverse payment' }));
  await waitFor(() =>
    expect(bodies('POST /api/billing/payments/7/reverse')).toEqual([
      { reason: 'Wrong customer', ...(from && { from }) },
    ]),
  );
});

test('a payment that was no cash has no place', async () => {
  const payment = aPayment({ account: 'bank' });
  renderAs('billing', <ReversePaymentForm payment={payment as never} onClose={close} />, '/');
  expect(await screen.findByRole('textbox', { name: /^Reason/ })).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(callsOf(served.seen, 'GET /api/till')).toEqual([]);
});

test('an expense in cash that is deleted says where its cash goes', async () => {
  const user = userEvent.setup();
  const expense = anExpense({ account: 'cash' });
  renderAs('billing', <DeleteExpenseDialog expense={expense as never} onClose={close} />, '/');
  expect(await screen.findByText(/^Are you sure you want to delete this expense\?/)).toBeVisible();
  await user.click(await screen.findByRole('radio', { name: /^Into the safe/ }));
  await user.click(screen.getByRole('button', { name: 'Delete expense' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'DELETE /api/expenses/5').map(({ url }) => url.search)).toEqual([
      '?from=safe',
    ]),
  );
});
