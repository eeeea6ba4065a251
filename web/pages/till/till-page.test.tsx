import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { aCountedTill, aTill, aTillDetail } from '../../testing/till-samples.ts';
import { TillPage } from './till-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  localStorage.clear();
  server = {
    getOwnTill: () => ({ till: aTillDetail() }),
    getTillSettings: () => ({ isRequired: true }),
    listTills: () => ({ rows: [aTill()], total: 1 }),
    listUnclosedTills: () => ({ open: [], waiting: [] }),
    getTill: () => aTillDetail(),
    tillReportPdf: () => ({ filename: 'TILL-2026-0003.pdf' }),
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'technician', query = '') =>
  renderAs(role, <TillPage />, `/dashboard?view=till${query}`);

test('opens a till with a float', async () => {
  const user = userEvent.setup();
  server = { ...server, getOwnTill: () => ({ till: null }) };
  open();
  expect(await screen.findByText(/Cash is taken and paid out only while/)).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'All Tills' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open till' }));
  const form = await openedForm('Open Till');
  await user.type(form.getByRole('textbox', { name: 'Float in US dollars' }), '20');
  server = { ...server, openTill: () => refuse('conflict', 'Your till is already open.') };
  await user.click(form.getByRole('button', { name: 'Open till' }));
  expect(await screen.findByText('Failed to open the till')).toBeVisible();
  server = {
    ...server,
    openTill: () => aTillDetail(),
    getOwnTill: () => ({ till: aTillDetail() }),
  };
  await user.click(form.getByRole('button', { name: 'Open till' }));
  expect(await screen.findByText('Till Opened')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/till').at(-1)?.body).toEqual({ floatUsd: '20' });
  expect(await screen.findByRole('button', { name: 'Count and close' })).toBeVisible();
});

test('shows what was taken by kind and currency, and saves the day report', async () => {
  const user = userEvent.setup();
  open();
  const sums = within(await screen.findByRole('table', { name: 'Sums of TILL-2026-0003' }));
  expect(sums.getByRole('row', { name: /^Payments and sales/ })).toHaveTextContent('2$125.00–');
  expect(sums.getByRole('row', { name: /^In the till/ })).toHaveTextContent('$145.00SSP 4,000');
  const movements = screen.getByRole('table', { name: 'Movements of TILL-2026-0003' });
  expect(movements).toHaveTextContent('RCT-2026-000007');
  await user.click(screen.getByRole('button', { name: 'Day report' }));
  await waitFor(() => expect(served.saved).toEqual(['TILL-2026-0003.pdf']));
});

test('counts by denomination with the difference, which needs a note', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Count and close' }));
  const form = await openedForm('Count TILL-2026-0003');
  expect(form.getByRole('status')).toHaveTextContent('Nothing is counted yet.');
  await user.type(form.getByRole('textbox', { name: '$100' }), '1{Enter}');
  expect(form.getByRole('status')).toHaveTextContent(
    'The till is short by $45.00 and short by SSP 4,000.',
  );
  // Enter goes on to the next box.
  expect(form.getByRole('textbox', { name: '$50' })).toHaveFocus();
  await user.type(form.getByRole('textbox', { name: '$20' }), '2');
  await user.type(form.getByRole('textbox', { name: 'SSP 1,000' }), '4');
  expect(form.getByRole('status')).toHaveTextContent('The till is short by $5.00.');
  await user.click(form.getByRole('button', { name: 'Close the till' }));
  expect(
    await form.findByText('The till is short by $5.00. Say why in the note, or count again.'),
  ).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/till/3/count')).toEqual([]);
  await user.type(form.getByRole('textbox', { name: '$5' }), '1');
  expect(form.getByRole('status')).toHaveTextContent('The count agrees with the till.');
  server = {
    ...server,
    countTill: () => aCountedTill(),
    getOwnTill: () => ({ till: aCountedTill() }),
  };
  await user.click(form.getByRole('button', { name: 'Close the till' }));
  expect(await screen.findByText('Till Counted')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/till/3/count').at(-1)?.body).toEqual({
    pieces: [
      { currency: 'USD', denomination: 100, pieces: 1 },
      { currency: 'USD', denomination: 20, pieces: 2 },
      { currency: 'USD', denomination: 5, pieces: 1 },
      { currency: 'SSP', denomination: 1000, pieces: 4 },
    ],
    version: 1,
  });
  const counted = within(
    await screen.findByRole('region', { name: 'Counted: waits for its hand-over' }),
  );
  expect(counted.getByText(/^Hand \$143\.00 and SSP 4,000 over/)).toBeVisible();
  expect(screen.getByText('Short by $2.00')).toBeVisible();
  expect(counted.getByRole('button', { name: 'Open a new till' })).toBeVisible();
});

test('who manages tills sees who has not closed, and accepts a hand-over', async () => {
  const user = userEvent.setup();
  const other = { userId: 8, userName: 'Mary Keji' };
  server = {
    ...server,
    listUnclosedTills: () => ({ open: [aTill({ id: 2, ...other })], waiting: [aCountedTill()] }),
    getTill: () => aCountedTill(other),
  };
  open('admin', '&part=all');
  const unclosed = within(await screen.findByRole('table', { name: 'Tills that are not closed' }));
  expect(unclosed.getAllByRole('row')[1]).toHaveTextContent('Mary Keji');
  expect(await screen.findByRole('button', { name: 'View TILL-2026-0003' })).toBeVisible();
  await user.click(unclosed.getAllByRole('link')[1]!);
  const drawer = within(await screen.findByRole('dialog', { name: 'TILL-2026-0003 of Mary Keji' }));
  await user.click(await drawer.findByRole('button', { name: 'Accept hand-over' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('$143.00 and SSP 4,000')).toBeVisible();
  server = { ...server, acceptTill: () => aCountedTill({ status: 'accepted' }) };
  await user.click(question.getByRole('button', { name: 'Accept hand-over' }));
  expect(await screen.findByText('Till Accepted')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/till/3/accept')).toHaveLength(1);
});

test('nobody accepts a till that the server refuses to them', async () => {
  const refusal = 'This is your own till: another person must accept its hand-over.';
  server = { ...server, getTill: () => aCountedTill({ mayAccept: false, refusal }) };
  open('billing', '&part=all&till=3');
  const drawer = within(await screen.findByRole('dialog', { name: /^TILL-2026-0003/ }));
  expect(await drawer.findByRole('button', { name: 'Accept hand-over' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('sets whether cash needs an open till', async () => {
  const user = userEvent.setup();
  server = { ...server, updateTillSettings: ({ body }) => body };
  open('admin');
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  const form = within(await screen.findByRole('dialog', { name: 'Till Settings' }));
  const box = await form.findByRole('checkbox', { name: 'Cash needs an open till' });
  expect(box).toBeChecked();
  await user.click(box);
  await user.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Cash needs no open till.')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/till/settings').at(-1)?.body).toEqual({
    isRequired: false,
  });
});

test('an error offers another try', async () => {
  const user = userEvent.setup();
  server = { ...server, getOwnTill: () => refuse('unavailable', 'The database does not answer.') };
  open();
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  server = { ...server, getOwnTill: () => ({ till: aTillDetail() }) };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Count and close' })).toBeVisible();
});
