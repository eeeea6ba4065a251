import { invoice as invoiceSchema } from '@nimule/core/billing/invoices/schema';
import { AppError } from '@nimule/core/kernel/errors';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anAccount, anInvoice, aPayment } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  billingServer,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    ...billingServer(),
    listInvoices: () => ({
      rows: [
        anInvoice({ id: 1, dueDate: '2026-10-15' }),
        anInvoice({ id: 2, invoiceId: 'INV-2026-000002', amountUsd: 450, openUsd: 450 }),
      ],
    }),
    customerAccount: () =>
      anAccount({
        balanceUsd: 575,
        balanceSsp: 230_000,
        overdueUsd: 125,
        overdueSsp: 50_000,
        openInvoices: 2,
      }),
  };
});

/** Opens the form and waits until its first field has the focus. */
async function openForm() {
  renderAs('billing', <RecordPaymentForm onClose={() => {}} />, '/dashboard?tab=billing');
  const first = await screen.findByRole('combobox', { name: /^Customer/ });
  await waitFor(() => expect(first).toHaveFocus());
}

async function pickCustomer(user: ReturnType<typeof userEvent.setup>) {
  const box = screen.getByRole('combobox', { name: /^Customer/ });
  await user.type(box, 'tea');
  // Enter does not pick a result of an earlier query.
  await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant'));
  await user.keyboard('{Enter}');
}

test('shows which invoices an amount settles, the oldest first unless one is selected', async () => {
  const user = userEvent.setup();
  await openForm();
  await pickCustomer(user);
  expect(
    await screen.findByText(
      /Owes \$575\.00 \(SSP 230,000\) on 2 open invoices, \$125\.00 of it overdue/,
    ),
  ).toBeInTheDocument();
  const choice = within(await screen.findByRole('group', { name: 'Invoices to settle' }));
  const amount = screen.getByLabelText(/^Amount/);
  // The open amount of all invoices, then of the selected ones, then the typed amount.
  await waitFor(() => expect(amount).toHaveValue('575.00'));
  await user.click(choice.getByRole('checkbox', { name: /INV-2026-000002/ }));
  await waitFor(() => expect(amount).toHaveValue('450.00'));
  await user.click(choice.getByRole('checkbox', { name: /INV-2026-000002/ }));
  await waitFor(() => expect(amount).toHaveValue('575.00'));
  await user.clear(amount);
  await user.type(amount, '200');
  expect(await choice.findByText('gets $125.00 of')).toBeInTheDocument();
  expect(choice.getByText('gets $75.00 of')).toBeInTheDocument();
  await user.click(choice.getByRole('checkbox', { name: /INV-2026-000002/ }));
  expect(await choice.findByText('gets $200.00 of')).toBeInTheDocument();
  expect(choice.queryByText('gets $125.00 of')).toBeNull();
  await user.clear(screen.getByLabelText(/^Amount/));
  await user.type(screen.getByLabelText(/^Amount/), '600');
  expect(await choice.findByText('$25.00 is left over and kept as credit.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Pay all' }));
  await waitFor(() => expect(amount).toHaveValue('575.00'));
  expect(choice.getByRole('checkbox', { name: /INV-2026-000002/ })).not.toBeChecked();
});

test("an amount in pounds shows its dollars at that day's rate", async () => {
  const user = userEvent.setup();
  await openForm();
  await user.selectOptions(screen.getByLabelText('Currency'), 'SSP');
  await user.type(screen.getByLabelText(/^Amount/), '41,000');
  await user.clear(screen.getByLabelText(/^Payment date/));
  await user.type(screen.getByLabelText(/^Payment date/), '2026-11-20');
  expect(await screen.findByText('= $102.50 (1 USD = 400 SSP)')).toBeInTheDocument();
  await user.clear(screen.getByLabelText(/^Payment date/));
  await user.type(screen.getByLabelText(/^Payment date/), '2026-12-02');
  expect(await screen.findByText('= $100.00 (1 USD = 410 SSP)')).toBeInTheDocument();
});

test('the default amount is in the selected currency; a typed amount is kept', async () => {
  const user = userEvent.setup();
  const invoice = z.decode(invoiceSchema, anInvoice() as z.input<typeof invoiceSchema>);
  const form = <RecordPaymentForm invoice={invoice} onClose={() => {}} />;
  renderAs('billing', form, '/dashboard?tab=billing');
  const amount = await screen.findByLabelText(/^Amount/);
  const currency = screen.getByLabelText('Currency');
  expect(amount).toHaveValue('125.00');
  await user.selectOptions(currency, 'SSP');
  // 125 USD at 400.
  await waitFor(() => expect(amount).toHaveValue('50000.00'));
  await user.clear(screen.getByLabelText(/^Payment date/));
  await user.type(screen.getByLabelText(/^Payment date/), '2026-12-02');
  await waitFor(() => expect(amount).toHaveValue('51250.00'));
  await user.selectOptions(currency, 'USD');
  await waitFor(() => expect(amount).toHaveValue('125.00'));
  await user.clear(amount);
  await user.type(amount, '40');
  await user.selectOptions(currency, 'SSP');
  expect(await screen.findByText(/^= \$0\./)).toBeInTheDocument();
  expect(amount).toHaveValue('40');
});

test('an empty date is an error, not replaced by a default', async () => {
  const user = userEvent.setup();
  await openForm();
  await pickCustomer(user);
  await user.clear(screen.getByLabelText(/^Payment date/));
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText('Enter a date.')).toBeInTheDocument();
});

test('requires a customer before sending', async () => {
  const user = userEvent.setup();
  await openForm();
  await user.type(screen.getByLabelText(/^Amount/), '10');
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText('Choose a customer.')).toBeInTheDocument();
});

test('asks about the reference of another payment, and records it after a yes', async () => {
  const user = userEvent.setup();
  const message =
    'RCT-2026-000877 of Juba Tea House (SC003), 20 Nov 2026, has the reference MM 1 too.';
  server = {
    ...server,
    recordPayment: () => {
      const { body } = callsOf(served.seen, 'POST /api/billing/payments').at(-1)!;
      if ((body as { sameReference?: boolean }).sameReference) return aPayment();
      throw new AppError('conflict', 'payment.referenceUsed', message);
    },
  };
  await openForm();
  await pickCustomer(user);
  const amount = screen.getByLabelText(/^Amount/);
  await waitFor(() => expect(amount).toHaveValue('575.00'));
  await user.type(screen.getByRole('textbox', { name: /^Payment reference/ }), 'MM 1');
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText(message)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Record it as well' }));
  expect(await screen.findByText('Payment recorded')).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/billing/payments').map(({ body }) => body);
  expect(sent).toMatchObject([{ reference: 'MM 1' }, { reference: 'MM 1', sameReference: true }]);
  expect(sent[0]).not.toHaveProperty('sameReference');
});

test('prints the receipt after saving if asked to, which this browser remembers of the user', async () => {
  const user = userEvent.setup();
  const print = vi.spyOn(window, 'open').mockReturnValue(null);
  server = { ...server, recordPayment: () => aPayment() };
  await openForm();
  await pickCustomer(user);
  const box = () => screen.getByRole('checkbox', { name: 'Print the receipt after saving' });
  expect(box()).not.toBeChecked();
  await user.click(box());
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveValue('575.00'));
  await user.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText('Payment recorded')).toBeVisible();
  expect(print).toHaveBeenCalledOnce();
  expect(String(print.mock.calls[0]![0])).toContain('inline=1');
  cleanup();
  await openForm();
  expect(box()).toBeChecked();
  print.mockRestore();
});

test('Tab goes from the customer to amount, currency, account and reference', async () => {
  const user = userEvent.setup();
  await openForm();
  await pickCustomer(user);
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveValue('575.00'));
  for (const label of [/^Amount/, 'Currency', 'Payment account', 'Payment reference']) {
    await user.tab();
    expect(screen.getByLabelText(label)).toHaveFocus();
    // Of cash, the help names the till with a link.
    if (label === 'Payment account') await user.selectOptions(screen.getByLabelText(label), 'bank');
  }
});
