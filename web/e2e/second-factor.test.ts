import { makeAccount, PASSWORD } from '@nimule/fixtures/testing/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from './authenticator.ts';
import { findingsInBothThemes, seriousFindings } from './findings.ts';
import { openPortal, openUserMenu, type Portal } from './harness.ts';

let portal: Portal;
/** Browsers have passkeys for localhost, and for no address in digits. */
let home: string;
/** How far the server's clock is ahead: a code is of use once. */
let aheadMs = 0;
beforeAll(async () => {
  portal = await openPortal();
  const { clock } = portal.app;
  portal.app.clock = () => new Date(clock().getTime() + aheadMs);
  home = portal.origin.replace('127.0.0.1', 'localhost');
});
afterAll(() => portal.close());

async function visit(size?: { width: number; height: number }) {
  const opened = await portal.open(size);
  // Its storage is that of another origin than the others empty.
  opened.spend();
  return opened;
}

/** The next code of an app, which no sign-in has used. */
function nextCode(secret: string): string {
  aheadMs += 30_000;
  return codeAt(secret, portal.app.clock());
}
const wrongCode = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) =>
    codeAt(secret, new Date(portal.app.clock().getTime() + seconds * 1_000)),
  );
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  )!;
};

const query = (sql: string, values: unknown[]) => portal.app.pool.query(sql, values);
const overview = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();

/** Username and password, and Enter. */
async function showPassword(page: Page, username: string): Promise<void> {
  await page.goto(`${home}/auth`);
  // A value that is set while the page takes over the form of the HTML would go to the old one.
  await page.locator('#root form').waitFor();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL(`${home}/`);
}

const codeBox = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

/** From the dialog of an app to the end: its secret and the recovery codes. */
async function finishApp(page: Page): Promise<{ secret: string; recovery: string[] }> {
  const form = page.getByRole('dialog', { name: 'Authenticator App' });
  const secret = await form.getByLabel('Key for the authenticator app').inputValue();
  await form.getByRole('img', { name: /QR code/ }).waitFor();
  const box = form.getByRole('textbox', { name: /^First code/ });
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(wrongCode(secret));
  await form.getByText(/This code is not right/).waitFor();
  await box.fill(nextCode(secret));
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.waitFor();
  const recovery = await codes.getByRole('listitem').allInnerTexts();
  expect(recovery).toHaveLength(10);
  return { secret, recovery };
}

test('an authenticator app is set up in the days of grace, and asked for at the next sign-in', async () => {
  const { page, faults, settled } = await visit();
  const { username } = await makeAccount(portal.app, 'billing');
  await showPassword(page, username!);
  await overview(page);
  await page.getByRole('link', { name: 'Set up a second factor' }).waitFor();
  await openUserMenu(page);
  await page.getByRole('link', { name: 'Sign-in and devices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign-in and Devices' }).waitFor();
  await page.getByText(/You can sign in without one until/).waitFor();
  expect(await findingsInBothThemes({ page, settled })).toEqual([]);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('dialog', { name: 'Authenticator App' }).waitFor();
  await settled();
  expect(await findingsInBothThemes({ page, settled })).toEqual([]);
  const { secret, recovery } = await finishApp(page);
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 of 10 recovery codes').waitFor();
  expect(await page.getByText(/You can sign in without one until/).count()).toBe(0);

  await logOut(page);
  await showPassword(page, username!);
  await codeBox(page).waitFor();
  expect(await findingsInBothThemes({ page, settled })).toEqual([]);
  // The third act of a sign-in, also after a reload.
  await page.reload();
  await codeBox(page).waitFor();
  await page.keyboard.type(nextCode(secret));
  await overview(page);
  expect(await page.getByRole('link', { name: 'Set up a second factor' }).count()).toBe(0);

  await logOut(page);
  await showPassword(page, username!);
  await codeBox(page).waitFor();
  await page.keyboard.type(wrongCode(secret));
  await page.getByText(/This code is not right/).waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery[0]!);
  await page.keyboard.press('Enter');
  await overview(page);

  await logOut(page);
  await showPassword(page, username!);
  await codeBox(page).waitFor();
  const wrong = wrongCode(secret);
  for (let count = 0; count < 5; count += 1) {
    const answered = page.waitForResponse(/second-step\/code$/);
    await codeBox(page).fill('');
    await codeBox(page).fill(wrong);
    expect((await answered).status()).toBe(422);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  }
  await codeBox(page).fill('');
  await codeBox(page).fill(nextCode(secret));
  await page.getByText(/Too many wrong codes. Try again in/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Username').waitFor();
  expect(faults).toEqual([]);
});

test('a passkey is set up and completes a sign-in without a key pressed', async () => {
  const { page, context, faults } = await visit();
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { username } = await makeAccount(portal.app, 'technician');
  await showPassword(page, username!);
  await overview(page);
  await page.goto(`${home}/dashboard?view=security`);
  await page.getByText(/does not need one/).waitFor();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const form = page.getByRole('dialog', { name: 'Passkey' });
  await form.getByLabel(/^Name/).fill('Laptop of the office');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('cell', { name: /^Laptop of the office/ }).waitFor();
  // The device has one for this account now.
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await form.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText(/has a passkey for your account already/).waitFor();
  await page.keyboard.press('Escape');

  await logOut(page);
  await showPassword(page, username!);
  await overview(page);
  await query(
    `update sessions set confirmed_at = now() - interval '1 hour'
     where user_id = (select id from users where username = $1)`,
    [username],
  );
  await page.goto(`${home}/dashboard?view=security`);
  await page.getByRole('button', { name: 'Remove Laptop of the office' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await page.getByText('No second factor yet').waitFor();
  expect(faults).toEqual([]);
});

test('after the days of grace a second factor is set up before anything else', async () => {
  const { page, faults, settled } = await visit({ width: 390, height: 844 });
  const { username, id } = await makeAccount(portal.app, 'ceo');
  await query(`update users set factor_asked_at = now() - interval '8 days' where id = $1`, [id]);
  await showPassword(page, username!);
  await page.getByText(/your role needs a second factor since \d/).waitFor();
  expect(await findingsInBothThemes({ page, settled })).toEqual([]);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('dialog', { name: 'Authenticator App' }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await finishApp(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await overview(page);
  expect(faults).toEqual([]);
});

test('something grave asks for the password again, keeps the form and goes on', async () => {
  const { page, faults, settled } = await visit();
  const { username, id } = await makeAccount(portal.app, 'super_admin');
  await showPassword(page, username!);
  await overview(page);
  const setBack = () =>
    query(`update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1`, [id]);
  await page.goto(`${home}/user-management?add=user`);
  const form = page.getByRole('dialog', { name: 'Create New User' });
  await form.getByLabel(/^Full name/).fill('Nyandeng Kuol');
  await form.getByLabel(/^Username/).fill('nyandeng');
  await form.getByLabel(/^E-mail/).fill('nyandeng@nimule.example');
  await form.getByLabel(/^Temporary password/).fill('Quiet river 27');
  await setBack();
  const create = form.getByRole('button', { name: 'Create user' });
  await create.click();
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' });
  await asked.waitFor();
  await settled();
  expect(await findingsInBothThemes({ page, settled })).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Enter your password or a second factor again to do this.').waitFor();
  await asked.waitFor({ state: 'detached' });
  expect(await form.getByLabel(/^Username/).inputValue()).toBe('nyandeng');
  expect(await create.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await asked.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await asked.getByRole('alert').waitFor();
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('User Created').waitFor();
  await asked.waitFor({ state: 'detached' });

  // Confirmed for the next ten minutes.
  await page.goto(`${home}/user-management?view=security`);
  await page.getByRole('checkbox', { name: 'Technician', exact: true }).check({ force: true });
  expect(await findingsInBothThemes({ page, settled })).toEqual([]);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(await asked.count()).toBe(0);
  expect(faults).toEqual([]);
});

test('one ends the other sessions of oneself, an administrator those of a user', async () => {
  const { username } = await makeAccount(portal.app, 'support');
  const here = await visit({ width: 390, height: 844 });
  const there = await visit();
  await showPassword(there.page, username!);
  await overview(there.page);
  await showPassword(here.page, username!);
  await overview(here.page);
  await here.page.goto(`${home}/dashboard?view=security`);
  const sessions = here.page.getByRole('table', { name: 'Your sessions' });
  await sessions.getByText('this one').waitFor();
  expect(await sessions.getByRole('row').count()).toBe(3);
  expect(await findingsInBothThemes(here)).toEqual([]);
  await here.page.goto(`${home}/dashboard?view=security&add=end-sessions`);
  const question = here.page.getByRole('alertdialog', { name: 'End your other sessions?' });
  await question.getByRole('button', { name: 'End the others' }).click();
  await here.page.getByText('1 session ended.').waitFor();
  await there.page.goto(`${home}/dashboard?tab=customers`);
  await there.page.getByText('Session Ended').waitFor();
  await there.page.waitForURL('**/auth');

  const admin = await makeAccount(portal.app, 'super_admin');
  await showPassword(there.page, admin.username!);
  await overview(there.page);
  await there.page.goto(`${home}/user-management?view=management&q=${username}`);
  await there.page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await there.page.getByRole('menuitem', { name: 'Sessions' }).click();
  const list = there.page.getByRole('alertdialog', { name: /^Sessions of / });
  await list.getByRole('row').nth(1).waitFor();
  await there.settled();
  expect(await seriousFindings(there.page)).toEqual([]);
  await list.getByRole('button', { name: 'End all' }).click();
  await there.page.getByText('Sessions Ended').waitFor();
  await here.page.goto(`${home}/dashboard`);
  await here.page.waitForURL('**/auth');
  expect([...here.faults, ...there.faults]).toEqual([]);
});
