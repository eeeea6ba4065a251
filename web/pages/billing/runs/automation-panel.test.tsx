import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { AutomationPanel } from './automation-panel.tsx';

let server: StubServer;
serveCalls(() => server);

const aRun = {
  id: 1,
  month: '2026-11',
  status: 'running',
  startedAt: '2026-11-01T22:05:00.000Z',
  finishedAt: null,
  actorName: 'billing.monthly',
  totalCustomers: 5174,
  processed: 2000,
  generated: 2000,
  skipped: 0,
  revenueUsd: 120_000,
  revenueSsp: 48_000_000,
  error: '',
};

/** One customer to bill until the run is done; `activeRun` is a run of another user. */
function aMonth(activeRun: typeof aRun | null = null): StubServer {
  let billed = 0;
  return {
    automationStatus: () => ({
      shouldRun: billed === 0,
      month: '2026-11',
      billable: 1,
      billed,
      nextRunDate: '2026-12-01',
      lastRun: null,
      activeRun,
    }),
    previewBilling: ({ query }) => ({
      month: (query as { month: string }).month,
      invoicesGenerated: 1 - billed,
      totalRevenue: billed === 0 ? 1250.5 : 0,
      totalRevenueSsp: billed === 0 ? 500_200 : 0,
      exchangeRate: 400,
      skipped: 2,
      alreadyBilled: billed,
      rows: [],
    }),
    listBillingRuns: () => ({ rows: [] }),
    getBillingRun: () => activeRun,
    triggerBilling: ({ body }) => {
      const { month } = body as { month: string };
      billed = 1;
      return {
        runId: 1,
        month,
        dryRun: false,
        invoicesGenerated: 1,
        totalRevenue: 1250.5,
        skipped: 2,
        alreadyBilled: 0,
      };
    },
  };
}

beforeEach(() => {
  server = aMonth();
});

test('shows month, invoices and total before the run, and is up to date after it', async () => {
  const user = userEvent.setup();
  renderAs('billing', <AutomationPanel />, '/dashboard?tab=billing');
  expect(await screen.findByText('Ready to Run')).toBeInTheDocument();
  expect(screen.getByText('0 of 1 customers')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Run Manual Billing' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Bill November 2026?' }));
  expect(await question.findByText(/invoice of November 2026 for/)).toHaveTextContent(
    'for $1,250.50 (SSP 500,200) is made',
  );
  await user.click(question.getByRole('button', { name: 'Bill November 2026' }));
  expect(
    await screen.findByText('Generated 1 invoices. Total revenue: $1,250.50'),
  ).toBeInTheDocument();
  expect(await screen.findByText('Up to Date')).toBeInTheDocument();
});

test('cannot run without invoices to create, and refetches the preview each time', async () => {
  const user = userEvent.setup();
  const run = { ...aRun, status: 'done', generated: 1 };
  const month = aMonth();
  const nothing = {
    invoicesGenerated: 0,
    totalRevenue: 0,
    totalRevenueSsp: 0,
    exchangeRate: 400,
    skipped: 0,
    alreadyBilled: 1,
    rows: [],
  };
  server = {
    ...month,
    automationStatus: (input) => ({ ...(month.automationStatus?.(input) as object), lastRun: run }),
    previewBilling: () => ({ month: '2026-11', ...nothing }),
    triggerBilling: () => expect.unreachable(),
  };
  renderAs('billing', <AutomationPanel />, '/dashboard?tab=billing');
  expect(await screen.findByText(/^November 2026: 1 invoice, /)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Run Manual Billing' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Bill November 2026?' }));
  expect(await question.findByText(/none is made/)).toBeInTheDocument();
  const confirm = () => question.getByRole('button', { name: 'Bill November 2026' });
  expect(confirm()).toHaveAttribute('aria-disabled', 'true');
  await user.click(confirm());
  expect(await screen.findByText('There is no invoice to make.')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

  server = { ...server, previewBilling: month.previewBilling as never };
  await user.click(screen.getByRole('button', { name: 'Run Manual Billing' }));
  const again = within(await screen.findByRole('alertdialog', { name: 'Bill November 2026?' }));
  expect(await again.findByText(/invoice of November 2026 for/)).toBeInTheDocument();
  expect(again.getByRole('button', { name: 'Bill November 2026' })).not.toHaveAttribute(
    'aria-disabled',
  );
});

test('bills a missed month, and shows it in confirmation and preview', async () => {
  const user = userEvent.setup();
  const billed: unknown[] = [];
  server = {
    ...aMonth(),
    triggerBilling: ({ body }) => {
      billed.push(body);
      return {
        runId: 2,
        month: '2026-09',
        dryRun: false,
        invoicesGenerated: 1,
        totalRevenue: 1250.5,
        skipped: 2,
        alreadyBilled: 0,
      };
    },
  };
  renderAs('billing', <AutomationPanel />, '/dashboard?tab=billing');
  const choice = await screen.findByRole('combobox', { name: 'Month to bill' });
  expect(choice).toHaveValue('2026-11');
  await user.selectOptions(choice, 'September 2026');
  expect(screen.getByRole('combobox', { name: 'Month to preview' })).toHaveValue('2026-09');
  await user.click(screen.getByRole('button', { name: 'Run Manual Billing' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Bill September 2026?' }));
  expect(await question.findByText(/invoice of September 2026 for/)).toBeInTheDocument();
  expect(question.getByText(/carry the date 30 Sep 2026 and are due on/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Bill September 2026' }));
  expect(await screen.findByText(/^Generated 1 invoices/)).toBeInTheDocument();
  expect(billed).toEqual([{ month: '2026-09' }]);
});

test('shows the progress of a run of another user, and refetches at its end', async () => {
  server = aMonth(aRun);
  renderAs('technician', <AutomationPanel />, '/dashboard?tab=billing');
  const progress = within(await screen.findByRole('region', { name: 'Billing November 2026' }));
  expect(progress.getByText('2,000 of 5,174')).toBeInTheDocument();
  expect(progress.getByText(/Started by billing\.monthly/)).toBeInTheDocument();

  const over = { ...aRun, status: 'done', processed: 5174, generated: 5174 };
  server = { ...aMonth(), listBillingRuns: () => ({ rows: [over] }), getBillingRun: () => over };
  // Polls once per second.
  expect(await screen.findByRole('cell', { name: '5,174' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Billing November 2026' })).toBeNull();
});

test('shows why the user may not run it', async () => {
  const user = userEvent.setup();
  renderAs('technician', <AutomationPanel />, '/dashboard?tab=billing');
  const button = await screen.findByRole('button', { name: 'Run Manual Billing' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Month to bill' })).toBeNull();
});

test('preview and history show both currencies', async () => {
  const run = { ...aRun, status: 'done' };
  const month = aMonth();
  const row = {
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    amountUsd: 1250.5,
    amountSsp: 500_200,
    dueDate: '2026-12-05',
  };
  server = {
    ...month,
    previewBilling: (input) => ({ ...(month.previewBilling?.(input) as object), rows: [row] }),
    listBillingRuns: () => ({ rows: [run] }),
  };
  renderAs('technician', <AutomationPanel />, '/dashboard?tab=billing');
  const preview = await screen.findByRole('table', { name: /Invoices to be made/ });
  expect(within(preview).getByText('SSP 500,200')).toBeInTheDocument();
  expect(screen.getByText(/of November 2026 for/)).toHaveTextContent('$1,250.50 (SSP 500,200)');
  const history = await screen.findByRole('table', { name: 'Billing runs' });
  expect(within(history).getByText('SSP 48,000,000')).toBeInTheDocument();
});
