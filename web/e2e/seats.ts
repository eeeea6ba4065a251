import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';

/** A file without a script, at which a page rests between two tests: it stays in the renderer of the portal. */
const REST = '/robots.txt';
const KEPT_BY_PAGES = 'local_storage,indexeddb,service_workers';
/** What the harness and the tests listen to. */
const EVENTS = [
  ...(['request', 'requestfinished', 'requestfailed', 'response'] as const),
  ...(['pageerror', 'console', 'dialog'] as const),
];

/** A browser context, and its page that one test after the other uses. */
export interface Seat {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
}

let browser: Promise<Browser> | undefined;
let seatsOrigin = '';
let idle: Seat[] = [];

/**
 * A seat without cookies and storage. The files of a worker use the same ones, if their portals have the same origin:
 * the cache of files and the renderer with its compiled code remain, without which a page costs two seconds more of
 * processor time.
 */
export async function takeSeat(origin: string): Promise<Seat> {
  if (origin !== seatsOrigin) {
    const left = idle;
    idle = [];
    seatsOrigin = origin;
    await Promise.all(left.map(({ context }) => context.close()));
  }
  const seat = idle.pop() ?? (await makeSeat(origin));
  return seat;
}

async function makeSeat(origin: string): Promise<Seat> {
  browser ??= chromium.connect(inject('chromium'));
  const context = await (await browser).newContext({
    acceptDownloads: true,
    locale: 'en-GB',
    baseURL: origin,
    // What moves is drawn again and again, which costs more than the tests, and is waited for.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(REST);
  return { context, page, session: await context.newCDPSession(page) };
}

/** Empties a seat for the next test, or closes it if its page is closed. */
export async function leaveSeat(seat: Seat, isSpent: boolean): Promise<void> {
  const { context, page, session } = seat;
  if (isSpent || page.isClosed()) return context.close();
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  await page.unrouteAll();
  for (const event of EVENTS) page.removeAllListeners(event);
  await context.setOffline(false);
  await page.goto(REST);
  await page.evaluate(() => sessionStorage.clear());
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: KEPT_BY_PAGES,
  });
  await session.send('Page.resetNavigationHistory');
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' });
  idle.push(seat);
}
