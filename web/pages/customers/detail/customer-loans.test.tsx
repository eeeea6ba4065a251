import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aLoan } from '../../../testing/loan-samples.ts';
import { aCustomer, anAccount } from '../../../testing/samples.ts';
import {
  customersServer,
  openedForm,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { CustomersPage } from '../customers-page.tsx';

let server: StubServer;
serveCalls(() => server);

let customer: ReturnType<typeof aCustomer>;
beforeEach(() => {
  customer = aCustomer();
  server = {
    ...customersServer(() => [customer]),
    lookupCustomer: () => customer,
    customerAccount: () => anAccount(),
    listLoans: ({ query }) => {
      expect(query).toMatchObject({ customerId: 3 });
      return { rows: [aLoan()], total: 1 };
    },
  };
});

const open = (role: Parameters<typeof renderAs>[0]) =>
  renderAs(role, <CustomersPage />, '/dashboard?tab=customers&customer=SC003&its-part=loans');
const drawer = async () => within(await screen.findByRole('dialog', { name: 'Juba Tea House' }));

test('shows what the customer has on loan, and issues more without asking for the customer', async () => {
  const user = userEvent.setup();
  open('technician');
  const detail = await drawer();
  expect(await detail.findByRole('row', { name: /LN-2026-0009/ })).toHaveTextContent('SN-1');
  expect(detail.getByRole('button', { name: 'Take back LN-2026-0009' })).toBeVisible();
  await user.click(detail.getByRole('button', { name: 'Issue equipment' }));
  const form = await openedForm('Issue Equipment');
  expect(form.getByText(/^To Juba Tea House \(SC003\)/)).toBeVisible();
  expect(form.queryByRole('combobox', { name: /^Customer/ })).toBeNull();
});

test('issues nothing to an Inactive customer', async () => {
  customer = aCustomer({ status: 'Inactive' });
  server = {
    ...server,
    listLoans: () => ({ rows: [aLoan({ customerStatus: 'Inactive' })], total: 1 }),
  };
  open('technician');
  const detail = await drawer();
  expect(await detail.findByText('To collect')).toBeVisible();
  expect(detail.getByRole('button', { name: 'Issue equipment' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('lists refunds below the payments', async () => {
  server = {
    ...server,
    listPayments: () => ({ rows: [], total: 0 }),
    listRefunds: () => ({
      rows: [
        {
          ...{ id: 4, refundNumber: 'RF-2026-000004', customerId: 3, customerNumber: 'SC003' },
          ...{ customerName: 'Juba Tea House', date: '2026-11-23', account: 'cash' },
          ...{ currency: 'SSP', amountUsd: 20, moneyUsd: 20, amountSsp: 8000, exchangeRate: 400 },
          ...{ reference: '', reason: 'Moved away', parts: [] },
          createdAt: '2026-11-23T08:00:00.000Z',
          createdBy: 'Grace Akol',
        },
      ],
    }),
  };
  renderAs(
    'billing',
    <CustomersPage />,
    '/dashboard?tab=customers&customer=SC003&its-part=payments',
  );
  const detail = await drawer();
  const refunds = within(await detail.findByRole('table', { name: 'Refunds of Juba Tea House' }));
  expect(refunds.getByText('Cash, in SSP')).toBeInTheDocument();
  expect(refunds.getByRole('button', { name: 'Download receipt RF-2026-000004' })).toBeEnabled();
});
