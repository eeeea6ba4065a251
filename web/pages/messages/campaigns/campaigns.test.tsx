import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import { aCampaign, aMessage, messageFigures } from '../../../testing/message-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { MessagesPage } from '../messages-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let campaign: ReturnType<typeof aCampaign>;
let asked: unknown[];

const unknown = aMessage({
  id: 12,
  name: 'Garang Hotel',
  recipient: '+211977000002',
  status: 'unknown',
  error: 'The answer was lost.',
});

beforeEach(() => {
  campaign = aCampaign();
  asked = [];
  const become = (status: string) => () => {
    campaign = aCampaign({ status });
    return campaign;
  };
  server = {
    getMessageStats: () => messageFigures,
    listTemplates: () => ({ rows: [], total: 0 }),
    listCampaigns: ({ query }) => {
      asked.push(query);
      return { rows: [campaign], total: 1 };
    },
    getCampaign: () => campaign,
    listMessages: ({ query }) => {
      asked.push(query);
      return { rows: [aMessage(), unknown], total: 2 };
    },
    stopCampaign: become('stopped'),
    resumeCampaign: become('sending'),
    cancelCampaign: become('cancelled'),
    retryCampaign: become('sending'),
    sendMessageAgain: () => unknown,
  };
});

const history = '/dashboard?tab=sms';
const open = (role: Parameters<typeof renderAs>[0] = 'support', address = history) =>
  renderAs(role, <MessagesPage />, address);

test('lists campaigns with their counts, filtered by status, and opens one', async () => {
  const user = userEvent.setup();
  open();
  const row = within((await screen.findByText('CMP-2026-000005')).closest('tr') as HTMLElement);
  for (const text of ['Sending', 'Customers in Juba', '21 Nov 2026, 10:00'])
    expect(row.getByText(text)).toBeInTheDocument();
  await chooseFilter('Status', 'Done');
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ status: 'done' })));
  await user.click(await screen.findByRole('button', { name: 'View CMP-2026-000005' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'CMP-2026-000005' }));
  expect(await drawer.findByText('2 of 4')).toBeVisible();
  expect(drawer.getByText(/You can leave this page/)).toBeVisible();
  expect(await drawer.findByText('The answer was lost.')).toBeInTheDocument();
  expect(drawer.getByText('0977 000 002')).toBeInTheDocument();
  expect(asked).toContainEqual(expect.objectContaining({ campaign: 5 }));
});

test('stops, resumes, cancels and retries in the drawer', async () => {
  const user = userEvent.setup();
  open('support', `${history}&campaign=5`);
  const press = async (name: string) =>
    user.click(
      await within(screen.getByRole('dialog', { name: 'CMP-2026-000005' })).findByRole('button', {
        name,
      }),
    );
  await screen.findByText('2 of 4');
  await press('Stop');
  expect(await screen.findByText('Campaign stopped')).toBeVisible();
  await press('Resume');
  expect(await screen.findByText('Campaign resumed')).toBeVisible();
  await press('Send failed again');
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Messages queued')).toBeVisible();
  await press('Cancel');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/have not been sent and will not be/)).toBeVisible();
  expect(question.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.click(question.getByRole('button', { name: 'Cancel campaign' }));
  expect(await screen.findByText('Campaign cancelled')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
});

test('sends an unknown message again only after a warning', async () => {
  const user = userEvent.setup();
  open('support', `${history}&campaign=5`);
  await user.click(
    await screen.findByRole('button', { name: 'Send again the message to Garang Hotel' }),
  );
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/it may arrive twice/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/messages/12/again')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Message queued')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/messages/12/again')).toHaveLength(1);
});

test('a technician sees the progress, and why the actions are disabled', async () => {
  open('technician', `${history}&campaign=5`);
  const drawer = within(await screen.findByRole('dialog', { name: 'CMP-2026-000005' }));
  expect(await drawer.findByRole('button', { name: 'Stop' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('the filter of the recipients ends with the drawer', async () => {
  const user = userEvent.setup();
  open('support', `${history}&campaign=5&of-status=failed`);
  await waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ campaign: 5, status: 'failed' })),
  );
  const drawer = within(await screen.findByRole('dialog', { name: 'CMP-2026-000005' }));
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(history));
});

test('waits for receipts after everything was sent', async () => {
  campaign = aCampaign({
    status: 'done',
    queued: 0,
    sent: 3,
    finishedAt: new Date().toISOString(),
  });
  open('support', `${history}&campaign=5`);
  const drawer = within(await screen.findByRole('dialog', { name: 'CMP-2026-000005' }));
  const delivered = (number: string) => (_text: string, element: Element | null) =>
    element?.tagName === 'DIV' && element.textContent === `Delivered${number}`;
  expect(await drawer.findByText(delivered('0'))).toBeVisible();
  campaign = { ...campaign, delivered: 3 };
  expect(await drawer.findByText(delivered('3'))).toBeVisible();
});

test('a cancelled campaign is not shown as sent', async () => {
  campaign = aCampaign({ status: 'cancelled', queued: 0, sent: 1, failed: 0, cancelled: 3 });
  open('support', `${history}&campaign=5`);
  const drawer = within(await screen.findByRole('dialog', { name: 'CMP-2026-000005' }));
  expect(await drawer.findByText('1 of 4')).toBeVisible();
});

test('says why the messages of a campaign wait, by its channel', async () => {
  server = {
    ...server,
    getMessageStats: () => ({
      ...messageFigures,
      waits: 'Quiet hours: campaigns are sent from 07:00.',
      emailWaits: 'The limit of 30 an hour is reached.',
    }),
  };
  campaign = aCampaign({ channel: 'email', recipientType: 'invoices' });
  open('support', `${history}&campaign=5`);
  const drawer = within(await screen.findByRole('dialog', { name: 'CMP-2026-000005' }));
  expect(await drawer.findByText(/The limit of 30 an hour is reached/)).toBeVisible();
  expect(drawer.queryByText(/Quiet hours/)).toBeNull();
});
