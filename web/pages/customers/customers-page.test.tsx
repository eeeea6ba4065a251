import { roleHolds } from '@nimule/core/identity/permissions';
import { roles } from '@nimule/core/identity/roles';
import { dateInJuba, formatDate } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { aCustomer } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  customersServer,
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { CustomersPage } from './customers-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

let customers: ReturnType<typeof aCustomer>[];
let sent: unknown[];
beforeEach(() => {
  sent = [];
  customers = [aCustomer(), aCustomer({ id: 4, customerId: 'SC004', name: 'Akol Transport' })];
  server = {
    ...customersServer(() => customers),
    customerStats: () => ({
      total: 61,
      active: 48,
      totalRevenueUsd: 31_759.56,
      totalRevenueSsp: 12_703_824,
      locations: 10,
    }),
    listCustomers: ({ query }) => {
      sent.push(query);
      return { rows: customers, total: customers.length };
    },
  };
});

const rowOf = async (id: string) => {
  const view = await screen.findByRole('button', { name: new RegExp(`^View ${id}`), hidden: true });
  return within(view.closest('tr') as HTMLElement);
};
const confirmation = async () => within(await screen.findByRole('alertdialog'));

test('shows the figures and the list with fees in both currencies', async () => {
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers');
  const revenue = within(screen.getByRole('region', { name: 'Total Revenue (USD)' }));
  expect(await revenue.findByText('$31,759.56')).toBeVisible();
  expect(revenue.getByText(/monthly fees of Active customers/)).toHaveTextContent('SSP 12,703,824');
  expect(screen.getByRole('region', { name: 'Total Customers' })).toHaveTextContent('61');
  expect(screen.getByRole('region', { name: 'Active Connections' })).toHaveTextContent('48');
  expect(screen.getByRole('region', { name: 'Locations Served' })).toHaveTextContent('10');

  const row = await rowOf('SC003');
  expect(screen.getByRole('heading', { name: 'Customer Database' })).toBeVisible();
  for (const text of ['Juba Tea House', 'Juba Central', 'Standard Fiber', 'Active', '$450.00'])
    expect(row.getByText(text)).toBeInTheDocument();
  expect(row.getByText('SSP 180,000')).toBeInTheDocument();
  expect(row.getByText(/^Business/)).toBeInTheDocument();
});

test('search and filters are in the query and in the URL', async () => {
  const user = userEvent.setup();
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers&page=3');
  await rowOf('SC003');
  await user.selectOptions(screen.getByLabelText('Status'), 'Suspended');
  await user.selectOptions(screen.getByLabelText('Package'), 'Flexible Plan');
  await chooseFilter('Location', 'Wau');
  await user.type(screen.getByRole('searchbox'), 'tea h');
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      q: 'tea h',
      status: 'Suspended',
      packageType: 'Flexible Plan',
      location: 'Wau',
    }),
  );
  const address = screen.getByLabelText('Address').textContent ?? '';
  expect(address).toContain('tab=customers');
  expect(address).toContain('q=tea+h');
  expect(address).not.toContain('page=');
});

test('distinguishes no match from an empty list', async () => {
  customers = [];
  const { unmount } = renderAs('admin', <CustomersPage />, '/dashboard?tab=customers');
  expect(await screen.findByText('No customers found')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add the first customer' })).toBeVisible();
  unmount();
  renderAs('admin', <CustomersPage />, '/dashboard?tab=customers&q=zzz');
  expect(await screen.findByText('No customers match your current filters')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Clear search and filters' })).toBeVisible();
});

test('each role has the buttons of decision 16', async () => {
  const { rerenderAs } = renderAs('technician', <CustomersPage />, '/dashboard?tab=customers');
  const refused = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
  await rowOf('SC003');
  for (const role of roles) {
    rerenderAs(role);
    const row = await rowOf('SC003');
    const mayWrite = roleHolds(role, 'customer.write');
    const buttons = {
      add: refused(screen.getByRole('button', { name: 'Add Customer' })),
      edit: refused(row.getByRole('button', { name: /^Edit/ })),
      delete: refused(row.getByRole('button', { name: /^Delete/ })),
      view: refused(row.getByRole('button', { name: /^View/ })),
    };
    expect([role, buttons]).toEqual([
      role,
      { add: !mayWrite, edit: !mayWrite, delete: !roleHolds(role, 'customer.delete'), view: false },
    ]);
  }
});

test('a disabled button shows what the role may not do', async () => {
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers');
  await userEvent.hover(await screen.findByRole('button', { name: 'Add Customer' }));
  expect(await screen.findByText('Your role may not add and change customers.')).toBeVisible();
});

test('a package sets and locks bandwidth and fee, the Flexible Plan unlocks both', async () => {
  const user = userEvent.setup();
  renderAs('admin', <CustomersPage />, '/dashboard?tab=customers');
  await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
  const form = await openedForm('Add Customer');
  const bandwidth = form.getByLabelText('Bandwidth');
  const fee = form.getByLabelText('Monthly fee (USD)');
  expect(form.getByLabelText(/^Service start date/)).toHaveValue(
    formatDate(dateInJuba(new Date())),
  );
  await user.selectOptions(form.getByLabelText('Package'), 'Business Fiber');
  expect(bandwidth).toHaveValue('100');
  expect(fee).toHaveValue('850.00');
  expect(bandwidth).toBeDisabled();
  expect(fee).toBeDisabled();
  expect(form.getByText('= SSP 340,000')).toBeInTheDocument();
  await user.selectOptions(form.getByLabelText('Package'), 'Flexible Plan');
  expect(bandwidth).toBeEnabled();
  await user.clear(bandwidth);
  await user.type(bandwidth, '12.7 Mbps');
  expect(bandwidth).toHaveAccessibleDescription(/It is stored as 12 Mbps\./);
  await user.clear(bandwidth);
  await user.type(bandwidth, '12');
  expect(form.queryByText(/It is stored as/)).toBeNull();
  expect(fee).toHaveValue('0.00');
  expect(form.getByText(/no subscription is billed/)).toBeInTheDocument();
  await user.clear(fee);
  await user.type(fee, '275.50');
  expect(form.getByText('= SSP 110,200')).toBeInTheDocument();
});

test('Add Customer validates, sends, and shows the new ID', async () => {
  const user = userEvent.setup();
  const made: unknown[] = [];
  server.createCustomer = ({ body }) => {
    made.push(body);
    return aCustomer({ customerId: 'SC062', name: 'Clinic' });
  };
  renderAs('support', <CustomersPage />, '/dashboard?tab=customers');
  await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
  const form = await openedForm('Add Customer');
  await user.type(form.getByLabelText('Phone'), '12');
  await user.click(form.getByRole('button', { name: 'Add customer' }));
  expect(await form.findByText('The name is required.')).toBeInTheDocument();
  expect(form.getByText('Please enter a valid South Sudan phone number')).toBeInTheDocument();
  expect(made).toEqual([]);
  await user.type(form.getByLabelText(/^Name/), 'Clinic');
  await user.clear(form.getByLabelText('Phone'));
  await user.type(form.getByLabelText('Phone'), '0912345678');
  await user.click(form.getByRole('button', { name: 'Add customer' }));
  expect(await screen.findByText('Customer Added')).toBeInTheDocument();
  expect(screen.getByText(/SC062 Clinic/)).toBeInTheDocument();
  expect(made).toMatchObject([
    { name: 'Clinic', phone: '+211912345678', packageType: 'Basic Fiber', bandwidth: 10 },
  ]);
});

test("shows the server's errors at their fields, and the screen's message for internal errors", async () => {
  const user = userEvent.setup();
  server.createCustomer = () =>
    refuse('invalid', 'email: taken', { email: 'This address belongs to SC001.' });
  renderAs('admin', <CustomersPage />, '/dashboard?tab=customers');
  await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
  const form = await openedForm('Add Customer');
  await user.type(form.getByLabelText(/^Name/), 'Clinic');
  await user.click(form.getByRole('button', { name: 'Add customer' }));
  expect(await form.findByText('This address belongs to SC001.')).toBeInTheDocument();
  server.createCustomer = () => {
    throw new Error('a bug of the server');
  };
  await user.type(form.getByLabelText('E-mail'), 'a@example.net');
  await user.click(form.getByRole('button', { name: 'Add customer' }));
  expect(
    await screen.findByText('Failed to create customer. Please try again.'),
  ).toBeInTheDocument();
});

test('Edit Customer sends the id, the changes and the version', async () => {
  const user = userEvent.setup();
  const changed: unknown[] = [];
  server.updateCustomer = ({ params, body }) => {
    changed.push(params, body);
    return aCustomer({ address: 'Kololo', version: 5 });
  };
  renderAs('billing', <CustomersPage />, '/dashboard?tab=customers');
  await user.click((await rowOf('SC003')).getByRole('button', { name: /^Edit/ }));
  const form = await openedForm('Edit Customer');
  await user.clear(form.getByLabelText('Address'));
  await user.type(form.getByLabelText('Address'), 'Kololo');
  await user.selectOptions(form.getByLabelText('Status'), 'Suspended');
  await user.click(form.getByRole('button', { name: 'Save customer' }));
  expect(await screen.findByText('Customer Updated')).toBeInTheDocument();
  expect(changed).toEqual([
    { id: 3 },
    { id: 3, version: 4, updates: { address: 'Kololo', status: 'Suspended' } },
  ]);
});

test('deleting an Active customer deactivates, as announced in the dialog', async () => {
  const user = userEvent.setup();
  const message = 'SC003 Juba Tea House is now Inactive. The record is kept for data integrity.';
  server.deleteCustomer = () => ({ outcome: 'deactivated', message });
  renderAs('manager', <CustomersPage />, '/dashboard?tab=customers');
  await user.click((await rowOf('SC003')).getByRole('button', { name: /^Delete/ }));
  const question = await confirmation();
  expect(question.getByText('Juba Tea House')).toBeInTheDocument();
  expect(question.getByText('Data protection notice')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Deactivate customer' }));
  expect(await screen.findByText('Customer Deactivated')).toBeInTheDocument();
  expect(screen.getByText(message)).toBeInTheDocument();
});

test('an Inactive customer is deleted permanently, or the error is shown', async () => {
  const user = userEvent.setup();
  const why =
    'Failed to delete customer. Customer may have active billing records or support tickets.';
  customers = [aCustomer({ status: 'Inactive' })];
  server.deleteCustomer = () => refuse('conflict', why);
  renderAs('admin', <CustomersPage />, '/dashboard?tab=customers');
  await user.click((await rowOf('SC003')).getByRole('button', { name: /^Delete/ }));
  const question = await confirmation();
  await user.click(question.getByRole('button', { name: 'Delete customer' }));
  expect(await screen.findByText(why)).toBeInTheDocument();
  server.deleteCustomer = () => ({ outcome: 'deleted', message: 'SC003 was deleted.' });
  await user.click(question.getByRole('button', { name: 'Delete customer' }));
  expect(await screen.findByText('Customer Deleted')).toBeInTheDocument();
});

test('Export saves the filtered and sorted list as a file', async () => {
  const user = userEvent.setup();
  server.exportCustomers = () => ({ filename: 'customers-2026-11-21.csv' });
  renderAs(
    'technician',
    <CustomersPage />,
    '/dashboard?tab=customers&location=Wau&sort=-name&page=2',
  );
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /\.csv/ }));
  expect(await screen.findByText('Export Started')).toBeInTheDocument();
  await waitFor(() => expect(served.saved).toEqual(['customers-2026-11-21.csv']));
  const [asked, ...more] = callsOf(served.seen, 'GET /api/customers/export');
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
    location: 'Wau',
    sort: '-name',
    format: 'csv',
  });
  expect(more).toEqual([]);
});
