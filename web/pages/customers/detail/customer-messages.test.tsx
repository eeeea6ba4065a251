import { customer as schema } from '@nimule/core/customers/schema';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { aMessage } from '../../../testing/message-samples.ts';
import { aCustomer } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { CustomerMessages } from './customer-messages.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    listMessages: () => ({
      rows: [aMessage({ status: 'failed', error: 'No such number.' })],
      total: 1,
    }),
    listTemplates: () => ({ rows: [] }),
    sendMessage: () => aMessage({ channel: 'email' }),
  };
});

const open = (role: Parameters<typeof renderAs>[0], changes = {}) =>
  renderAs(role, <CustomerMessages customer={z.decode(schema, aCustomer(changes) as never)} />);

test('lists the messages of the customer with their state and reason', async () => {
  open('technician');
  const list = within(await screen.findByRole('region', { name: 'Messages to Juba Tea House' }));
  expect(await list.findByText('No such number.')).toBeInTheDocument();
  expect(callsOf(served.seen, 'GET /api/messages')[0]?.url.searchParams.get('customer')).toBe('3');
  expect(list.getByRole('button', { name: 'Send message' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('sends an e-mail with its subject, and shows the error of the server at its field', async () => {
  const user = userEvent.setup();
  open('support', { contactBy: 'email' });
  await user.click(await screen.findByRole('button', { name: 'Send message' }));
  const form = within(await screen.findByRole('dialog', { name: 'Message to Juba Tea House' }));
  expect(form.getByRole('combobox', { name: /^By/ })).toHaveValue('email');
  expect(form.getByText('To tea@example.net')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Message/ }), 'Hello');
  server = {
    ...server,
    sendMessage: () => refuse('invalid', 'Wrong.', { subject: 'The subject is required.' }),
  };
  await user.click(form.getByRole('button', { name: 'Send message' }));
  expect((await form.findAllByText('The subject is required.'))[0]).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Subject/ }), 'Visit');
  server = { ...server, sendMessage: () => aMessage({ channel: 'email' }) };
  await user.click(form.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('E-mail Sent')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/messages').at(-1)?.body).toEqual({
    customerId: '3',
    channel: 'email',
    subject: 'Visit',
    message: 'Hello',
  });
});

test('an SMS has no subject, and a missing number is said', async () => {
  const user = userEvent.setup();
  open('support', { phone: '', email: '' });
  await user.click(await screen.findByRole('button', { name: 'Send message' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message to Juba Tea House' }));
  expect(dialog.getByText(/No e-mail address is known/)).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: /^By/ }), 'SMS');
  expect(dialog.getByText(/No telephone number is known/)).toBeVisible();
  expect(dialog.queryByRole('textbox', { name: /^Subject/ })).toBeNull();
});
