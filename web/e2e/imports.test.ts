import { buffer } from 'node:stream/consumers';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import {
  customersFile,
  UNKNOWN_PACKAGE,
  unknownRows,
} from '@nimule/fixtures/testing/documents/import-files';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

const CUSTOMERS = 2_000;
const REFUSED = unknownRows(CUSTOMERS);
const count = new Intl.NumberFormat('en-US');

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('2,000 customers with wrong package names are imported, reconciled and undone', async () => {
  const { page, faults, settled } = await portal.open();
  const { username } = await makeAccount(portal.app, 'admin');
  await signIn(page, username!);

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await click(link('Customer Management'));
  await click(link('Import'));
  const chooser = page.waitForEvent('filechooser');
  await click(button('Choose a file: Customers'));
  // The click on the file in the system's dialog.
  clicks += 1;
  await (await chooser).setFiles({
    name: 'old-system.csv',
    mimeType: 'text/csv',
    buffer: customersFile(CUSTOMERS),
  });
  const apply = button(/^Apply (all|the)/);
  await apply.waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.getByLabel('Phone: column 2').inputValue()).toBe('Mobile');
  await click(apply);
  await click(button(`Import ${count.format(CUSTOMERS - REFUSED)} rows`));

  // The page is left, and the import found again.
  await page.getByRole('heading', { level: 2, name: 'old-system.csv' }).waitFor();
  await click(link('Customer Management'));
  await page.getByRole('heading', { level: 1, name: 'Customer Management' }).waitFor();
  await click(link('Import'));
  await click(page.getByRole('tab', { name: 'History' }));
  await click(link('old-system.csv'));
  const table = page.getByRole('table', { name: 'Reconciliation' });
  const customers = table.getByRole('row', { name: /^Customers/ });
  await customers.getByText('Explained').waitFor();
  await page.getByText('Done', { exact: true }).waitFor();
  expect(clicks).toBeLessThan(15);
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  expect((await customers.innerText()).replace(/\s+/g, ' ')).toContain(
    `${count.format(CUSTOMERS)} ${count.format(CUSTOMERS - REFUSED)} ${REFUSED}`,
  );
  await table
    .getByRole('row', { name: /^Monthly fees/i })
    .getByText('Explained')
    .waitFor();

  const saved = page.waitForEvent('download');
  await button('Refused rows').click();
  await page.getByRole('menuitem', { name: /\.csv/ }).click();
  const refused = (await buffer(await (await saved).createReadStream())).toString();
  expect(refused.split(UNKNOWN_PACKAGE).length - 1).toBeGreaterThanOrEqual(REFUSED);

  await button('Undo this import').click();
  const dialog = page.getByRole('alertdialog', { name: 'Undo This Import' });
  await dialog.getByText(/new records \(customers\)/).waitFor();
  await dialog.getByRole('button', { name: 'Undo this import' }).click();
  await page
    .getByText(`${count.format(CUSTOMERS - REFUSED)} removed`, { exact: false })
    .first()
    .waitFor();
  await go(page, '/dashboard?tab=customers');
  await page
    .getByText('There are no customers yet')
    .or(button('Add the first customer'))
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
