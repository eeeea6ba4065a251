import { makeAccount, PASSWORD } from '@nimule/fixtures/testing/accounts';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsInBothThemes, seriousFindings } from './findings.ts';
import { go, openUserMenu, type Portal, signIn } from './harness.ts';
import { openSeededPortal } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openSeededPortal({ isBilled: true });
  for (const role of ['super_admin', 'technician'] as const)
    await makeAccount(portal.app, role, { username: `screens.${role}` });
});
afterAll(() => portal.close());

/** Fills in the form of the sign-in page that is open. */
async function signInByForm(page: Page, username: string): Promise<void> {
  await page.locator('#root form').waitFor();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
}

test('seriousFindings reports findings of axe', async () => {
  const { page } = await portal.open();
  await page.setContent(
    '<html lang="en"><title>x</title><main><h1>x</h1><img src="x"><p>Pale words</p></main>',
  );
  // Not in the text: the content security policy forbids style attributes.
  await page.locator('p').evaluate(({ style }) => {
    style.cssText = 'color: #999; background: #fff';
  });
  const findings = await seriousFindings(page);
  expect(findings.map((finding) => finding.split(':')[0]).sort()).toEqual([
    'color-contrast',
    'image-alt',
  ]);
});

/** Screens that the stories do not visit, dialogs and drawers, in both themes. */
test('other screens and dialogs have no serious findings in both themes', async () => {
  const visit = await portal.open();
  const { page, faults } = visit;
  const check = async (what: string) => expect(await findingsInBothThemes(visit), what).toEqual([]);
  const dialog = (name: string) => page.getByRole('dialog', { name }).waitFor();
  const heading = () => page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/wifi-payment');
  await heading();
  // It has a light theme only.
  expect(await seriousFindings(page), '/wifi-payment').toEqual([]);
  await page.goto('/auth');
  await page.getByRole('heading', { level: 1, name: 'System Access Portal' }).waitFor();
  await check('/auth');
  await signInByForm(page, 'screens.super_admin');
  await go(page, '/dashboard?view=approvals');
  await heading();
  await check('/dashboard?view=approvals');
  const screens: [string, () => Promise<unknown>][] = [
    ...[
      ...['overview', 'support', 'sms', 'ai', 'reports'].map((tab) => `/dashboard?tab=${tab}`),
      ...['/accounting', '/hr', '/procurement', '/reports', '/equipment'],
      ...['/equipment?view=moves', '/equipment?view=counts'],
      ...['/backup-management', '/voucher-management', '/expense-management', '/data-import'],
      ...['sell', 'bundles', 'all', 'wifi'].map((view) => `/voucher-management?view=${view}`),
      ...['tree', 'alarms', 'settings'].map((view) => `/dashboard?tab=network&view=${view}`),
      ...['chats', 'articles', 'training'].map((view) => `/dashboard?tab=ai&view=${view}`),
      ...['/dashboard?tab=billing&status=pending', '/user-management?view=management'],
    ].map((address): [string, () => Promise<unknown>] => [address, heading]),
    ...['towns', 'clients', 'infrastructure'].map((view): [string, () => Promise<unknown>] => [
      `/regional-coverage?view=${view}`,
      () => page.getByRole('tabpanel').getByRole('region').first().waitFor(),
    ]),
    [
      '/dashboard?tab=customers&customer=SC001',
      () => page.getByRole('dialog').getByText('SC001').first().waitFor(),
    ],
    ['/dashboard?tab=support&view=new', () => dialog('New Ticket')],
    [
      '/dashboard?tab=support&view=settings',
      () => page.getByRole('form', { name: 'Settings of support' }).waitFor(),
    ],
    ['/equipment?add=equipment', () => dialog('Add Equipment')],
    ['/dashboard?tab=network&add=node', () => dialog('New Node')],
  ];
  const texts = new Set<string>();
  for (const [address, shown] of screens) {
    await go(page, address);
    await shown();
    await check(address);
    // Each is another screen than those before.
    const text = (await page.locator('main, [role=dialog]').allInnerTexts()).join();
    expect(texts, address).not.toContain(text);
    texts.add(text);
  }
  await go(page, '/dashboard?tab=customers');
  await page.getByRole('button', { name: 'Add Customer' }).click();
  await dialog('Add Customer');
  await check('Add Customer');
  await go(page, '/dashboard?tab=billing&status=pending');
  await page
    .getByRole('button', { name: /^More actions for INV-/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Update Payment Status' }).click();
  await dialog('Update Payment Status');
  await check('payment status');
  await go(page, '/dashboard');
  await openUserMenu(page);
  await check('user menu');
  await page.getByRole('button', { name: 'Change password' }).click();
  await dialog('Change your password');
  await check('password');
  await page.keyboard.press('Escape');
  await go(page, '/dashboard?tab=customers');
  await openUserMenu(page);
  for (const theme of ['Dark', 'Light'] as const) {
    await page.getByRole('button', { name: `${theme} theme` }).click();
    await page.locator(`html[data-theme=${theme.toLowerCase()}]`).waitFor({ state: 'attached' });
  }
  expect(faults).toEqual([]);
});

test('a disabled form has no serious findings in both themes', async () => {
  const visit = await portal.open();
  await signIn(visit.page, 'screens.technician', '/dashboard?tab=billing&view=manual');
  await visit.page.getByText('Your role may not make invoices by hand.').waitFor();
  expect(await findingsInBothThemes(visit)).toEqual([]);
});

test('on a phone the sidebar is behind a button and nothing is wider than the screen', async () => {
  const { page, faults, settled } = await portal.open({ width: 390, height: 844 });
  await signIn(page, 'screens.super_admin');
  const fits = async (what: string) => {
    await settled();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, what).toBeLessThanOrEqual(0);
  };
  await fits('/dashboard');
  for (const address of [
    '/dashboard?tab=customers',
    '/dashboard?tab=billing',
    '/dashboard?tab=support',
    '/dashboard?tab=network',
    '/regional-coverage',
    '/regional-coverage?view=clients',
    '/user-management?view=management',
  ]) {
    await go(page, address);
    await fits(address);
  }
  await page.goto('/');
  await fits('/');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Customer Management' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Customer Management' }).waitFor();
  // After the drawer has closed, the focus must be on the module, not on the menu button.
  await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
  await page.locator('main:focus').waitFor();
  expect(faults).toEqual([]);
});

test('the sidebar does not cut the name of a demo company, and DEMO looks the same on each page', async () => {
  const { page, settled } = await portal.open({ width: 1440, height: 900 });
  await page.route('**/api/company', async (route) => {
    const response = await route.fetch();
    const company = { ...(await response.json()), name: 'Juba Fiber Networks', demo: true };
    await route.fulfill({ response, json: company });
  });
  const colour = (root: string) =>
    page
      .locator(root)
      .getByText('DEMO')
      .evaluate((mark) => getComputedStyle(mark).backgroundColor);
  await page.goto('/auth');
  const atSignIn = await colour('main');
  await signIn(page, 'screens.technician');
  await settled();
  expect(await colour('aside')).toBe(atSignIn);
  const cut = await page
    .locator('aside')
    .getByText('Juba Fiber Networks')
    .evaluate((name) => [
      name.scrollWidth - name.clientWidth,
      name.scrollHeight - name.clientHeight,
    ]);
  expect(cut).toEqual([0, 0]);
});

test('the sign-in form is there before the scripts, which take over what was typed', async () => {
  const { page } = await portal.open({ width: 390, height: 844 });
  const held: (() => void)[] = [];
  const hold = async (route: Route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  };
  await page.route(/\/assets\/index-.*\.js/, hold);
  const load = () => {
    for (const release of held.splice(0)) release();
  };
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Username').pressSequentially('screens.technician');
  await page.keyboard.press('Tab');
  expect(await page.locator('#root').innerHTML()).toBe('');
  await page.getByLabel('Password', { exact: true }).waitFor();
  load();
  await page.locator('#root form').waitFor();
  expect(await page.locator('#first-view').count()).toBe(0);
  expect(await page.getByLabel('Username').inputValue()).toBe('screens.technician');
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
  expect(focused).toBe('password');

  // The form is never sent by the browser, which would put the password into the address.
  expect(
    await page.evaluate(() => [...document.forms].map((form) => form.getAttribute('method'))),
  ).toEqual(['dialog']);

  // Enter before the page is there signs in when it is, also where Enter sends forms already.
  await page.unroute(/\/assets\/index-.*\.js/);
  await page.route(/\/assets\/auth-page-.*\.js/, hold);
  await page.goto('/auth');
  await page.getByLabel('Username').fill('screens.technician');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Authenticating...').waitFor();
  expect(page.url()).not.toContain('?');
  load();
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
});

test('a logout in one tab redirects the others to the website', async () => {
  const { context, page } = await portal.open();
  await signIn(page, 'screens.super_admin');
  const other = await context.newPage();
  await other.goto('/dashboard?tab=billing');
  await other.getByRole('heading', { level: 1, name: 'Billing & Accounts' }).waitFor();
  // The other tab sends a request between the end of the session and the response of the logout.
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch();
    const refused = other.waitForResponse((answer) => answer.status() === 401);
    await other.getByRole('link', { name: 'Customer Management' }).first().click();
    await refused;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const tab of [page, other]) await tab.waitForURL((url) => url.pathname === '/');
  await other.goto('/dashboard');
  await other.waitForURL('**/auth');
});

test('back and forward restore the tab, and the tab-change event switches it', async () => {
  const { page } = await portal.open();
  await signIn(page, 'screens.super_admin');
  await page.getByRole('link', { name: 'Billing & Accounts' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Billing & Accounts' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Billing & Accounts' }).waitFor();
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent('tab-change', { detail: 'customers' })),
  );
  await page.getByRole('heading', { level: 1, name: 'Customer Management' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull();
});

test('asks before back or a tab discards unsaved input', async () => {
  const { page, faults } = await portal.open();
  await signIn(page, 'screens.super_admin');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const answer = async (name: string) => {
    await question.getByRole('button', { name }).click();
    await question.waitFor({ state: 'hidden' });
  };
  await page.getByRole('link', { name: 'Customer Management' }).first().click();
  await page.getByRole('button', { name: /^Edit .*Achol Deng/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Customer' });
  await form.getByLabel('Address', { exact: true }).fill('Hai Cinema');
  await page.evaluate(() => window.history.back());
  await answer('Keep editing');
  expect(await form.getByLabel('Address', { exact: true }).inputValue()).toBe('Hai Cinema');
  expect(new URL(page.url()).search).toBe('?tab=customers');
  await page.evaluate(() => window.history.back());
  await answer('Discard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
  expect(await form.count()).toBe(0);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Customer Management' }).waitFor();

  await page.getByRole('link', { name: 'Billing & Accounts' }).first().click();
  await page.getByRole('tab', { name: 'Manual invoice' }).click();
  await page.getByLabel('Notes').fill('A visit');
  await page.getByRole('tab', { name: 'Payments' }).click();
  await answer('Keep editing');
  await page.getByRole('button', { name: 'Record Payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record Payment' });
  const notes = page.locator('form[aria-label="Manual invoice"]').getByLabel('Notes');
  await payment.getByLabel(/^Amount/).fill('5');
  await page.evaluate(() => window.history.back());
  await question.getByText('“Record Payment”').waitFor();
  await answer('Keep editing');
  expect(await payment.getByLabel(/^Amount/).inputValue()).toBe('5');
  await payment.getByRole('button', { name: 'Cancel' }).click();
  await answer('Discard');
  expect(await notes.inputValue()).toBe('A visit');
  await page.getByRole('button', { name: 'Logout' }).click();
  await answer('Keep editing');
  expect(await notes.inputValue()).toBe('A visit');
  await page.getByRole('button', { name: 'Logout' }).click();
  await answer('Discard');
  await page.waitForURL((url) => url.pathname === '/');
  expect(faults).toEqual([]);
});

test('covers the page while a restore runs, and keeps what is typed', async () => {
  const { page } = await portal.open();
  await signIn(page, 'screens.super_admin', '/dashboard?tab=customers');
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add Customer' });
  const name = form.getByLabel(/^Name/);
  await name.fill('Lado Stores');
  portal.app.maintenance.message = 'A backup is being restored.';
  try {
    await name.press('Enter');
    const overlay = page.getByRole('alertdialog', { name: 'One moment, please' });
    await overlay.getByText('A backup is being restored.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await overlay.isVisible()).toBe(true);
    portal.app.maintenance.message = undefined;
    await overlay.waitFor({ state: 'hidden' });
  } finally {
    portal.app.maintenance.message = undefined;
  }
  expect(await name.inputValue()).toBe('Lado Stores');
  await name.press('Enter');
  await page.getByRole('cell', { name: 'Lado Stores' }).first().waitFor();
});

const unavailable = {
  code: 'database.unavailable',
  message: 'The database does not answer. Try again in a moment.',
};

test('keeps the keyboard focus after a refusal and after an error', async () => {
  const { page } = await portal.open();
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent;
    });
  await page.goto('/auth');
  await page.locator('#root form').waitFor();
  await page.getByLabel('Username').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  const access = page.getByRole('button', { name: 'Access System' });
  await access.press('Enter');
  await page.getByText('Invalid credentials. Please try again.').first().waitFor();
  expect(await focused()).toBe('Access System');

  await signIn(page, 'screens.super_admin');
  const lists = /\/api\/customers\?/;
  // An error response: unlike a lost connection, it is not retried automatically.
  await page.route(lists, (route) => route.fulfill({ status: 503, json: unavailable }));
  await page.getByRole('link', { name: 'Customer Management' }).first().click();
  const again = page.getByRole('region', { name: 'Customers' }).getByRole('button', {
    name: 'Try again',
  });
  await again.waitFor();
  await page.unroute(lists);
  await again.press('Enter');
  await page.getByRole('cell', { name: 'Achol Deng' }).first().waitFor();
  expect(await focused()).toBe('Customers');
  await page.getByRole('button', { name: 'Next page' }).press('Enter');
  expect(await focused()).toBe('Next page');
});
