import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer, anInvoice, someRates } from '../../testing/samples.ts';
import { renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

let server: StubServer;
serveCalls(() => server);

beforeEach(() => {
  server = {
    listRates: () => ({ rows: someRates }),
    listCustomers: () => ({ rows: [aCustomer()] }),
    listInvoices: () => ({
      rows: [
        anInvoice({ id: 1, dueDate: '2026-10-15' }),
        anInvoice({ id: 2, invoiceId: 'INV-2026-000002', amountUsd: 450, openUsd: 450 }),
      ],
    }),
    customerAccount: () => ({
      customerId: 3,
      balanceUsd: 575,
      balanceSsp: 230_000,
      creditUsd: 0,
      overdueUsd: 125,
      openInvoices: 2,
      lastPaymentDate: null,
    }),
  };
});

/** Once it stands, the dialog moves the focus to its first field: typing begins after that. */
async function openForm() {
  renderAs('billing', <RecordPaymentForm onClose={() => {}} />, '/dashboard?tab=billing');
  const first = await screen.findByRole('combobox', { name: /^Customer/ });
  await waitFor(() => expect(first).toHaveFocus());
}

async function pickCustomer(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByRole('combobox', { name: /^Customer/ }), 'tea');
  await screen.findByRole('option', { name: /Juba Tea House/ });
  await user.keyboard('{Enter}');
}

test('shows which invoices an amount settles, the oldest first unless one is chosen', async () => {
  const user = userEvent.setup();
  await openForm();
  await pickCustomer(user);
  expect(
    await screen.findByText(/Owes \$575\.00 on 2 open invoices, \$125\.00 of it overdue/),
  ).toBeInTheDocument();
  const choice = within(await screen.findByRole('group', { name: 'Invoices to settle' }));
  await user.type(screen.getByLabelText(/^Amount/), '200');
  expect(await choice.findByText('gets $125.00 of')).toBeInTheDocument();
  expect(choice.getByText('gets $75.00 of')).toBeInTheDocument();
  await user.click(choice.getByRole('checkbox', { name: /INV-2026-000002/ }));
  expect(await choice.findByText('gets $200.00 of')).toBeInTheDocument();
  expect(choice.queryByText('gets $125.00 of')).toBeNull();
  await user.clear(screen.getByLabelText(/^Amount/));
  await user.type(screen.getByLabelText(/^Amount/), '600');
  expect(await choice.findByText('$25.00 is left over and kept as credit.')).toBeInTheDocument();
});

test("an amount in pounds shows its dollars at that day's rate", async () => {
  const user = userEvent.setup();
  await openForm();
  await user.selectOptions(screen.getByLabelText('Currency'), 'SSP');
  await user.type(screen.getByLabelText(/^Amount/), '41,000');
  await user.clear(screen.getByLabelText('Payment date'));
  await user.type(screen.getByLabelText('Payment date'), '2026-11-20');
  expect(await screen.findByText('= $102.50 (1 USD = 400 SSP)')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Payment date'));
  await user.type(screen.getByLabelText('Payment date'), '2026-12-02');
  expect(await screen.findByText('= $100.00 (1 USD = 410 SSP)')).toBeInTheDocument();
});

test('asks for the customer in words before it asks the server', async () => {
  const user = userEvent.setup();
  await openForm();
  await user.type(screen.getByLabelText(/^Amount/), '10');
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText('Choose a customer.')).toBeInTheDocument();
});
