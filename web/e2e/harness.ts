import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listen } from '@nimule/api/listener';
import { buildServer } from '@nimule/api/server';
import { simulatedPayments } from '@nimule/core/ports/payments/simulated';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const WEB_ROOT = fileURLToPath(new URL('../dist', import.meta.url));
/** Long, because other tests run on the same cores. */
const TIMEOUT_MS = 90_000;
const QUIET_FRAMES = 6;
/** Much longer than a frame takes on a busy machine. */
const FRAME_LIMIT_MS = 5_000;

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
  /** Opens a new browser context; closed when the test ends. */
  open(size?: { width: number; height: number }): Promise<Visit>;
  close(): Promise<void>;
}

/** The pending requests of a page. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  const ended = (request: Request) => pending.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return pending;
}

/**
 * Closes the pages of a test at its end: they would continue to poll. Adds the page's text and pending requests to the
 * message of a failed test.
 */
function closeWithTest(context: BrowserContext, page: Page, pending: ReadonlySet<Request>): void {
  onTestFinished(async ({ task }) => {
    const error = task.result?.errors?.[0];
    if (error) await describePage(error, page, pending);
    await context.close();
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
async function settle(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (let quiet = 0; quiet < QUIET_FRAMES; ) {
    const moving = await page.evaluate(async (limitMs) => {
      const drawn = await new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true));
        setTimeout(() => resolve(false), limitMs);
      });
      if (!drawn) return undefined;
      // axe would report the low contrast of a dialog that is fading in.
      return document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => {
          const { target } = effect as KeyframeEffect;
          return `an animation of ${target?.outerHTML.slice(0, 120)}`;
        });
    }, FRAME_LIMIT_MS);
    if (!moving) await page.screenshot();
    const waiting = [...[...pending].map((request) => request.url()), ...(moving ?? ['a frame'])];
    quiet = waiting.length === 0 ? quiet + 1 : 0;
    if (Date.now() > end) throw new Error(`the page did not come to rest: ${waiting.join(', ')}`);
  }
}

/** The built portal, the real API and its own database. */
export async function openPortal(): Promise<Portal> {
  const app = await createTestApp(new Date().toISOString());
  // The browser uses the machine's clock, so the server must too.
  app.clock = () => new Date();
  app.ports.payments = simulatedPayments(app.clock);
  const server = await buildServer({ app, webRoot: WEB_ROOT });
  await server.ready();
  const listener = await listen({ host: '127.0.0.1', port: 0 }, server.routing);
  const browser = await chromium.connect(inject('chromium'));
  return {
    app,
    origin: listener.url,
    async open(viewport = { width: 1440, height: 900 }) {
      const context = await browser.newContext({
        viewport,
        acceptDownloads: true,
        locale: 'en-GB',
        baseURL: listener.url,
      });
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      const pending = watchRequests(page);
      closeWithTest(context, page, pending);
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
      return { context, page, faults, settled: () => settle(page, pending) };
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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}
