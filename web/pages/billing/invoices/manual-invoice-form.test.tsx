import { dueDateAfterManual } from '@nimule/core/billing/rules';
import { formatDate } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer, anInvoice, someRates } from '../../../testing/samples.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { today } from '../../../ui/today.ts';
import { ManualInvoicePanel } from './manual-invoice-form.tsx';

let server: StubServer;
serveCalls(() => server);

interface Made {
  customerId: number;
  amountUsd: number;
  description: string;
  additionalCosts?: number;
}

beforeEach(() => {
  server = {
    listRates: () => ({ rows: someRates }),
    listCustomers: ({ query }) => {
      const { q = '' } = query as { q?: string };
      const all = [aCustomer(), aCustomer({ id: 4, customerId: 'SC004', name: 'Hope Clinic' })];
      return { rows: all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())) };
    },
    // Decoded amounts are in cents, wire values in dollars.
    createManualInvoice: ({ body }) => {
      const { customerId, amountUsd, additionalCosts = 0, description } = body as Made;
      const total = (amountUsd + additionalCosts) / 100;
      return anInvoice({ customerId, description, amountUsd: total, invoiceId: 'INV-2026-000009' });
    },
  };
});

test('a failed customer search does not show that nothing matches', async () => {
  const user = userEvent.setup();
  server.listCustomers = () => refuse('unavailable', 'The database does not answer.');
  renderAs('billing', <ManualInvoicePanel />, '/dashboard?tab=billing');
  await user.type(screen.getByRole('combobox', { name: /^Customer/ }), 'tea');
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  expect(screen.queryByText('Nothing matches.')).toBeNull();
});

test('shows missing fields in a toast and at the fields', async () => {
  const user = userEvent.setup();
  renderAs('billing', <ManualInvoicePanel />, '/dashboard?tab=billing');
  await user.click(screen.getByRole('button', { name: 'Create invoice' }));
  expect(await screen.findByText('Please fill in all required fields')).toBeInTheDocument();
  expect(screen.getByText('Choose a customer.')).toBeInTheDocument();
  expect(screen.getByText('The description is required.')).toBeInTheDocument();
});

test('a customer sets amount and description; after creating, the due date is in 30 days', async () => {
  const user = userEvent.setup();
  renderAs('billing', <ManualInvoicePanel />, '/dashboard?tab=billing');
  const box = screen.getByRole('combobox', { name: /^Customer/ });
  await user.type(box, 'tea');
  // Enter does not pick a result of an earlier query.
  await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant'));
  const option = screen.getByRole('option', { name: /Juba Tea House/ });
  await user.keyboard('{Enter}');
  expect(option).not.toBeVisible();
  expect(screen.getByLabelText(/^Amount/)).toHaveValue('450.00');
  expect(screen.getByLabelText(/^Description/)).toHaveValue(
    'Standard Fiber Monthly Internet Service',
  );
  const costs = screen.getByLabelText(/^Additional costs/);
  await user.type(costs, '0.015');
  // No total while an amount is invalid.
  expect(screen.queryByText(/^\$450/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Create invoice' }));
  expect(await screen.findByText('Enter an amount with at most two decimals.')).toBeInTheDocument();
  await user.clear(costs);
  await user.type(costs, '0.02');
  expect(await screen.findByText('$450.02')).toBeInTheDocument();
  expect(screen.getByText('SSP 180,008')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Create invoice' }));
  expect(await screen.findByText('Manual invoice created')).toBeInTheDocument();
  expect(screen.getByText('INV-2026-000009: $450.02 to Juba Tea House')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByLabelText(/^Due date/)).toHaveValue(formatDate(dueDateAfterManual(today()))),
  );
  expect(screen.getByRole('combobox', { name: /^Customer/ })).toHaveValue('');
});

test('is disabled, with the reason, without the permission', () => {
  renderAs('support', <ManualInvoicePanel />, '/dashboard?tab=billing');
  expect(screen.getByText('Your role may not make invoices by hand.')).toBeInTheDocument();
  const form = within(screen.getByRole('form', { name: 'Manual invoice' }));
  expect(form.getByLabelText(/^Amount/)).toBeDisabled();
  // Each input is disabled too, not only the fieldset: needed by screen readers and axe.
  for (const label of ['Bill date', 'Due date'])
    expect(form.getByLabelText(new RegExp(`^${label}`))).toHaveAttribute('aria-disabled', 'true');
  expect(form.getByRole('button', { name: 'Create invoice' })).toBeDisabled();
});
