import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listen } from '@nimule/api/listener';
import { buildServer } from '@nimule/api/server';
import { simulatedPayments } from '@nimule/core/ports/payments/simulated';
import { PASSWORD } from '@nimule/fixtures/testing/accounts';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half the size of `axe.source`, which each page that is checked has to parse. */
const AXE_SOURCE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const WEB_ROOT = fileURLToPath(new URL('../dist', import.meta.url));
/** Long, because other tests run on the same cores. */
const TIMEOUT_MS = 90_000;
const KEPT_BY_PAGES = 'cookies,local_storage,indexeddb,service_workers';
const QUIET_FRAMES = 6;
/** Much longer than a frame takes on a busy machine. */
const FRAME_LIMIT_MS = 5_000;

/** What React keeps at the element that it renders into. */
interface Container {
  /** `pendingLanes`: bits of what is still to be rendered, 0 for nothing. */
  stateNode: { pendingLanes: number };
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  faults: string[];
  /** Waits until requests and animations are finished. */
  settled(): Promise<void>;
}

export interface Portal {
  app: TestApp;
  origin: string;
  /** Opens a page in a browser context without cookies and storage, which no other page of the test uses. */
  open(size?: { width: number; height: number }): Promise<Visit>;
  close(): Promise<void>;
}

/** The requests of a page. */
interface Requests {
  pending: ReadonlySet<Request>;
  /** How many have begun so far. */
  readonly begun: number;
}

function watchRequests(page: Page): Requests {
  const pending = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    begun += 1;
    pending.add(request);
  });
  const ended = (request: Request) => pending.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    pending,
    get begun() {
      return begun;
    },
  };
}

/**
 * The browser contexts of a file. They are used again without their cookies and storage: the cache of files and of
 * their compiled code remains, without which a page loads half a second longer.
 */
function contextsOf(browser: Browser, origin: string) {
  const idle: BrowserContext[] = [];
  return async (): Promise<{ context: BrowserContext; page: Page }> => {
    const used = idle.pop();
    const context =
      used ??
      (await browser.newContext({ acceptDownloads: true, locale: 'en-GB', baseURL: origin }));
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    if (used) {
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT_BY_PAGES });
      await session.detach();
      await context.clearPermissions();
    }
    onTestFinished(async ({ task }) => {
      const isClosed = page.isClosed();
      // Pages would continue to poll.
      await Promise.all(context.pages().map((one) => one.close()));
      if (isClosed || task.result?.state === 'fail') await context.close();
      else idle.push(context);
    });
    return { context, page };
  };
}

/** Adds the page's text and pending requests to the message of a failed test. */
function describeFailure(page: Page, { pending }: Requests): void {
  onTestFinished(async ({ task }) => {
    const error = task.result?.errors?.[0];
    if (error) await describePage(error, page, pending);
  });
}

async function describePage(
  error: { message: string },
  page: Page,
  pending: ReadonlySet<Request>,
): Promise<void> {
  const parts = page.locator('main, [role=dialog], [role=alert]').allInnerTexts();
  const shown = parts.then((texts) => texts.map((part) => part.slice(0, 600)).join(' | '));
  const none = delay(5_000, '(does not answer)', { ref: false });
  const text = await Promise.race([shown, none]).catch(() => '(does not answer)');
  const requests = [...pending].map((request) => `${request.method()} ${request.url()}`);
  error.message += `\nat ${page.url()}, waiting for [${requests.join(', ')}], showing: ${text.slice(0, 1500)}`;
}

/** Waits for two frames, in which tables are measured again. */
export async function drawn(page: Page): Promise<void> {
  const isDrawn = await page.evaluate(
    (limitMs) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
        setTimeout(() => resolve(false), limitMs);
      }),
    FRAME_LIMIT_MS,
  );
  // On a busy machine the browser may stop rendering a page; a screenshot forces it.
  if (!isDrawn) await page.screenshot();
}

/**
 * Waits for some frames without requests or animations: follow-up requests start within a few frames. Playwright's
 * networkidle waits half a second, which adds up to a minute. The error names what was still pending.
 */
async function settle(page: Page, requests: Requests): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const begun = requests.begun;
    const isIdle = requests.pending.size === 0;
    // All frames in one call: each call costs more than a frame.
    const moving = await page.evaluate(
      async ({ frames, limitMs }) => {
        for (let frame = 0; frame < frames; frame += 1) {
          const drawn = await new Promise<boolean>((resolve) => {
            requestAnimationFrame(() => resolve(true));
            setTimeout(() => resolve(false), limitMs);
          });
          if (!drawn) return undefined;
          // axe would report the low contrast of a dialog that is fading in.
          const running = document
            .getAnimations()
            .filter(({ playState }) => playState === 'running')
            .map(({ effect }) => {
              const { target } = effect as KeyframeEffect;
              return `an animation of ${target?.outerHTML.slice(0, 120)}`;
            });
          if (running.length > 0) return running;
        }
        return [];
      },
      { frames: isIdle ? QUIET_FRAMES : 1, limitMs: FRAME_LIMIT_MS },
    );
    if (!moving) await page.screenshot();
    if (isIdle && moving?.length === 0 && requests.begun === begun) return;
    const waiting = [
      ...[...requests.pending].map((request) => request.url()),
      ...(moving ?? ['a frame']),
    ];
    if (Date.now() > end) throw new Error(`the page did not come to rest: ${waiting.join(', ')}`);
  }
}

/**
 * Signs in by a request, like the form of the sign-in page but without loading it and the dashboard, and opens an
 * address. The form is for the tests of signing in.
 */
export async function signIn(page: Page, username: string, address = '/dashboard'): Promise<void> {
  const post = () =>
    page.request.post('/api/auth/login', { data: { username, password: PASSWORD } });
  let answer = await post();
  // A busy server says so, and to try again.
  for (const end = Date.now() + TIMEOUT_MS; answer.status() === 503 && Date.now() < end; ) {
    await delay(500);
    answer = await post();
  }
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${await answer.text()}`);
  const { user } = await answer.json();
  // Only in the first document: later ones must find what the portal has stored.
  await page.addInitScript((text) => {
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('signedIn')) return;
    sessionStorage.setItem('signedIn', 'once');
    localStorage.setItem('currentUser', text);
  }, JSON.stringify(user));
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
}

/**
 * Opens another screen of the portal as its links do, without loading the document again, which takes about a second.
 * When this returns, the screen before is gone, and so are its dialogs and toasts, as after a load. What another person
 * has changed meanwhile may need a load, as it does for users.
 */
export async function go(page: Page, address: string): Promise<void> {
  const left = await page.evaluate(
    async ({ to, limitMs }) => {
      const toasts = [...document.querySelectorAll('.bp6-toast')];
      const before = [...document.querySelectorAll('[role=dialog], [role=alertdialog]'), ...toasts];
      for (const toast of toasts)
        toast.querySelector<HTMLElement>('button[aria-label=Close]')?.click();
      const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
      const state = { usr: null, key: `e2e-${idx}`, idx };
      history.pushState(state, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state }));
      // The router changes screens in a transition: until React has rendered it, the screen before is shown.
      const root = document.getElementById('root')!;
      const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'))!;
      const { stateNode } = (root as unknown as Record<string, Container>)[key]!;
      const end = Date.now() + limitMs;
      for (;;) {
        const kept = before
          .filter((element) => element.isConnected)
          .map(({ outerHTML }) => outerHTML.slice(0, 200));
        if (stateNode.pendingLanes !== 0) kept.push('the screen before');
        if (kept.length === 0 || Date.now() > end) return kept;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    { to: address, limitMs: TIMEOUT_MS },
  );
  if (left.length > 0) throw new Error(`${address} still shows ${left.join(', ')}`);
}

/** The built portal, the real API and its own database. */
export async function openPortal(): Promise<Portal> {
  const app = await createTestApp(new Date().toISOString());
  // The browser uses the machine's clock, so the server must too.
  app.clock = () => new Date();
  app.ports.payments = simulatedPayments(app.clock);
  // Browser, server and tests share two cores: a delay of the event loop says nothing about the server.
  const maxDelayMs = Number.POSITIVE_INFINITY;
  const server = await buildServer({ app, webRoot: WEB_ROOT, maxDelayMs });
  await server.ready();
  const listener = await listen({ host: '127.0.0.1', port: 0 }, server.routing);
  const browser = await chromium.connect(inject('chromium'));
  const openContext = contextsOf(browser, listener.url);
  return {
    app,
    origin: listener.url,
    async open(viewport = { width: 1440, height: 900 }) {
      const { context, page } = await openContext();
      await page.setViewportSize(viewport);
      const requests = watchRequests(page);
      describeFailure(page, requests);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
      });
      // Violations of the content security policy are console errors.
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/i.test(message.text()))
          faults.push(message.text());
      });
      return { context, page, faults, settled: () => settle(page, requests) };
    },
    async close() {
      // Closes this connection and its contexts, not the shared browser.
      await browser.close();
      await listener.close();
      await server.close();
      await app.close();
    },
  };
}

/**
 * Serious and critical findings of axe on the current page, of all its rules or those named. Run directly in the page, which
 * takes half the time of axe's Playwright integration; there are no frames.
 */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  const violations = await page.evaluate(async (only) => {
    // What is fading in or out, such as a toast, has a low contrast for that time.
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(fading.map(({ finished }) => finished));
    const found = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map((node) => node.html.slice(0, 160)),
    }));
  }, rules);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.join(' | ')}`);
}

/**
 * Serious findings in both themes, while the theme is that of the system. All rules in the light one; in the dark one
 * contrast alone, since the themes differ in nothing but colours.
 */
export async function findingsInBothThemes({
  page,
  settled,
}: Pick<Visit, 'page' | 'settled'>): Promise<string[]> {
  await settled();
  const light = await seriousFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  await settled();
  const dark = await seriousFindings(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html:not([data-theme=dark])').waitFor({ state: 'attached' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}
