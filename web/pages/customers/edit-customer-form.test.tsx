import { screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer } from '../../testing/samples.ts';
import {
  customersServer,
  openedForm,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { CustomersPage } from './customers-page.tsx';

let server: StubServer;
serveCalls(() => server);

let customers: ReturnType<typeof aCustomer>[];
beforeEach(() => {
  customers = [aCustomer()];
  server = customersServer(() => customers);
});

async function openEdit(user: UserEvent) {
  renderAs('admin', <CustomersPage />, '/dashboard?tab=customers');
  await user.click(await screen.findByRole('button', { name: /^Edit SC003/ }));
  return openedForm('Edit Customer');
}

test('merges the current version with the input after a version conflict', async () => {
  const user = userEvent.setup();
  const current = aCustomer({
    name: 'Juba Tea Palace',
    address: 'Kololo Road',
    status: 'Suspended',
    version: 5,
  });
  const edits: unknown[] = [];
  server.getCustomer = () => current;
  server.updateCustomer = ({ body }) => {
    edits.push(body);
    if ((body as { version: number }).version === 5) return { ...current, version: 6 };
    customers = [current];
    return refuseStale();
  };
  const form = await openEdit(user);
  await user.type(form.getByLabelText('Address'), '!');
  const save = form.getByRole('button', { name: 'Save customer' });
  await user.click(save);
  expect(await form.findByRole('alert')).toHaveTextContent(/Nothing of yours has been saved/);
  expect(form.getByRole('alert')).toHaveFocus();
  expect(save).toBeDisabled();
  // Only in the dialog, and the list is up to date.
  expect(screen.queryByText(/Reload and try again/)).toBeNull();
  expect(await screen.findByText('Juba Tea Palace')).toBeInTheDocument();

  await user.click(form.getByRole('button', { name: 'Load the current version' }));
  expect(await form.findByText('This is the current version')).toBeVisible();
  const name = form.getByLabelText(/^Name/);
  expect(name).toHaveValue('Juba Tea Palace');
  expect(name).toHaveAccessibleDescription('Changed by somebody else meanwhile.');
  expect(form.getByLabelText('Address')).toHaveValue('Airport Road!');
  expect(form.getByLabelText('Address')).toHaveAccessibleDescription(
    'Somebody else changed this to Kololo Road; yours is kept.',
  );
  await user.click(save);
  expect(await screen.findByText('Customer Updated')).toBeInTheDocument();
  expect(edits).toEqual([
    { id: 3, version: 4, updates: { address: 'Airport Road!' } },
    { id: 3, version: 5, updates: { address: 'Airport Road!' } },
  ]);
});

test('a typed fee is discarded if the customer has a fixed package now', async () => {
  const user = userEvent.setup();
  const flexible = { packageType: 'Flexible Plan', bandwidth: 20, monthlyFeeUsd: 500 };
  customers = [aCustomer(flexible)];
  server.getCustomer = () => aCustomer({ version: 5 });
  server.updateCustomer = () => refuseStale();
  const form = await openEdit(user);
  const fee = form.getByLabelText(/^Monthly fee/);
  const boxes = () => [
    (form.getByLabelText(/^Bandwidth/) as HTMLInputElement).value,
    (fee as HTMLInputElement).value,
  ];
  await user.clear(fee);
  await user.type(fee, '600');
  await user.click(form.getByRole('button', { name: 'Save customer' }));
  await user.click(await form.findByRole('button', { name: 'Load the current version' }));
  expect(await form.findByText('This is the current version')).toBeVisible();
  expect(form.getByLabelText('Package')).toHaveValue('Standard Fiber');
  expect(boxes()).toEqual(['50', '450.00']);
  expect(fee).toBeDisabled();
  expect(fee).toHaveAccessibleDescription(/what you typed \(600\) no longer applies/);
});

test('a chosen package keeps its terms despite changes by another user', async () => {
  const user = userEvent.setup();
  const flexible = { packageType: 'Flexible Plan', bandwidth: 100, monthlyFeeUsd: 500 };
  customers = [aCustomer(flexible)];
  server.getCustomer = () => aCustomer({ ...flexible, bandwidth: 200, version: 5 });
  server.updateCustomer = () => refuseStale();
  const form = await openEdit(user);
  await user.selectOptions(form.getByLabelText('Package'), 'Business Fiber');
  await user.click(form.getByRole('button', { name: 'Save customer' }));
  await user.click(await form.findByRole('button', { name: 'Load the current version' }));
  expect(await form.findByText('This is the current version')).toBeVisible();
  expect(form.getByLabelText('Package')).toHaveValue('Business Fiber');
  expect(form.getByLabelText(/^Bandwidth/)).toHaveValue('100');
  expect(form.getByLabelText(/^Monthly fee/)).toHaveValue('850.00');
});
