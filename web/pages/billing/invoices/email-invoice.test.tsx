import { AppError } from '@nimule/core/kernel/errors';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anInvoice } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { InvoiceDrawer } from './invoice-detail.tsx';

let server: StubServer;
const served = serveCalls(() => server);

let emails: object[];
let sent: unknown[];
let draft: { to: string; subject: string; text: string };
beforeEach(() => {
  emails = [];
  sent = [];
  draft = {
    to: 'tea@example.net',
    subject: 'Invoice INV-2026-000001 from Nimule Networks',
    text: 'Dear Juba Tea House,',
  };
  server = {
    listDocumentEntries: () => [],
    getInvoice: () => ({
      ...anInvoice(),
      lines: [
        {
          kind: 'subscription',
          description: 'Basic Fiber',
          amountUsd: 125,
          amountSsp: 50_000,
          quantity: null,
          unitPriceUsd: null,
        },
        {
          kind: 'equipment',
          description: 'Router',
          amountUsd: 91,
          amountSsp: 36_400,
          quantity: 2,
          unitPriceUsd: 45.5,
        },
      ],
      allocations: [],
      emails,
    }),
    invoiceEmailDraft: () => draft,
    emailInvoice: ({ body }) => {
      sent.push(body);
      const { to = draft.to } = body as { to?: string };
      emails = [anEmail({ to })];
      return { message: 'Invoice sent via email', to, isSent: true };
    },
  };
});

function anEmail(changes: object = {}) {
  return {
    id: 1,
    to: 'tea@example.net',
    status: 'sent',
    sentAt: '2026-11-21T08:00:00.000Z',
    sentBy: 'Grace Akol',
    error: '',
    ...changes,
  };
}

const noop = () => {};
async function openDialog(role: 'billing' | 'technician') {
  const user = userEvent.setup();
  renderAs(role, <InvoiceDrawer id={1} onClose={noop} />, '/dashboard?tab=billing');
  await user.click(await screen.findByRole('button', { name: 'Email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Email INV-2026-000001' }));
  return { user, dialog };
}

test('sends to an editable recipient with an editable text, and lists the e-mail', async () => {
  const { user, dialog } = await openDialog('billing');
  const to = dialog.getByLabelText(/^To/);
  expect(to).toHaveValue('tea@example.net');
  const text = dialog.getByLabelText('Message');
  expect(text).toHaveValue('Dear Juba Tea House,');
  await user.clear(to);
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  expect(await dialog.findByText(/^Enter an e-mail address/)).toBeVisible();
  await user.type(to, 'office@hotel.example');
  await user.type(text, ' as asked for.');
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  expect(await screen.findByText('Invoice sent via email')).toBeInTheDocument();
  expect(sent).toEqual([
    { to: 'office@hotel.example', text: 'Dear Juba Tea House, as asked for.' },
  ]);
  const [asked] = callsOf(served.seen, 'POST /api/billing/invoice/1/email');
  expect(asked?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  const table = await screen.findByRole('table', { name: 'E-mails of INV-2026-000001' });
  expect(within(table).getByText('office@hotel.example')).toBeInTheDocument();
  expect(within(table).getByText('by Grace Akol')).toBeInTheDocument();
});

test('the address is read-only, with the reason, without payment.record', async () => {
  const { user, dialog } = await openDialog('technician');
  const to = dialog.getByLabelText(/^To/);
  expect(to).toBeDisabled();
  expect(to).toHaveValue('tea@example.net');
  expect(to).toHaveAccessibleDescription(/Another address is for those who record payments/);
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  await waitFor(() => expect(sent).toEqual([{ text: 'Dear Juba Tea House,' }]));
});

test('shows that a customer has no address', async () => {
  draft = { ...draft, to: '' };
  const { dialog } = await openDialog('technician');
  expect(dialog.getByLabelText(/^To/)).toHaveAccessibleDescription(
    /has no e-mail address\. Add one/,
  );
});

test('shows the hourly limit and keeps the dialog open', async () => {
  server.emailInvoice = () => {
    throw new AppError('tooMany', 'email.limit', 'You can send the next one in 11 minutes.');
  };
  const { user, dialog } = await openDialog('billing');
  await user.click(dialog.getByRole('button', { name: 'Send email' }));
  expect(await screen.findByText('You can send the next one in 11 minutes.')).toBeInTheDocument();
  expect(dialog.getByLabelText(/^To/)).toBeVisible();
});

test('shows why an e-mail failed, or that its state is unknown', async () => {
  emails = [
    anEmail({ id: 2, status: 'unknown' }),
    anEmail({ status: 'failed', error: 'The mail server did not accept the message.' }),
  ];
  renderAs('technician', <InvoiceDrawer id={1} onClose={noop} />, '/dashboard?tab=billing');
  expect(await screen.findByText(/nobody knows whether it was sent/)).toBeInTheDocument();
  expect(screen.getByText('The mail server did not accept the message.')).toBeInTheDocument();
  expect(screen.queryByText('Version')).toBeNull();
  // Amount, open amount and one line.
  expect(screen.getAllByText('SSP 50,000')).toHaveLength(3);
});

test('a line of equipment shows its quantity and price', async () => {
  renderAs('technician', <InvoiceDrawer id={1} onClose={noop} />, '/dashboard?tab=billing');
  expect(await screen.findByText('2 at $45.50')).toBeInTheDocument();
});
