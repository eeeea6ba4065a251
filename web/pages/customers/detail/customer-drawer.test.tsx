import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCustomer, anAccount, anInvoice } from '../../../testing/samples.ts';
import {
  customersServer,
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { CustomersPage } from '../customers-page.tsx';

let server: StubServer;
serveCalls(() => server);

const opened = '/dashboard?tab=customers&customer=SC003';

let customers: ReturnType<typeof aCustomer>[];
let updates: unknown[];
let overdueUsd: number;
beforeEach(() => {
  overdueUsd = 0;
  updates = [];
  customers = Array.from({ length: 3 }, (_, index) =>
    aCustomer({ id: 3 + index, customerId: `SC00${3 + index}`, name: `Customer ${3 + index}` }),
  );
  server = {
    ...customersServer(() => customers),
    listCustomers: ({ query }) => {
      const { page = 1, pageSize = 25 } = query as { page?: number; pageSize?: number };
      const rows = customers.slice((page - 1) * pageSize, page * pageSize);
      return { rows, total: customers.length };
    },
    lookupCustomer: ({ query }) =>
      customers.find(
        ({ customerId }) => customerId === (query as { customerId: string }).customerId,
      ),
    customerAccount: () =>
      anAccount({
        balanceUsd: overdueUsd,
        balanceSsp: overdueUsd * 400,
        overdueUsd,
        openInvoices: 0,
      }),
    updateCustomer: ({ body }) => {
      updates.push(body);
      const { updates: sent } = body as { updates: Record<string, unknown> };
      const [first, ...others] = customers;
      customers = [{ ...first!, ...sent, version: first!.version + 1 }, ...others];
      return customers[0];
    },
  };
});

const drawer = async (title = 'Customer 3') =>
  within(await screen.findByRole('dialog', { name: title }));
const address = () => screen.getByLabelText('Address');

const aSeal = {
  ...{ id: 812, kind: 'usual', lineFormat: 1, firstLine: 1, lastLine: 9, lines: 9, root: '' },
  ...{ previous: '', hash: '', cutSeal: null, cutHash: null, copy: '' },
};

test('edits the phone number in place; Escape cancels without closing the detail', async () => {
  const user = userEvent.setup();
  renderAs('support', <CustomersPage />, opened);
  const detail = await drawer();
  await user.click(await detail.findByRole('button', { name: 'Edit telephone' }));
  const box = detail.getByRole('textbox', { name: 'Telephone' });
  expect(box).toHaveFocus();
  expect(box).toHaveValue('0920 000 001');
  await user.clear(box);
  await user.type(box, '12{Enter}');
  expect(detail.getByRole('alert')).toHaveTextContent(/valid South Sudan phone number/);
  await user.keyboard('{Escape}');
  expect(await drawer()).toBeDefined();
  expect(detail.getByRole('link', { name: '0920 000 001' })).toBeInTheDocument();
  await user.click(detail.getByRole('button', { name: 'Edit telephone' }));
  const again = detail.getByRole('textbox', { name: 'Telephone' });
  await user.clear(again);
  await user.type(again, '0912 345 678{Enter}');
  expect(await detail.findByRole('link', { name: '0912 345 678' })).toHaveAttribute(
    'href',
    'tel:+211912345678',
  );
  expect(updates).toEqual([{ updates: { phone: '+211912345678' }, version: 4 }]);
});

test('an unchanged phone number is not sent; a version conflict is shown', async () => {
  const user = userEvent.setup();
  renderAs('support', <CustomersPage />, opened);
  const detail = await drawer();
  await user.click(await detail.findByRole('button', { name: 'Edit telephone' }));
  await user.type(detail.getByRole('textbox', { name: 'Telephone' }), '{Enter}');
  expect(detail.getByRole('link', { name: '0920 000 001' })).toBeInTheDocument();
  expect(updates).toEqual([]);
  server.updateCustomer = refuseStale;
  await user.click(detail.getByRole('button', { name: 'Edit telephone' }));
  const box = detail.getByRole('textbox', { name: 'Telephone' });
  await user.clear(box);
  await user.type(box, '0912 345 678{Enter}');
  expect(await screen.findByText(/Somebody else changed it/)).toBeInTheDocument();
  expect(box).toHaveValue('0912 345 678');
});

test('suspending needs a confirmation and is shown as by hand; restoring warns of the rule', async () => {
  const user = userEvent.setup();
  overdueUsd = 125;
  renderAs('support', <CustomersPage />, opened);
  const detail = await drawer();
  await user.click(await detail.findByRole('button', { name: 'Suspend' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Suspend Customer 3?' }));
  expect(question.getByText(/monthly run makes no invoice/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Suspend customer' }));
  expect((await detail.findAllByText('Suspended by hand')).length).toBeGreaterThan(0);
  await user.click(detail.getByRole('button', { name: 'Restore' }));
  const again = within(await screen.findByRole('alertdialog', { name: 'Restore Customer 3?' }));
  expect(await again.findByText(/\$125\.00 is overdue/)).toHaveTextContent(
    /suspends the customer again with the next daily check, unless a promise to pay is recorded/,
  );
  await user.click(again.getByRole('button', { name: 'Restore customer' }));
  expect(await detail.findByRole('button', { name: 'Suspend' })).toBeInTheDocument();
  expect(updates).toEqual([
    { updates: { status: 'Suspended' }, version: 4 },
    { updates: { status: 'Active' }, version: 5 },
  ]);
});

test('list and detail distinguish a suspension by the rule', async () => {
  customers[0] = aCustomer({ status: 'Suspended', suspendedByRule: true });
  customers[1] = { ...customers[1]!, status: 'Suspended' };
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers');
  expect(await screen.findByText('Suspended by rule')).toBeInTheDocument();
  expect(screen.getByText('Suspended by hand')).toBeInTheDocument();
});

test('buttons and keys open the next and previous customer at the same tab', async () => {
  const user = userEvent.setup();
  server.customerHistory = () => ({ rows: [] });
  renderAs('technician', <CustomersPage />, `${opened}&its-part=history`);
  const first = await drawer();
  await first.findByText('Nothing is on record');
  const previous = first.getByRole('button', { name: 'Previous customer' });
  await waitFor(() =>
    expect(first.getByRole('button', { name: 'Next customer' })).not.toHaveAttribute(
      'aria-disabled',
    ),
  );
  expect(previous).toHaveAttribute('aria-disabled', 'true');
  await user.click(first.getByRole('button', { name: 'Next customer' }));
  const second = await drawer('Customer 4');
  expect(second.getByRole('button', { name: 'Next customer' })).toHaveFocus();
  expect(address()).toHaveTextContent('customer=SC004&its-part=history');
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const third = await drawer('Customer 5');
  expect(third.getByRole('button', { name: 'Next customer' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await drawer('Customer 4');
});

test('next and previous work across pages of the list', async () => {
  const user = userEvent.setup();
  customers = Array.from({ length: 27 }, (_, index) =>
    aCustomer({ id: 100 + index, customerId: `SC${100 + index}`, name: `Customer ${100 + index}` }),
  );
  renderAs('technician', <CustomersPage />, '/dashboard?tab=customers&customer=SC124');
  await drawer('Customer 124');
  const next = () => screen.getByRole('button', { name: 'Next customer' });
  await waitFor(() => expect(next()).not.toHaveAttribute('aria-disabled'));
  await user.click(next());
  await drawer('Customer 125');
  expect(address()).toHaveTextContent('page=2');
  await user.click(screen.getByRole('button', { name: 'Previous customer' }));
  await drawer('Customer 124');
  expect(address()).not.toHaveTextContent('page=2');
});

test('the history shows what was changed, by whom and when; older entries on request', async () => {
  const user = userEvent.setup();
  const sizes: unknown[] = [];
  server.customerHistory = ({ query }) => {
    const { pageSize } = query as { pageSize: number };
    sizes.push(pageSize);
    const line = (index: number) => ({
      id: `a${index}`,
      at: '2026-11-21T08:00:00.000Z',
      who: 'Achol Deng',
      what: `Change ${index}`,
      changes:
        index === 0
          ? [
              { field: 'Monthly fee', before: '$125.00', after: '$450.00' },
              { field: 'Installation', before: '1 Nov 2026', after: null },
            ]
          : [],
    });
    return { rows: Array.from({ length: Math.min(pageSize, 25) }, (_, index) => line(index)) };
  };
  renderAs('technician', <CustomersPage />, `${opened}&its-part=history`);
  const lines = within(await screen.findByRole('list', { name: 'History of SC003' }));
  const [newest] = lines.getAllByRole('listitem');
  expect(newest).toHaveTextContent(
    'Change 021 Nov 2026, 10:00 · Achol DengMonthly fee$125.00 → $450.00Installation1 Nov 2026 → none',
  );
  expect(lines.getAllByRole('listitem')).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(lines.getAllByRole('listitem')).toHaveLength(25));
  expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull();
  expect(sizes).toEqual([21, 41]);
});

test('the history says up to when it is sealed, to those who may read the audit log', async () => {
  const line = { id: 'a1', at: '2026-11-21T08:00:00.000Z', who: 'Achol Deng', what: 'Changed' };
  server.customerHistory = () => ({ rows: [{ ...line, changes: [] }] });
  let asked = 0;
  server.listAuditSeals = () => {
    asked += 1;
    return { rows: [{ ...aSeal, sealedAt: '2026-11-28T05:31:00.000Z' }] };
  };
  const view = renderAs('technician', <CustomersPage />, `${opened}&its-part=history`);
  await screen.findByRole('list', { name: 'History of SC003' });
  expect([screen.queryByText(/Sealed up to/), asked]).toEqual([null, 0]);
  view.unmount();
  renderAs('super_admin', <CustomersPage />, `${opened}&its-part=history`);
  expect(await screen.findByText(/Sealed up to/)).toHaveTextContent(
    'Sealed up to 28 Nov 2026, 07:31, seal 812',
  );
});

test("the customer's invoices show the same status as Billing, and the error of a PDF", async () => {
  const partly = { paidUsd: 25, openUsd: 100, nearingOverdue: true };
  server.listInvoices = () => ({ rows: [anInvoice(partly)], total: 1 });
  server.invoicePdf = () => refuse('rule', 'The invoice has too many lines.');
  renderAs('support', <CustomersPage />, `${opened}&its-part=invoices`);
  const detail = await drawer();
  const row = within(await detail.findByRole('row', { name: /INV-2026-000001/ }));
  expect(row.getByText('Partly paid')).toBeInTheDocument();
  expect(row.getByText('Pending')).toBeInTheDocument();
  expect(row.getByText('Nearing overdue')).toBeInTheDocument();
  await userEvent.click(row.getByRole('button', { name: /Download PDF/ }));
  expect(await screen.findByText('The invoice has too many lines.')).toBeInTheDocument();
});
