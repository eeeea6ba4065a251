import { roles } from '@nimule/core/identity/roles';
import { formatDate } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anInvoice } from '../../../testing/samples.ts';
import {
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { today } from '../../../ui/today.ts';
import { InvoiceTable } from './invoice-table.tsx';

let server: StubServer;
serveCalls(() => server);

let invoices: ReturnType<typeof anInvoice>[];
beforeEach(() => {
  invoices = [
    anInvoice(),
    anInvoice({ id: 2, invoiceId: 'INV-2026-000002', status: 'overdue', daysPastDue: 20 }),
    anInvoice({
      id: 3,
      invoiceId: 'INV-2026-000003',
      nearingOverdue: true,
      daysPastDue: 11,
      paidUsd: 25,
      openUsd: 100,
      openSsp: 40_000,
    }),
    anInvoice({ id: 4, invoiceId: 'INV-2026-000004', status: 'cancelled', openUsd: 0 }),
  ];
  server = {
    listInvoices: () => ({ rows: invoices, total: invoices.length }),
    getOwnTill: () => ({ till: null }),
  };
});

const noop = () => {};
const rowOf = async (number: string) => {
  // Hidden from screen readers while a dialog is open.
  const view = await screen.findByRole('button', { name: `View ${number}`, hidden: true });
  return within(view.closest('tr') as HTMLElement);
};

test('marks overdue, nearly overdue and partly paid invoices', async () => {
  renderAs('technician', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const overdue = await rowOf('INV-2026-000002');
  expect(overdue.getByText('Overdue')).toBeVisible();
  expect(overdue.getByText('20 days past due')).toBeVisible();
  const nearing = await rowOf('INV-2026-000003');
  expect(nearing.getByText('Nearing overdue')).toBeVisible();
  expect(nearing.getByText('Partly paid')).toBeVisible();
  expect(nearing.getByText('$100.00')).toBeVisible();
  expect(nearing.getByText('SSP 40,000')).toBeVisible();
  const pending = await rowOf('INV-2026-000001');
  // Amount and open amount.
  expect(pending.getAllByText('SSP 50,000')).toHaveLength(2);
  expect(pending.getByRole('link', { name: 'Juba Tea House' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&customer=SC003',
  );
});

test('marks disputed invoices, which those who edit invoices decide and others dispute', async () => {
  const user = userEvent.setup();
  invoices[0] = anInvoice({ disputedSince: '2026-11-03' });
  const { rerenderAs } = renderAs(
    'support',
    <InvoiceTable onView={noop} />,
    '/dashboard?tab=billing',
  );
  const disputed = await rowOf('INV-2026-000001');
  expect(disputed.getByText('Disputed')).toBeVisible();
  const offered = async (number: string) => {
    await user.click((await rowOf(number)).getByRole('button', { name: /^More actions/ }));
    const items = await screen.findAllByRole('menuitem');
    const names = items.map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return names;
  };
  expect(await offered('INV-2026-000002')).toContain('Dispute');
  rerenderAs('super_admin');
  const decided = await rowOf('INV-2026-000001');
  expect(decided.getByRole('button', { name: /^Decide dispute/ })).toBeVisible();
});

async function openStatus(
  user: ReturnType<typeof userEvent.setup>,
  row: ReturnType<typeof within>,
) {
  await user.click(row.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update Payment Status' }));
}

test('each role has the controls of seeds/000 6', async () => {
  const user = userEvent.setup();
  const { rerenderAs } = renderAs(
    'technician',
    <InvoiceTable onView={noop} />,
    '/dashboard?tab=billing',
  );
  await rowOf('INV-2026-000001');
  for (const role of roles) {
    rerenderAs(role);
    const row = await rowOf('INV-2026-000001');
    expect(row.getByRole('button', { name: 'Download PDF INV-2026-000001' })).toBeVisible();
    expect(row.getByRole('button', { name: 'View INV-2026-000001' })).toBeVisible();
    const more = row.queryByRole('button', { name: /^More actions/ });
    // The menu stays open and shows the actions of this role.
    if (more && !screen.queryByRole('menu')) await user.click(more);
    const email = more
      ? await screen.findByRole('menuitem', { name: 'Email' })
      : row.getByRole('button', { name: /^Email/ });
    expect(email).toBeInTheDocument();

    const shown = {
      notice: screen.queryAllByText('Payment Controls Enabled').length,
      record: row.queryAllByRole('button', { name: /^Record payment/ }).length,
      status: screen.queryAllByRole('menuitem', { name: 'Update Payment Status' }).length,
      edit: screen.queryAllByRole('menuitem', { name: 'Edit' }).length,
    };
    const payments = ['master_admin', 'super_admin', 'admin', 'billing'].includes(role) ? 1 : 0;
    const edit = ['master_admin', 'super_admin'].includes(role) ? 1 : 0;
    expect([role, shown]).toEqual([
      role,
      { notice: payments, record: payments, status: payments, edit },
    ]);
  }
});

test('a partly paid invoice keeps its payments, without a confirmation', async () => {
  const user = userEvent.setup();
  invoices = [
    anInvoice({ status: 'pending', paidUsd: 25, openUsd: 100, paymentReference: 'TX-1' }),
  ];
  let sent: unknown;
  server.updatePaymentStatus = ({ body }) => {
    sent = body;
    return invoices[0];
  };
  renderAs('billing', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await openStatus(user, row);
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Payment Status' }));
  await user.type(dialog.getByRole('textbox', { name: /^Notes/ }), ' and more');
  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  await waitFor(() => expect(sent).toMatchObject({ status: 'pending' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(sent).not.toMatchObject({ paymentReference: 'TX-1' });
});

test('changing a paid invoice to another status needs a confirmation', async () => {
  const user = userEvent.setup();
  invoices = [anInvoice({ status: 'paid', paidUsd: 125, openUsd: 0, paidDate: '2026-11-10' })];
  const bodies: unknown[] = [];
  server.updatePaymentStatus = ({ body }) => {
    bodies.push(body);
    const { status } = body as { status: string };
    invoices = [anInvoice({ status, version: 2 })];
    return invoices[0];
  };
  renderAs('billing', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await openStatus(user, row);
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Payment Status' }));
  expect(dialog.queryByLabelText(/^Reason/)).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Payment status/ }), 'pending');
  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  expect(await dialog.findByText('The reason is required.')).toBeVisible();
  await user.type(dialog.getByLabelText(/^Reason/), 'Wrong customer');
  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/reverses the payments of \$125\.00/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByRole('button', { name: 'Update status' })).toBeEnabled();
  expect((await rowOf('INV-2026-000001')).getByText('Paid')).toBeInTheDocument();

  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  await user.click(await screen.findByRole('button', { name: 'Reverse payments' }));
  expect(await screen.findByText('Payment status updated')).toBeInTheDocument();
  expect(await (await rowOf('INV-2026-000001')).findByText('Pending')).toBeInTheDocument();
  expect(bodies).toMatchObject([{ status: 'pending', reason: 'Wrong customer' }]);
});

test('only the status paid has account, reference and date', async () => {
  const user = userEvent.setup();
  server.updatePaymentStatus = () =>
    refuse('rule', 'The books of November 2026 are locked. Choose a later date.');
  renderAs('billing', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await openStatus(user, row);
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Payment Status' }));
  expect(dialog.queryByLabelText('Payment account')).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Payment status/ }), 'paid');
  expect(dialog.getByLabelText('Payment account')).toHaveTextContent('CashBankMobile money');
  const date = dialog.getByLabelText(/^Payment date/);
  await user.clear(date);
  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  expect(await dialog.findByText('Enter a date.')).toBeInTheDocument();
  const status = dialog.getByRole('combobox', { name: /^Payment status/ });
  // A hidden empty date does not prevent saving; shown again, it is today's.
  await user.selectOptions(status, 'pending');
  await user.selectOptions(status, 'paid');
  await waitFor(() =>
    expect(dialog.getByLabelText(/^Payment date/)).toHaveValue(formatDate(today())),
  );
  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  expect(await screen.findByText(/The books of November 2026 are locked/)).toBeInTheDocument();
});

test('a payment recorded by another user replaces the typed one', async () => {
  const user = userEvent.setup();
  const paid = anInvoice({
    status: 'paid',
    paidUsd: 125,
    openUsd: 0,
    paidDate: '2026-11-10',
    paymentAccount: 'bank',
    paymentReference: 'TT-9',
    version: 2,
  });
  server.getInvoice = () => ({ ...paid, lines: [], allocations: [], emails: [] });
  server.updatePaymentStatus = () => refuseStale();
  renderAs('billing', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await openStatus(user, row);
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Payment Status' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Payment status/ }), 'paid');
  await user.type(dialog.getByLabelText('Payment reference'), 'MM-7');
  await user.type(dialog.getByLabelText('Notes'), 'Brought by hand');
  await user.click(dialog.getByRole('button', { name: 'Update status' }));
  await user.click(await dialog.findByRole('button', { name: 'Load the current version' }));
  expect(await dialog.findByText('This is the current version')).toBeVisible();
  const reference = dialog.getByLabelText('Payment reference');
  expect(reference).toHaveValue('TT-9');
  expect(reference).toBeDisabled();
  expect(reference).toHaveAccessibleDescription(/what you typed \(MM-7\) no longer applies/);
  expect(dialog.getByLabelText('Payment account')).toHaveAccessibleDescription(/by somebody else/);
  expect(dialog.getByLabelText('Notes')).toHaveValue('Brought by hand');
});

test('cancelling an invoice needs a confirmation with its name', async () => {
  const user = userEvent.setup();
  server.updateInvoice = ({ body }) => {
    const { status, version } = body as { status: string; version: number };
    if (version !== 1) refuse('conflict', 'stale');
    invoices = [anInvoice({ status, openUsd: 0, version: 2 })];
    return invoices[0];
  };
  renderAs('super_admin', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await user.click(row.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Status/ }), 'cancelled');
  await user.click(dialog.getByRole('button', { name: 'Save invoice' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/The invoice of \$125\.00 to Juba Tea House/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Cancel invoice' }));
  expect(await screen.findByText('Invoice updated')).toBeInTheDocument();
  expect(await (await rowOf('INV-2026-000001')).findByText('Cancelled')).toBeInTheDocument();
});

test('of the invoice of a sale only due date and notes are free in the form', async () => {
  const user = userEvent.setup();
  invoices = [anInvoice({ kind: 'equipment' })];
  renderAs('super_admin', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await user.click(row.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
  expect(dialog.getByText(/belongs to a sales order/)).toBeInTheDocument();
  expect(dialog.getByLabelText(/^Amount \(USD\)/)).toBeDisabled();
  expect(dialog.queryByRole('option', { name: 'Cancelled' })).toBeNull();
  expect(dialog.getByLabelText(/^Due date/)).toBeEnabled();
  expect(dialog.getByLabelText('Notes')).toBeEnabled();
});

/** The edit dialog of the first invoice after a version conflict. */
async function staleEdit(current: ReturnType<typeof anInvoice>) {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  server.getInvoice = () => ({ ...current, lines: [], allocations: [], emails: [] });
  server.updateInvoice = ({ body }) => {
    bodies.push(body);
    return bodies.length === 1 ? refuseStale() : current;
  };
  renderAs('super_admin', <InvoiceTable onView={noop} />, '/dashboard?tab=billing');
  const row = await rowOf('INV-2026-000001');
  await user.click(row.getByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Invoice' }));
  // The closing menu moves the focus: wait before typing.
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull());
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Status/ }), 'overdue');
  await user.type(dialog.getByLabelText('Notes'), 'Promised for Friday');
  await user.click(dialog.getByRole('button', { name: 'Save invoice' }));
  await user.click(await dialog.findByRole('button', { name: 'Load the current version' }));
  return { user, dialog, bodies };
}

test('a status that became invalid by a payment is discarded, and the rest can be saved', async () => {
  const paid = anInvoice({ status: 'paid', paidUsd: 125, openUsd: 0, version: 2 });
  const { user, dialog, bodies } = await staleEdit(paid);
  expect(await dialog.findByText('This is the current version')).toBeVisible();
  const status = dialog.getByRole('combobox', { name: /^Status/ });
  expect(status).toHaveValue('paid');
  expect(status).toHaveAccessibleDescription(/what you typed \(Overdue\) no longer applies/);
  expect(dialog.getByLabelText('Notes')).toHaveValue('Promised for Friday');
  await user.click(dialog.getByRole('button', { name: 'Save invoice' }));
  expect(await screen.findByText('Invoice updated')).toBeInTheDocument();
  expect(bodies[1]).toMatchObject({ status: 'paid', notes: 'Promised for Friday', version: 2 });
});

test('loading the current version shows that the invoice has been cancelled', async () => {
  const { dialog } = await staleEdit(anInvoice({ status: 'cancelled', openUsd: 0, version: 2 }));
  expect(await screen.findByText(/000001 has been cancelled meanwhile/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save invoice' })).toBeDisabled();
});
