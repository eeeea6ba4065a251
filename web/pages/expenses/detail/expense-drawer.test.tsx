import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anExpense, anOpenExpense } from '../../../testing/expense-samples.ts';
import { someRates } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { today } from '../../../ui/today.ts';
import { ExpenseDrawer } from './expense-drawer.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  const rate = { ...someRates[0], rate: 400, validFrom: '2000-01-01' };
  server = {
    lookupExpense: () => anOpenExpense(),
    listExpenseAttachments: () => [],
    listDocumentEntries: () => [],
    listRates: () => ({ rows: [rate] }),
    getOwnTill: () => ({ till: null }),
    payExpense: () => anOpenExpense({ paid: 'paid', openUsd: 0, openSsp: 0 }),
    reverseExpensePayment: () => anOpenExpense({ payments: [] }),
  };
});

const open = async (role: Parameters<typeof renderAs>[0] = 'billing') => {
  renderAs(
    role,
    <ExpenseDrawer transactionId="TXN-2026-000006" onClose={() => {}} />,
    '/expense-management',
  );
  return within(await screen.findByRole('dialog', { name: /^TXN-2026-000006 Fuel/ }));
};

test('shows the expense, its accounts and what is not paid yet', async () => {
  const drawer = await open();
  expect(drawer.getByText('SSP 40,000')).toBeVisible();
  expect(drawer.getByText('2140')).toBeVisible();
  expect(drawer.getByText('Trade Payables - SSP')).toBeVisible();
  expect(drawer.getByText('SSP 30,000 is not paid yet.')).toBeVisible();
  expect(await drawer.findByRole('region', { name: 'In the books' })).toBeVisible();
  expect(drawer.getByRole('region', { name: /^Payment of .* in the books$/ })).toBeVisible();
  await waitFor(() =>
    expect(
      callsOf(served.seen, 'GET /api/accounting/documents/expense.payment/9/entries'),
    ).toHaveLength(1),
  );
});

test('pays what is open, in the other currency at the rate of the day', async () => {
  const user = userEvent.setup();
  const drawer = await open();
  await user.click(drawer.getByRole('button', { name: 'Pay' }));
  const form = await openedForm('Pay TXN-2026-000006');
  const amount = form.getByRole('textbox', { name: /^Amount/ });
  expect(amount).toHaveValue('30000.00');
  await user.selectOptions(form.getByRole('combobox', { name: /^Currency/ }), 'USD');
  await waitFor(() => expect(amount).toHaveValue('75.00'));
  await user.selectOptions(form.getByRole('combobox', { name: /^Paid from/ }), 'cash');
  expect(await form.findByRole('radio', { name: 'From the safe' })).toBeChecked();
  await user.click(form.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText('TXN-2026-000006 is paid in full.')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/expenses/6/payments')[0]?.body).toEqual({
    amount: '75.00',
    currency: 'USD',
    account: 'cash',
    from: 'safe',
    paymentDate: today(),
    reference: '',
    version: 2,
  });
});

test('reverses a payment only with a reason', async () => {
  const user = userEvent.setup();
  const drawer = await open();
  await user.click(drawer.getByRole('button', { name: /^Reverse the payment of/ }));
  const form = within(await screen.findByRole('dialog', { name: 'Reverse payment?' }));
  await user.click(form.getByRole('button', { name: 'Reverse payment' }));
  expect(await form.findByText('The reason is required.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Wrong vendor');
  await user.click(form.getByRole('button', { name: 'Reverse payment' }));
  expect(await screen.findByText('Payment reversed')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/expenses/6/payments/9/reverse')[0]?.body).toEqual({
    reason: 'Wrong vendor',
  });
});

test('an expense that was paid at once has no payments', async () => {
  server = {
    ...server,
    lookupExpense: () => anExpense({ transactionId: 'TXN-2026-000006', description: 'Fuel' }),
  };
  const drawer = await open();
  expect(drawer.queryByRole('region', { name: 'Payments' })).toBeNull();
  expect(drawer.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test('who may only read sees it without buttons; the books only with their permission', async () => {
  const drawer = await open('technical_manager');
  expect(drawer.queryByRole('button', { name: /^(Pay|Edit|Delete|Reverse)/ })).toBeNull();
  expect(drawer.queryByRole('region', { name: 'In the books' })).toBeNull();
});

test('an expense that does not exist is said to be missing', async () => {
  server = { ...server, lookupExpense: () => refuse('notFound', 'Expense TXN-9 was not found.') };
  renderAs('billing', <ExpenseDrawer transactionId="TXN-9" onClose={() => {}} />, '/');
  expect(await screen.findByText('Expense TXN-9 was not found.')).toBeVisible();
});
