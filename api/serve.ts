import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startEnforcing } from '@nimule/core/access/orders/service-loop';
import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { createApp } from '@nimule/core/create-app';
import { startSending } from '@nimule/core/messaging/sending/service';
import { activateSignedIn } from '@nimule/core/vouchers/redeem/service-sign-ins';
import type { Logger } from 'pino';
import { type Listener, listen } from './listener.ts';
import { startScheduler } from './scheduler.ts';
import { buildServer } from './server.ts';
import { buildStarting } from './starting.ts';
import { sweepUploads } from './uploads.ts';

/** After this time a stop aborts the work under way; committed data stay, and the next start continues. */
const STOP_LIMIT_MS = 30_000;

/** Time for aborted work to end in the database; the service manager waits a minute in total. */
const FORCE_CLOSE_LIMIT_MS = 10_000;

export interface ServeOptions {
  log: Logger;
  /** Receives messages while another process owns the embedded database. */
  onWait?: (message: string) => void;
  /** Called with the opened database before the first request. */
  prepare?: (app: App) => Promise<void>;
  webRoot?: string;
}

export interface RunningServer {
  url: string;
  app: App;
  /** Finishes requests and jobs under way, then closes the database. False when it took too long. */
  close(limitMs?: number): Promise<boolean>;
}

/**
 * Listens, opens and migrates the database, and runs the scheduled jobs. `/healthz` answers from the beginning;
 * everything else when the database is open.
 * @throws AppError unavailable when the address is in use or the database cannot be opened.
 */
export async function serve(config: Config, options: ServeOptions): Promise<RunningServer> {
  const starting = await buildStarting(config);
  const listener = await listen(config, starting.routing);
  // Not 'listening' yet: opening the database can still fail.
  options.log.info(`starting at ${listener.url}`);
  try {
    const { app, close, forceClose } = await open(config, options, listener);
    let closing: Promise<boolean> | undefined;
    return {
      url: config.publicUrl ?? listener.url,
      app,
      close(limitMs = STOP_LIMIT_MS) {
        closing ??= withinLimit(close(), limitMs).then(async (inTime) => {
          if (!inTime) await withinLimit(forceClose(), FORCE_CLOSE_LIMIT_MS);
          return inTime;
        });
        return closing;
      },
    };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

async function open(
  config: Config,
  { log, onWait, prepare, webRoot }: ServeOptions,
  listener: Listener,
): Promise<{ app: App; close(): Promise<true>; forceClose(): Promise<true> }> {
  const opened = await createApp(config, { role: 'server', log, onWait });
  const stopping = new AbortController();
  const app: App = { ...opened.app, stopping: stopping.signal };
  try {
    const folders = await sweepUploads();
    if (folders.length > 0) log.warn({ folders }, 'removed what killed uploads had left');
    await prepare?.(app);
    const server = await buildServer({ app, log, webRoot: webRoot ?? findWebRoot() });
    await server.ready();
    listener.handOver(server.routing);
    const scheduler = startScheduler(app);
    const sending = startSending(app);
    const enforcing = startEnforcing(app, activateSignedIn);
    return {
      app,
      async close() {
        // Waiting imports are refused, the running one stops after its batch.
        stopping.abort();
        await Promise.all([listener.close(), scheduler.stop(), sending.stop(), enforcing.stop()]);
        await server.close();
        await opened.close();
        return true;
      },
      async forceClose() {
        await opened.forceClose();
        return true;
      },
    };
  } catch (error) {
    await opened.close().catch(() => {});
    throw error;
  }
}

/** The built portal is next to this package, both in the source tree and in dist. */
function findWebRoot(): string | undefined {
  return ['../web/dist', '../../web/dist']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(folder));
}

async function withinLimit(work: Promise<boolean>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
