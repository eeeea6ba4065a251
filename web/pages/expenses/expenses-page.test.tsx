import { categories } from '@nimule/core/expenses/schema';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  anExpense,
  anOpenExpense,
  aTemplate,
  expenseFigures,
} from '../../testing/expense-samples.ts';
import { storeUser } from '../../client/session.ts';
import { UploadStatus } from '../../parts/uploads/upload-status.tsx';
import { aUser, someRates } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import {
  openedForm,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { today } from '../../ui/today.ts';
import { ExpensesPage } from './expenses-page.tsx';

/** The books as often as they were read: another net profit each time. */
let reads = 0;
const period = (month: number) => ({ month, year: month });
function summary() {
  reads += 1;
  const books = { revenue: period(900), expenses: period(500 + reads), cash: 100 };
  return {
    ...{ month: '2026-11', expenses: period(400) },
    books: { ...books, netProfit: period(400 - reads) },
  };
}

let server: StubServer;
const served = serveCalls(() => server);

const fails = () => {
  throw new Error('a bug of the server');
};

beforeEach(() => {
  localStorage.clear();
  const rate = { ...someRates[0], rate: 400, validFrom: '2000-01-01' };
  server = {
    expenseStats: () => expenseFigures,
    financialSummary: () => summary(),
    listExpenses: () => ({ rows: [anExpense(), anOpenExpense()], total: 2 }),
    lookupExpense: () => anExpense(),
    getExpense: () => anExpense(),
    listExpenseAttachments: () => [],
    listDocumentEntries: () => [],
    listExpenseTemplates: () => [aTemplate()],
    listRates: () => ({ rows: [rate] }),
    createExpense: () => anExpense(),
    updateExpense: () => anExpense(),
    deleteExpense: () => anExpense(),
  };
});

const at = '/expense-management';
const open = (role: Parameters<typeof renderAs>[0] = 'billing', address = at) =>
  renderAs(role, <ExpensesPage />, address);
const select = (form: ReturnType<typeof within>, name: RegExp) =>
  form.getByRole('combobox', { name }) as HTMLSelectElement;
const textBox = (form: ReturnType<typeof within>, name: RegExp) =>
  form.getByRole('textbox', { name });

test('shows the figures and the transactions', async () => {
  open();
  const total = within(await screen.findByRole('region', { name: 'Total Expenses' }));
  expect(await total.findByText('$1,350.00')).toBeVisible();
  expect(total.getByText('2 transactions')).toBeVisible();
  expect(screen.getByText('1 expense on account')).toBeVisible();
  const inPounds = await screen.findByRole('row', { name: /TXN-2026-000006/ });
  expect(inPounds).toHaveTextContent(/SSP 40,000/);
  expect(inPounds).toHaveTextContent(/\$100\.00/);
  expect(inPounds).toHaveTextContent(/Part paid/);
  expect(within(inPounds).getByTitle('2 receipts')).toBeInTheDocument();
  const inDollars = screen.getByRole('row', { name: /TXN-2026-000005/ });
  expect(inDollars).toHaveTextContent(/\$1,250\.00USD/);
  expect(within(inDollars).queryByTitle(/receipt/)).toBeNull();
});

test('reads the financial summary again after an expense was deleted (seeds/001 7)', async () => {
  const user = userEvent.setup();
  reads = 0;
  open();
  const line = await screen.findByRole('status', { name: 'Financial summary' });
  expect(line).toHaveTextContent(
    'Books of November 2026: revenue $900.00, expenses $501.00, net profit $399.00',
  );
  const row = await screen.findByRole('row', { name: /TXN-2026-000005/ });
  await user.click(within(row).getByRole('button', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: /Delete/ }));
  await waitFor(() => expect(line).toHaveTextContent('expenses $502.00, net profit $398.00'));
});

test('an empty list offers to add the first expense', async () => {
  const user = userEvent.setup();
  server = { ...server, listExpenses: () => ({ rows: [], total: 0 }) };
  open();
  expect(await screen.findByText('No expenses recorded')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add First Expense' }));
  expect(await screen.findByRole('dialog', { name: 'Add Expense' })).toBeVisible();
});

test('the form begins with the defaults, and another type clears the category', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Add Expense' }));
  const form = await openedForm('Add Expense');
  expect(select(form, /^Expense type/)).toHaveValue('cost_of_sales');
  expect(select(form, /^Category/)).toHaveValue('bandwidth_cost');
  expect(select(form, /^Currency/)).toHaveValue('USD');
  expect(select(form, /^Payment account/)).toHaveValue('checking');
  await user.selectOptions(select(form, /^Expense type/), 'operating_expense');
  expect(select(form, /^Category/)).toHaveValue('');
  expect([...select(form, /^Category/).options].map(({ value }) => value)).toEqual([
    '',
    'rent',
    'utilities',
    'salaries',
    'office_supplies',
    'marketing',
  ]);
  await user.type(textBox(form, /^Amount/), '8000');
  expect(await form.findByText('= SSP 3,200,000 (1 USD = 400 SSP)')).toBeVisible();
  await user.selectOptions(select(form, /^Currency/), 'SSP');
  expect(form.getByText('= $20.00 (1 USD = 400 SSP)')).toBeVisible();
});

test('says what is missing, saves, and keeps a failed form', async () => {
  const user = userEvent.setup();
  open('billing', `${at}?add=expense`);
  const form = await openedForm('Add Expense');
  await user.type(textBox(form, /^Description/), 'Transit');
  await user.type(textBox(form, /^Location/), 'Juba Networks');
  await user.click(form.getByRole('button', { name: 'Add expense' }));
  expect(await screen.findByText('Missing Information')).toBeVisible();
  expect(
    screen.getByText(
      'Please fill in all required fields including expense type and payment account.',
    ),
  ).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/expenses')).toEqual([]);
  await user.type(textBox(form, /^Amount/), '1,250');
  server = { ...server, createExpense: fails };
  await user.click(form.getByRole('button', { name: 'Add expense' }));
  expect(await screen.findByText('Failed to create expense.')).toBeVisible();
  server = { ...server, createExpense: () => anExpense() };
  await user.click(form.getByRole('button', { name: 'Add expense' }));
  expect(await screen.findByText('Expense Created')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/expenses').at(-1)?.body).toEqual({
    date: today(),
    location: 'Juba Networks',
    description: 'Transit',
    expenseType: 'cost_of_sales',
    category: 'bandwidth_cost',
    amount: '1,250',
    currency: 'USD',
    account: 'checking',
    reference: '',
    notes: '',
  });
});

test('sends chosen receipts after saving, and offers another try for those that fail', async () => {
  const user = userEvent.setup();
  storeUser(aUser());
  const receipt = new File(['%PDF-1.4'], 'bill.pdf', { type: 'application/pdf' });
  server = { ...server, addExpenseAttachment: fails };
  const shown = (
    <>
      <ExpensesPage />
      <UploadStatus />
    </>
  );
  renderAs('billing', shown, `${at}?add=expense`);
  const form = await openedForm('Add Expense');
  await user.type(textBox(form, /^Description/), 'Transit');
  await user.type(textBox(form, /^Location/), 'Juba Networks');
  await user.type(textBox(form, /^Amount/), '10');
  await user.upload(form.getByLabelText('Files for the new expense'), receipt);
  expect(form.getByText('bill.pdf')).toBeVisible();
  expect(form.getByLabelText('Photo for the new expense')).toHaveAttribute('capture');
  await user.click(form.getByRole('button', { name: 'Add expense' }));
  await user.click(await screen.findByRole('button', { name: '1 file still being sent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Files that are not sent yet' }));
  expect(dialog.getByText(/^For TXN-/)).toBeVisible();
  await dialog.findByText(/^The server could not store the file/);
  server = {
    ...server,
    addExpenseAttachment: () => ({
      id: 1,
      fileName: 'bill.pdf',
      contentType: 'application/pdf',
      size: 8,
      createdAt: '2026-11-20T08:00:00.000Z',
      createdBy: 'Grace Akol',
    }),
  };
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: '1 file still being sent' })).toBeNull(),
  );
  expect(callsOf(served.seen, 'POST /api/expenses/5/attachments')).toHaveLength(2);
});

test('a restored draft never has a category of another type', async () => {
  localStorage.setItem(
    'nimule.draft.0.expense',
    JSON.stringify({ description: 'Rent', expenseType: 'operating_expense', category: '' }),
  );
  open('billing', `${at}?add=expense`);
  const form = within(await screen.findByRole('dialog', { name: 'Add Expense' }));
  await waitFor(() => expect(textBox(form, /^Description/)).toHaveValue('Rent'));
  expect(select(form, /^Expense type/)).toHaveValue('operating_expense');
  await waitFor(() => expect(select(form, /^Category/)).toHaveValue(''));
});

test('an expense keeps a category that the form does not offer', async () => {
  const user = userEvent.setup();
  const installation = anExpense({ category: 'installation' });
  server = { ...server, listExpenses: () => ({ rows: [installation], total: 1 }) };
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit TXN-2026-000005' }));
  const form = await openedForm('Edit TXN-2026-000005');
  expect(select(form, /^Category/)).toHaveValue('installation');
  await user.selectOptions(select(form, /^Expense type/), 'non_operating_expense');
  expect([...select(form, /^Category/).options].map(({ value }) => value)).toEqual([
    '',
    'interest',
    'other',
  ]);
});

test('a stale expense is merged, and a failed update is told', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit TXN-2026-000005' }));
  const form = await openedForm('Edit TXN-2026-000005');
  await user.type(textBox(form, /^Description/), '!');
  server = { ...server, updateExpense: fails };
  await user.click(form.getByRole('button', { name: 'Save expense' }));
  expect(await screen.findByText('Failed to update expense.')).toBeVisible();
  server = {
    ...server,
    updateExpense: () => refuseStale(),
    getExpense: () => anExpense({ version: 3, amount: '1300.00', amountUsd: 1300 }),
  };
  await user.click(form.getByRole('button', { name: 'Save expense' }));
  await user.click(await form.findByRole('button', { name: 'Load the current version' }));
  await waitFor(() => expect(textBox(form, /^Amount/)).toHaveValue('1300.00'));
  server = { ...server, updateExpense: () => anExpense() };
  await user.click(form.getByRole('button', { name: 'Save expense' }));
  expect(await screen.findByText('Expense Updated')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/expenses/5').at(-1)?.body).toEqual(
    expect.objectContaining({
      description: 'Transit for November!',
      amount: '1300.00',
      version: 3,
    }),
  );
});

test('asks before it deletes, in the words of the specification', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Delete TXN-2026-000005' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(
      'Are you sure you want to delete this expense? This action cannot be undone and will affect your financial reports.',
    ),
  ).toBeVisible();
  server = { ...server, deleteExpense: fails };
  await user.click(dialog.getByRole('button', { name: 'Delete expense' }));
  expect(await screen.findByText('Failed to delete expense.')).toBeVisible();
  server = { ...server, deleteExpense: () => anExpense() };
  await user.click(dialog.getByRole('button', { name: 'Delete expense' }));
  expect(await screen.findByText('Expense Deleted')).toBeVisible();
});

test('who may only read has no buttons to change', async () => {
  open('technician');
  await screen.findByRole('row', { name: /TXN-2026-000005/ });
  for (const name of ['Add Expense', 'Import Data'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('button', { name: /^(Edit|Delete) TXN-/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'View TXN-2026-000005' })).toBeVisible();
});

test('the form for a new expense does not open for who may not add one', async () => {
  open('technician', `${at}?add=expense`);
  await screen.findByRole('row', { name: /TXN-2026-000005/ });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a category has its badge, whatever it is', async () => {
  const rows = categories.map((category, id) =>
    anExpense({ id: id + 1, transactionId: `TXN-2026-${id}`, category }),
  );
  server = { ...server, listExpenses: () => ({ rows, total: rows.length }) };
  open();
  expect(
    await screen.findAllByText(/^(Bandwidth cost|Tax)$/, { selector: '[data-category]' }),
  ).toHaveLength(2);
});
