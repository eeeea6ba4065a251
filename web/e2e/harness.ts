import { fileURLToPath } from 'node:url';
import { listen } from '@nimule/api/listener';
import { buildServer } from '@nimule/api/server';
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
/** For what must appear at all; other tests run on the same cores. */
const PATIENCE_MS = 90_000;
const QUIET_FRAMES = 6;
/** Far more than a frame takes on a busy machine. */
const FRAME_LIMIT_MS = 5_000;

export interface Visit {
  context: BrowserContext;
  page: Page;
  faults: string[];
  /** Waits until the page has what it asked for and shows it. */
  settled(): Promise<void>;
}

export interface Portal {
  app: TestApp;
  origin: string;
  /** As one person's own browser, with nothing remembered; closed when the test ends. */
  open(size?: { width: number; height: number }): Promise<Visit>;
  close(): Promise<void>;
}

/** The requests of a page that are not answered yet. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  const ended = (request: Request) => pending.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return pending;
}

/**
 * Closes the pages of a test at its end, which would ask on and on. Adds to a failure what the page showed then and what
 * it still waited for: 'not visible' alone tells little.
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
  const shown = page.locator('body').innerText({ timeout: 5_000 });
  const text = await shown.catch(() => '(does not answer)');
  const requests = [...pending].map((request) => `${request.method()} ${request.url()}`);
  error.message += `\nat ${page.url()}, waiting for [${requests.join(', ')}], showing: ${text.slice(0, 300)}`;
}

/** Waits until the page has drawn two frames, in which tables are measured anew. */
export async function drawn(page: Page): Promise<void> {
  const isDrawn = await page.evaluate(
    (limitMs) =>
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
        setTimeout(() => resolve(false), limitMs);
      }),
    FRAME_LIMIT_MS,
  );
  // A browser beside a busy processor was seen to stop drawing a page; for a picture it has to.
  if (!isDrawn) await page.screenshot();
}

/**
 * What one answer leads to (a request more, a piece of the program) is asked for within a few frames; half a
 * second of silence, Playwright's own measure, comes to a minute over all screens. A page that does not come to
 * rest fails with what it was still doing.
 */
async function settle(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let quiet = 0; quiet < QUIET_FRAMES; ) {
    const moving = await page.evaluate(async (limitMs) => {
      const drawn = await new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => resolve(true));
        setTimeout(() => resolve(false), limitMs);
      });
      if (!drawn) return undefined;
      // A dialog that is half faded in has pale letters.
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

/** The built portal, the real API and a database of its own; the clock stands at the app's instant. */
export async function openPortal(): Promise<Portal> {
  const app = await createTestApp(new Date().toISOString());
  // The browser's clock is the machine's, so the server's is as well.
  app.clock = () => new Date();
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
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const pending = watchRequests(page);
      closeWithTest(context, page, pending);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
      });
      // The content policy reports what it blocks as an error of the console.
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/i.test(message.text()))
          faults.push(message.text());
      });
      return { context, page, faults, settled: () => settle(page, pending) };
    },
    async close() {
      // Ends this file's connection and its contexts; the browser serves the other files.
      await browser.close();
      await listener.close();
      await server.close();
      await app.close();
    },
  };
}

/**
 * What axe finds serious or critical on the page as it stands, in words. There are no frames, and nothing but
 * violations is looked at: run straight in the page, it takes half of the time that its builder for browsers needs.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const found = await window.axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map((node) => node.html.slice(0, 160)),
    }));
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.join(' | ')}`);
}
