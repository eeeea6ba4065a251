import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import {
  aCampaign,
  aPreview,
  aTemplate,
  messageFigures,
} from '../../../testing/message-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { MessagesPage } from '../messages-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    getMessageStats: () => messageFigures,
    listTemplates: () => ({
      rows: [aTemplate(), aTemplate({ id: 4, name: 'Long', text: 'x'.repeat(161) })],
    }),
    previewSms: () => aPreview(),
    sendSms: () => aCampaign({ recipients: 2, queued: 2, sent: 0, failed: 0, status: 'queued' }),
    listCampaigns: () => ({ rows: [aCampaign({ status: 'done' })], total: 1 }),
    getCampaign: () => aCampaign({ status: 'done' }),
    listMessages: () => ({ rows: [] }),
  };
});

const openPage = (role: Parameters<typeof renderAs>[0] = 'support') =>
  renderAs(role, <MessagesPage />, '/dashboard?tab=sms');
const form = async () => within(await screen.findByRole('form', { name: 'Quick Send' }));
const bodiesOf = (name: string) => callsOf(served.seen, name).map(({ body }) => body);

test('shows the four cards and the statistics', async () => {
  openPage('technician');
  expect(await screen.findByText('1,240')).toBeVisible();
  for (const [card, text] of [
    ['Sent', '1,240'],
    ['Delivered', '96.5%'],
    ['Failed', '31'],
    ['Queued', 'and 1 unknown'],
  ] as const)
    expect(screen.getByRole('region', { name: card })).toHaveTextContent(text);
  expect(screen.getByRole('region', { name: /^Statistics/ })).toHaveTextContent('$49.00');
  expect(screen.getByText('1,200')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Campaign history' })).toHaveTextContent(
    'CMP-2026-000005',
  );
});

test('a role that may not send sees why, and the local outbox is labelled', async () => {
  server = { ...server, getMessageStats: () => ({ ...messageFigures, gateway: 'outbox' }) };
  openPage('technician');
  expect(await screen.findByText('Your role may not send messages.')).toBeVisible();
  expect((await form()).getByRole('textbox', { name: /^Message/ })).toBeDisabled();
  expect(await screen.findByText('SMS are not sent.')).toBeVisible();
});

test('sends after a preview of recipients, texts and cost', async () => {
  const user = userEvent.setup();
  openPage();
  const quick = await form();
  const submit = quick.getByRole('button', { name: 'Preview and send' });
  expect(submit).toBeDisabled();
  await user.type(quick.getByRole('textbox', { name: /^Message/ }), '   ');
  expect(submit).toBeDisabled();
  await user.selectOptions(
    quick.getByRole('combobox', { name: /^Recipients/ }),
    'Customers in Juba',
  );
  await user.clear(quick.getByRole('textbox', { name: /^Message/ }));
  await user.type(quick.getByRole('textbox', { name: /^Message/ }), '  Hello’ {enter}');
  // Counted as the server keeps it.
  expect(quick.getByText('6 of 160 characters')).toBeVisible();
  expect(quick.getByText(/the curly quote ’ at 6/)).toBeVisible();
  await user.click(quick.getByRole('button', { name: 'Use plain characters' }));
  expect(quick.getByText('1 part')).toBeVisible();
  await user.click(submit);

  const question = within(await screen.findByRole('alertdialog', { name: 'Send this message?' }));
  expect(question.getByText('2 recipients')).toBeVisible();
  expect(question.getByText('Cost $0.07')).toBeVisible();
  expect(question.getByText(/No telephone number: 7 \(Achol Deng, …\)/)).toBeVisible();
  expect(question.getByText('Dear Juba Tea House, hello.')).toBeVisible();
  expect(bodiesOf('POST /api/sms/send')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Send to 2 recipients' }));
  expect(await screen.findByText('SMS Sent')).toBeVisible();
  expect(bodiesOf('POST /api/sms/send')).toEqual([
    { recipientType: 'juba_customers', list: '', isNews: false, message: "Hello'" },
  ]);
  expect(quick.getByRole('textbox', { name: /^Message/ })).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Show progress' }));
  expect(await screen.findByRole('heading', { name: 'CMP-2026-000005' })).toBeVisible();
  expect(screen.getByLabelText('Address')).toHaveTextContent('campaign=5');
});

test('keeps what was typed if it is not confirmed, or if sending fails', async () => {
  const user = userEvent.setup();
  server = { ...server, sendSms: () => expect.unreachable() };
  openPage();
  const quick = await form();
  const box = quick.getByRole('textbox', { name: /^Message/ });
  await user.type(box, 'Hello');
  await user.click(quick.getByRole('button', { name: 'Preview and send' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(box).toHaveValue('Hello');

  server = {
    ...server,
    sendSms: () => {
      throw new Error('down');
    },
  };
  await user.click(quick.getByRole('button', { name: 'Preview and send' }));
  await user.click(await screen.findByRole('button', { name: 'Send to 2 recipients' }));
  expect(await screen.findByText('Failed to send SMS. Please try again.')).toBeVisible();
  expect(box).toHaveValue('Hello');
});

test('refuses to send what the preview finds wrong, or to nobody', async () => {
  const user = userEvent.setup();
  server = { ...server, previewSms: () => aPreview({ recipients: 0, first: [] }) };
  openPage();
  const quick = await form();
  await user.type(quick.getByRole('textbox', { name: /^Message/ }), 'Hello');
  await user.click(quick.getByRole('button', { name: 'Preview and send' }));
  const confirm = await screen.findByRole('button', { name: 'Send to 0 recipients' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  server = {
    ...server,
    previewSms: () => refuse('invalid', 'Wrong.', { message: 'There is no field {nam}.' }),
  };
  await user.click(quick.getByRole('button', { name: 'Preview and send' }));
  expect((await screen.findAllByText('There is no field {nam}.'))[0]).toBeVisible();
});

test('reads a list of numbers from a text file, and refuses another file', async () => {
  const user = userEvent.setup({ applyAccept: false });
  openPage();
  const quick = await form();
  await user.selectOptions(
    quick.getByRole('combobox', { name: /^Recipients/ }),
    'A list of numbers',
  );
  const file = quick.getByLabelText('Or a .txt or .csv file');
  await user.upload(file, new File([Uint8Array.of(0, 1, 2)], 'picture.png'));
  expect(await quick.findByText(/picture.png is no text file/)).toBeVisible();
  await user.upload(file, new File(['name,phone\nAchol,0977123456\n0977123456\nx1'], 'list.csv'));
  expect(await quick.findByText('1 number, 1 not usable, 1 double')).toBeVisible();
  expect(quick.queryByText(/picture.png/)).toBeNull();
  await user.type(quick.getByRole('textbox', { name: /^Message/ }), 'Hello');
  await user.click(quick.getByRole('button', { name: 'Preview and send' }));
  await screen.findByRole('alertdialog');
  expect(bodiesOf('POST /api/sms/preview')).toEqual([
    expect.objectContaining({
      recipientType: 'custom_list',
      list: 'name,phone\nAchol,0977123456\n0977123456\nx1',
    }),
  ]);
});

test('fills the message from a template, asks before it replaces text, and inserts fields', async () => {
  const user = userEvent.setup();
  openPage();
  const quick = await form();
  const box = quick.getByRole('textbox', { name: /^Message/ });
  const choice = quick.getByRole('combobox', { name: 'Template' });
  expect(await quick.findByRole('option', { name: /^Long \(longer than 160/ })).toBeDisabled();
  await user.selectOptions(choice, 'Reminder');
  expect(box).toHaveValue('Dear {name}, your balance is {balance}.');
  expect(quick.getByText('1 part with the longest values')).toBeVisible();
  await user.type(box, ' Thanks');
  await user.click(quick.getByRole('button', { name: /^Insert {name}/ }));
  expect(box).toHaveValue('Dear {name}, your balance is {balance}. Thanks{name}');
  await user.selectOptions(choice, 'Reminder');
  await user.click(await screen.findByRole('button', { name: 'Replace message' }));
  expect(box).toHaveValue('Dear {name}, your balance is {balance}.');
});

test('keeps a typed message while the history is filtered, and asks before it is left for another tab', async () => {
  const user = userEvent.setup();
  openPage();
  await user.type((await form()).getByRole('textbox', { name: /^Message/ }), 'Hello');
  await chooseFilter('Status', 'Done');
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('status=done'));
  expect((await form()).getByRole('textbox', { name: /^Message/ })).toHaveValue('Hello');
  await user.click(screen.getByRole('tab', { name: 'Templates' }));
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Templates' })).toBeNull();
});
