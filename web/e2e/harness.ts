import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { buildServer } from '@nimule/api/server';
import { findChromium } from '@nimule/fixtures/testing/chromium';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { onTestFailed } from 'vitest';

const WEB_ROOT = fileURLToPath(new URL('../dist', import.meta.url));
/** For what must appear at all; other tests run on the same cores. */
const PATIENCE_MS = 90_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Portal {
  app: TestApp;
  origin: string;
  /** A browser of its own for one person, with nothing remembered. */
  open(size?: {
    width: number;
    height: number;
  }): Promise<{ context: BrowserContext; page: Page; faults: string[] }>;
  close(): Promise<void>;
}

/** Adds to a failure what the page showed then and what it still waited for: 'not visible' alone tells little. */
function tellOnFailure(page: Page): void {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  const ended = (request: Request) => pending.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  onTestFailed(async ({ task }) => {
    const error = task.result?.errors?.[0];
    if (!error) return;
    const shown = page.locator('body').innerText({ timeout: 5_000 });
    const text = await shown.catch(() => '(does not answer)');
    const requests = [...pending].map((request) => `${request.method()} ${request.url()}`);
    error.message += `\nat ${page.url()}, waiting for [${requests.join(', ')}], showing: ${text.slice(0, 300)}`;
  });
}

/** The built portal, the real API and a database of its own; the clock stands at the app's instant. */
export async function openPortal(): Promise<Portal> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium on this machine');
  const app = await createTestApp(new Date().toISOString());
  // The browser's clock is the machine's, so the server's is as well.
  app.clock = () => new Date();
  const server = await buildServer({ app, webRoot: WEB_ROOT });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('no address');
  const profiles: string[] = [];
  const contexts: BrowserContext[] = [];
  return {
    app,
    origin: `http://127.0.0.1:${address.port}`,
    async open(viewport = { width: 1440, height: 900 }) {
      const profile = await mkdtemp(join(tmpdir(), 'nimule-browser-'));
      profiles.push(profile);
      const context = await chromium.launchPersistentContext(profile, {
        executablePath,
        headless: true,
        args: FLAGS,
        viewport,
        acceptDownloads: true,
        locale: 'en-GB',
        baseURL: `http://127.0.0.1:${address.port}`,
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      tellOnFailure(page);
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
      return { context, page, faults };
    },
    async close() {
      for (const context of contexts) await context.close();
      await server.close();
      await app.close();
      for (const profile of profiles) await rm(profile, { recursive: true, force: true });
    },
  };
}

/** What axe finds serious or critical on the page as it stands, in words. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // There are no frames, and nothing but violations is looked at: in a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}
