import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCount, aCountDetail, someCategories } from '../../../testing/stock-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { CountsView } from './counts-view.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let count: ReturnType<typeof aCountDetail>;

/** As the server: keeps the quantities that are sent. */
function enter({ body }: { body?: unknown }) {
  const { lines } = body as { lines: { equipmentId: number; counted: number | null }[] };
  const sent = new Map(lines.map(({ equipmentId, counted }) => [equipmentId, counted]));
  count = aCountDetail({
    lines: count.lines.map((line) =>
      sent.has(line.equipmentId) ? { ...line, counted: sent.get(line.equipmentId)! } : line,
    ),
  });
  return count;
}

beforeEach(() => {
  count = aCountDetail();
  server = {
    listStockCounts: () => [
      aCount(),
      aCount({ id: 6, countId: 'CNT-2026-0006', status: 'posted' }),
    ],
    listEquipmentCategories: () => someCategories,
    getStockCount: () => count,
    createStockCount: () => count,
    updateStockCount: enter,
    submitStockCount: () => aCountDetail({ status: 'waiting' }),
    cancelStockCount: () => aCountDetail({ status: 'cancelled' }),
    stockCountSheet: () => ({ filename: 'CNT-2026-0007.pdf' }),
  };
});

const list = '/equipment?view=counts';
const one = `${list}&stock-count=7`;
const open = (role: Parameters<typeof renderAs>[0] = 'manager', address = one) =>
  renderAs(role, <CountsView />, address);
const sent = () =>
  callsOf(served.seen, 'PUT /api/stock/counts/7').map(
    ({ body }) => (body as { lines: unknown }).lines,
  );
const field = (name: RegExp) => screen.findByRole('textbox', { name });

test('lists the counts with their states, and begins one of a category', async () => {
  const user = userEvent.setup();
  open('manager', list);
  expect(await screen.findByRole('row', { name: /CNT-2026-0006/ })).toHaveTextContent(/Posted/);
  await user.click(screen.getByRole('button', { name: 'Begin Count' }));
  const form = within(await screen.findByRole('dialog', { name: 'Begin Stock Count' }));
  await form.findByRole('option', { name: 'Cables' });
  await user.selectOptions(form.getByRole('combobox', { name: /^What to count/ }), 'Cables');
  await user.click(form.getByRole('button', { name: 'Begin count' }));
  expect(await screen.findByRole('region', { name: 'CNT-2026-0007' })).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/stock/counts').at(-1)?.body).toEqual({ categoryId: '2' });
});

test('saves quantities as they are typed and shows differences of what is counted only', async () => {
  const user = userEvent.setup();
  open();
  const cable = await field(/^Patch cable/);
  const items = screen.getAllByRole('listitem');
  expect(items[0]).toHaveTextContent(/−1 of 3/);
  expect(items[1]).toHaveTextContent(/not counted/);
  expect(items[1]).not.toHaveTextContent(/40/);
  await user.type(cable, '38');
  expect(screen.getByText('Saving…')).toBeVisible();
  await screen.findByText('All quantities are saved');
  expect(sent().at(-1)).toEqual([{ equipmentId: 5, counted: 38 }]);
  expect(cable).toHaveValue('38');
  expect(screen.getAllByRole('listitem')[1]).toHaveTextContent(/−2 of 40/);
});

test('Enter goes to the next item and saves at once; a blank field is not counted', async () => {
  const user = userEvent.setup();
  open();
  const router = await field(/^MikroTik/);
  await user.clear(router);
  await user.keyboard('{Enter}');
  expect(await field(/^Patch cable/)).toHaveFocus();
  await waitFor(() => expect(sent()).toEqual([[{ equipmentId: 4, counted: null }]]));
});

test('what is no quantity is not sent', async () => {
  const user = userEvent.setup();
  open();
  const cable = await field(/^Patch cable/);
  await user.type(cable, '3x');
  await user.tab();
  expect(await screen.findByText('Enter a whole number.')).toBeVisible();
  expect(screen.getByText('1 quantity cannot be saved')).toBeVisible();
  expect(cable).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  expect(sent()).toEqual([]);
});

test('a failed save keeps what was typed and is tried again', async () => {
  const user = userEvent.setup();
  server = { ...server, updateStockCount: () => refuse('rule', 'The count is closed.') };
  open();
  const cable = await field(/^Patch cable/);
  await user.type(cable, '41{Enter}');
  await user.tab();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('1 quantity not saved: The count is closed.')).toBeVisible();
  expect(cable).toHaveValue('41');
  server = { ...server, updateStockCount: enter };
  await user.click(alert.getByRole('button', { name: 'Save again' }));
  expect(await screen.findByText('All quantities are saved')).toBeVisible();
  expect(sent().at(-1)).toEqual([{ equipmentId: 5, counted: 41 }]);
});

test('asks before quantities that were not saved are discarded, and does not send them then', async () => {
  const user = userEvent.setup();
  server = { ...server, updateStockCount: () => refuse('rule', 'The count is closed.') };
  open();
  await user.type(await field(/^Patch cable/), '41');
  await user.tab();
  await screen.findByRole('alert');
  const before = sent().length;
  await user.click(screen.getByRole('button', { name: 'All stock counts' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('region', { name: 'Stock counts' })).toBeVisible();
  expect(sent()).toHaveLength(before);
});

test('submits with a reason, saves the sheet, and cancels', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Sheet' }));
  await waitFor(() => expect(served.saved).toEqual(['CNT-2026-0007.pdf']));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Submit CNT-2026-0007' }));
  expect(
    form.getByText(/1 difference worth -\$58\.50: another person .* 1 item not counted/),
  ).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Yearly');
  await user.click(form.getByRole('button', { name: 'Submit count' }));
  expect(await screen.findByText('Stock Count Submitted')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/stock/counts/7/submit').at(-1)?.body).toEqual({
    reason: 'Yearly',
    version: 3,
  });
  await user.click(screen.getByRole('button', { name: 'Cancel count' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancel count' }));
  expect(await screen.findByText('Stock Count Cancelled')).toBeVisible();
});

test('a waiting count links to the approvals and cannot be changed', async () => {
  count = aCountDetail({ status: 'waiting' });
  open();
  expect(await screen.findByRole('link', { name: 'see approvals' })).toHaveAttribute(
    'href',
    '/dashboard?view=approvals',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});

test('who may only read sees the quantities', async () => {
  open('technician');
  await screen.findByRole('region', { name: 'CNT-2026-0007' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('button', { name: 'Cancel count' })).toBeNull();
});
