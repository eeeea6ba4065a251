import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anInvoice } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { InvoiceDrawer } from './invoice-detail.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let changes: Record<string, unknown>;

beforeEach(() => {
  changes = {};
  server = {
    listDocumentEntries: () => [],
    listTickets: () => ({ rows: [] }),
    getInvoice: () => ({
      ...anInvoice(),
      ...{ lines: [], allocations: [], emails: [], disputes: [] },
      ...changes,
    }),
    disputeInvoice: () => ({
      ...{ id: 1, invoiceId: 1, invoiceNumber: 'INV-2026-000001', customerId: 3 },
      ...{ customerNumber: 'SC003', customerName: 'Tea House', since: '2026-11-21', days: 0 },
      ...{ reason: 'No service', amountUsd: 216, openUsd: 216, ticketId: null, ticketNumber: null },
      ...{ openedAt: '2026-11-21T08:00:00.000Z', openedBy: 'Grace Akol', decidedOn: null },
      ...{ decidedBy: null, outcome: null, note: '' },
    }),
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'billing') =>
  renderAs(
    role,
    <InvoiceDrawer id={1} onClose={() => {}} />,
    '/dashboard?tab=billing&invoice=1&add=dispute',
  );

test('the address of the act opens the form of the invoice, and is left by it', async () => {
  const user = userEvent.setup();
  open();
  const form = within(await screen.findByRole('dialog', { name: 'Dispute an Invoice' }));
  await user.type(form.getByRole('textbox', { name: /^What the customer says/ }), 'No service');
  await user.click(form.getByRole('button', { name: 'Mark as disputed' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Dispute an Invoice' })).toBeNull(),
  );
  expect(callsOf(served.seen, 'POST /api/billing/invoices/1/dispute')[0]?.body).toMatchObject({
    reason: 'No service',
  });
  expect(screen.getByRole('status', { name: 'Address' })).not.toHaveTextContent('add=');
});

test.each([
  [{ disputedSince: '2026-11-03' }, /has been disputed since 3 Nov 2026/],
  [{ status: 'paid', openUsd: 0, openSsp: 0 }, /is paid/],
  [{ status: 'cancelled', openUsd: 0, openSsp: 0 }, /cancelled invoice cannot be disputed/],
])('an invoice that cannot be disputed says why: %o', async (state, reason) => {
  changes = state;
  open();
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Dispute an Invoice' })).toBeNull();
});
