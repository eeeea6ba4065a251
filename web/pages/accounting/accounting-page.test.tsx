import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  anEntry,
  anEntryDetail,
  someAccounts,
  someBalances,
  someProfitLoss,
  someStatements,
} from '../../testing/books-samples.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { AccountingPage } from './accounting-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00+02:00'), toFake: ['Date'] });
  server = {
    listAccounts: () => someAccounts,
    trialBalance: () => someBalances,
    financialStatements: () => someStatements,
    monthlyProfitLoss: () => someProfitLoss,
    listMonths: () => [],
    openingDate: () => ({ openingDate: null, version: 1 }),
    listJournalEntries: () => ({ rows: [anEntry], total: 1 }),
    lookupJournalEntry: () => anEntryDetail,
    listEntryAttachments: () => [],
  };
});

afterEach(() => {
  vi.useRealTimers();
});

const open = (role: Parameters<typeof renderAs>[0] = 'admin', query = '') =>
  renderAs(role, <AccountingPage />, `/accounting${query}`);
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;

test('shows the figures of the month, a loss among them, beside those of the month before', async () => {
  open();
  const card = async (name: string) => within(await screen.findByRole('region', { name }));
  const profit = await card('Net Profit');
  expect(await profit.findByText('-$75.00')).toBeInTheDocument();
  expect(profit.getByText(/-SSP 30,000/)).toHaveTextContent('-SSP 30,000, a loss');
  expect(profit.getByText(/\$400\.00 in all of October 2026/)).toBeInTheDocument();
  expect((await card('Trial Balance')).getByText('Balanced')).toBeInTheDocument();
  const impact = within(await screen.findByRole('region', { name: 'Expense Impact on P&L' }));
  expect(await impact.findByText('No non-operating expenses recorded')).toBeInTheDocument();
  expect(impact.getByText('27.8%')).toBeInTheDocument();
});

test('keeps the month in the URL, and the statements of the P&L report fail in words', async () => {
  server.monthlyProfitLoss = () => refuse('unavailable', 'The database is busy.');
  open();
  expect(await screen.findByText('Failed to fetch P&L data')).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'March');
  expect(address()).toBe('/accounting?month=3');
  expect(screen.getByRole('combobox', { name: 'Year' })).toHaveDisplayValue('2026');
  await waitFor(() =>
    expect(served.seen.some(({ url }) => url.search === '?month=3&year=2026')).toBe(true),
  );
});

test('an amount opens the ledger of its account, and an entry of it the entry drawer', async () => {
  server.accountLedger = () => ({
    account: someAccounts.find(({ code }) => code === '1210'),
    from: '2026-11',
    to: '2026-11',
    openingBalance: 0,
    debits: 450,
    credits: 0,
    closingBalance: 450,
    openingSsp: null,
    closingSsp: null,
    total: 1,
    foundDebits: 450,
    foundCredits: 0,
    lines: [
      {
        entryId: 7,
        entryNumber: 'JE-2026-000007',
        lineNo: 1,
        date: '2026-11-20',
        description: 'Invoice INV-2026-000001',
        reference: 'INV-2026-000001',
        source: 'invoice',
        sourceId: 1,
        debitAmount: 450,
        creditAmount: 0,
        balance: 450,
        sspAmount: null,
        sspBalance: null,
      },
    ],
  });
  open('admin', '?view=trial-balance');
  await userEvent.click(await screen.findByRole('link', { name: /\$450\.00.*ledger of 1210/ }));
  const ledger = within(await screen.findByRole('dialog', { name: '1210 Residential AR' }));
  await userEvent.click(await ledger.findByRole('link', { name: 'JE-2026-000007' }));
  const entry = within(await screen.findByRole('dialog', { name: 'JE-2026-000007' }));
  expect(await entry.findByRole('link', { name: 'INV-2026-000001' })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&invoice=1',
  );
  expect(entry.getByRole('link', { name: 'Juba Tea House' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&customer=SC003',
  );
  expect(entry.getByRole('button', { name: 'Reverse' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(entry.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('dialog', { name: '1210 Residential AR' })).toBeInTheDocument();
});

test('a figure of the cash flow opens the lines that moved cash, and adds them up', async () => {
  const line = {
    ...{ code: '1210', name: 'Residential AR', type: 'ASSET' },
    ...{ groupCode: '1200', groupName: 'Accounts Receivable' },
    ...{ amount: 300, compared: null, yearToDate: 300 },
  };
  const { cashFlow } = someStatements;
  server.financialStatements = () => ({
    ...someStatements,
    cashFlow: { ...cashFlow, lines: { ...cashFlow.lines, operating: [line] } },
  });
  server.accountLedger = () => ({
    account: someAccounts.find(({ code }) => code === '1210'),
    ...{ from: '2026-11', to: '2026-11', openingBalance: 0, debits: 450, credits: 300 },
    ...{ closingBalance: 150, openingSsp: null, closingSsp: null },
    ...{ total: 0, foundDebits: 0, foundCredits: 300, lines: [] },
  });
  open('admin', '?view=cash-flow');
  const [figure] = await screen.findAllByRole('link', { name: /\$300\.00.*ledger of 1210/ });
  await userEvent.click(figure!);
  const ledger = within(await screen.findByRole('dialog', { name: '1210 Residential AR' }));
  expect(ledger.getByText('Cash in, less cash out').parentElement).toHaveTextContent('$300.00');
  const asked = () => served.seen.findLast(({ url }) => url.pathname.endsWith('/ledger'));
  expect(asked()?.url.searchParams.get('withCash')).toBe('true');
  await userEvent.click(ledger.getByRole('checkbox', { name: 'Only entries that move cash' }));
  await waitFor(() => expect(asked()?.url.searchParams.has('withCash')).toBe(false));
});

test('a month without entries says so, and whoever may not post sees why', async () => {
  server.listJournalEntries = () => ({ rows: [], total: 0 });
  open('technician', '?view=journal');
  expect(
    await screen.findByText('No journal entries yet. Create your first double-entry transaction.'),
  ).toBeInTheDocument();
  for (const button of screen.getAllByRole('button', { name: 'New Journal Entry' }))
    expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Lock month' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('exports the statement of the open tab', async () => {
  server.exportStatements = () => ({ filename: 'profit-loss-2026-11.pdf' });
  open('admin', '?view=profit-loss&compare=previousYear');
  await userEvent.click(screen.getByRole('button', { name: 'Export Reports' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'P&L statement as PDF' }));
  expect(await screen.findByText('Export Started')).toBeInTheDocument();
  await waitFor(() => expect(served.saved).toEqual(['profit-loss-2026-11.pdf']));
  const query = served.seen.at(-1)?.url.searchParams;
  expect([query?.get('kind'), query?.get('compare')]).toEqual(['profitLoss', 'previousYear']);
});

test('a statement closes its groups, and says if there is nothing', async () => {
  const { unmount } = open('ceo', '?view=profit-loss');
  const table = within(await screen.findByRole('table', { name: 'P&L Statement, November 2026' }));
  expect(table.getByText('Residential Plans')).toBeInTheDocument();
  expect(table.getByRole('row', { name: /^Net loss/ })).toHaveTextContent('-$75.00');
  await userEvent.click(table.getByRole('button', { name: 'Accounts of 4100 Group 41' }));
  expect(table.queryByText('Residential Plans')).toBeNull();
  expect(table.getByRole('row', { name: /4100/ })).toHaveTextContent('$450.00');
  unmount();
  open('ceo', '?view=balance-sheet');
  expect(await screen.findByText('No financial data available for the period')).toBeInTheDocument();
});
