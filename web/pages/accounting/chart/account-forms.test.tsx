import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { someAccounts } from '../../../testing/books-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, serveCalls } from '../../../testing/stub-server.tsx';
import { AddAccountForm, nextCode } from './account-forms.tsx';

const served = serveCalls(() => ({
  createAccount: ({ body }) => ({ ...someAccounts[2], ...(body as object) }),
}));

test('the proposed code is the next free one of the group', () => {
  expect(nextCode(someAccounts, '5100')).toMatch(/^51\d0$/);
  // 5950 is a group.
  expect(nextCode(someAccounts, '5900')).toBe('5960');
  const full = [...someAccounts];
  for (let code = 5901; code < 6000; code++)
    full.push({ ...someAccounts[2]!, code: String(code), parentCode: '5900' });
  expect(nextCode(full, '5900')).toBe('');
});

test('adds an account to a group; pounds are offered where they are possible', async () => {
  renderAs('admin', <AddAccountForm accounts={someAccounts} onClose={() => {}} />);
  const form = within(await screen.findByRole('dialog', { name: 'Add Account' }));
  await userEvent.selectOptions(form.getByRole('combobox', { name: /^Group/ }), '5100');
  expect(form.queryByRole('combobox', { name: /^Kept in/ })).toBeNull();
  await userEvent.selectOptions(form.getByRole('combobox', { name: /^Group/ }), '1100');
  expect(form.getByRole('textbox', { name: /^Code/ })).toHaveValue(nextCode(someAccounts, '1100'));
  await userEvent.selectOptions(form.getByRole('combobox', { name: /^Kept in/ }), 'SSP');
  await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Safe');
  await userEvent.click(form.getByRole('button', { name: 'Add account' }));
  expect(await screen.findByText('Account added')).toBeInTheDocument();
  expect(callsOf(served.seen, 'POST /api/accounting/chart-of-accounts')[0]?.body).toEqual({
    parentCode: '1100',
    code: nextCode(someAccounts, '1100'),
    name: 'Safe',
    currency: 'SSP',
  });
});
