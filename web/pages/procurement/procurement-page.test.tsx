import { defaultChart } from '@nimule/core/accounting/chart';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import {
  aBill,
  anOrder,
  anOrderLine,
  aRequisition,
  aSupplier,
  aSupplierPayment,
  procurementFigures,
  procurementSpending,
} from '../../testing/procurement-samples.ts';
import { aUser, someRates } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { ProcurementPage } from './procurement-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const fails = () => {
  throw new Error('a bug of the server');
};

beforeEach(() => {
  const rate = { ...someRates[0], rate: 400, validFrom: '2000-01-01' };
  server = {
    procurementStats: () => procurementFigures,
    procurementSpending: () => procurementSpending,
    listOrders: () => ({ rows: [anOrder()], total: 1 }),
    getOrder: () => anOrder(),
    listReceipts: () => [],
    listSuppliers: () => ({ rows: [aSupplier()], total: 1 }),
    getSupplier: () => aSupplier(),
    listRequisitions: () => ({ rows: [aRequisition()], total: 1 }),
    getRequisition: () => aRequisition(),
    listApprovedRequisitions: () => [aRequisition({ status: 'approved' })],
    getProcurementSettings: () => ({
      adminLimitUsd: 10_000,
      priceTolerancePoints: 0,
      freeOrderRoles: ['admin'],
      freeOrderLimitUsd: 500,
    }),
    listBills: () => ({ rows: [aBill()], total: 1 }),
    listSupplierPayments: () => ({ rows: [aSupplierPayment()], total: 1 }),
    listAccounts: () => [],
    listEquipment: () => ({ rows: [], total: 0 }),
    listRates: () => ({ rows: [rate] }),
    createSupplier: () => aSupplier(),
    createRequisition: () => aRequisition(),
    createOrder: () => anOrder(),
    setOrderStatus: () => anOrder({ status: 'approved' }),
    orderPdf: () => ({ filename: 'LPO-2026-042.pdf' }),
  };
});

const at = '/procurement';
const open = (role: Parameters<typeof renderAs>[0] = 'admin', query = '') => {
  storeUser(aUser({ role }));
  return renderAs(role, <ProcurementPage />, `${at}${query}`);
};
const address = () => screen.getByLabelText('Address').textContent;
const box = (name: RegExp) => screen.getByRole('textbox', { name });

test('shows the latest orders and the top suppliers in five tabs', async () => {
  open();
  const tabs = within(screen.getByRole('tablist')).getAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'Overview',
    'Requisitions',
    'Purchase Orders',
    'Suppliers',
    'Analytics',
  ]);
  expect(await screen.findByRole('table', { name: 'Recent purchase orders' })).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Top suppliers by spend' })).toBeVisible();
  const sizes = served.seen.map(({ url }) => url.searchParams.get('pageSize')).filter(Boolean);
  expect(new Set(sizes)).toEqual(new Set(['5']));
});

test('a figure without data is the sample, and says so', async () => {
  open('technician', '?view=analytics');
  const onTime = within(await screen.findByRole('region', { name: 'On-time Delivery' }));
  expect(await onTime.findByText('92%')).toBeVisible();
  expect(onTime.getByText('sample')).toBeVisible();
  const orders = within(screen.getByRole('region', { name: 'Orders' }));
  expect(orders.getByText(/-20% against 1 to 21 Oct 2026/)).toBeVisible();
  expect(orders.queryByText('sample')).toBeNull();
  const total = within(screen.getByRole('row', { name: /^Total savings/ }));
  expect(total.getByText('13%')).toBeVisible();
  // A sample is no share of what was spent.
  expect(total.queryByText(/\$/)).toBeNull();
  const bulk = within(screen.getByRole('row', { name: /^Bulk purchases/ }));
  expect(bulk.getByText('$25.00')).toBeVisible();
});

test('adds a supplier with the defaults and messages of the specification', async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('button', { name: 'Add Supplier' }));
  const form = await openedForm('Add Supplier');
  await user.click(form.getByRole('button', { name: 'Add supplier' }));
  expect(await screen.findByText('Validation Error')).toBeVisible();
  expect(screen.getByText('Please fill in all required fields.')).toBeVisible();
  expect(form.getByRole('combobox', { name: /^Payment terms/ })).toHaveValue('NET 30');
  expect(form.getByRole('option', { name: 'Cash on Delivery' })).toHaveValue('COD');
  await user.type(form.getByRole('textbox', { name: /^Company name/ }), 'Juba Hardware');
  server = { ...server, createSupplier: fails };
  await user.click(form.getByRole('button', { name: 'Add supplier' }));
  expect(await screen.findByText('Failed to create supplier. Please try again.')).toBeVisible();
  server = { ...server, createSupplier: () => aSupplier() };
  await user.click(form.getByRole('button', { name: 'Add supplier' }));
  expect(await screen.findByText('Supplier Added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/suppliers').at(-1)?.body).toMatchObject({
    name: 'Juba Hardware',
    country: 'South Sudan',
    paymentTerms: 'NET 30',
    status: 'active',
  });
});

test('a new order names what is missing, and is prefilled from its requisition', async () => {
  const user = userEvent.setup();
  const requisition = aRequisition({ status: 'approved', expectedDeliveryDate: '2099-12-01' });
  server = { ...server, listApprovedRequisitions: () => [requisition] };
  open('manager', '?view=new-order');
  const submit = await screen.findByRole('button', { name: 'Create Purchase Order' });
  await user.click(submit);
  expect(await screen.findAllByText('Please select an approved requisition')).not.toHaveLength(0);
  expect(screen.getByText('Please select a supplier')).toBeVisible();
  expect(screen.getByText('Please select expected delivery date')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: /^Requisition/ }), '11');
  expect(box(/^Notes/)).toHaveValue('Stock for December');
  expect(box(/^Description, item 1/)).toHaveValue('Router');
  expect(box(/^Unit price, item 1/)).toHaveValue('50.00');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Supplier is/ }), 'new');
  await user.click(submit);
  expect(await screen.findAllByText('Please enter supplier name')).not.toHaveLength(0);
  await user.type(box(/^Supplier name/), 'Nile Telecom');
  const quantity = box(/^Quantity, item 1/);
  await user.clear(quantity);
  await user.type(quantity, 'many');
  await user.tab();
  expect(quantity).toHaveValue('1');
  server = { ...server, createOrder: fails };
  await user.click(submit);
  expect(
    await screen.findByText('Failed to create purchase order. Please try again.'),
  ).toBeVisible();
  server = { ...server, createOrder: () => anOrder() };
  await user.click(submit);
  expect(await screen.findByText('Purchase Order Created')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/purchase-orders').at(-1)?.body).toEqual({
    requisitionId: 11,
    supplierMode: 'new',
    newSupplier: {
      name: 'Nile Telecom',
      contactPerson: '',
      email: '',
      phone: '',
      paymentTerms: 'NET 30',
    },
    expectedDelivery: '2099-12-01',
    currency: 'USD',
    notes: 'Stock for December',
    items: [{ equipmentId: 5, description: 'Router', quantity: '1', unitPrice: '50.00' }],
  });
  await waitFor(() => expect(address()).toBe('/procurement?view=orders'));
});

test('the full-page requisition needs a date and an item', async () => {
  const user = userEvent.setup();
  open('technician', '?view=new-requisition');
  const submit = await screen.findByRole('button', { name: 'Create Requisition' });
  await user.click(submit);
  expect(await screen.findAllByText('Please select expected delivery date')).not.toHaveLength(0);
  await user.type(box(/^Expected delivery date/), '2026-12-01');
  await user.click(submit);
  await waitFor(() =>
    expect(screen.getAllByText('Please add at least one valid item').length).toBeGreaterThan(1),
  );
  await user.type(box(/^Description, item 1/), 'Cable');
  await user.click(screen.getByRole('button', { name: 'Add Item' }));
  server = { ...server, createRequisition: () => refuse('rule', 'Ask your manager first.') };
  await user.click(submit);
  expect(await screen.findByText('Ask your manager first.')).toBeVisible();
  server = { ...server, createRequisition: () => aRequisition() };
  await user.click(submit);
  expect(await screen.findByText('Requisition Created')).toBeVisible();
  expect(screen.getByText('REQ-2026-0011 submitted for review')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/purchase-requisitions').at(-1)?.body).toEqual({
    expectedDeliveryDate: '2026-12-01',
    department: 'General',
    priority: 'medium',
    notes: '',
    items: [{ equipmentId: null, description: 'Cable', quantity: '1', unitCostUsd: '0' }],
  });
});

test('the requisition dialog needs a business justification', async () => {
  const user = userEvent.setup();
  open('technician', '?view=requisitions&requisition=11');
  await user.click(await screen.findByRole('button', { name: 'New requisition' }));
  const form = await openedForm('New Purchase Requisition');
  await user.click(form.getByRole('button', { name: 'Create Requisition' }));
  expect(await form.findByText(/^The business justification/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/purchase-requisitions')).toEqual([]);
});

test('the server says which buttons an order has; approval downloads the PDF', async () => {
  const user = userEvent.setup();
  const actions = ['approve', 'approvePdf', 'reject', 'delete'];
  server = { ...server, getOrder: () => anOrder({ actions }) };
  open('master_admin', '?view=orders&purchase-order=21');
  const drawer = within(await screen.findByRole('dialog', { name: /^LPO-2026-042/ }));
  await drawer.findByRole('button', { name: 'Approve & PDF' });
  expect(drawer.getByRole('button', { name: 'Reject' })).toBeVisible();
  for (const name of ['Approve', 'Edit', 'Receive goods', 'Set status'])
    expect(drawer.queryByRole('button', { name })).toBeNull();
  server = {
    ...server,
    setOrderStatus: () =>
      refuse('forbidden', 'Access Denied: Only administrators can approve purchase orders.'),
  };
  await user.click(drawer.getByRole('button', { name: 'Approve & PDF' }));
  expect(
    await screen.findByText('Access Denied: Only administrators can approve purchase orders.'),
  ).toBeVisible();
  server = { ...server, setOrderStatus: () => anOrder(), orderPdf: fails };
  await user.click(drawer.getByRole('button', { name: 'Approve & PDF' }));
  expect(await screen.findByText('Failed to generate PDF')).toBeVisible();
  server = { ...server, orderPdf: () => ({ filename: 'LPO-2026-042.pdf' }) };
  await user.click(drawer.getByRole('button', { name: 'Approve & PDF' }));
  expect(await screen.findByText('Purchase order approved and PDF downloaded!')).toBeVisible();
  expect(served.saved).toEqual(['LPO-2026-042.pdf']);
  // An order that somebody else changed meanwhile is not approved.
  const { version } = anOrder();
  expect(callsOf(served.seen, 'PUT /api/purchase-orders/21/status').at(-1)).toMatchObject({
    body: { status: 'approved', version },
  });
});

test('an order above its requisition is approved after a question', async () => {
  const user = userEvent.setup();
  const order = anOrder({ actions: ['approve'], requisitionUsd: 1, excessUsd: 199 });
  server = { ...server, getOrder: () => order };
  open('admin', '?view=orders&purchase-order=21');
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Approve LPO-2026-042?' }),
  );
  expect(
    question.getByText(/\$199\.00 more than REQ-2026-0011, approved for \$1\.00/),
  ).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/purchase-orders/21/status')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('LPO-2026-042 is approved.')).toBeVisible();
});

test('a line without a stock item needs an account', async () => {
  const user = userEvent.setup();
  const account = { ...defaultChart.find(({ code }) => code === '1310') };
  const kept = { ...defaultChart.find(({ code }) => code === '1530') };
  server = { ...server, listAccounts: () => [account, kept] };
  open('admin', '?view=new-order');
  const submit = await screen.findByRole('button', { name: 'Create Purchase Order' });
  await user.click(submit);
  expect(await screen.findByText('Choose a stock item or an account.')).toBeVisible();
  expect(screen.getByText(/Without one an order is at most \$500\.00\./)).toBeVisible();
  const choice = screen.getByRole('combobox', { name: /^Account, item 1/ });
  const labels = within(choice)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(labels).toEqual(['Choose an account', '1310 Network Equipment at Cost']);
});

test('goods are received with their serial numbers and delivery note', async () => {
  const user = userEvent.setup();
  const order = anOrder({
    status: 'approved',
    actions: ['receive'],
    items: [anOrderLine({ isSerialised: true, quantity: 2 })],
  });
  server = { ...server, getOrder: () => order, receiveGoods: () => order };
  open('manager', '?view=orders&purchase-order=21');
  await user.click(await screen.findByRole('button', { name: 'Receive goods' }));
  const form = await openedForm('Receive goods of LPO-2026-042');
  const submit = form.getByRole('button', { name: 'Receive goods' });
  await user.type(form.getByRole('textbox', { name: /^Serial numbers/ }), 'A1');
  await user.click(submit);
  expect(await form.findByText('Enter 2 serial numbers, one per line; there are 1.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Serial numbers/ }), '{enter}A2, 00:11:22');
  await user.type(form.getByRole('textbox', { name: /^Delivery note/ }), 'DN 7');
  await user.click(submit);
  expect(await screen.findByText('Goods received')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/purchase-orders/21/receipts').at(-1)?.body).toMatchObject({
    kind: 'receipt',
    deliveryNote: 'DN 7',
    lines: [
      {
        lineNo: 1,
        quantity: '2',
        units: [{ serial: 'A1' }, { serial: 'A2', macAddress: '00:11:22' }],
      },
    ],
    version: 3,
  });
});

test('a role without rights to write sees its buttons disabled', async () => {
  open('technician', '?view=orders');
  await screen.findByRole('row', { name: /LPO-2026-042/ });
  for (const name of ['Add Supplier', 'New Purchase Order'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Export Data' })).toBeEnabled();
});

test('the open bills of a supplier are paid together', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    createSupplierPayment: () => aSupplierPayment(),
    supplierStatement: () => ({
      supplier: aSupplier(),
      from: '2026-01-01',
      to: '2026-11-23',
      openingUsd: 0,
      lines: [],
      closingUsd: 0,
    }),
  };
  open('billing', '?view=suppliers&supplier=3');
  await user.click(await screen.findByRole('button', { name: 'Pay' }));
  const form = within(await screen.findByRole('dialog', { name: 'Pay Juba Hardware' }));
  await waitFor(() => expect(form.getByRole('textbox', { name: /^Amount/ })).toHaveValue('200.00'));
  await user.click(form.getByRole('button', { name: 'Record payment' }));
  expect(await screen.findByText('Payment Recorded')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/supplier-payments').at(-1)?.body).toMatchObject({
    supplierId: 3,
    amount: '200.00',
    currency: 'USD',
    billIds: [31],
  });
});

test('a receipt offers to take over only costs that differ from the list', async () => {
  const user = userEvent.setup();
  const order = anOrder({
    status: 'approved',
    actions: ['receive'],
    items: [
      anOrderLine({ equipmentId: 5, description: 'Router', unitPrice: 50, listCostUsd: 50 }),
      anOrderLine({
        lineNo: 2,
        equipmentId: 6,
        description: 'Mast',
        unitPrice: 45,
        listCostUsd: 40,
      }),
    ],
  });
  server = { ...server, getOrder: () => order, receiveGoods: () => order };
  open('manager', '?view=orders&purchase-order=21');
  await user.click(await screen.findByRole('button', { name: 'Receive goods' }));
  const form = await openedForm('Receive goods of LPO-2026-042');
  expect(form.getByText('Mast: $45.00 instead of $40.00')).toBeVisible();
  const [, masts] = form.getAllByRole('textbox', { name: /^Came now/ });
  await user.clear(masts!);
  const offer = () =>
    form.queryByRole('checkbox', { name: 'Take over the cost in the equipment list' });
  await waitFor(() => expect(offer()).toBeNull());
  await user.type(masts!, '4');
  await waitFor(() => expect(offer()).not.toBeNull());
  await user.click(offer()!);
  await user.click(form.getByRole('button', { name: 'Receive goods' }));
  expect(await screen.findByText('Goods received')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/purchase-orders/21/receipts').at(-1)?.body).toMatchObject({
    updateCosts: [6],
  });
});

test('bills of one supplier are shown with its name, and all of it after a choice', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    getSupplier: () => aSupplier({ id: 7, name: 'Nile Network Supplies' }),
    listBills: () => ({ rows: [], total: 0 }),
  };
  open('billing', '?view=bills&bill-supplierId=7');
  const remove = await screen.findByRole('button', {
    name: 'Remove filter Supplier: Nile Network Supplies',
  });
  const lastCall = () => callsOf(served.seen, 'GET /api/supplier-bills').at(-1)?.url.searchParams;
  expect(lastCall()?.get('supplierId')).toBe('7');
  await user.click(remove);
  await waitFor(() => expect(lastCall()?.get('supplierId')).toBeNull());
  expect(screen.queryByText('Nile Network Supplies')).toBeNull();
});

test('a bill offers the goods of orders that are not billed, with the order it was opened from', async () => {
  const user = userEvent.setup();
  const item = anOrderLine({ quantity: 4, receivedQuantity: 4 });
  const order = anOrder({ status: 'received', actions: ['bill'], items: [item] });
  const older = anOrder({ id: 20, poNumber: 'LPO-2026-041', items: [item] });
  server = {
    ...server,
    getOrder: () => order,
    getSupplier: () => aSupplier(),
    listOrders: () => ({ rows: [older], total: 201 }),
  };
  open('billing', '?view=orders&purchase-order=21');
  await user.click(await screen.findByRole('button', { name: 'Record bill' }));
  const form = within(await screen.findByRole('dialog', { name: 'Record Supplier Bill' }));
  expect(await form.findByText('LPO-2026-042: 4 to bill')).toBeVisible();
  expect(form.getByText('LPO-2026-041: 4 to bill')).toBeVisible();
  expect(form.getByText(/Shown are the oldest 200 orders/)).toBeVisible();
  const asked = callsOf(served.seen, 'GET /api/purchase-orders').map(({ url }) => url.searchParams);
  expect(asked.some((query) => query.get('toBill') === '1')).toBe(true);
});
