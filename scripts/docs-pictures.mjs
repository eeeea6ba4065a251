// `npm run docs:pictures`: takes the pictures of the guides. It serves the built portal with the demo company from a
// temporary database, with the clock fixed, and writes docs/images/guide/*.png. Needs Chromium (or CHROMIUM_PATH).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { encodeSmallPng } from './small-png.mjs';
import { root } from './steps.mjs';

await install();
await build();
const [{ chromium }, { readConfig }, { createApp }, { listen }, { buildServer }, demo, browsers] =
  await Promise.all([
    import('playwright-core'),
    import('@nimule/core/config'),
    import('@nimule/core/create-app'),
    import('@nimule/api/listener'),
    import('@nimule/api/server'),
    import('@nimule/fixtures/demo/load-demo'),
    import('@nimule/fixtures/testing/chromium'),
  ]);

/** A Saturday on which the demo company has overdue, due and paid invoices, and a customer to disconnect tomorrow. */
const NOW = new Date('2026-11-21T11:30:00+02:00');
const SIZE = { width: 1280, height: 800 };
const folder = join(root, 'docs/images/guide');

const executablePath = browsers.findChromium();
if (!executablePath) throw new Error('Chromium was not found. Set CHROMIUM_PATH.');

/** Counts the pending requests of a page. */
function watchRequests(page) {
  const pending = new Set();
  page.on('request', (request) => pending.add(request));
  for (const event of ['requestfinished', 'requestfailed'])
    page.on(event, (request) => pending.delete(request));
  return pending;
}

/** Waits until no request is pending for a whole pause. */
async function settle(page, pending) {
  for (let quiet = 0; quiet < 5; quiet = pending.size === 0 ? quiet + 1 : 0)
    await page.waitForTimeout(150);
}

async function openBrowser(origin) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const decoder = await browser.newPage();
  const pixelsOf = async (png) =>
    Buffer.from(
      await decoder.evaluate(async (source) => {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas.drawImage(image, 0, 0);
        const { data } = canvas.getImageData(0, 0, image.width, image.height);
        let text = '';
        for (let at = 0; at < data.length; at += 8192)
          text += String.fromCharCode(...data.subarray(at, at + 8192));
        return btoa(text);
      }, png.toString('base64')),
      'base64',
    );

  /** A browser with this user signed in, with the functions for pictures. */
  async function openFor({ username, password }) {
    const context = await browser.newContext({
      viewport: SIZE,
      baseURL: origin,
      locale: 'en-GB',
      timezoneId: 'Africa/Juba',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const pending = watchRequests(page);
    await page.clock.setFixedTime(NOW);
    await page.goto('/auth');
    // A value that is set while the page takes over the form of the HTML would go to the old one.
    await page.locator('#root form').waitFor();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    return {
      page,
      async go(address) {
        await page.goto(address);
        await settle(page, pending);
      },
      row: (index) => page.locator('tbody tr').nth(index),
      button: (name) => page.getByRole('button', { name }).or(page.getByRole('link', { name })),
      async take(name) {
        await settle(page, pending);
        const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        const small = encodeSmallPng(await pixelsOf(png), SIZE.width, SIZE.height);
        writeFileSync(join(folder, `${name}.png`), small);
        console.log(`docs/images/guide/${name}.png  ${Math.ceil(small.length / 1024)} KB`);
      },
    };
  }
  return { openFor, close: () => browser.close() };
}

async function takeClerkPictures({ page, go, row, button, take }) {
  await go('/dashboard');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('river');
  await page.getByRole('option', { name: /River/ }).first().waitFor();
  await take('search');

  await go('/dashboard?tab=customers');
  await button('Add Customer').click();
  await page.getByLabel(/^Name/).fill('Kinyeti Guest House');
  await take('add-customer');

  await go('/dashboard?tab=billing');
  await take('invoices');

  await go('/dashboard?tab=billing&status=overdue');
  await row(0).click();
  await take('invoice');

  await go('/dashboard?tab=billing&view=automation');
  await take('monthly-run');

  await go('/dashboard?tab=billing&view=disconnect');
  await take('disconnect');

  await go('/dashboard?tab=customers&owes=overdue');
  await row(0).click();
  await take('customer');
  await page.getByRole('dialog').getByRole('link', { name: 'Record payment', exact: true }).click();
  await take('record-payment');
  await page.keyboard.press('Enter');
  await page.getByText('Next payment').waitFor();
  await take('payment-recorded');

  await go('/dashboard?tab=billing&view=payments');
  await row(0).click();
  // The rows behind the drawer have the same button.
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse', exact: true }).click();
  await page.getByLabel(/^Reason/).fill('Was paid for another customer');
  await take('reverse-payment');
}

async function takeAccountantPictures({ page, go, row, take }) {
  await go('/dashboard?tab=billing&view=payments');
  await page.locator('select', { hasText: 'All months' }).selectOption('2026-11');
  await page.locator('select', { hasText: 'All accounts' }).selectOption('cash');
  await take('payments');

  await go('/dashboard?tab=customers');
  await row(3).click();
  await page.getByRole('tab', { name: 'Statement' }).click();
  await take('statement');
}

async function takeAdministratorPictures({ go, button, page, take }) {
  await go('/user-management?view=management');
  await take('users');
  await button('Create User').click();
  await page.getByLabel(/^Full name/).fill('Grace Akol');
  await page.getByLabel(/^Username/).fill('grace');
  await page.getByLabel(/^E-mail/).fill('grace@nimule.example');
  await take('create-user');
}

const dataDir = mkdtempSync(join(tmpdir(), 'nimule-pictures-'));
const silent = { info() {}, warn() {}, error: console.error };
const config = readConfig({ ISP_DATA_DIR: dataDir, ISP_LOG_LEVEL: 'silent' });
const opened = await createApp(config, { role: 'server', log: silent });
try {
  opened.app.clock = () => NOW;
  console.log('Loading the demo company …');
  const { signIns } = await demo.loadDemo(opened.app);
  const server = await buildServer({ app: opened.app, webRoot: join(root, 'web/dist') });
  await server.ready();
  const listener = await listen({ host: '127.0.0.1', port: 0 }, server.routing);
  const browser = await openBrowser(listener.url);
  try {
    mkdirSync(folder, { recursive: true });
    const openAs = (role) => browser.openFor(signIns.find((signIn) => signIn.role === role));
    await takeClerkPictures(await openAs('billing'));
    await takeAccountantPictures(await openAs('admin'));
    await takeAdministratorPictures(await openAs('master_admin'));
  } finally {
    await browser.close();
    await listener.close();
    await server.close();
  }
} finally {
  await opened.close();
  rmSync(dataDir, { recursive: true });
}
