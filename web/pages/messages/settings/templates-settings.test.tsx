import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  aTemplate,
  messageFigures,
  messageSettingsSample,
} from '../../../testing/message-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { MessagesPage } from '../messages-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    getMessageStats: () => messageFigures,
    listTemplates: () => ({ rows: [aTemplate()], total: 1 }),
    createTemplate: ({ body }) => aTemplate(body as Record<string, unknown>),
    deleteTemplate: () => ({ message: 'The template Reminder was deleted.' }),
    getMessageSettings: () => messageSettingsSample,
    updateMessageSettings: ({ body }) => body,
  };
});

const open = (role: Parameters<typeof renderAs>[0], view: string) =>
  renderAs(role, <MessagesPage />, `/dashboard?tab=sms&view=${view}`);

test('adds and deletes a template', async () => {
  const user = userEvent.setup();
  open('support', 'templates');
  await user.click(await screen.findByRole('button', { name: 'Add Template' }));
  const form = await openedForm('Add Template');
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Thanks');
  await user.type(form.getByRole('textbox', { name: /^Text/ }), 'Thank you, ');
  await user.click(form.getByRole('button', { name: /^Insert {name}/ }));
  await user.click(form.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('Template added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/message-templates')[0]?.body).toEqual({
    name: 'Thanks',
    text: 'Thank you, {name}',
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Reminder' }));
  await user.click(await screen.findByRole('button', { name: 'Delete template' }));
  expect(await screen.findByText('Template deleted')).toBeVisible();
});

test('states the problem of a field once, as a warning while typing and as an error after saving', async () => {
  const user = userEvent.setup();
  const problem = /There is no field {nam}/;
  server = {
    ...server,
    createTemplate: () => refuse('invalid', 'Wrong.', { text: 'There is no field {nam}.' }),
  };
  open('support', 'templates');
  await user.click(await screen.findByRole('button', { name: 'Add Template' }));
  const form = await openedForm('Add Template');
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Thanks');
  await user.type(form.getByRole('textbox', { name: /^Text/ }), 'Dear {{nam}');
  expect(form.getAllByText(problem)).toHaveLength(1);
  await user.click(form.getByRole('button', { name: 'Save template' }));
  expect(await form.findByText('There is no field {nam}.')).toBeVisible();
  expect(form.getAllByText(problem)).toHaveLength(1);
});

test('offers the current version of a template that somebody else has changed', async () => {
  const user = userEvent.setup();
  server = { ...server, updateTemplate: refuseStale };
  open('support', 'templates');
  await user.click(await screen.findByRole('button', { name: 'Edit Reminder' }));
  const form = await openedForm('Edit Template');
  await user.type(form.getByRole('textbox', { name: /^Text/ }), ' Thanks');
  await user.click(form.getByRole('button', { name: 'Save template' }));
  expect(await form.findByRole('alert')).toBeVisible();
});

test('an administrator changes the settings, others see them', async () => {
  const user = userEvent.setup();
  const { unmount } = open('support', 'settings');
  expect(await screen.findByLabelText(/^Quiet from/)).toBeDisabled();
  expect(
    screen.getByText('Your role may not change automatic messages and sending.'),
  ).toBeVisible();
  unmount();
  open('admin', 'settings');
  const form = within(await screen.findByRole('form', { name: 'Settings of sending' }));
  await user.clear(form.getByRole('textbox', { name: /^Price/ }));
  await user.type(form.getByRole('textbox', { name: /^Price/ }), '0.04');
  await user.click(form.getByRole('checkbox', { name: 'Stop all sending' }));
  await user.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/message-settings')[0]?.body).toMatchObject({
    pricePerPart: '0.04',
    isStopped: true,
    perHour: 0,
  });
  expect(form.getByRole('textbox', { name: /^Price/ })).toHaveValue('0.04');
});
