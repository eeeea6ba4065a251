import { buffer } from 'node:stream/consumers';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { type Portal, signIn } from './harness.ts';
import { openSeededPortal } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openSeededPortal({ isBilled: true });
});
afterAll(() => portal.close());

test('the ceo reads the overview, the reports tab and the insights, and exports them', async () => {
  const { page, faults, settled } = await portal.open();
  const { username } = await makeAccount(portal.app, 'ceo');
  await signIn(page, username!);
  await page
    .getByRole('region', { name: 'Monthly Revenue' })
    .getByText('$250.00', { exact: true })
    .waitFor();

  await page.getByRole('link', { name: 'Reports & Analytics' }).first().click();
  await page
    .getByRole('region', { name: 'Annual Revenue' })
    .getByText('$250.00', { exact: true })
    .waitFor();
  await page.getByText('Annual', { exact: true }).click();
  await page.waitForURL(/period=annual/);
  await page.getByRole('row', { name: /^Juba Central/ }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);

  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Financial' }).click();
  await page.getByText('Export Started').waitFor();
  expect((await workbook).suggestedFilename()).toMatch(/^financial-report-.*\.xlsx$/);

  await page.getByRole('button', { name: 'Generate AI Insights' }).click();
  const dialog = page.getByRole('dialog', { name: 'AI-Generated Billing Insights' });
  await dialog.getByRole('heading', { name: 'Collection rate' }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const report = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export Report' }).click();
  const { text } = readPdf(await buffer(await (await report).createReadStream()));
  expect(text).toContain('Collection rate');

  await dialog
    .getByRole('link', { name: /^See the invoices/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Billing & Accounts' }).waitFor();
  await page
    .getByRole('cell', { name: /Garang Hotel/ })
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
