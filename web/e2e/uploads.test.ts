import { createTicket } from '@nimule/core/support/service';
import { files } from '@nimule/core/support/service-attachments';
import { getTicket } from '@nimule/core/support/service-list';
import { pngOf } from '@nimule/fixtures/demo/picture';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const VISITS = '/dashboard?tab=support&view=visits';
const PHONE = { width: 390, height: 844 };
const SENDING = /^1 photo still being sent/;

/** Noise, so that it does not compress: some 600 KB as it is sent. */
function photo(seed = 0) {
  const noise = (x: number, y: number) =>
    (Math.imul(x * 2411 + y * 7919 + seed, 2_654_435_761) >>> 24) & 255;
  const buffer = pngOf(2400, 300, (x, y) => [noise(x, y), noise(y, x), noise(x + y, y)]);
  return { name: 'mast.png', mimeType: 'image/png', buffer };
}

async function aVisit() {
  const technician = await makeAccount(portal.app, 'technician');
  const ctx = contextOf(portal.app);
  const { id, ticketId } = await createTicket(ctx, {
    title: 'Cable at the mast',
    description: 'Bring a ladder',
    assignedTo: technician.id,
    visitDate: ctx.today,
  });
  const username = technician.username!;
  return { id, ticketId, username, number: `/dashboard?tab=support&ticket=${ticketId}` };
}

/** The files of the ticket on the server, and how often the audit log says that one was attached. */
async function storedFor(id: number) {
  const list = await files.list(contextOf(portal.app), id);
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from audit_log where action = 'ticket.attach' and entity_id = ${String(id)}
  `.execute(portal.app.db);
  return { names: list.map(({ fileName }) => fileName), lines: rows[0]?.lines };
}

const once = { names: ['mast.jpg'], lines: 1 };

async function openForm(page: Page, ticketId: string) {
  await page.getByRole('button', { name: `Complete ${ticketId}` }).click();
  const form = page.getByRole('dialog', { name: `Complete ${ticketId}` });
  await form.getByRole('textbox', { name: /^What was done/ }).fill('New cable');
  return form;
}

const isUpload = (url: URL) => /\/api\/support-tickets\/\d+\/attachments$/.test(url.pathname);

/** Cuts all uploads until it is called. */
async function cutUploads(page: Page): Promise<() => Promise<void>> {
  await page.route(isUpload, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.abort('connectionreset');
  });
  return () => page.unroute(isUpload);
}

test('a visit is completed while its photo is sent, the page reloaded, and the photo arrives once', async () => {
  const { id, ticketId, username } = await aVisit();
  const { page, context, faults, settled, spend } = await portal.open(PHONE);
  spend();
  await signIn(page, username, VISITS);
  const form = await openForm(page, ticketId);
  const link = await context.newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    link.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
  await throttle(20_000);
  await form.getByLabel(`Photo for ${ticketId}`).setInputFiles(photo());
  await form.getByText(/^([1-9]|[1-8]\d)% sent$/).waitFor();
  expect(await form.getByText(/^Photo on its way from /).count()).toBe(1);
  await form.getByRole('button', { name: 'Complete visit' }).click();
  await page.getByText('Its photos are still being sent.').waitFor();
  await page.getByRole('button', { name: SENDING }).waitFor();
  expect((await getTicket(contextOf(portal.app), id)).status).toBe('resolved');
  expect(await storedFor(id)).toEqual({ names: [], lines: 0 });
  // The browser asks nothing: the photo is on the device.
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    return question.accept();
  });
  await page.reload();
  expect(questions).toEqual([]);
  await page.getByRole('button', { name: SENDING }).waitFor();
  await throttle(-1);
  await expect.poll(() => storedFor(id)).toEqual(once);
  await page.getByRole('button', { name: SENDING }).waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('main h1').first().waitFor();
  await settled();
  expect(await storedFor(id)).toEqual(once);
  expect(await page.getByRole('button', { name: SENDING }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a photo chosen without a connection is sent when it is back, before the visit is completed', async () => {
  const { id, ticketId, username } = await aVisit();
  const { page, context, settled } = await portal.open(PHONE);
  await signIn(page, username, VISITS);
  const form = await openForm(page, ticketId);
  await context.setOffline(true);
  await form.getByLabel(`Photo for ${ticketId}`).setInputFiles(photo());
  await form.getByText('Waits for a connection').waitFor();
  expect(await storedFor(id)).toEqual({ names: [], lines: 0 });
  await context.setOffline(false);
  await form.getByRole('link', { name: 'mast.jpg' }).waitFor();
  expect(await storedFor(id)).toEqual(once);
  await form.getByRole('button', { name: 'Complete visit' }).click();
  await page.getByText('The visit is complete.').waitFor();
  await settled();
  expect(await storedFor(id)).toEqual(once);
});

test('a repeat after a lost answer makes no second file, and another page goes on where one was closed', async () => {
  const { id, username, ticketId, number } = await aVisit();
  const { page, context } = await portal.open(PHONE);
  await signIn(page, username, number);
  const tab = await context.newPage();
  await tab.goto(number);
  // The server stores the file, and the answer never comes.
  await tab.route(isUpload, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const uploads: (string | undefined)[] = [];
  for (const one of [page, tab])
    one.on('request', (request) => {
      if (request.method() === 'POST' && isUpload(new URL(request.url())))
        uploads.push(request.headers()['idempotency-key']);
    });
  // The other tab does not send what this one is sending.
  await tab.getByLabel(`Files for ${ticketId}`).setInputFiles(photo());
  await expect.poll(() => storedFor(id)).toEqual(once);
  await tab.close();
  await page.getByRole('link', { name: 'mast.jpg' }).waitFor();
  await page.getByRole('button', { name: SENDING }).waitFor({ state: 'detached' });
  expect(await storedFor(id)).toEqual(once);
  expect(uploads.length).toBeGreaterThan(1);
  expect(new Set(uploads).size).toBe(1);
});

test('another user of the device neither sees nor sends it, and signing out says that it is to be sent', async () => {
  const { id, username, ticketId, number } = await aVisit();
  const other = await makeAccount(portal.app, 'technician');
  const { page, settled } = await portal.open();
  await signIn(page, username, number);
  const mend = await cutUploads(page);
  await page.getByLabel(`Files for ${ticketId}`).setInputFiles(photo());
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await go(page, '/dashboard?tab=support');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: '1 photo not sent yet' });
  await question.getByText(/sent when you sign in here again/).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('/');
  await mend();
  await signIn(page, other.username!, number);
  await page.getByText('No files yet.').waitFor();
  await settled();
  expect(await page.getByRole('button', { name: SENDING }).count()).toBe(0);
  expect(await storedFor(id)).toEqual({ names: [], lines: 0 });
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/');
  await signIn(page, username, number);
  await page.getByRole('link', { name: 'mast.jpg' }).waitFor();
  expect(await storedFor(id)).toEqual(once);
});

test('a refused file is told with its reason, saved to the device, and discarded after a question', async () => {
  const { id, username, ticketId, number } = await aVisit();
  const { page, settled } = await portal.open(PHONE);
  await signIn(page, username, number);
  const damaged = {
    name: 'mast.png',
    mimeType: 'image/png',
    buffer: photo().buffer.subarray(0, 900),
  };
  await page.getByLabel(`Files for ${ticketId}`).setInputFiles(damaged);
  await page.getByText(/damaged or incomplete/).waitFor();
  await go(page, '/dashboard?tab=support');
  await page.reload();
  await page.getByRole('button', { name: '1 photo could not be stored' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files that are not sent yet' });
  await dialog.getByText(`For ${ticketId}`).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save mast.png on this device' }).click();
  expect((await saved).suggestedFilename()).toBe('mast.png');
  await dialog.getByRole('button', { name: 'Do not attach mast.png' }).click();
  const question = page.getByRole('alertdialog', { name: 'Do not attach mast.png?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText(/damaged or incomplete/).waitFor();
  await dialog.getByRole('button', { name: 'Do not attach mast.png' }).click();
  await question.getByRole('button', { name: 'Do not attach' }).click();
  await page
    .getByRole('button', { name: '1 photo could not be stored' })
    .waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('main h1').first().waitFor();
  await settled();
  expect(await page.getByRole('button', { name: /photo/ }).count()).toBe(0);
  expect(await storedFor(id)).toEqual({ names: [], lines: 0 });
});
