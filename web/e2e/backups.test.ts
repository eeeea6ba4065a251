import { createCustomer } from '@nimule/core/customers/service';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { need, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('makes a backup, verifies, restores and deletes it', async (context) => {
  need(context, ...programsOfBackups());
  const { app } = portal;
  const { page, faults } = await portal.open();
  await createCustomer(contextOf(app), { name: 'Before Stores', packageType: 'Flexible Plan' });
  const { username } = await makeAccount(app, 'super_admin');
  await signIn(page, username!, '/backup-management');
  await page.getByText('No backups found').waitFor();
  await page.getByRole('button', { name: 'Create Manual Backup' }).click();
  await page.getByText('Backup Created Successfully').waitFor();
  const row = page.getByRole('row', { name: /nimule-.*-manual\.sql/ });
  await row.getByText('Not verified').waitFor();

  await row.getByRole('button', { name: /^Verify/ }).click();
  await row.getByText('Verified', { exact: true }).waitFor();

  await createCustomer(contextOf(app), { name: 'After Stores', packageType: 'Flexible Plan' });
  await row.getByRole('button', { name: /^Restore/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Restore Database' });
  await dialog.getByText(/This will replace ALL current data with the backup data/).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByLabel('Type RESTORE to confirm').fill('RESTORE');
  await dialog.getByRole('button', { name: 'Restore database' }).click();
  await page.getByText('Jobs and outgoing messages are paused', { exact: true }).waitFor();

  // Still signed in; the data are those of the backup.
  await go(page, '/dashboard?tab=customers');
  await page
    .getByRole('cell', { name: /Before Stores/ })
    .first()
    .waitFor();
  expect(await page.getByText('After Stores').count()).toBe(0);

  await go(page, '/backup-management');
  await page.getByRole('button', { name: 'Resume' }).click();
  const resume = page.getByRole('alertdialog', { name: 'Resume Jobs and Messages' });
  await resume.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Jobs and Messages Resumed').waitFor();
  const rows = page.getByRole('row', { name: /nimule-.*-manual\.sql/ });
  await expect.poll(() => rows.count()).toBe(2);
  await rows
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  const remove = page.getByRole('alertdialog', { name: 'Delete Backup' });
  await remove.getByText(/^Are you sure you want to delete nimule-/).waitFor();
  await remove.getByRole('button', { name: /Delete/ }).click();
  await expect.poll(() => rows.count()).toBe(1);
  // Polls of the progress and of the server's state are refused while the restore replaces the database.
  const refused = /^503 \S+\/(api\/backups\/progress|readyz)$/;
  expect(faults.filter((fault) => !refused.test(fault))).toEqual([]);
});
