import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { ImportDialog } from './import-dialog.tsx';

let server: StubServer;
const served = serveCalls(() => server);

const fails = () => {
  throw new Error('a bug of the server');
};

const verdict = (line: number, changes: object = {}) => ({
  line,
  mark: 'new',
  problem: '',
  knownAs: null,
  date: '2026-11-01',
  location: 'Juba Networks',
  description: 'Bandwidth cost - Juba Networks',
  amountUsd: 100,
  ...changes,
});

const PASTE = [
  'Date\tVendor\tNote\tAmount',
  '01/11/2026\tJuba Networks\tx\t100.00',
  '01/11/2026\tJuba Networks\tx\t-40.00',
  '01/11/2026\t\tx\t0',
  'sum',
].join('\n');

beforeEach(() => {
  server = {
    previewExpenseImport: () => ({
      verdicts: [
        verdict(1),
        verdict(2, { mark: 'minus', problem: 'The amount has a minus.', amountUsd: 40 }),
        verdict(3, { mark: 'zero', problem: 'The amount is 0.', amountUsd: 0 }),
      ],
      toRecord: 1,
      totalUsd: 100,
    }),
    importExpenses: () => ({
      message: '2 expenses recorded, 1 left out, 0 refused.',
      recorded: 2,
      leftOut: 1,
      refused: 0,
      verdicts: [],
    }),
  };
});

async function openDialog() {
  renderAs('billing', <ImportDialog onClose={() => {}} />, '/expense-management');
  return within(await screen.findByRole('dialog', { name: 'Import Data' }));
}

async function paste(
  user: ReturnType<typeof userEvent.setup>,
  dialog: ReturnType<typeof within>,
  text: string,
) {
  await user.click(dialog.getByRole('textbox', { name: 'Supplier expense data' }));
  await user.paste(text);
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
}

test('says if nothing was pasted, or nothing that counts', async () => {
  const user = userEvent.setup();
  const dialog = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(screen.getByText('Please paste the supplier expense data.')).toBeVisible();
  await paste(user, dialog, 'some words');
  expect(await screen.findByText('No Valid Data')).toBeVisible();
  expect(
    screen.getByText('Could not parse any valid expense records from the data.'),
  ).toBeVisible();
  expect(served.seen).toEqual([]);
});

test('shows what would be recorded, and imports that and the chosen lines', async () => {
  const user = userEvent.setup();
  const dialog = await openDialog();
  await paste(user, dialog, PASTE);
  expect(await dialog.findByText('1 expense, $100.00 in all')).toBeVisible();
  expect(dialog.getByText('2 lines did not count')).toBeVisible();
  expect(dialog.getByRole('checkbox', { name: 'Import line 2' })).toBeChecked();
  // A line of 0 is never recorded.
  expect(dialog.getByRole('checkbox', { name: 'Import line 4' })).toBeDisabled();
  expect(dialog.getByText('The amount has a minus.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Import line 3' }));
  expect(dialog.getByText('2 expenses, $140.00 in all')).toBeVisible();
  server = { ...server, importExpenses: fails };
  await user.click(dialog.getByRole('button', { name: 'Import 2 expenses' }));
  expect(await screen.findByText('Import Error')).toBeVisible();
  expect(screen.getByText('Failed to import expenses.')).toBeVisible();
  server = {
    ...server,
    importExpenses: () => ({
      message: '2 expenses recorded, 1 left out, 0 refused.',
      recorded: 2,
      leftOut: 1,
      refused: 0,
      verdicts: [],
    }),
  };
  await user.click(dialog.getByRole('button', { name: 'Import 2 expenses' }));
  expect(await screen.findByText('Bulk Import Complete')).toBeVisible();
  expect(screen.getByText('2 expenses recorded, 1 left out, 0 refused.')).toBeVisible();
  const [first, second] = callsOf(served.seen, 'POST /api/expenses/bulk-import');
  const { expenses: sent, ...booked } = second!.body as { expenses: object[] };
  expect(booked).toEqual({ account: 'accounts_payable', currency: 'USD' });
  expect(sent.map((line) => ({ ...line, date: undefined }))).toEqual([
    { location: 'Juba Networks', amount: '100.00' },
    { location: 'Juba Networks', amount: '-40.00', isChosen: true },
    { location: 'Bandwidth Supplier', amount: '0' },
  ]);
  // A retry is the same import.
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

test('account and currency are chosen for all lines, after which the preview is made anew', async () => {
  const user = userEvent.setup();
  const dialog = await openDialog();
  await paste(user, dialog, PASTE);
  await dialog.findByRole('button', { name: 'Import 1 expense' });
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Payment account' }), 'Checking');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Currency' }), 'SSP');
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await user.click(await dialog.findByRole('button', { name: 'Import 1 expense' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'POST /api/expenses/bulk-import')).toHaveLength(1),
  );
  for (const path of ['POST /api/expenses/bulk-import/preview', 'POST /api/expenses/bulk-import'])
    expect(callsOf(served.seen, path).at(-1)?.body).toMatchObject({
      account: 'checking',
      currency: 'SSP',
    });
});

test('a changed paste needs another preview', async () => {
  const user = userEvent.setup();
  const dialog = await openDialog();
  await paste(user, dialog, PASTE);
  await dialog.findByRole('button', { name: 'Import 1 expense' });
  await user.type(dialog.getByRole('textbox', { name: 'Vendor name' }), ' 2');
  expect(dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Preview' })).toBeEnabled();
});

test('shows the lines of a large paste by pages, and chooses all of a mark at once', async () => {
  const user = userEvent.setup();
  const lines = 5000;
  server = {
    ...server,
    previewExpenseImport: () => ({
      verdicts: Array.from({ length: lines }, (_, at) =>
        verdict(at + 1, at % 2 === 0 ? {} : { mark: 'known', problem: 'Already recorded.' }),
      ),
      toRecord: lines / 2,
      totalUsd: 250_000,
    }),
  };
  const dialog = await openDialog();
  const line = '01/11/2026\tJuba Networks\tx\t100.00';
  await paste(user, dialog, Array.from({ length: lines }, () => line).join('\n'));
  expect(await dialog.findByText('2,500 expenses, $250,000.00 in all')).toBeVisible();
  expect(dialog.getAllByRole('row').length).toBeLessThan(110);
  await user.click(dialog.getByRole('button', { name: /^Recorded already/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'Import all 2,500' }));
  expect(dialog.getByText('5,000 expenses, $500,000.00 in all')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(dialog.getByRole('checkbox', { name: 'Import line 202' })).toBeChecked(),
  );
});
