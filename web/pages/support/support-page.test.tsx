import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { aCustomer } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { aTicket, supportSettingsSample, ticketFigures } from '../../testing/ticket-samples.ts';
import { SupportPage } from './support-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let asked: unknown[];

const fails = () => {
  throw new Error('a bug of the server');
};

beforeEach(() => {
  asked = [];
  server = {
    ticketStats: () => ticketFigures,
    listTickets: ({ query }) => {
      asked.push(query);
      return {
        rows: [
          aTicket(),
          aTicket({ id: 13, ticketId: 'TKT-013', status: 'resolved', due: 'none', actions: [] }),
        ],
        total: 2,
      };
    },
    listUsers: () => ({ rows: [{ id: 9, fullName: 'Deng Lado' }] }),
    listCustomers: () => ({ rows: [aCustomer()] }),
    listNodes: () => ({ rows: [] }),
    lookupCustomer: () => aCustomer(),
    getSupportSettings: () => supportSettingsSample,
    lookupTicket: () => aTicket(),
    listTicketComments: () => [],
    listTicketAttachments: () => [],
    createTicket: () => aTicket({ title: 'Slow' }),
    updateTicket: () => aTicket({ status: 'resolved' }),
  };
});

const at = '/dashboard?tab=support';
const open = (role: Parameters<typeof renderAs>[0] = 'support', address = at) =>
  renderAs(role, <SupportPage />, address);

test('shows the figures, what is due next, and filters the list', async () => {
  open();
  const figure = within(await screen.findByRole('region', { name: 'Open Tickets' }));
  expect(await figure.findByText('7')).toBeInTheDocument();
  expect(figure.getByText('3 urgent, 1 overdue')).toBeInTheDocument();
  expect(screen.getByText('2.5 days')).toBeInTheDocument();
  const next = within(await screen.findByRole('region', { name: 'Next due' }));
  expect(next.getAllByText(/^overdue by /)[0]).toBeInTheDocument();
  await chooseFilter('Priority', 'Urgent');
  await chooseFilter('Assigned to', 'Mine');
  await waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ priority: 'urgent', assignedTo: 'me' })),
  );
});

test('resolves a ticket of the list with a written resolution; a resolved one has no such action', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Resolve TKT-012' }));
  expect(screen.queryByRole('button', { name: 'Resolve TKT-013' })).toBeNull();
  const form = within(await screen.findByRole('dialog', { name: 'Resolve TKT-012' }));
  const box = form.getByRole('textbox', { name: /^Resolution/ });
  expect(box).toHaveValue('Issue resolved by technical team');
  await user.clear(box);
  expect(form.getByRole('button', { name: 'Resolve ticket' })).toBeDisabled();
  await user.type(box, 'New cable');
  server = { ...server, updateTicket: fails };
  await user.click(form.getByRole('button', { name: 'Resolve ticket' }));
  expect(await screen.findByText('Failed to update support ticket.')).toBeVisible();
  server = { ...server, updateTicket: () => aTicket({ status: 'resolved' }) };
  await user.click(form.getByRole('button', { name: 'Resolve ticket' }));
  expect(await screen.findByText('Ticket Updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/support-tickets/12').at(-1)?.body).toEqual({
    status: 'resolved',
    resolution: 'New cable',
    version: 3,
  });
});

test('creates a ticket once title and description are given', async () => {
  const user = userEvent.setup();
  open('support', `${at}&view=new&ticket-for=SC003`);
  const create = await screen.findByRole('button', { name: 'Create ticket' });
  const form = within(screen.getByRole('dialog', { name: 'New Ticket' }));
  expect(create).toBeDisabled();
  expect(form.getByRole('combobox', { name: /^Issue type/ })).toHaveValue('connection');
  expect(form.getByRole('combobox', { name: /^Priority/ })).toHaveValue('medium');
  expect(form.getByRole('combobox', { name: 'Customer' })).toHaveValue('Juba Tea House');
  await user.type(form.getByRole('textbox', { name: /^Title/ }), 'Slow');
  await user.type(form.getByRole('textbox', { name: /^Description/ }), '  ');
  expect(create).toBeDisabled();
  await user.type(form.getByRole('textbox', { name: /^Description/ }), 'Since Monday');
  server = { ...server, createTicket: fails };
  await user.click(create);
  expect(
    await screen.findByText('Failed to create support ticket. Please try again.'),
  ).toBeVisible();
  server = { ...server, createTicket: () => aTicket({ title: 'Slow' }) };
  await user.click(create);
  expect(await screen.findByText('Ticket Created')).toBeVisible();
  const [first, second] = callsOf(served.seen, 'POST /api/support-tickets');
  expect(second?.body).toEqual({
    title: 'Slow',
    description: '  Since Monday',
    customerId: '3',
    nodeId: null,
    issueType: 'connection',
    priority: 'medium',
    assignedTo: null,
    visitDate: '',
    visitPlace: '',
  });
  // A retry is the same ticket.
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/tab=support$/));
  await user.click(screen.getByRole('button', { name: 'Open ticket' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Address')).toHaveTextContent(/tab=support&ticket=TKT-012$/),
  );
});

test('a technician opens tickets but does not choose who works on them', async () => {
  const user = userEvent.setup();
  open('technician');
  await user.click(await screen.findByRole('button', { name: 'New Ticket' }));
  const form = within(await screen.findByRole('dialog', { name: 'New Ticket' }));
  expect(form.queryByRole('combobox', { name: /^Assigned to/ })).toBeNull();
});

test('saves targets, working days and the daily e-mail', async () => {
  const user = userEvent.setup();
  let body: unknown;
  server = {
    ...server,
    updateSupportSettings: (input) => {
      body = input.body;
      return body;
    },
  };
  open('admin', `${at}&view=settings`);
  const form = within(await screen.findByRole('form', { name: 'Settings of support' }));
  const critical = within(form.getByRole('group', { name: 'Critical' }));
  const response = critical.getByRole('textbox', { name: 'First response' });
  await user.clear(response);
  await user.type(response, 'soon');
  await user.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await critical.findByText(/must be a whole number/)).toBeVisible();
  await user.clear(response);
  await user.type(response, '90');
  expect(critical.getByText('= 1 h 30 min')).toBeVisible();
  // 24 working hours are not a day.
  const medium = within(form.getByRole('group', { name: 'Medium' }));
  expect(medium.getByText('= 24 h')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Saturday' }));
  await user.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(body).toEqual({
    ...supportSettingsSample,
    targets: {
      ...supportSettingsSample.targets,
      critical: { responseMinutes: 90, resolutionMinutes: 240, hours: 'calendar' },
    },
    workDays: [1, 2, 3, 4, 5, 6],
  });
});

test('the settings say who may change them', async () => {
  open('technician', `${at}&view=settings`);
  expect(await screen.findByText(/^Your role may not /)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled();
});
