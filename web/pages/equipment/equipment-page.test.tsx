import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { someRates } from '../../testing/samples.ts';
import {
  aMove,
  anEmptyItem,
  anItem,
  anItemDetail,
  equipmentFiguresSample,
  someCategories,
} from '../../testing/stock-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { EquipmentPage } from './equipment-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let asked: unknown[];

beforeEach(() => {
  localStorage.clear();
  asked = [];
  const rate = { ...someRates[0], rate: 400, validFrom: '2000-01-01' };
  server = {
    equipmentStats: () => equipmentFiguresSample,
    listEquipment: ({ query }) => {
      asked.push(query);
      return { rows: [anItem(), anEmptyItem()], total: 2 };
    },
    listEquipmentCategories: () => someCategories,
    getEquipment: () => anItemDetail(),
    listStockMoves: () => ({ rows: [aMove()], total: 1 }),
    listRates: () => ({ rows: [rate] }),
    createEquipment: () => anItemDetail(),
    updateEquipment: () => anItemDetail(),
    adjustStock: () => anItemDetail({ quantityInStock: 9 }),
  };
});

const at = '/equipment';
const open = (role: Parameters<typeof renderAs>[0] = 'operations_manager', address = at) =>
  renderAs(role, <EquipmentPage />, address);
const box = (form: ReturnType<typeof within>, name: RegExp) => form.getByRole('textbox', { name });

test('shows the figures and the equipment with its stock and prices', async () => {
  open();
  const figure = within(await screen.findByRole('region', { name: 'Total Value' }));
  expect(await figure.findByText('$12,345.50')).toBeVisible();
  const low = await screen.findByRole('row', { name: /EQ-004/ });
  expect(low).toHaveTextContent(/MikroTik hAP ac2/);
  expect(low).toHaveTextContent(/Low Stock/);
  expect(low).toHaveTextContent(/\$60\.00SSP 24,000/);
  expect(low).toHaveTextContent(/\$75\.00SSP 30,000/);
  expect(screen.getByRole('row', { name: /EQ-005/ })).toHaveTextContent(/Out of Stock/);
  expect(screen.getByRole('tab', { name: 'Sales Orders' })).toBeVisible();
});

test('filters by category, status and stock', async () => {
  open();
  await chooseFilter('Category', 'Cables');
  await chooseFilter('Status', 'Discontinued');
  await chooseFilter('Stock', 'Low or out');
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ categoryId: 2, status: 'discontinued', stock: 'short' }),
    ),
  );
});

test('an empty list offers to add the first equipment', async () => {
  const user = userEvent.setup();
  server = { ...server, listEquipment: () => ({ rows: [], total: 0 }) };
  open();
  await user.click(await screen.findByRole('button', { name: 'Add First Equipment' }));
  expect(await screen.findByRole('dialog', { name: 'Add Equipment' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Low stock' })).toBeNull();
});

test('makes one requisition of what is low', async () => {
  const user = userEvent.setup();
  open('technician');
  const low = within(await screen.findByRole('region', { name: 'Low stock' }));
  expect(low.getByText('3, min. 5, 2 under way')).toBeInTheDocument();
  await user.click(low.getByRole('button', { name: 'Request low stock' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  server = { ...server, requisitionOfLowStock: () => refuse('rule', 'All of it is under way.') };
  await user.click(dialog.getByRole('button', { name: 'Create requisition' }));
  expect(
    await screen.findByText('Failed to create requisition: All of it is under way.'),
  ).toBeVisible();
  expect(asked).toContainEqual(
    expect.objectContaining({ stock: 'short', status: 'active', sort: 'quantityInStock' }),
  );
});

test('the form begins with the defaults and shows cost and price in both currencies', async () => {
  const user = userEvent.setup();
  open('manager', `${at}?add=equipment`);
  const form = await openedForm('Add Equipment');
  expect(box(form, /^Markup/)).toHaveValue('25');
  expect(box(form, /^Minimum stock/)).toHaveValue('5');
  expect(box(form, /^In stock/)).toHaveValue('0');
  const price = form.getByRole('status', { name: 'Selling price' });
  expect(price).toHaveTextContent('–');
  await user.type(box(form, /^Unit cost/), '100');
  expect(await form.findByText('= SSP 40,000')).toBeVisible();
  expect(price).toHaveTextContent('$125.00 = SSP 50,000');
  await user.clear(box(form, /^Markup/));
  await user.type(box(form, /^Markup/), '12.5');
  expect(price).toHaveTextContent('$112.50');
  await user.click(form.getByRole('button', { name: 'Add equipment' }));
  expect(callsOf(served.seen, 'POST /api/network-equipment')).toEqual([]);
  await user.type(box(form, /^Name/), 'ONU');
  await user.clear(box(form, /^In stock/));
  await user.type(box(form, /^In stock/), '2');
  await user.click(form.getByRole('checkbox', { name: 'Each unit has a serial number' }));
  await user.type(box(form, /^Serial numbers/), 'A1\n B2 \n\n');
  server = { ...server, createEquipment: () => refuse('rule', 'November is locked.') };
  await user.click(form.getByRole('button', { name: 'Add equipment' }));
  expect(await screen.findByText('Failed to add equipment: November is locked.')).toBeVisible();
  expect(screen.getByText('Error')).toBeVisible();
  server = { ...server, createEquipment: () => anItemDetail() };
  await user.click(form.getByRole('button', { name: 'Add equipment' }));
  expect(await screen.findByText('Equipment Added')).toBeVisible();
  const body = callsOf(served.seen, 'POST /api/network-equipment').at(-1)?.body;
  expect(body).toEqual(
    expect.objectContaining({
      name: 'ONU',
      unitCostUsd: '100',
      markupPercentage: '12.5',
      quantityInStock: '2',
      serials: ['A1', 'B2'],
    }),
  );
  expect(body).not.toHaveProperty('categoryId');
});

test('a changed stock asks for a reason; what was shown is sent along', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit EQ-004' }));
  const form = await openedForm('Edit EQ-004');
  expect(box(form, /^Unit cost/)).toHaveValue('60.00');
  expect(form.queryByRole('textbox', { name: /^Reason/ })).toBeNull();
  await user.clear(box(form, /^In stock/));
  await user.type(box(form, /^In stock/), '6');
  const needs = () => refuse('invalid', 'Check.', { reason: 'Say why the stock changes.' });
  server = { ...server, updateEquipment: needs };
  await user.click(form.getByRole('button', { name: 'Save equipment' }));
  expect(await form.findByText('Say why the stock changes.')).toBeVisible();
  await user.type(box(form, /^Reason/), 'Found in the van');
  server = { ...server, updateEquipment: () => anItemDetail() };
  await user.click(form.getByRole('button', { name: 'Save equipment' }));
  expect(await screen.findByText('Equipment Updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/network-equipment/4').at(-1)?.body).toEqual(
    expect.objectContaining({
      categoryId: expect.anything(),
      quantityInStock: '6',
      quantityShown: 3,
      reason: 'Found in the van',
      version: 7,
    }),
  );
});

test('who may not adjust edits the rest; a stale item is merged', async () => {
  const user = userEvent.setup();
  open('manager');
  expect(await screen.findByRole('button', { name: 'Adjust stock EQ-004' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'Edit EQ-004' }));
  const form = await openedForm('Edit EQ-004');
  expect(box(form, /^In stock/)).toBeDisabled();
  expect(form.getByText('Your role may not adjust stock and accept counts.')).toBeVisible();
  await user.type(box(form, /^Brand/), '!');
  server = {
    ...server,
    updateEquipment: () => refuseStale(),
    getEquipment: () => anItemDetail({ version: 8, name: 'hAP ac3' }),
  };
  await user.click(form.getByRole('button', { name: 'Save equipment' }));
  await user.click(await form.findByRole('button', { name: 'Load the current version' }));
  await waitFor(() => expect(box(form, /^Name/)).toHaveValue('hAP ac3'));
  server = { ...server, updateEquipment: () => anItemDetail() };
  await user.click(form.getByRole('button', { name: 'Save equipment' }));
  expect(await screen.findByText('Equipment Updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/network-equipment/4').at(-1)?.body).toEqual(
    expect.objectContaining({ name: 'hAP ac3', brand: 'MikroTik!', version: 8 }),
  );
});

test('the drawer shows stock, units and moves, and adjusts the stock', async () => {
  const user = userEvent.setup();
  const unit = { id: 1, serial: 'SN-1', macAddress: '', place: 'stock', customerId: null };
  const units = [{ ...unit, updatedAt: '2026-11-20T08:00:00.000Z' }];
  server = { ...server, getEquipment: () => anItemDetail({ isSerialised: true, units }) };
  open('admin', `${at}?equipment=4`);
  const drawer = within(await screen.findByRole('dialog', { name: /^EQ-004 MikroTik/ }));
  expect(drawer.getByText('2 of the stock have no serial number yet.')).toBeInTheDocument();
  expect(drawer.getByText('SN-1')).toBeVisible();
  expect(drawer.getByText('Burnt in the storm')).toBeInTheDocument();
  expect(drawer.getByRole('link', { name: 'All moves' })).toHaveAttribute(
    'href',
    '/equipment?view=moves&moves-equipmentId=4',
  );
  await user.click(drawer.getByRole('button', { name: 'Adjust stock' }));
  const form = await openedForm('Adjust stock of EQ-004');
  expect(form.getByText('Of units in stock that have none recorded.')).toBeVisible();
  await user.clear(box(form, /^In stock/));
  expect(form.getByText('Of the units that are gone.')).toBeVisible();
  await user.type(box(form, /^In stock/), '9');
  await user.type(box(form, /^Cost of each unit/), '55');
  await user.type(box(form, /^Reason/), 'Given back');
  await user.click(form.getByRole('button', { name: 'Adjust stock' }));
  expect(await screen.findByText('Stock Adjusted')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/stock/equipment/4/adjust').at(-1)?.body).toEqual(
    expect.objectContaining({
      quantityInStock: '9',
      unitCostUsd: '55',
      serials: [],
      quantityShown: 3,
      reason: 'Given back',
      version: 7,
    }),
  );
});

test('lists the moves, of one item when a link names it', async () => {
  const queries: unknown[] = [];
  server = {
    ...server,
    listStockMoves: ({ query }) => {
      queries.push(query);
      return { rows: [aMove()], total: 1 };
    },
  };
  open('support', `${at}?view=moves&moves-equipmentId=4`);
  const row = await screen.findByRole('row', { name: /Adjustment/ });
  expect(row).toHaveTextContent('−2');
  expect(
    await screen.findByRole('button', {
      name: 'Remove filter Equipment: EQ-004 MikroTik hAP ac2',
    }),
  ).toBeInTheDocument();
  expect(queries).toContainEqual(expect.objectContaining({ equipmentId: 4 }));
});

test('shows the categories and adds one', async () => {
  const user = userEvent.setup();
  server = { ...server, createEquipmentCategory: () => ({ id: 9, name: 'Masts' }) };
  open('manager');
  await user.click(await screen.findByRole('button', { name: 'Categories' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }));
  expect(await dialog.findByText('Routers')).toBeVisible();
  await user.type(box(dialog, /^New category/), 'Masts');
  await user.click(dialog.getByRole('button', { name: 'Add category' }));
  expect(await screen.findByText('Category Added')).toBeVisible();
});

test('who may only read has no buttons to change', async () => {
  open('technician', `${at}?add=equipment`);
  await screen.findByRole('row', { name: /EQ-004/ });
  expect(screen.getByRole('button', { name: 'Add Equipment' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.queryByRole('button', { name: /^(Edit|Adjust stock) EQ-/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'View EQ-004' })).toBeVisible();
});
