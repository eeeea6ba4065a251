import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { PaymentDialog } from '../../../app/payment-dialog.tsx';
import { aPayment } from '../../../testing/samples.ts';
import {
  billingServer,
  openedForm,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { BillingPage } from '../billing-page.tsx';

const Tab = () => (
  <>
    <BillingPage />
    <PaymentDialog />
  </>
);

let server: StubServer;
const served = serveCalls(() => server);

const asked = '/dashboard?tab=billing&record=payment&payer=SC003';
let recorded: unknown[];

beforeEach(() => {
  recorded = [];
  server = {
    ...billingServer(),
    receiptPdf: () => ({ filename: 'receipt-RCT-2026-000007.pdf' }),
    recordPayment: ({ body }) => {
      recorded.push(body);
      return aPayment();
    },
  };
});

test('opens for the customer of the URL, records the payment and removes it from the URL', async () => {
  const user = userEvent.setup();
  renderAs('billing', <Tab />, asked);
  expect(await screen.findByText('From Juba Tea House (SC003).')).toBeInTheDocument();
  const form = within(screen.getByRole('dialog', { name: 'Record Payment' }));
  expect(form.queryByRole('combobox', { name: /^Customer/ })).toBeNull();
  await waitFor(() => expect(form.getByLabelText(/^Amount/)).toHaveFocus());
  expect(
    await form.findByText(/Owes \$125\.00 \(SSP 50,000\) on 1 open invoice/),
  ).toBeInTheDocument();
  await waitFor(() => expect(form.getByLabelText(/^Amount/)).toHaveValue('125.00'));
  await user.keyboard('{Enter}');
  expect(
    await screen.findByText('RCT-2026-000007: $125.00 from Juba Tea House'),
  ).toBeInTheDocument();
  expect(recorded).toMatchObject([{ customerId: 3, amount: 12_500 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/dashboard\?tab=billing$/);
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(served.saved).toHaveLength(1));
});

test('Next payment opens the dialog again', async () => {
  const user = userEvent.setup();
  renderAs('billing', <Tab />, asked);
  const amount = await screen.findByLabelText(/^Amount/);
  await waitFor(() => expect(amount).toHaveValue('125.00'));
  await waitFor(() => expect(amount).toHaveFocus());
  await user.keyboard('{Enter}');
  const next = await screen.findByRole('button', { name: 'Next payment' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(next);
  const another = await openedForm('Record Payment');
  expect(another.getByRole('combobox', { name: /^Customer/ })).toHaveFocus();
});

test('the button opens it without a customer; closing it keeps the view', async () => {
  const user = userEvent.setup();
  renderAs('billing', <Tab />, '/dashboard?tab=billing&status=pending');
  await user.click(await screen.findByRole('button', { name: 'Record Payment' }));
  const form = await openedForm('Record Payment');
  expect(form.getByRole('combobox', { name: /^Customer/ })).toHaveFocus();
  expect(screen.getByLabelText('Address')).toHaveTextContent('record=payment');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent(
    /^\/dashboard\?tab=billing&status=pending$/,
  );
});

test('shows that a customer does not exist', async () => {
  renderAs('billing', <Tab />, asked.replace('SC003', 'SC999'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record Payment' }));
  expect(await dialog.findByText('There is no SC999.')).toBeInTheDocument();
});

test('does not open without the permission', async () => {
  renderAs('technician', <Tab />, asked);
  await screen.findByRole('table', { name: 'Invoices' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Record Payment' })).toBeNull();
});
