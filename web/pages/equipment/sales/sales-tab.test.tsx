import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import { aDeliveredSale, aSale, aSaleDetail, aSaleLine } from '../../../testing/sale-samples.ts';
import { aCustomer, anAccount, anInvoice, aPayment, someRates } from '../../../testing/samples.ts';
import { anItem, anItemDetail } from '../../../testing/stock-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { aTillDetail } from '../../../testing/till-samples.ts';
import { EquipmentPage } from '../equipment-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let asked: unknown[];

const units = ['SN-1', 'SN-2', 'SN-3'].map((serial, at) => ({
  ...{ id: at + 1, serial, macAddress: '', place: 'stock', customerId: null },
  updatedAt: '2026-11-20T08:00:00.000Z',
}));
const item = (changes = {}) => anItemDetail({ quantityInStock: 4, available: 3, ...changes });

beforeEach(() => {
  localStorage.clear();
  asked = [];
  const rate = { ...someRates[0], rate: 400, validFrom: '2000-01-01' };
  server = {
    listSales: ({ query }) => {
      asked.push(query);
      return { rows: [aSale(), aSale({ id: 8, orderNumber: 'SO-2026-0008' })], total: 2 };
    },
    getSale: () => aSaleDetail(),
    getOwnTill: () => ({ till: aTillDetail() }),
    listRates: () => ({ rows: [rate] }),
    listCustomers: () => ({ rows: [aCustomer()] }),
    customerAccount: () => anAccount({ balanceUsd: 0, balanceSsp: 0, openInvoices: 0 }),
    listEquipment: () => ({ rows: [anItem({ available: 3 })], total: 1 }),
    getEquipment: () => item(),
    createSale: () => aSaleDetail(),
    changeSaleStatus: () => aSaleDetail({ status: 'confirmed', invoiceNumber: 'INV-2026-000005' }),
    getInvoice: () => ({ ...anInvoice({ id: 5 }), lines: [], allocations: [], emails: [] }),
  };
});

const at = '/equipment?view=sales';
const open = (role: Parameters<typeof renderAs>[0] = 'billing', address = at) =>
  renderAs(role, <EquipmentPage />, address);
type User = ReturnType<typeof userEvent.setup>;
type Form = ReturnType<typeof within>;

async function pick(user: User, form: Form, label: RegExp, text: string) {
  const box = form.getByRole('combobox', { name: label });
  await user.type(box, text);
  await waitFor(() => expect(box).toHaveAttribute('aria-activedescendant'));
  await user.keyboard('{Enter}');
}

async function retype(user: User, box: HTMLElement, text: string) {
  await user.clear(box);
  await user.type(box, text);
}

const box = (form: Form, name: RegExp) => form.getByRole('textbox', { name });

test('lists the orders with their badges, filtered by status and payment', async () => {
  open('technician');
  const row = await screen.findByRole('row', { name: /SO-2026-0009/ });
  expect(row).toHaveTextContent(/Juba Tea House/);
  expect(row).toHaveTextContent(/\$150\.00SSP 60,000/);
  expect(row).toHaveTextContent(/Pending/);
  await chooseFilter('Status', 'Open: not delivered');
  await chooseFilter('Payment', 'Partly paid');
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ status: 'open', paymentStatus: 'partial' }),
    ),
  );
  for (const name of ['New Sales Order', 'Counter Sale'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
});

test('says what to do with an empty list, and offers another try after an error', async () => {
  const user = userEvent.setup();
  server = { ...server, listSales: () => ({ rows: [], total: 0 }) };
  const { unmount } = open();
  expect(await screen.findByText('No sales orders yet')).toBeVisible();
  unmount();
  server = { ...server, listSales: () => refuse('unavailable', 'The database is away.') };
  open();
  expect(await screen.findByText(/The database is away/)).toBeVisible();
  server = { ...server, listSales: () => ({ rows: [aSale()], total: 1 }) };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /SO-2026-0009/ })).toBeVisible();
});

test('an order: list price, what is available, the totals, and the shortage in the words of the specification', async () => {
  const user = userEvent.setup();
  open('manager', `${at}&add=sale`);
  const form = await openedForm('Create Sales Order');
  await pick(user, form, /^Customer/, 'tea');
  await pick(user, form, /^Equipment, item 1/, 'hap');
  expect(await form.findByText('List price $75.00 · 3 available')).toBeVisible();
  expect(box(form, /^Unit price, item 1/)).toHaveValue('75.00');
  expect(form.getByRole('button', { name: 'Remove item 1' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  const quantity = box(form, /^Quantity, item 1/);
  await retype(user, quantity, '5');
  expect(form.getByText('Insufficient stock! Available: 3')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Create order' }));
  expect(callsOf(served.seen, 'POST /api/sales-orders')).toEqual([]);
  await retype(user, quantity, '2');
  expect(form.getByRole('status', { name: 'Totals' })).toHaveTextContent(
    'Subtotal $150.00 · Tax $0.00 · Total $150.00 = SSP 60,000',
  );
  await retype(user, box(form, /^Unit price, item 1/), '70');
  await user.click(form.getByRole('button', { name: 'Create order' }));
  expect(await form.findByText(/A price is below the list: say why/)).toBeVisible();
  await user.type(box(form, /^Reason for the price/), 'Old stock');
  const short = () => refuse('rule', 'Insufficient stock! Available: 1');
  server = { ...server, createSale: short };
  await user.click(form.getByRole('button', { name: 'Create order' }));
  expect(
    await screen.findByText('Failed to create sales order: Insufficient stock! Available: 1'),
  ).toBeVisible();
  expect(screen.getByText('Error')).toBeVisible();
  server = { ...server, createSale: () => aSaleDetail({ priceCheck: 'waiting' }) };
  await user.click(form.getByRole('button', { name: 'Create order' }));
  expect(await screen.findByText('Sales Order Created')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/sales-orders').at(-1)?.body).toEqual({
    ...{ customerId: 3, deliveryDate: null, deliveryAddress: '', notes: '' },
    items: [{ equipmentId: 4, quantity: '2', unitPriceUsd: '70' }],
    priceReason: 'Old stock',
  });
});

test('a pending order is edited with its own units available', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    getSale: () => aSaleDetail({ actions: ['edit'] }),
    updateSale: () => aSaleDetail(),
  };
  open('billing', `${at}&sale=9`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = await openedForm('Edit SO-2026-0009');
  expect(await form.findByText('List price $75.00 · 5 available')).toBeVisible();
  await retype(user, box(form, /^Quantity, item 1/), '5');
  await user.click(form.getByRole('button', { name: 'Save order' }));
  expect(await screen.findByText('Sales order updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/sales-orders/9').at(-1)?.body).toEqual(
    expect.objectContaining({
      items: [{ equipmentId: 4, quantity: '5', unitPriceUsd: '75.00' }],
      version: 1,
    }),
  );
});

test('a sale at the counter takes serial numbers and cash, and says what change is due', async () => {
  const user = userEvent.setup();
  const serialised = { isSerialised: true, available: 3 };
  const payment = { ...aPayment({ amountUsd: 75, amountSsp: 30_000 }), refunds: [] };
  server = {
    ...server,
    listEquipment: () => ({ rows: [anItem(serialised)], total: 1 }),
    getEquipment: () => item({ ...serialised, units }),
    sellAtCounter: () => ({ order: aDeliveredSale({ openUsd: 0 }), payment }),
    receiptPdf: () => ({ filename: 'receipt.pdf' }),
    deliveryNotePdf: () => ({ filename: 'note.pdf' }),
  };
  open('billing', `${at}&add=counter-sale`);
  const form = await openedForm('Counter Sale');
  await pick(user, form, /^Customer/, 'tea');
  await pick(user, form, /^Equipment, item 1/, 'hap');
  const given = box(form, /^Cash given/);
  await waitFor(() => expect(given).toHaveValue('75.00'));
  await retype(user, given, '100');
  const due = form.getByRole('status', { name: 'Payment' });
  expect(due).toHaveTextContent('To pay $75.00Change due $25.00');
  await retype(user, given, '50');
  expect(due).toHaveTextContent('Stays open on the invoice $25.00');
  await retype(user, given, '100');
  await user.click(form.getByRole('button', { name: 'Complete sale' }));
  expect(await form.findByText('Enter one serial number; there are 0.')).toBeVisible();
  await user.click(await form.findByRole('button', { name: 'Add SN-2' }));
  expect(box(form, /^Serial numbers, item 1/)).toHaveValue('SN-2');
  await user.click(form.getByRole('button', { name: 'Complete sale' }));
  const done = within(await screen.findByRole('dialog', { name: 'SO-2026-0009 sold' }));
  expect(done.getByText('Change due')).toBeVisible();
  expect(done.getByText('$25.00')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/sales-orders/counter').at(-1)?.body).toEqual({
    ...{ customerId: 3, notes: '' },
    items: [{ equipmentId: 4, quantity: '1', unitPriceUsd: '75.00', serials: ['SN-2'] }],
    payment: { account: 'cash', currency: 'USD', reference: '', from: 'till' },
  });
  await user.click(done.getByRole('button', { name: 'Receipt' }));
  await user.click(done.getByRole('button', { name: 'Delivery note' }));
  await waitFor(() => expect(served.saved).toEqual(['receipt.pdf', 'note.pdf']));
  await user.click(done.getByRole('button', { name: 'Next sale' }));
  expect(await screen.findByRole('dialog', { name: 'Counter Sale' })).toBeVisible();
});

test('who may not take payments sells at the counter on the invoice', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    sellAtCounter: () => ({ order: aDeliveredSale(), payment: null }),
  };
  open('manager', `${at}&add=counter-sale`);
  const form = await openedForm('Counter Sale');
  expect(form.getByText(/Your role may not record payments/)).toBeVisible();
  await pick(user, form, /^Customer/, 'tea');
  await pick(user, form, /^Equipment, item 1/, 'hap');
  await retype(user, box(form, /^Unit price, item 1/), '60');
  await user.click(form.getByRole('button', { name: 'Complete sale' }));
  expect(await form.findByText(/Below the list's \$75\.00/)).toBeVisible();
  await retype(user, box(form, /^Unit price, item 1/), '75');
  await user.click(form.getByRole('button', { name: 'Complete sale' }));
  expect(await screen.findByText(/\$75\.00 stays open on the invoice/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/sales-orders/counter').at(-1)?.body).not.toHaveProperty(
    'payment',
  );
});

test('the drawer offers what the server offers: confirm issues the invoice, reject needs a reason', async () => {
  const user = userEvent.setup();
  server = { ...server, getSale: () => aSaleDetail({ actions: ['approve', 'confirm', 'reject'] }) };
  open('billing', `${at}&sale=9`);
  const drawer = within(await screen.findByRole('dialog', { name: /^SO-2026-0009 Juba/ }));
  expect(drawer.queryByRole('button', { name: 'Deliver' })).toBeNull();
  expect(drawer.getByRole('button', { name: 'Pro forma' })).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Confirm' }));
  const confirm = within(await screen.findByRole('alertdialog'));
  expect(confirm.getByText(/An invoice of \$150\.00 is issued to Juba Tea House/)).toBeVisible();
  await user.click(confirm.getByRole('button', { name: 'Confirm order' }));
  expect(await screen.findByText(/invoice INV-2026-000005 is issued/)).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Reject' }));
  const form = within(await screen.findByRole('dialog', { name: 'Reject SO-2026-0009?' }));
  await user.click(form.getByRole('button', { name: 'Reject order' }));
  expect(await form.findByText('Enter the reason.')).toBeVisible();
  await user.type(box(form, /^Reason/), 'Not wanted');
  await user.click(form.getByRole('button', { name: 'Reject order' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'POST /api/sales-orders/9/status').map(({ body }) => body)).toEqual(
      [
        { status: 'confirmed', version: 1 },
        { status: 'rejected', reason: 'Not wanted', version: 1 },
      ],
    ),
  );
});

test('delivers with serial numbers and who took the goods', async () => {
  const user = userEvent.setup();
  const sale = { status: 'confirmed', items: [aSaleLine({ isSerialised: true })] };
  server = {
    ...server,
    getSale: () => aSaleDetail({ ...sale, actions: ['deliver', 'cancel'] }),
    getEquipment: () => item({ isSerialised: true, units }),
  };
  open('billing', `${at}&sale=9`);
  await user.click(await screen.findByRole('button', { name: 'Deliver' }));
  const form = within(await screen.findByRole('dialog', { name: 'Deliver SO-2026-0009' }));
  expect(box(form, /^Taken by/)).toHaveValue('Juba Tea House');
  await user.click(await form.findByRole('button', { name: 'Add SN-1' }));
  await user.click(form.getByRole('button', { name: 'Deliver goods' }));
  expect(await form.findByText('Enter 2 serial numbers, one per line; there are 1.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Add SN-3' }));
  await user.click(form.getByRole('button', { name: 'Deliver goods' }));
  expect(await screen.findByText('SO-2026-0009 is delivered.')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/sales-orders/9/status').at(-1)?.body).toEqual({
    ...{ status: 'delivered', receivedBy: 'Juba Tea House', version: 1 },
    units: [{ lineNo: 1, serials: ['SN-1', 'SN-3'] }],
  });
});

test('shows invoice, payments and returns, and takes the last unit back', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    getSale: () => aDeliveredSale(),
    returnSale: () => aDeliveredSale(),
    creditNotePdf: () => ({ filename: 'CN-2026-000001.pdf' }),
  };
  open('billing', `${at}&sale=9`);
  const drawer = within(await screen.findByRole('dialog', { name: /^SO-2026-0009/ }));
  expect(drawer.getByText('1 returned')).toBeVisible();
  expect(await drawer.findByRole('link', { name: 'INV-2026-000005' })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&invoice=5',
  );
  expect(drawer.getByRole('link', { name: /Record payment/ })).toHaveAttribute(
    'href',
    '/dashboard?tab=billing&record=payment&payer=SC003',
  );
  await user.click(drawer.getByRole('button', { name: 'Download CN-2026-000001' }));
  await waitFor(() => expect(served.saved).toEqual(['CN-2026-000001.pdf']));
  await user.click(drawer.getByRole('button', { name: 'Return goods' }));
  const form = await openedForm('Return goods of SO-2026-0009');
  expect(box(form, /^Comes back/)).toHaveValue('1');
  expect(box(form, /^Serial numbers/)).toHaveValue('SN-2');
  expect(form.getByText(/Credited:/)).toHaveTextContent('Credited: $75.00 on INV-2026-000005');
  await retype(user, box(form, /^Comes back/), '2');
  await user.type(box(form, /^Reason/), 'Broken');
  await user.click(form.getByRole('button', { name: 'Return goods' }));
  expect(await form.findByText('At most 1 can come back.')).toBeVisible();
  await retype(user, box(form, /^Comes back/), '1');
  await user.click(form.getByRole('button', { name: 'Return goods' }));
  expect(await screen.findByText('CN-2026-000001: $75.00 is credited.')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/sales-orders/9/returns').at(-1)?.body).toEqual({
    ...{ lines: [{ lineNo: 1, quantity: '1', serials: ['SN-2'] }], reason: 'Broken', version: 4 },
  });
});

test('a price that waits leads to the approvals', async () => {
  server = { ...server, getSale: () => aSaleDetail({ priceCheck: 'waiting' }) };
  open('manager', `${at}&sale=9`);
  expect(await screen.findByRole('link', { name: 'Open the approvals' })).toHaveAttribute(
    'href',
    '/dashboard?view=approvals',
  );
  expect(screen.getByText('Price waits for acceptance')).toBeVisible();
});
