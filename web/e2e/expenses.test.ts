import { listExpenses } from '@nimule/core/expenses/service-list';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('billing adds, edits, pays, imports twice and deletes expenses; a technician only reads', async () => {
  const billing = await makeAccount(portal.app, 'billing');
  const technician = await makeAccount(portal.app, 'technician');
  const ctx = contextOf(portal.app);
  const { page, faults, settled } = await portal.open();
  const check = async (what: string) => {
    await settled();
    expect(await seriousFindings(page), what).toEqual([]);
  };
  await signIn(page, billing.username!);
  await page.getByRole('link', { name: 'Expense Management' }).first().click();
  await page.getByText('No expenses recorded').waitFor();
  await page.getByRole('button', { name: 'Add First Expense' }).click();
  const add = page.getByRole('dialog', { name: 'Add Expense' });
  await add.locator('input[name=description]:focus').waitFor();
  await page.keyboard.type('Generator hire');
  await add.getByRole('textbox', { name: /^Location/ }).fill('Nile Power');
  await page.keyboard.press('Enter');
  await page.getByText('Missing Information').waitFor();
  await add.getByRole('textbox', { name: /^Amount/ }).fill('300');
  await add.getByRole('combobox', { name: /^Expense type/ }).selectOption('operating_expense');
  await add.getByRole('combobox', { name: /^Category/ }).selectOption('utilities');
  await add.getByRole('combobox', { name: /^Payment account/ }).selectOption('accounts_payable');
  await add.getByLabel('Files for the new expense').setInputFiles({
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  await check('Add Expense');
  await add.getByRole('button', { name: 'Add expense' }).click();
  await page.getByText('Expense Created').waitFor();
  await page.getByRole('img', { name: '1 receipt' }).waitFor();

  await page.getByRole('button', { name: /^Edit TXN-/ }).click();
  const edit = page.getByRole('dialog', { name: /^Edit TXN-/ });
  await edit.getByRole('textbox', { name: /^Amount/ }).fill('320');
  await edit.getByRole('button', { name: 'Save expense' }).click();
  await page.getByText('Expense Updated').waitFor();

  await page.getByRole('cell', { name: 'Generator hire' }).click();
  const drawer = page.getByRole('dialog', { name: /^TXN-.*Generator hire$/ });
  await drawer.getByRole('button', { name: 'Pay', exact: true }).click();
  const pay = page.getByRole('dialog', { name: /^Pay TXN-/ });
  await expect
    .poll(() => pay.getByRole('textbox', { name: /^Amount/ }).inputValue())
    .toBe('320.00');
  await pay.getByRole('textbox', { name: /^Amount/ }).fill('120');
  await pay.getByRole('button', { name: 'Record payment' }).click();
  await drawer.getByText('$200.00 is not paid yet.').waitFor();
  await drawer.getByRole('link', { name: 'bill.pdf' }).waitFor();
  await drawer.getByRole('button', { name: 'Show history' }).click();
  await drawer.getByText('$120.00 paid').waitFor();
  await check('drawer');
  await drawer.getByRole('button', { name: 'Close' }).click();

  const [year, month] = ctx.today.split('-');
  const paste = `Date\tTown\tNote\tAmount\n01/${month}/${year}\tJuba Networks\tSTM-1\t1,250.00\n01/${month}/${year}\tJuba Networks\tSTM-2\t-75.50`;
  const imports = page.getByRole('dialog', { name: 'Import Data' });
  const preview = async () => {
    await page.getByRole('button', { name: 'Import Data' }).click();
    await imports.getByRole('textbox', { name: 'Supplier expense data' }).fill(paste);
    await imports.getByRole('button', { name: 'Preview' }).click();
    await imports.getByText('1 line did not count').waitFor();
  };
  await preview();
  await imports.getByText('1 expense, $1,250.00 in all').waitFor();
  await imports.getByRole('checkbox', { name: 'Import line 3' }).check({ force: true });
  await imports.getByRole('button', { name: 'Import 2 expenses' }).click();
  await page.getByText('2 expenses recorded').waitFor();
  await preview();
  await imports.getByRole('button', { name: 'Nothing to import' }).waitFor();
  await check('Import Data');
  await imports.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await imports.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /\$75\.50/ })
    .getByRole('button', { name: /^Delete TXN-/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete expense' }).click();
  await page.getByText('Expense Deleted').waitFor();
  await check('list');
  // On a tablet the list is still a table.
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.getByRole('columnheader', { name: 'Location' }).waitFor({ state: 'detached' });
  await page.getByRole('columnheader', { name: 'Amount' }).waitFor();
  const { rows } = await listExpenses(ctx, { sort: 'amountUsd' });
  expect(rows.map(({ amount, paid }) => [amount, paid])).toEqual([
    ['320.00', 'part'],
    ['1250.00', 'unpaid'],
  ]);

  const other = await portal.open({ width: 390, height: 844 });
  await signIn(
    other.page,
    technician.username!,
    `/expense-management?expense=${rows[0]!.transactionId}`,
  );
  const seen = other.page.getByRole('dialog', { name: /Generator hire$/ });
  await seen.getByText('$200.00 is not paid yet.').waitFor();
  await other.settled();
  expect(await seriousFindings(other.page)).toEqual([]);
  expect(
    await other.page
      .getByRole('button', { name: /^(Edit|Delete( TXN.*)?|Pay|Reverse.*)$/ })
      .count(),
  ).toBe(0);
  expect([...faults, ...other.faults]).toEqual([]);
});
