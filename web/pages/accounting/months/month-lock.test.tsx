import { isoMonth } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { MonthLock } from './month-lock.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const locked = { month: '2026-10', isLocked: true, lockedAt: null, lockedBy: 'Ann Wani' };
beforeEach(() => {
  server = {
    listMonths: () => [{ ...locked, isLocked: false, lockedBy: null }],
    lockMonth: () => locked,
    openInMonth: () => [
      {
        ...{ kind: 'payrollWaiting', title: '3 payrolls of the month are not approved.', count: 3 },
        ...{ amountUsd: 2310.5, link: { to: 'hr', query: { view: 'payroll' } } },
      },
    ],
  };
});

const ask = async () => {
  renderAs('admin', <MonthLock month={isoMonth('2026-10')} />, '/accounting');
  // Another element once it is enabled, without its tooltip.
  const button = () => screen.getByRole('button', { name: 'Lock month' });
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(button());
  return within(await screen.findByRole('alertdialog'));
};
const locks = () => callsOf(served.seen, 'POST /api/accounting/months/2026-10/lock').length;

test('says what is open with its sum and page, and locks only after the tick', async () => {
  const dialog = await ask();
  const matters = within(await dialog.findByRole('region', { name: 'Still open in October 2026' }));
  expect(matters.getByRole('link', { name: /3 payrolls/ })).toHaveAttribute(
    'href',
    '/hr?view=payroll',
  );
  expect(matters.getByText('$2,310.50')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Lock month' }));
  expect(locks()).toBe(0);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Lock all the same' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Lock month' }));
  await waitFor(() => expect(locks()).toBe(1));
  expect(await screen.findByText('Month locked')).toBeVisible();
});

test('asks for no tick where nothing is open', async () => {
  server.openInMonth = () => [];
  const dialog = await ask();
  expect(await dialog.findByText('Nothing is open in October 2026.')).toBeVisible();
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Lock month' }));
  await waitFor(() => expect(locks()).toBe(1));
});

test('can lock all the same where it could not be read', async () => {
  server.openInMonth = () => refuse('unavailable', 'The database is busy.');
  const dialog = await ask();
  expect(await dialog.findByText('The database is busy.')).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Lock all the same' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Lock month' }));
  await waitFor(() => expect(locks()).toBe(1));
});
