import { findBrowser } from '@nimule/fixtures/testing/chromium';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--js-flags=--no-maglev --no-turbofan',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string;
  }
}

/** One browser for all files of the run; each test has its own context. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await findBrowser();
  if (!browser) throw new Error('no Chromium on this machine');
  const server = await chromium.launchServer({ ...browser, headless: true, args: FLAGS });
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}
