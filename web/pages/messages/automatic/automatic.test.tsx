import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { messageFigures } from '../../../testing/message-samples.ts';
import { aCustomer } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { MessagesPage } from '../messages-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const dueSoon = {
  type: 'due_soon',
  title: 'Due soon',
  description: 'Some days before an invoice is due.',
  fields: ['name', 'amount'],
  isOn: false,
  bySms: true,
  byEmail: true,
  smsText: 'Dear {name}, {amount} is due.',
  emailSubject: 'Due soon',
  emailText: 'Dear {name}',
  days: 3,
  switchedOnAt: null,
  version: 4,
};
let type: typeof dueSoon;

beforeEach(() => {
  type = dueSoon;
  server = {
    getMessageStats: () => messageFigures,
    listMessageTypes: () => [type],
    updateMessageType: ({ body }) => {
      type = { ...type, ...(body as object), version: 5 };
      return type;
    },
    listCustomers: () => ({ rows: [aCustomer()] }),
    previewMessageType: () => ({
      customer: 'Juba Tea House',
      sms: 'Dear Juba Tea House, $125.00 is due.',
      parts: { encoding: 'gsm', characters: 36, parts: 1, unusual: [] },
      subject: 'Due soon',
      email: 'Dear Juba Tea House',
    }),
  };
});

const open = (role: Parameters<typeof renderAs>[0]) =>
  renderAs(role, <MessagesPage />, '/dashboard?tab=sms&view=automatic');
const put = 'PUT /api/message-types/due_soon';

test('an administrator switches a message on', async () => {
  const user = userEvent.setup();
  open('admin');
  expect(await screen.findByText(/SMS and e-mail, 3 days ahead/)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Due soon' }));
  expect(await screen.findByText('Message switched on')).toBeVisible();
  expect(callsOf(served.seen, put)[0]?.body).toEqual({ isOn: true, version: 4 });
  expect(await screen.findByRole('checkbox', { name: 'Due soon', checked: true })).toBeVisible();
});

test('others see the texts and their preview, but cannot change them', async () => {
  const user = userEvent.setup();
  open('support');
  expect(await screen.findByRole('checkbox', { name: 'Due soon' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'View Due soon' }));
  const form = within(await screen.findByRole('dialog', { name: 'Due soon' }));
  expect(form.getByText('Your role may not change automatic messages and sending.')).toBeVisible();
  expect(form.getByRole('textbox', { name: /^SMS/ })).toBeDisabled();
  await user.click(form.getByRole('button', { name: 'Preview' }));
  expect(await form.findByText('Dear Juba Tea House, $125.00 is due.')).toBeVisible();
});

test('edits the texts, and previews what is typed for a customer', async () => {
  const user = userEvent.setup();
  open('admin');
  await user.click(await screen.findByRole('button', { name: 'Edit Due soon' }));
  const form = await openedForm('Due soon');
  await user.type(form.getByRole('textbox', { name: /^SMS/ }), ' Thanks');
  await user.type(form.getByRole('combobox', { name: /^Customer/ }), 'tea');
  await user.click(await form.findByRole('option', { name: /Juba Tea House/ }));
  await user.click(form.getByRole('button', { name: 'Preview' }));
  expect(await form.findByText(/Juba Tea House, 1 SMS part/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/message-types/due_soon/preview')[0]?.body).toMatchObject({
    smsText: 'Dear {name}, {amount} is due. Thanks',
    customerId: '3',
  });
  await user.click(form.getByRole('button', { name: 'Arabic' }));
  expect(form.getByText(/preview again/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Save message' }));
  expect(await screen.findByText('Message changed')).toBeVisible();
  const body = callsOf(served.seen, put)[0]?.body as Record<string, unknown>;
  expect(body).toMatchObject({ version: 4, days: 3, bySms: true });
  expect(body).not.toHaveProperty('customerId');
  expect(body.smsText).toContain('{name}،');
});

test('shows what somebody else has changed meanwhile', async () => {
  const user = userEvent.setup();
  server = { ...server, updateMessageType: refuseStale };
  open('admin');
  await user.click(await screen.findByRole('button', { name: 'Edit Due soon' }));
  const form = await openedForm('Due soon');
  await user.type(form.getByRole('textbox', { name: /^SMS/ }), ' Thanks');
  await user.click(form.getByRole('button', { name: 'Save message' }));
  type = { ...dueSoon, emailSubject: 'Please pay', version: 5 };
  expect(await form.findByRole('alert')).toBeVisible();
});
