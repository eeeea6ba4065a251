import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../../../app/paths.ts';
import { aCustomer, anInvoice, aPayment, noPaymentSums } from '../../../testing/samples.ts';
import {
  billingServer,
  openedForm,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { BillingPage } from '../billing-page.tsx';

let server: StubServer;
serveCalls(() => server);

let granted: unknown[];
beforeEach(() => {
  granted = [];
  server = {
    ...billingServer(),
    listPayments: () => ({ rows: [], total: 0 }),
    paymentSums: () => noPaymentSums,
    paymentClerks: () => ({ clerks: [] }),
    listDocumentEntries: () => [],
    getInvoice: () => ({ ...anInvoice(), lines: [], allocations: [], emails: [] }),
    listCustomers: () => ({ rows: [aCustomer({ status: 'Suspended', suspendedByRule: true })] }),
    grantCredit: ({ body }) => {
      granted.push(body);
      return aPayment({ kind: 'credit', account: null, amountUsd: 5, amountSsp: 2000 });
    },
  };
});

const address = () => screen.getByLabelText('Address');

test('the manual invoice starts with the customer of the URL', async () => {
  renderAs('billing', <BillingPage />, paths.newInvoice('SC003'));
  expect(await screen.findByRole('combobox', { name: /^Customer/ })).toHaveValue('Juba Tea House');
  expect(screen.getByLabelText(/^Description/)).toHaveValue(
    'Standard Fiber Monthly Internet Service',
  );
  expect(screen.getByLabelText(/^Amount/)).toHaveValue('450.00');
});

test('shows that a customer does not exist', async () => {
  renderAs('billing', <BillingPage />, paths.newInvoice('SC999'));
  expect(await screen.findByText('There is no SC999.')).toBeInTheDocument();
});

test('grants a credit to the customer of the URL and returns to the previous screen', async () => {
  const user = userEvent.setup();
  const from = '/dashboard?tab=customers&customer=SC003';
  renderAs(
    'billing',
    <>
      <Link to={paths.grantCredit('SC003')} state={{ returnTo: from }}>
        Grant credit from there
      </Link>
      <BillingPage />
    </>,
    from,
  );
  await user.click(screen.getByRole('link', { name: 'Grant credit from there' }));
  const form = await openedForm('Grant Credit');
  expect(form.getByRole('combobox', { name: /^Customer/ })).toHaveValue('Juba Tea House');
  await user.type(form.getByLabelText(/^Amount/), '5');
  await user.type(form.getByLabelText(/^Reason/), 'Outage');
  await user.click(form.getByRole('button', { name: 'Grant credit' }));
  expect(await screen.findByText('Credit granted')).toBeInTheDocument();
  expect(granted).toMatchObject([{ customerId: 3, amountUsd: 500, reason: 'Outage' }]);
  await waitFor(() => expect(address()).toHaveTextContent(from));
  expect(screen.queryByRole('dialog', { name: 'Grant Credit' })).toBeNull();
});

test('without a customer, the credit dialog opens and closes on the same screen', async () => {
  const user = userEvent.setup();
  renderAs('billing', <BillingPage />, '/dashboard?tab=billing&view=payments');
  await user.click(screen.getByRole('button', { name: 'Grant Credit' }));
  const form = await openedForm('Grant Credit');
  // The options show suspended customers.
  expect(
    await form.findByText('SC003 · Juba Central · +211920000001 · Suspended by rule'),
  ).toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(address()).toHaveTextContent(/^\/dashboard\?tab=billing&view=payments$/),
  );
});

test('an invoice shows its history on request', async () => {
  const user = userEvent.setup();
  let reads = 0;
  server.invoiceHistory = ({ params }) => {
    reads += 1;
    expect(params).toEqual({ id: 1 });
    return {
      rows: [
        {
          id: 'a1',
          at: '2026-11-21T08:00:00.000Z',
          who: 'Grace Akol',
          what: 'Corrected',
          changes: [{ field: 'Amount', before: '$30.00', after: '$125.00' }],
        },
      ],
    };
  };
  renderAs('technician', <BillingPage />, '/dashboard?tab=billing&invoice=1');
  const drawer = within(await screen.findByRole('dialog', { name: 'INV-2026-000001' }));
  const show = await drawer.findByRole('button', { name: 'Show history' });
  expect(reads).toBe(0);
  await user.click(show);
  const lines = within(await drawer.findByRole('list', { name: 'History of INV-2026-000001' }));
  expect(lines.getByRole('listitem')).toHaveTextContent(/^Corrected.*Amount\$30\.00 → \$125\.00$/);
  // The button is gone; Escape still closes the drawer, as the focus is in it.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
