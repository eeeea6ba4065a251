import { isoMonth } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEntryDetail, someAccounts } from '../../../testing/books-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { NewEntryDialog } from './new-entry-dialog.tsx';

let server: StubServer;
const served = serveCalls(() => server);
const closed = vi.fn();

beforeEach(() => {
  closed.mockReset();
  server = {
    listAccounts: () => someAccounts,
    listMonths: () => [],
    createJournalEntry: () => anEntryDetail,
  };
});

async function open() {
  renderAs(
    'billing',
    <NewEntryDialog month={isoMonth('2025-03')} onShow={() => {}} onClose={closed} />,
  );
  // The dialog that is shown while the accounts are read has the same name.
  await screen.findByRole('button', { name: 'Post Entry' });
  return openedForm('New Journal Entry');
}

type Form = Awaited<ReturnType<typeof open>>;

async function pick(form: Form, line: number, text: string) {
  await userEvent.type(form.getByRole('combobox', { name: `Account, line ${line}` }), text);
  await userEvent.click(await form.findByRole('option', { name: new RegExp(text) }));
}

const posted = () => callsOf(served.seen, 'POST /api/accounting/journal-entries');

test('posts a balanced entry, with live totals', async () => {
  const form = await open();
  const button = form.getByRole('button', { name: 'Post Entry' });
  expect(form.getByDisplayValue('31 Mar 2025')).toBeInTheDocument();
  await userEvent.type(form.getByRole('textbox', { name: /^Description \(/ }), 'Rent');
  await pick(form, 1, '5910');
  await userEvent.type(form.getByRole('textbox', { name: 'Debit, line 1' }), '400');
  expect(form.getByText('Difference $400.00')).toBeInTheDocument();
  expect(button).toBeDisabled();
  await pick(form, 2, '1120');
  await userEvent.type(form.getByRole('textbox', { name: 'Credit, line 2' }), '400');
  expect(form.getByText('Balanced')).toBeInTheDocument();
  await userEvent.click(button);
  expect(await screen.findByText('Journal Entry Created')).toBeInTheDocument();
  expect(
    screen.getByText('Double-entry journal entry has been posted successfully.'),
  ).toBeInTheDocument();
  expect(closed).toHaveBeenCalled();
  expect(posted()[0]?.body).toMatchObject({
    date: '2025-03-31',
    description: 'Rent',
    totalDebit: 400,
    totalCredit: 400,
    entries: [
      { accountCode: '5910', debitAmount: '400' },
      { accountCode: '1120', creditAmount: '400' },
    ],
  });
});

test('an entry that does not balance is refused in the words of the specification', async () => {
  const form = await open();
  await userEvent.type(form.getByRole('textbox', { name: /^Description \(/ }), 'Rent');
  await userEvent.type(form.getByRole('textbox', { name: 'Debit, line 1' }), '400');
  await userEvent.type(form.getByRole('textbox', { name: 'Credit, line 2' }), '300');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Missing Account')).toBeInTheDocument();
  expect(
    screen.getAllByText(/Please select an account for all journal entry lines/).length,
  ).toBeGreaterThan(0);
  await pick(form, 1, '5910');
  await pick(form, 2, '1120');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Entry Not Balanced')).toBeInTheDocument();
  expect(screen.getByText('Debits ($400.00) must equal Credits ($300.00)')).toBeInTheDocument();
  expect(posted()).toEqual([]);
  expect(closed).not.toHaveBeenCalled();
});

test('Enter adds a line with the missing amount; a line is removed only while there are more than two', async () => {
  const form = await open();
  expect(form.getByRole('button', { name: 'Remove line 1' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await userEvent.type(form.getByRole('textbox', { name: 'Debit, line 1' }), '400{Enter}');
  await waitFor(() =>
    expect(form.getByRole('combobox', { name: 'Account, line 2' })).toHaveFocus(),
  );
  const second = form.getByRole('textbox', { name: 'Credit, line 2' });
  expect(second).toHaveValue('400.00');
  await userEvent.clear(second);
  await userEvent.type(second, '150{Enter}');
  expect(await form.findByRole('textbox', { name: 'Credit, line 3' })).toHaveValue('250.00');
  await userEvent.type(form.getByRole('textbox', { name: 'Description, line 3' }), '{Enter}');
  expect(form.getByRole('button', { name: 'Post Entry' })).toHaveFocus();
  await userEvent.click(form.getByRole('button', { name: 'Remove line 2' }));
  expect(form.getByText('Difference $150.00')).toBeInTheDocument();
  expect(form.getByRole('button', { name: 'Remove line 2' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('offers accounts that can be posted to alone, and asks for pounds on an account in pounds', async () => {
  const form = await open();
  const account = form.getByRole('combobox', { name: 'Account, line 1' });
  await userEvent.type(account, 'cash');
  const options = await form.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toContain('1110 Cash on Hand');
  expect(options.some((option) => /^1[01]00/.test(option.textContent ?? ''))).toBe(false);
  expect(form.queryByRole('textbox', { name: 'Pounds, line 1' })).toBeNull();
  await userEvent.clear(account);
  await pick(form, 1, '1160');
  expect(form.getByRole('textbox', { name: 'Pounds, line 1' })).toBeInTheDocument();
});

test('a refused entry stays in the form, and a locked month is told before', async () => {
  server.listMonths = () => [
    { month: '2025-03', isLocked: true, lockedAt: '2026-01-01T08:00:00.000Z', lockedBy: 'Grace' },
  ];
  server.createJournalEntry = () => refuse('rule', 'Something is wrong.');
  const form = await open();
  expect(await form.findByText(/March 2025 is locked/)).toBeInTheDocument();
  await pick(form, 1, '5910');
  await userEvent.type(form.getByRole('textbox', { name: 'Debit, line 1' }), '400');
  await pick(form, 2, '1120');
  await userEvent.type(form.getByRole('textbox', { name: 'Credit, line 2' }), '400');
  expect(form.getByRole('button', { name: 'Post Entry' })).toBeDisabled();
  await userEvent.type(form.getByRole('textbox', { name: /^Description \(/ }), 'Rent');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Something is wrong.')).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: 'Debit, line 1' })).toHaveValue('400');
});

test('an entry can be repeated each month', async () => {
  server.createJournalTemplate = ({ body }) => ({
    ...(body as object),
    entries: [],
    id: 1,
    reference: '',
    firstMonth: '2026-12',
    lastMonth: null,
    isActive: true,
    nextMonth: '2026-12',
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'Grace',
    version: 1,
  });
  const form = await open();
  await userEvent.type(form.getByRole('textbox', { name: /^Description \(/ }), 'Rent');
  await pick(form, 1, '5910');
  await userEvent.type(form.getByRole('textbox', { name: 'Debit, line 1' }), '400');
  await pick(form, 2, '1120');
  await userEvent.type(form.getByRole('textbox', { name: 'Credit, line 2' }), '400');
  await userEvent.click(form.getByRole('checkbox', { name: /Also post it each month/ }));
  await userEvent.type(form.getByRole('textbox', { name: 'On day' }), '5');
  await userEvent.click(form.getByRole('button', { name: 'Post Entry' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'POST /api/accounting/templates')[0]?.body).toMatchObject({
      description: 'Rent',
      day: '5',
      firstMonth: '2026-12',
    }),
  );
  const dialog = within(document.body);
  expect(await dialog.findByText('Journal Entry Created')).toBeInTheDocument();
});
