import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anOwnReport, aReport, someOwnReports } from '../../testing/report-samples.ts';
import { someRates } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { ReportsPage } from './reports-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00+02:00'), toFake: ['Date'] });
  server = {
    getReport: () => aReport,
    listOwnReports: () => someOwnReports,
    getOwnReport: () => anOwnReport,
    listRates: () => ({ rows: someRates }),
    exportReport: () => ({}),
    exportOwnReport: () => ({}),
  };
});

afterEach(() => {
  vi.useRealTimers();
});

const open = (query = '', role: Parameters<typeof renderAs>[0] = 'ceo') =>
  renderAs(role, <ReportsPage />, `/reports${query}`);
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
/** A part of the report, once that is loaded: the skeleton has parts of the same names. */
const region = async (name: string) => {
  await waitFor(() => expect(screen.queryByText('Generating the report…')).not.toBeInTheDocument());
  return within(await screen.findByRole('region', { name }));
};
const asked = () =>
  served.seen.filter(({ url }) => url.pathname.startsWith('/api/reports/')).map(({ url }) => url);

test('shows the year so far with signs, words for what is missing, and pounds', async () => {
  open();
  const card = await region('Total Revenue');
  expect(await card.findByText('$12,000.00')).toBeInTheDocument();
  expect(card.getByText('SSP 4,800,000')).toBeInTheDocument();
  expect(card.getByText(/\+12\.5% against 10 Feb to 31 Dec 2025/)).toBeInTheDocument();
  const profit = await region('Net Profit');
  expect(profit.getByText('-$600.00')).toBeInTheDocument();
  expect(profit.getByText(/a loss, margin -5\.0%/)).toBeInTheDocument();
  const customers = await region('Customer Metrics');
  expect(customers.getByText('No active customers at the start')).toBeInTheDocument();
  const hr = await region('HR Analysis');
  expect(hr.getAllByText('Your role does not see pay')).toHaveLength(2);
  expect(asked()[0]?.pathname).toBe('/api/reports/comprehensive');
  expect(asked()[0]?.search).toBe('?startDate=2026-01-01&endDate=2026-11-21');
  expect(screen.getByText(/pounds at 1 USD = 400 SSP/)).toBeInTheDocument();
});

test('a figure leads to the list behind it over the same days', async () => {
  open();
  const billing = await region('Billing Analysis');
  expect(billing.getByRole('link', { name: /Overdue invoices/ })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&from=2026-01-01&to=2026-11-21&status=overdue',
  );
  expect(billing.getByRole('link', { name: /Total invoices/ })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&from=2026-01-01&to=2026-11-21&status=notCancelled',
  );
  const orders = await region('Procurement Analysis');
  expect(orders.getByRole('link', { name: /Total orders/ })).toHaveAttribute(
    'href',
    '/procurement?view=orders&po-from=2026-01-01&po-to=2026-11-21&po-status=standing',
  );
  const finance = await region('Financial Summary');
  expect(finance.getByRole('link', { name: /Total revenue/ })).toHaveAttribute(
    'href',
    '/reports?view=own&report=result-by-account&startDate=2026-01-01&endDate=2026-11-21',
  );
  const suppliers = await region('Top suppliers');
  expect(suppliers.getByRole('link', { name: 'Nile Cables' })).toHaveAttribute(
    'href',
    '/procurement?view=suppliers&supplier=4',
  );
});

test('type and range are kept in the URL; a wrong range is refused at its field', async () => {
  open();
  await region('Total Revenue');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Report type' }), 'HR report');
  expect(address()).toBe('/reports?type=hr');
  const start = screen.getByRole('textbox', { name: 'Start date' });
  await userEvent.clear(start);
  await userEvent.type(start, '1 Dec 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Generate Report' }));
  expect(await screen.findByText('The last day cannot be before the first.')).toBeInTheDocument();
  expect(address()).toBe('/reports?type=hr');
  await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
  expect(address()).toBe('/reports?type=hr&startDate=2026-10-01&endDate=2026-10-31');
  await waitFor(() =>
    expect(asked().at(-1)?.search).toBe('?startDate=2026-10-01&endDate=2026-10-31'),
  );
  expect(screen.getByRole('textbox', { name: 'Start date' })).toHaveValue('1 Oct 2026');
});

test('a section that the role may not see says so', async () => {
  server.getReport = () => ({
    ...aReport,
    financialSummary: null,
    hidden: ['financialSummary'],
  });
  open('', 'technical_manager');
  const section = await region('Financial Summary');
  expect(section.getByText(/^Your role may not /)).toBeInTheDocument();
  expect(screen.getByRole('note')).toHaveTextContent('Not shown to your role: Financial Summary.');
  expect(screen.queryByRole('region', { name: 'Net Profit' })).not.toBeInTheDocument();
});

test('a report that fails says so in the words of the specification', async () => {
  server.getReport = () => {
    throw new Error('a bug');
  };
  open();
  expect(await screen.findByText('Failed to fetch report data')).toBeInTheDocument();
  expect(screen.getByText('Failed to generate report. Please try again.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Print' })).toHaveAttribute('aria-disabled', 'true');
  const before = asked().length;
  await userEvent.click(screen.getByRole('button', { name: 'Generate Report' }));
  await waitFor(() => expect(asked().length).toBe(before + 1));
  expect(await screen.findByText('Error')).toBeInTheDocument();
});

test('exports the shown report, and says when that fails', async () => {
  open('?type=financial&startDate=2026-03-01&endDate=2026-03-31');
  await region('Total Revenue');
  await userEvent.click(screen.getByRole('button', { name: 'Export as Excel' }));
  await waitFor(() =>
    expect(served.saved).toEqual(['financial-report-2026-03-01-to-2026-03-31.xlsx']),
  );
  expect(callsOf(served.seen, 'POST /api/reports/export/excel').map(({ body }) => body)).toEqual([
    {
      reportType: 'financial',
      dateRange: { startDate: '2026-03-01', endDate: '2026-03-31' },
    },
  ]);
  server.exportReport = () => {
    throw new Error('a bug');
  };
  await userEvent.click(screen.getByRole('button', { name: 'Export as PDF' }));
  expect(await screen.findByText('Failed to export report. Please try again.')).toBeInTheDocument();
});

test('prints the report', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open();
  await region('Total Revenue');
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('an own report is searched and sorted, with sums of what is found', async () => {
  open('?view=own');
  const table = await region('Revenue by location');
  expect(await table.findByRole('link', { name: 'Wau' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Wau',
  );
  expect(table.getByText('$150.30')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: /Wau \$100\.10; Bor \$50\.20/ })).toBeInTheDocument();
  await userEvent.click(table.getByRole('button', { name: /^Invoices/ }));
  const names = () => table.getAllByRole('link').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['Bor', 'Wau']));
  await userEvent.type(table.getByRole('searchbox'), 'wau');
  await waitFor(() => expect(names()).toEqual(['Wau']));
  expect(table.getAllByText('$100.10')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() =>
    expect(served.saved).toEqual(['revenue-by-location-report-2026-01-01-to-2026-11-21.csv']),
  );
});

test('the ageing of debts past so many days is kept in the URL and sent to the server', async () => {
  const ageing = { name: 'ageing', title: 'Ageing of debts', permission: 'invoice.read' };
  server.listOwnReports = () => [{ ...someOwnReports[0], ...ageing, usesRange: false }];
  server.getOwnReport = () => ({ ...anOwnReport, ...ageing, asOf: '2026-11-21', chart: null });
  open('?view=own&report=ageing&olderThan=60');
  const choice = await screen.findByRole('combobox', { name: 'Past due' });
  expect(choice).toHaveDisplayValue('Over 60 days');
  await waitFor(() => expect(asked().at(-1)?.search).toBe('?olderThan=60'));
  expect(
    await screen.findByRole('region', { name: 'Ageing of debts, over 60 days' }),
  ).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(served.saved).toEqual(['ageing-over-60-days-report-2026-11-21.csv']));
  await userEvent.selectOptions(choice, 'Over 90 days');
  expect(address()).toBe('/reports?view=own&report=ageing&olderThan=90');
  await userEvent.selectOptions(choice, 'All who owe');
  expect(address()).toBe('/reports?view=own&report=ageing');
  await waitFor(() => expect(asked().at(-1)?.search).toBe(''));
});

test('an own report for another role is not read, and one that is refused says why', async () => {
  open('?view=own&report=cash-by-cashier');
  expect(await screen.findByText('Your role does not see this report')).toBeInTheDocument();
  expect(asked().some(({ pathname }) => pathname.endsWith('cash-by-cashier'))).toBe(false);
  server.getOwnReport = () => refuse('unavailable', 'The database is busy.');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Report' }),
    'Revenue by location',
  );
  expect(await screen.findByText('The database is busy.')).toBeInTheDocument();
});

test('an own report without rows says what to do', async () => {
  server.getOwnReport = () => ({ ...anOwnReport, rows: [], total: 0, totals: {} });
  open('?view=own');
  expect(await screen.findByText('Nothing in these days')).toBeInTheDocument();
});
