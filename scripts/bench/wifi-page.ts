import { fileURLToPath } from 'node:url';
import { listen } from '@nimule/api/listener';
import { buildServer } from '@nimule/api/server';
import { findChromium } from '@nimule/fixtures/testing/chromium';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { type BrowserContext, chromium } from 'playwright-core';
import type { Bench } from './database.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));
const ROUNDS = 5;
const MAX_KB = 90;
const MAX_COLD_SECONDS = 4;
const MAX_WARM_SECONDS = 2;
/** A slow telephone link: 400 kbit/s and 400 ms to the first byte. */
const LINK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};

/** Opens the page of a visitor until a package can be chosen: seconds, and bytes over the wire. */
async function visit(
  context: BrowserContext,
  url: string,
): Promise<{ took: number; bytes: number }> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', LINK);
  const took = await seconds(async () => {
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByRole('radio', { name: /Half Day/ }).waitFor();
  });
  await page.waitForLoadState('networkidle');
  await page.close();
  return { took, bytes };
}

/** (n) Weight of the WiFi page, and seconds to its use over a slow link, in Chromium. */
export async function benchWifiPage(bench: Bench): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) {
    line('(n) WiFi page: left out, there is no Chromium on this machine');
    return;
  }
  await bench.create('wifi');
  const app = openApp({ ...bench.settings('wifi'), max: 4 });
  const server = await buildServer({ app, webRoot: WEB_ROOT });
  await server.ready();
  const listener = await listen({ host: '127.0.0.1', port: 0 }, server.routing);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const url = `${listener.url}/wifi-payment`;
    const colds: { took: number; bytes: number }[] = [];
    const warms: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext();
      colds.push(await visit(context, url));
      warms.push((await visit(context, url)).took);
      await context.close();
    }
    const kilobytes = Math.max(...colds.map(({ bytes }) => bytes)) / 1024;
    const cold = median(colds.map(({ took }) => took));
    const warm = median(warms);
    line('(n) WiFi page at 400 kbit/s and 400 ms, until a package can be chosen');
    line(
      `    over the wire ${fixed(kilobytes, 1)} KB: at most ${MAX_KB} ${verdict(kilobytes, MAX_KB, true)}`,
    );
    line(
      `    cold ${fixed(cold)} s: at most ${MAX_COLD_SECONDS} ${verdict(cold, MAX_COLD_SECONDS, true)}`,
    );
    line(
      `    warm ${fixed(warm)} s: at most ${MAX_WARM_SECONDS} ${verdict(warm, MAX_WARM_SECONDS, true)}`,
    );
  } finally {
    await browser.close();
    await listener.close();
    await server.close();
    await app.close();
    await bench.drop('wifi');
  }
}
