import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Listener, listen } from '@nimule/api/listener';
import { buildServer } from '@nimule/api/server';
import { simulatedPayments } from '@nimule/core/ports/payments/simulated';
import { PASSWORD } from '@nimule/fixtures/testing/accounts';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { withAxe } from './findings.ts';
import { leaveSeat, takeSeat } from './seats.ts';

const WEB_ROOT = fileURLToPath(new URL('../dist', import.meta.url));
/** Long, because other tests run on the same cores. */
const TIMEOUT_MS = 90_000;
const QUIET_FRAMES = 3;
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
  /** For a page that no other test can use: one with another clock. */
  spend(): void;
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

/** The port of the worker's first portal: later ones have the same origin, and their pages what it has cached. */
let port = 0;

async function listenAgain(answer: RequestListener): Promise<Listener> {
  const host = '127.0.0.1';
  try {
    const listener = await listen({ host, port }, answer);
    port = Number(new URL(listener.url).port);
    return listener;
  } catch (error) {
    if (port === 0) throw error;
    // Another process has taken it.
    port = 0;
    return listenAgain(answer);
  }
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
 * Waits for some frames without requests, animations or rendering: follow-up requests start within a few frames. Playwright's
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
        const root = document.getElementById('root');
        const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
        const container = key && (root as unknown as Record<string, Container>)[key];
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
          if (container && container.stateNode.pendingLanes !== 0) running.push('a screen');
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
  await page.evaluate((text) => localStorage.setItem('currentUser', text), JSON.stringify(user));
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
}

/** Opens the user's menu of the sidebar, or of the drawer on a phone. */
export async function openUserMenu(place: Page | Locator): Promise<void> {
  await place.getByRole('button', { name: /^Your menu: / }).click();
  await place.getByRole('region', { name: 'Your menu' }).waitFor();
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

/** The built portal, the real API and its own database; `makeApp` fills it. */
export async function openPortal(
  makeApp: () => Promise<TestApp> = () => createTestApp(new Date().toISOString()),
): Promise<Portal> {
  const app = await makeApp();
  // The browser uses the machine's clock, so the server must too.
  app.clock = () => new Date();
  app.ports.payments = simulatedPayments(app.clock);
  // Browser, server and tests share two cores: a delay of the event loop says nothing about the server.
  const maxDelayMs = Number.POSITIVE_INFINITY;
  const server = await buildServer({ app, webRoot: WEB_ROOT, maxDelayMs });
  await server.ready();
  const listener = await listenAgain(withAxe(server.routing));
  return {
    app,
    origin: listener.url,
    async open(viewport = { width: 1440, height: 900 }) {
      const seat = await takeSeat(listener.url);
      const { context, page } = seat;
      let isSpent = false;
      onTestFinished(({ task }) => leaveSeat(seat, isSpent || task.result?.state === 'fail'));
      context.setDefaultTimeout(TIMEOUT_MS);
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
      return {
        context,
        page,
        faults,
        settled: () => settle(page, requests),
        spend() {
          isSpent = true;
        },
      };
    },
    async close() {
      await listener.close();
      await server.close();
      await app.close();
    },
  };
}
