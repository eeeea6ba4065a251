import { cents } from '@nimule/core/kernel/money';
import { PHONE_MESSAGE } from '@nimule/core/kernel/phone';
import { checkBooks } from '@nimule/core/reports/checks/service';
import { createBundle } from '@nimule/core/vouchers/bundles/service';
import { sellVouchers } from '@nimule/core/vouchers/sales/service';
import { listWifiSessions } from '@nimule/core/wifi/service';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { openPortal, type Portal } from './harness.ts';

const PHONE = { width: 390, height: 844 };
const KEPT = [
  'packageId',
  'packageName',
  'duration',
  'dataLimit',
  'speedLimit',
  'amountPaid',
  'paymentMethod',
];
const KEPT_TOO = [
  'phoneNumber',
  'startTime',
  'expiryTime',
  'hotspotId',
  'status',
  'sessionId',
  'accessCode',
];

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('nimule.wifi.session') ?? 'null'));
const sales = async () => (await listWifiSessions(contextOf(portal.app), {})).rows;

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
}

test('a visitor buys WiFi by telephone over a link that is lost, comes back, and ends the session', async () => {
  const { context, page, faults } = await portal.open(PHONE);
  await page.goto('/');
  await page.getByRole('link', { name: 'Connect Now' }).click();
  await page.getByRole('radio', { name: /Half Day/ }).check();
  await page.getByText('Simulated payment: no money moves.').waitFor();
  await expectFits(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  const pay = page.getByRole('button', { name: /^Pay SSP / });
  expect(await pay.isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /MTN MoMo/ }).check();
  await page.getByLabel('Phone number').fill('0921');
  await page.keyboard.press('Tab');
  await page.getByText(PHONE_MESSAGE).waitFor();
  await expectFits(page);
  await page.getByLabel('Phone number').fill('0921 234 567');

  await context.setOffline(true);
  await pay.click();
  await page.getByText('No connection. We keep trying; you do not pay twice.').waitFor();
  await expectFits(page);
  await context.setOffline(false);
  await page
    .getByText('No connection. We keep trying; you do not pay twice.')
    .waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { name: 'Success' }).waitFor();
  await expectFits(page);
  const session = await kept(page);
  expect(Object.keys(session).sort()).toEqual([...KEPT, ...KEPT_TOO, 'key'].sort());
  await page.getByText(session.accessCode).waitFor();
  expect(await sales()).toMatchObject([
    {
      packageName: 'Half Day',
      phoneNumber: '+211921234567',
      provider: 'MTN MoMo',
      status: 'active',
      isSimulated: true,
    },
  ]);

  await page.reload();
  await page.getByRole('heading', { name: 'Your WiFi session is active' }).waitFor();
  expect(await page.getByRole('timer').innerText()).toMatch(/^5:59:\d\d$|^6:00:00$/);
  await expectFits(page);
  const second = await context.newPage();
  await second.goto('/wifi-payment');
  await second.getByRole('heading', { name: 'Your WiFi session is active' }).waitFor();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByText('End this session? The time that is left is not paid back.').waitFor();
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByText('The session has ended.').waitFor();
  await second.getByText('The session has ended.').waitFor();
  expect(await kept(page)).toBeNull();
  expect((await sales()).map(({ status }) => status)).toEqual(['ended']);
  expect(faults).toEqual([]);
  expect((await checkBooks(contextOf(portal.app))).isSound).toBe(true);
});

test('a payment that the payer refuses is told', async () => {
  const { page, faults } = await portal.open(PHONE);
  await page.goto('/wifi-payment');
  await page.getByRole('radio', { name: /Quick Browse/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /NilePay/ }).check();
  await page.getByLabel('Phone number').fill('0900 000 001');
  await page.keyboard.press('Enter');
  await page.getByText('Payment failed. Please try again.').waitFor();
  await expectFits(page);
  expect(await sales()).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('a visitor redeems a voucher from the address of its QR code, in the dark theme', async () => {
  const ctx = contextOf(portal.app);
  const bundle = await createBundle(ctx, {
    ...{ name: 'Week 5 GB', bundleType: 'data', dataAllowanceMB: 5120 },
    ...{ validityDays: 7, priceUsd: cents(500) },
  });
  const batch = await sellVouchers(ctx, { bundleId: bundle.id, quantity: 1 });
  const { voucherCode } = batch.vouchers[0]!;
  const { page, faults } = await portal.open({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/wifi-payment?code=${voucherCode}`);
  await page.getByRole('radio', { name: /Half Day/ }).waitFor();
  expect(await page.getByLabel('Voucher code').inputValue()).toBe(voucherCode);
  await expectFits(page);
  await page.getByRole('button', { name: 'Use voucher' }).click();
  await page.getByRole('heading', { name: 'Your WiFi session is active' }).waitFor();
  await page.getByText(voucherCode).waitFor();
  expect(await page.getByRole('timer').innerText()).toMatch(/^6 days 23:59:\d\d$|^7 days/);
  await expectFits(page);
  expect(faults).toEqual([]);
});

test('the page reads before its scripts run, in the dark theme, and keeps what is typed meanwhile', async () => {
  const { page, faults } = await portal.open({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/wifi-payment', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'WiFi Payment' }).waitFor();
  await page.getByText('Loading packages…').waitFor();
  await expectFits(page);
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByLabel('Voucher code').fill('wrong-code');
  await page.keyboard.press('Enter');
  release();
  await page.getByRole('radio', { name: /Half Day/ }).waitFor();
  expect(await page.getByLabel('Voucher code').inputValue()).toBe('wrong-code');
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark);
  await page.getByRole('button', { name: 'Use voucher' }).click();
  await page.locator('#code-error:not(:empty)').waitFor();
  await expectFits(page);
  expect(faults).toEqual([]);
});
