import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aTemplate } from '../../../testing/expense-samples.ts';
import { someRates } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { today } from '../../../ui/today.ts';
import { RecurringView } from './recurring-view.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    listExpenseTemplates: () => [
      aTemplate(),
      aTemplate({ id: 3, description: 'Old mast', isActive: false, nextMonth: null }),
    ],
    listRates: () => ({ rows: [{ ...someRates[0], rate: 400, validFrom: '2000-01-01' }] }),
    createExpenseTemplate: () => aTemplate({ description: 'Transit' }),
    updateExpenseTemplate: () => aTemplate(),
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'billing') =>
  renderAs(role, <RecurringView />, '/expense-management?view=recurring');

const rentIn = {
  description: 'Office rent',
  location: 'Nile Estates',
  expenseType: 'operating_expense',
  category: 'rent',
  currency: 'USD',
  amount: '900.00',
  account: 'checking',
  day: '1',
  firstMonth: '2026-01',
};

test('lists recurring expenses with their next month, and adds one', async () => {
  const user = userEvent.setup();
  open();
  expect(await screen.findByRole('row', { name: /Office rent.*December 2026/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /Old mast.*Stopped/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Recurring Expense' }));
  const form = await openedForm('Add Recurring Expense');
  await user.type(form.getByRole('textbox', { name: /^Description/ }), 'Transit');
  await user.click(form.getByRole('button', { name: 'Add recurring expense' }));
  expect(await screen.findByText('Missing Information')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Location/ }), 'Juba Networks');
  await user.type(form.getByRole('textbox', { name: /^Amount/ }), '500');
  await user.click(form.getByRole('button', { name: 'Add recurring expense' }));
  expect(await screen.findByText('Recurring expense added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/expenses/templates')[0]?.body).toEqual({
    description: 'Transit',
    location: 'Juba Networks',
    expenseType: 'cost_of_sales',
    category: 'bandwidth_cost',
    currency: 'USD',
    amount: '500',
    account: 'checking',
    day: '1',
    firstMonth: today().slice(0, 7),
    lastMonth: null,
    isActive: true,
  });
});

test('stops one after a question and changes one, by its current version', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Stop Office rent' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop Office rent?' }));
  await user.click(question.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Recurring expense stopped')).toBeVisible();
  const puts = () => callsOf(served.seen, 'PUT /api/expenses/templates/2').map(({ body }) => body);
  expect(puts()).toEqual([{ ...rentIn, lastMonth: null, isActive: false, version: 4 }]);

  await user.click(screen.getByRole('button', { name: 'Edit Office rent' }));
  const form = await openedForm('Edit Recurring Expense');
  const amount = form.getByRole('textbox', { name: /^Amount/ });
  await user.clear(amount);
  await user.type(amount, '950');
  server = {
    ...server,
    updateExpenseTemplate: () => refuseStale(),
    listExpenseTemplates: () => [aTemplate({ day: 5, version: 5 })],
  };
  await user.click(form.getByRole('button', { name: 'Save recurring expense' }));
  await user.click(await form.findByRole('button', { name: 'Load the current version' }));
  await waitFor(() => expect(form.getByRole('textbox', { name: /^Day/ })).toHaveValue('5'));
  server = { ...server, updateExpenseTemplate: () => aTemplate() };
  await user.click(form.getByRole('button', { name: 'Save recurring expense' }));
  expect(await screen.findByText('Recurring expense saved')).toBeVisible();
  expect(puts().at(-1)).toEqual(
    expect.objectContaining({ amount: '950', day: '5', isActive: true, version: 5 }),
  );
});

test('who may only read has no actions', async () => {
  open('technician');
  expect(await screen.findByRole('row', { name: /Office rent/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Edit|Stop|Resume)/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add Recurring Expense' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
