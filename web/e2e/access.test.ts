import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAccess } from './access-world.ts';
import { seriousFindings } from './findings.ts';
import { drawn, go, openPortal, type Portal, signIn } from './harness.ts';

/** Where a phone shows the first record, in pixels from the top. */
const RECORD_WITHIN = 330;

let portal: Portal;
let customer: string;

beforeAll(async () => {
  portal = await openPortal();
  customer = await seedAccess(portal.app);
});
afterAll(() => portal.close());

test('a technical manager adds a router and an account, sees secret, script and password, and blocks', async () => {
  const { page, faults, settled } = await portal.open();
  const { username } = await makeAccount(portal.app, 'technical_manager');
  const check = async (what: string) => {
    await settled();
    expect(await seriousFindings(page), what).toEqual([]);
  };
  await signIn(page, username!, '/dashboard?tab=network&view=routers');
  await page.getByRole('button', { name: 'Add Router' }).click();
  const form = page.getByRole('dialog', { name: 'Add Router' });
  await form.getByLabel(/^Name/).fill('Bor');
  await form.getByLabel('Address', { exact: true }).fill('10.1.1.2');
  await form.getByRole('button', { name: 'Add router' }).click();
  const secret = page.getByRole('dialog', { name: 'Secret of Bor' });
  const shown = await secret.getByLabel('Secret').inputValue();
  expect(shown.length).toBeGreaterThan(15);
  await check('the secret');
  await secret.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'More actions for Bor' }).click();
  await page.getByRole('menuitem', { name: 'Terminal script' }).click();
  const script = page.getByRole('dialog', { name: 'Script for Bor' });
  await script.getByLabel(/^Address of FreeRADIUS/).fill('10.0.0.2');
  await script.getByRole('button', { name: 'Show script' }).click();
  const lines = await script.getByLabel('Script', { exact: true }).inputValue();
  expect(lines).toContain('address=10.0.0.2');
  expect(lines).toContain(shown);
  await check('the script');
  await script.getByRole('button', { name: 'Close' }).last().click();

  await go(page, '/dashboard?tab=network&view=online');
  await page.getByText('Observe only:').waitFor();
  await page.getByRole('row', { name: /Nile Hotel.*nile\.hotel/ }).waitFor();
  await page.getByRole('button', { name: 'End session nile.hotel' }).waitFor();
  await check('online');
  await go(page, '/dashboard?tab=network&view=refusals');
  await page.getByRole('row', { name: /nobody.*Unknown name/ }).waitFor();
  await check('refused sign-ins');

  await go(page, `/dashboard?tab=customers&customer=${customer}&its-part=access`);
  const drawer = page.getByRole('dialog', { name: 'Rumbek Bakery' });
  await drawer.getByRole('button', { name: 'Add access account' }).click();
  const account = page.getByRole('dialog', { name: 'Add Access Account' });
  const name = await account.getByLabel(/^User name/).inputValue();
  expect(name).toBe(customer.toLowerCase());
  await account.getByRole('button', { name: 'Add account' }).click();
  const password = page.getByRole('dialog', { name: `Password of ${name}` });
  expect((await password.getByLabel('Password', { exact: true }).inputValue()).length).toBe(10);
  await password.getByRole('button', { name: 'Done' }).click();
  await drawer.getByRole('button', { name: `Block ${name}` }).click();
  await page.getByRole('button', { name: 'Block account' }).click();
  await drawer.getByText('Refused: blocked').waitFor();
  await check('accounts of a customer');
  expect(faults).toEqual([]);
});

test('on a phone the first record is near the top, also below the notice', async () => {
  const { page, settled } = await portal.open({ width: 390, height: 844 });
  const { username } = await makeAccount(portal.app, 'support');
  await signIn(page, username!, '/dashboard?tab=network&view=routers');
  for (const view of ['routers', 'online', 'refusals']) {
    await go(page, `/dashboard?tab=network&view=${view}`);
    await page.getByText('Observe only:').waitFor();
    const record = page.locator('[data-list] tbody tr').first();
    await record.waitFor();
    await settled();
    await drawn(page);
    const box = await record.boundingBox();
    expect([view, Math.round(box!.y) <= RECORD_WITHIN, box!.y]).toEqual([view, true, box!.y]);
  }
});
