import type { Role } from '@nimule/core/identity/roles';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anOwnEmployee } from '../../testing/hr-samples.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { Search } from './open-search.tsx';

let server: StubServer;
serveCalls(() => server);

beforeEach(() => {
  server = {
    me: () => ({ employee: null, balance: null }),
    searchEverything: ({ query }) => {
      const { q } = query as { q: string };
      const isThere = '0977 123 456'.startsWith(q) || 'nyachien'.startsWith(q);
      return {
        customers: isThere
          ? [
              {
                id: 3,
                customerId: 'SC003',
                name: 'Nyachieŋ Deng',
                status: 'Suspended',
                suspendedByRule: true,
                phone: '+211977123456',
                location: 'Wau',
              },
            ]
          : [],
        sales: null,
        invoices:
          isThere || q.toLowerCase().startsWith('momo')
            ? [
                {
                  id: 42,
                  invoiceId: 'INV-2026-000042',
                  customerName: 'Nyachieŋ Deng',
                  amountUsd: 125,
                  amountSsp: 50_000,
                  status: 'overdue',
                  dueDate: '2026-11-01',
                },
              ]
            : [],
        receipts: 'momo-88231-x'.startsWith(q.toLowerCase())
          ? [
              {
                id: 6,
                receiptId: 'RCT-2026-000006',
                customerName: 'Nyachieŋ Deng',
                amountUsd: 125,
                amountSsp: 50_000,
                paymentDate: '2026-11-20',
                reference: 'MoMo-88231-X',
                status: 'recorded',
              },
            ]
          : [],
        suppliers: q.startsWith('nile')
          ? [{ id: 31, supplierCode: 'SUP-001', name: 'Nile Traders', status: 'inactive' }]
          : null,
        requisitions: q.startsWith('nile')
          ? [
              {
                id: 11,
                requisitionId: 'REQ-2026-0011',
                requestedBy: 'Nile Deng',
                status: 'pending',
              },
            ]
          : null,
        orders: q.startsWith('nile')
          ? [
              {
                id: 21,
                poNumber: 'LPO-2026-042',
                supplierName: 'Nile Traders',
                status: 'approved',
                totalUsd: 942,
              },
            ]
          : null,
        vouchers: null,
        employees: q.startsWith('nile')
          ? [
              {
                id: 4,
                employeeNumber: 'EMP-004',
                fullName: 'Nile Akech',
                position: 'Engineer',
                department: 'Network Operations',
                status: 'active',
              },
            ]
          : null,
        equipment: q.startsWith('nile')
          ? [
              {
                id: 9,
                equipmentId: 'EQ-009',
                name: 'Nile router',
                brand: 'Tenda',
                status: 'active',
              },
            ]
          : null,
        expenses: isThere
          ? [
              {
                id: 5,
                transactionId: 'TXN-2026-000005',
                description: 'Fuel for Nyachieŋ',
                location: 'Nile Petrol',
                date: '2026-11-20',
                amountUsd: 40,
                amountSsp: null,
                paid: 'paid',
              },
            ]
          : [],
        tickets: isThere
          ? [
              {
                id: 7,
                ticketId: 'TKT-007',
                title: 'Nyachieŋ has no internet',
                customerName: 'Nyachieŋ Deng',
                priority: 'high',
                status: 'open',
              },
            ]
          : [],
      };
    },
  };
});

async function opened(role: Role = 'billing') {
  renderAs(role, <Search />);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return screen.findByRole('combobox', { name: 'Search everything' });
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('finds records and opens one by arrow keys and Enter', async () => {
  const box = await opened();
  await userEvent.type(box, 'nyachien');
  expect(await screen.findByRole('option', { name: /Nyachieŋ Deng.*SC003/ })).toBeVisible();
  expect(options()).toHaveLength(4);
  expect(options()[2]).toMatch(/Nyachieŋ has no internet.*TKT-007/);
  expect(options()[3]).toMatch(/Fuel for Nyachieŋ.*TXN-2026-000005/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(
    '/dashboard?tab=billing&invoice=42',
  );
  await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
});

test('finds what is bought and kept in stock, and opens it', async () => {
  const box = await opened();
  await userEvent.type(box, 'nile');
  await screen.findByRole('option', { name: /LPO-2026-042/ });
  expect(options()).toEqual([
    expect.stringMatching(/LPO-2026-042.*Nile Traders · \$942\.00 approved/i),
    expect.stringMatching(/REQ-2026-0011.*Nile Deng pending/i),
    expect.stringMatching(/Nile Traders.*SUP-001 inactive/i),
    expect.stringMatching(/Nile router.*EQ-009 · Tenda/),
    expect.stringMatching(/Nile Akech.*EMP-004 · Engineer · Network Operations/),
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(
    '/equipment?equipment=9',
  );
});

test('Enter opens the first customer', async () => {
  const box = await opened();
  await userEvent.type(box, '0977 123');
  await screen.findByRole('option', { name: /SC003/ });
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(
    '/dashboard?tab=customers&customer=SC003',
  );
});

test('Enter does not open a result of an earlier search', async () => {
  const box = await opened();
  await userEvent.type(box, 'nyachien');
  await screen.findByRole('option', { name: /SC003/ });
  await userEvent.type(box, 'xyz{Enter}');
  expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(/^\/dashboard$/);
  expect(await screen.findByText('Nothing found')).toBeVisible();
});

const address = () => screen.getByRole('status', { name: 'Address' });

test('an Enter waits for the results of what was typed', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const found = server.searchEverything!;
  server.searchEverything = async (input) => {
    await held;
    return found(input);
  };
  const box = await opened();
  await userEvent.type(box, 'nyachien{Enter}');
  expect(await screen.findByText('Searching… then the first result opens.')).toBeVisible();
  expect(address()).toHaveTextContent(/^\/dashboard$/);
  answer();
  await waitFor(() => expect(address()).toHaveTextContent('?tab=customers&customer=SC003'));
});

test('an Enter on the exact name of an act waits for nothing', async () => {
  server.searchEverything = () => new Promise(() => {});
  const box = await opened();
  await userEvent.type(box, 'my till{Enter}');
  expect(address()).toHaveTextContent('/dashboard?view=till');
});

test('what is typed at once after the shortcut stands in the box, in order, and Enter does it', async () => {
  renderAs('billing', <Search />);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  // In the same task: nothing of the results has been rendered.
  const box = screen.getByRole('combobox');
  expect(box).toHaveFocus();
  await userEvent.keyboard('my tull{Backspace}{Backspace}{Backspace}ill{Enter}x');
  expect(address()).toHaveTextContent('/dashboard?view=till');
});

test('a receipt of which the reference was typed stands before its invoice', async () => {
  const box = await opened();
  await userEvent.type(box, 'MOMO-88231-x');
  await screen.findByRole('option', { name: /RCT-2026-000006/ });
  expect(options()[0]).toMatch(/RCT-2026-000006.*MoMo-88231-X/);
  await userEvent.clear(box);
  await userEvent.type(box, 'momo-88');
  await screen.findByRole('option', { name: /RCT-2026-000006/ });
  expect(options()[0]).toMatch(/RCT-2026-000006/);
  expect(options()[1]).toMatch(/INV-2026-000042/);
});

test('an act that is about a record asks for it', async () => {
  const box = await opened();
  await userEvent.type(box, 'change package{Enter}');
  expect(screen.getByRole('combobox', { name: 'Change package of a customer' })).toHaveValue('');
  expect(screen.getByText('Type which customer.')).toBeVisible();
  await userEvent.keyboard('nyachien{Enter}');
  await waitFor(() =>
    expect(address()).toHaveTextContent('?tab=customers&customer=SC003&add=customer-change'),
  );
});

test('a dispute asks for its invoice', async () => {
  const box = await opened();
  await userEvent.type(box, 'dispute{Enter}');
  expect(screen.getByText('Type which invoice.')).toBeVisible();
  await userEvent.keyboard('momo-88{Enter}');
  await waitFor(() => expect(address()).toHaveTextContent(/[?&]invoice=\d+&add=dispute/));
});

test('Backspace in the empty box takes the act back', async () => {
  const box = await opened();
  await userEvent.type(box, 'reverse{Enter}');
  expect(screen.getByText('Type which receipt.')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  expect(screen.getByRole('combobox', { name: 'Search everything' })).toBeVisible();
  expect(options().join()).toContain('Record payment');
});

test('acts that were chosen before stand first in an empty box', async () => {
  const box = await opened();
  await userEvent.type(box, 'who owes{Enter}');
  expect(address()).toHaveTextContent('/dashboard?tab=customers&owes=owes');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await screen.findByText('Recent');
  expect(options()[0]).toBe('Who owes');
  expect(options().filter((text) => text === 'Who owes')).toHaveLength(1);
});

test('finds sections of the help, and their words after the word help', async () => {
  const box = await opened();
  await userEvent.type(box, 'help refund');
  expect(await screen.findByRole('option', { name: /Credit notes and refunds/ })).toBeVisible();
  expect(options().join()).not.toContain('Nothing found');
  await userEvent.clear(box);
  await userEvent.type(box, 'restore a backup');
  await screen.findByText('Nothing found');
});

test('Escape returns the focus to where it was last', async () => {
  renderAs(
    'billing',
    <main tabIndex={-1}>
      <button type="button">Export</button>
      <Search />
    </main>,
  );
  screen.getByRole('button', { name: 'Export' }).focus();
  await userEvent.keyboard('{Control>}k{/Control}{Escape}');
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}k{/Control}{Escape}');
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
});

test('finds screens and actions that the role permits', async () => {
  const box = await opened('technician');
  await userEvent.type(box, 'management');
  await screen.findByText('Screens');
  expect(options().join()).toContain('Customer Management');
  expect(options().join()).not.toContain('User Management');
  await userEvent.clear(box);
  await userEvent.type(box, 'regional');
  expect(options().join()).toContain('Regional Coverage');
  await userEvent.clear(box);
  expect(options().join()).not.toContain('Record payment');
});

test('opens on / except in inputs, and closes on Escape', async () => {
  renderAs(
    'billing',
    <>
      <input aria-label="Notes" />
      <Search />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Notes'), '1/2');
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Notes')).toHaveValue('1/2');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('/');
  const box = await screen.findByRole('combobox');
  expect(box).toHaveValue('');
  expect(options().join()).toContain('Record payment');
  await userEvent.type(box, '{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
});

test('shows the error of a failed search', async () => {
  server.searchEverything = () => refuse('unavailable', 'The database is busy. Try again.');
  const box = await opened();
  await userEvent.type(box, 'deng');
  expect(await screen.findByText('The database is busy. Try again.')).toBeVisible();
});

test('own leave is found by who is an employee, and by nobody else', async () => {
  const search = async () => {
    renderAs('technician', <Search />);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await userEvent.type(await screen.findByRole('combobox'), 'own leave');
  };
  await search();
  expect(await screen.findByText('Nothing found')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  cleanup();
  server.me = () => anOwnEmployee();
  await search();
  expect(await screen.findByRole('option', { name: 'Ask for own leave' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(
      '/dashboard?view=mine&add=leave',
    ),
  );
});
