import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../../client/session.ts';
import { aUser } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { aComment, anAttachment, aTicket, ticketFigures } from '../../../testing/ticket-samples.ts';
import { SupportPage } from '../support-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let ticket: ReturnType<typeof aTicket>;
let files: object[];
let comments: object[];

beforeEach(() => {
  ticket = aTicket();
  files = [anAttachment()];
  comments = [aComment()];
  server = {
    ticketStats: () => ticketFigures,
    listTickets: () => ({ rows: [ticket], total: 1 }),
    listUsers: () => ({ rows: [{ id: 9, fullName: 'Deng Lado' }] }),
    listNodes: () => ({ rows: [] }),
    listAlarms: () => ({ rows: [] }),
    listCustomers: () => ({ rows: [] }),
    lookupTicket: () => ticket,
    getTicket: () => ticket,
    listTicketComments: () => comments,
    listTicketAttachments: () => files,
    updateTicket: ({ body }) => {
      ticket = aTicket({ ...(body as object), version: 4, assignedName: 'Deng Lado' });
      return ticket;
    },
    commentTicket: ({ body }) => {
      comments = [...comments, aComment({ id: 6, ...(body as object) })];
      return comments.at(-1);
    },
    addTicketAttachment: () => {
      files = [...files, anAttachment({ id: 9, fileName: 'mast.jpg' })];
      return files.at(-1);
    },
    deleteTicketAttachment: () => {
      const [deleted] = files;
      files = [];
      return deleted;
    },
  };
});

const at = '/dashboard?tab=support&ticket=TKT-012';
const name = 'TKT-012 No connection since the storm';
async function open(role: Parameters<typeof renderAs>[0] = 'support') {
  renderAs(role, <SupportPage />, at);
  return within(await screen.findByRole('dialog', { name }));
}

test('shows the ticket, its customer, node and targets', async () => {
  const drawer = await open();
  expect(drawer.getByText('The light of the router is red.')).toBeVisible();
  expect(drawer.getByRole('link', { name: /^Call Juba Tea House/ })).toHaveAttribute(
    'href',
    'tel:+211920000001',
  );
  expect(drawer.getByText('$125.00')).toBeVisible();
  expect(drawer.getByText('Standard Fiber, 50 Mbps')).toBeVisible();
  expect(drawer.getByRole('link', { name: 'Juba North' })).toBeVisible();
  expect(drawer.getByText('Yes, 12 ms')).toBeVisible();
  expect(drawer.getAllByText(/^Response overdue by /)[0]).toBeVisible();
  expect(await drawer.findByText('The cable at the mast is broken.')).toBeVisible();
  expect(await drawer.findByRole('link', { name: 'router.jpg' })).toHaveAttribute(
    'href',
    '/api/support-tickets/12/attachments/8?inline=1',
  );
});

test('assigns and starts', async () => {
  const user = userEvent.setup();
  const drawer = await open();
  await user.click(drawer.getByRole('button', { name: 'Assign' }));
  const form = within(await screen.findByRole('dialog', { name: 'Assign TKT-012' }));
  await form.findByRole('option', { name: 'Deng Lado' });
  await user.selectOptions(form.getByRole('combobox', { name: /^Assigned to/ }), 'Deng Lado');
  await user.click(form.getByRole('button', { name: 'Assign ticket' }));
  expect(await screen.findByText('Ticket Updated')).toBeVisible();
  await user.click(await drawer.findByRole('button', { name: 'Start' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'PUT /api/support-tickets/12').map(({ body }) => body)).toEqual([
      { assignedTo: '9', status: 'assigned', version: 3 },
      { status: 'in_progress', version: 4 },
    ]),
  );
});

test('a resolved ticket is reopened only with a reason', async () => {
  const user = userEvent.setup();
  ticket = aTicket({
    status: 'resolved',
    resolution: 'New cable',
    resolvedAt: '2026-11-21T12:00:00.000Z',
    actions: ['reopen', 'close'],
  });
  const drawer = await open();
  expect(drawer.queryByRole('button', { name: 'Resolve' })).toBeNull();
  await user.click(drawer.getByRole('button', { name: 'Reopen' }));
  const form = within(await screen.findByRole('dialog', { name: 'Reopen TKT-012' }));
  expect(form.getByRole('button', { name: 'Reopen ticket' })).toBeDisabled();
  await user.type(form.getByRole('textbox', { name: 'Reason (required)' }), 'Down again');
  await user.click(form.getByRole('button', { name: 'Reopen ticket' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'PUT /api/support-tickets/12').at(-1)?.body).toEqual({
      reason: 'Down again',
      status: 'open',
      version: 3,
    }),
  );
});

test('a technician takes a ticket of nobody, and sees why others are not assigned', async () => {
  const user = userEvent.setup();
  storeUser(aUser({ role: 'technician' }));
  const drawer = await open('technician');
  expect(drawer.getByRole('button', { name: 'Assign' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(drawer.getByRole('button', { name: 'Take' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'PUT /api/support-tickets/12')[0]?.body).toEqual({
      status: 'assigned',
      assignedTo: 7,
      version: 3,
    }),
  );
});

test('a resolution of a ticket that somebody has changed is offered again', async () => {
  const user = userEvent.setup();
  const drawer = await open();
  await user.click(drawer.getByRole('button', { name: 'Resolve' }));
  const form = within(await screen.findByRole('dialog', { name: 'Resolve TKT-012' }));
  const before = server.updateTicket!;
  server = { ...server, updateTicket: () => refuseStale() };
  ticket = aTicket({ version: 8 });
  await user.click(form.getByRole('button', { name: 'Resolve ticket' }));
  await user.click(await form.findByRole('button', { name: /^Load/ }));
  server = { ...server, updateTicket: before };
  await user.click(await form.findByRole('button', { name: 'Resolve ticket' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'PUT /api/support-tickets/12').at(-1)?.body).toMatchObject({
      version: 8,
    }),
  );
});

test('a comment is kept until it has been sent, and Ctrl+Enter sends it', async () => {
  const user = userEvent.setup();
  const first = await open();
  await user.type(await first.findByRole('textbox', { name: 'Comment' }), 'Called the customer');
  await user.click(first.getByRole('radio', { name: 'Public' }));
  await user.click(first.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'View TKT-012' }));
  const drawer = within(await screen.findByRole('dialog', { name }));
  const box = await drawer.findByRole('textbox', { name: 'Comment' });
  expect(box).toHaveValue('Called the customer');
  const send = server.commentTicket!;
  server = { ...server, commentTicket: () => refuse('unavailable', 'Busy. Try again.') };
  await user.type(box, '{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Busy. Try again.')).toBeVisible();
  expect(box).toHaveValue('Called the customer');
  server = { ...server, commentTicket: send };
  await user.type(box, '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(box).toHaveValue(''));
  expect(await drawer.findByText('Called the customer')).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/support-tickets/12/comments');
  expect(sent.map(({ body }) => body)).toEqual([
    { body: 'Called the customer', isInternal: false },
    { body: 'Called the customer', isInternal: false },
  ]);
  expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
});

test('attaches, sends again what failed, and deletes after a question', async () => {
  const user = userEvent.setup();
  storeUser(aUser());
  const drawer = await open();
  const input = await drawer.findByLabelText('Files for TKT-012');
  const store = server.addTicketAttachment!;
  server = { ...server, addTicketAttachment: () => refuse('unavailable', 'No room. Try again.') };
  const photo = new File(['a photo'], 'mast.jpg', { type: 'image/jpeg' });
  await user.upload(input, photo);
  expect(await drawer.findByText('No room. Try again.')).toBeVisible();
  expect(drawer.getByText(/^Photo on its way from /)).toBeVisible();
  // The simulated browser has no IndexedDB.
  expect(drawer.getByText(/^This browser cannot keep files\. Do not leave/)).toBeVisible();
  server = { ...server, addTicketAttachment: store };
  await user.click(drawer.getByRole('button', { name: 'Try again' }));
  expect(await drawer.findByRole('link', { name: 'mast.jpg' })).toBeVisible();
  // Refused here, without sending it.
  fireEvent.change(input, {
    target: { files: [new File(['x'], 'a.exe', { type: 'application/x-msdownload' })] },
  });
  expect(await drawer.findByText(/^a\.exe: Only PDF, PNG, JPEG and WebP/)).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/support-tickets/12/attachments');
  expect(sent).toHaveLength(2);
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  await user.click(drawer.getByRole('button', { name: 'Delete router.jpg' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete file' }),
  );
  expect(await drawer.findByText('No files yet.')).toBeVisible();
});

test('plans a visit and completes it, with the text kept until it has been sent', async () => {
  const user = userEvent.setup();
  ticket = aTicket({ visitDate: '2026-11-23', arrivedAt: '2026-11-23T08:00:00.000Z' });
  server = { ...server, completeVisit: () => refuse('unavailable', 'Busy. Try again.') };
  const first = await open('technician');
  await user.click(first.getByRole('button', { name: 'Complete' }));
  const form = within(await screen.findByRole('dialog', { name: 'Complete TKT-012' }));
  expect(form.getByRole('button', { name: 'Complete visit' })).toBeDisabled();
  await user.type(form.getByRole('textbox', { name: /^What was done/ }), 'New cable');
  await user.click(form.getByRole('button', { name: 'Complete visit' }));
  expect(await screen.findByText('Busy. Try again.')).toBeVisible();
  expect(localStorage.getItem('nimule.draft.0.visit-TKT-012')).toContain('New cable');
  server = { ...server, completeVisit: () => aTicket({ status: 'resolved' }) };
  await user.click(form.getByRole('button', { name: 'Complete visit' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Complete TKT-012' })).toBeNull(),
  );
  expect(localStorage.getItem('nimule.draft.0.visit-TKT-012')).toBeNull();
  expect(callsOf(served.seen, 'POST /api/support-tickets/12/complete').at(-1)?.body).toEqual({
    workDone: 'New cable',
    partsUsed: '',
    resolve: true,
    version: 3,
  });
});

test('merges into another ticket, which is then shown', async () => {
  const user = userEvent.setup();
  const other = aTicket({ id: 11, ticketId: 'TKT-011', title: 'Mast down' });
  server = {
    ...server,
    listTickets: () => ({ rows: [other, ticket], total: 2 }),
    mergeTicket: () => other,
    lookupTicket: ({ query }) =>
      (query as { ticketId: string }).ticketId === 'TKT-011' ? other : ticket,
  };
  const drawer = await open();
  await user.click(drawer.getByRole('button', { name: 'Merge' }));
  const form = within(await screen.findByRole('dialog', { name: 'Merge TKT-012' }));
  await user.type(form.getByRole('combobox', { name: /^Into/ }), 'mast');
  const options = await form.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('TKT-011 Mast down'),
  ]);
  fireEvent.pointerDown(options[0]!);
  await user.click(form.getByRole('button', { name: 'Merge ticket' }));
  expect(await screen.findByRole('dialog', { name: 'TKT-011 Mast down' })).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/support-tickets/12/merge')[0]?.body).toEqual({
    intoId: '11',
    version: 3,
  });
});

test('a ticket that does not exist is said to be missing', async () => {
  server = { ...server, lookupTicket: () => refuse('notFound', 'There is no TKT-012.') };
  renderAs('support', <SupportPage />, at);
  expect(await screen.findByText('There is no TKT-012.')).toBeVisible();
});
