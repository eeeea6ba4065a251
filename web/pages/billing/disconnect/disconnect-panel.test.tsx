import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import { aCustomer } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { DisconnectPanel } from './disconnect-panel.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const here = '/dashboard?tab=billing&view=disconnect';
const debtor = {
  customerId: 3,
  customerNumber: 'SC003',
  customerName: 'Juba Tea House',
  phone: '+211920000001',
};
const suspendedRows = [
  {
    ...debtor,
    location: 'Wau',
    openUsd: 125,
    openSsp: 50_000,
    since: '2026-11-20',
    sinceFrom: 'recorded',
    by: 'rule',
    actorName: 'billing.disconnect',
  },
  {
    ...debtor,
    customerId: 4,
    customerNumber: 'SC004',
    customerName: 'Akol Transport',
    phone: '',
    location: 'Bor',
    openUsd: 0,
    openSsp: 0,
    since: '2026-10-01',
    sinceFrom: 'estimated',
    by: 'hand',
    actorName: 'Grace Akol',
  },
];

let asked: unknown[];
beforeEach(() => {
  asked = [];
  server = {
    previewDisconnect: ({ query }) => {
      const { day } = query as { day: string };
      asked.push(day);
      return {
        date: day === 'tomorrow' ? '2026-11-22' : '2026-11-21',
        dryRun: true,
        suspended: 1,
        restored: 0,
        promised: 0,
        disputed: 1,
        rows: [
          {
            ...debtor,
            openUsd: 125,
            openSsp: 50_000,
            oldestDueDate: '2026-11-07',
            daysPastDue: 15,
            isImported: true,
            promisedUntil: null,
            disputedUsd: 30,
            action: 'suspend',
          },
        ],
      };
    },
    listSuspended: ({ query }) => {
      asked.push(query);
      return { rows: suspendedRows, total: 2 };
    },
    suspendedTotals: () => ({
      customers: 2,
      byRule: 1,
      byHand: 1,
      openUsd: 125,
      openSsp: 50_000,
    }),
    getCustomer: () => aCustomer(),
  };
});

const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);

test('shows tomorrow first, with open amounts in both currencies and phone numbers', async () => {
  const user = userEvent.setup();
  renderAs('billing', <DisconnectPanel />, here);
  const row = await rowOf('Juba Tea House');
  expect(asked).toEqual(['tomorrow']);
  expect(row.getByText('SSP 50,000')).toBeInTheDocument();
  expect(row.getByText('$30.00 disputed: not counted')).toBeInTheDocument();
  expect(row.getByRole('link', { name: 'Call Juba Tea House, 0920 000 001' })).toHaveAttribute(
    'href',
    'tel:+211920000001',
  );
  await user.click(screen.getByRole('radio', { name: 'Today' }));
  expect(await screen.findByText(/^21 Nov 2026: 1 to disconnect/)).toBeInTheDocument();
  expect(screen.getByLabelText('Address')).toHaveTextContent('disconnect-show=today');
});

test('records a payment or a promise from the row without leaving the list', async () => {
  const user = userEvent.setup();
  renderAs('billing', <DisconnectPanel />, here);
  const row = await rowOf('Juba Tea House');
  await user.click(row.getByRole('button', { name: 'Promise to pay SC003' }));
  const form = await screen.findByRole('dialog', { name: 'Do Not Disconnect' });
  expect(within(form).getByText('Juba Tea House')).toBeInTheDocument();
  await user.click(within(form).getByRole('button', { name: 'Cancel' }));
  await user.click(row.getByRole('button', { name: 'Record payment SC003' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent(`${here}&record=payment&payer=SC003`);
});

test('has no actions without the permissions', async () => {
  renderAs('technician', <DisconnectPanel />, here);
  const row = await rowOf('Juba Tea House');
  expect(row.queryByRole('button', { name: /^Record payment/ })).toBeNull();
  expect(row.getByRole('button', { name: 'Promise to pay SC003' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('lists suspended customers with reason, date and sum; can be searched, sorted and exported', async () => {
  const user = userEvent.setup();
  server.exportSuspended = () => ({ filename: 'suspended-2026-11-21.csv' });
  renderAs('billing', <DisconnectPanel />, here);
  await rowOf('Juba Tea House');
  await user.click(screen.getByRole('radio', { name: 'Suspended now' }));
  const byRule = await rowOf('Juba Tea House');
  expect(byRule.getByText('Suspended by rule')).toBeInTheDocument();
  expect(byRule.getByText('20 Nov 2026')).toBeInTheDocument();
  expect(byRule.queryByText('billing.disconnect')).toBeNull();
  const byHand = await rowOf('Akol Transport');
  expect(byHand.getByText('Suspended by hand')).toBeInTheDocument();
  expect(byHand.getByText('Grace Akol')).toBeInTheDocument();
  expect(byHand.getByText('by older records')).toBeInTheDocument();
  expect(byHand.getByText('No telephone')).toBeInTheDocument();
  expect(
    await screen.findByText('2 suspended: 1 by rule, 1 by hand · $125.00 open (SSP 50,000)'),
  ).toBeInTheDocument();
  await chooseFilter('Suspended by', 'By hand');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() =>
    expect(asked).toContainEqual(expect.objectContaining({ by: 'hand', sort: '-openUsd' })),
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Text file (.csv)' }));
  await waitFor(() => expect(served.saved).toEqual(['suspended-2026-11-21.csv']));
  const [call] = callsOf(served.seen, 'GET /api/billing/suspended/export');
  expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({
    by: 'hand',
    sort: '-openUsd',
    format: 'csv',
  });
});

test('prints the whole list and removes the print sheet', async () => {
  const user = userEvent.setup();
  const printed: string[] = [];
  vi.stubGlobal('print', () => {
    printed.push(
      [...document.querySelectorAll('body > div > table tr')]
        .map((row) => row.textContent)
        .join('|'),
    );
    window.dispatchEvent(new Event('afterprint'));
  });
  renderAs('technician', <DisconnectPanel />, `${here}&disconnect-show=suspended`);
  await rowOf('Juba Tea House');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(printed).toHaveLength(1));
  expect(printed[0]).toContain('SC003Juba Tea House0920 000 001Wauby rule20 Nov 2026$125.00');
  expect(printed[0]).toContain('SC004Akol TransportBorby hand1 Oct 2026$0.00');
  expect(asked).toContainEqual(expect.objectContaining({ page: 1, pageSize: 1000 }));
  await waitFor(() => expect(document.querySelector('body > div > table')).toBeNull());
});
