import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { createApp } from '@nimule/core/create-app';
import type { Logger } from 'pino';
import { type Listener, listen } from './listener.ts';
import { startScheduler } from './scheduler.ts';
import { buildServer } from './server.ts';
import { buildStarting } from './starting.ts';
import { sweepUploads } from './uploads.ts';

/** A stop that takes longer breaks off; what was committed stays, and the next start goes on from there. */
export const STOP_LIMIT_MS = 30_000;

/** What is broken off has so long to end in the database; the service manager waits for a minute in all. */
const BREAK_OFF_LIMIT_MS = 10_000;

export interface ServeOptions {
  log: Logger;
  /** Told when another process owns the embedded database and is waited for. */
  onWait?: (message: string) => void;
  /** Runs on the opened database before the first request. */
  prepare?: (app: App) => Promise<void>;
  webRoot?: string;
}

export interface RunningServer {
  url: string;
  app: App;
  /** Finishes requests and jobs under way, then lets go of the database. False when it took too long. */
  close(limitMs?: number): Promise<boolean>;
}

/**
 * Listens, opens the database, brings it forward, and runs the scheduled jobs. `/healthz` answers from the
 * first moment on; everything else once the database is there.
 * @throws AppError unavailable when the address is taken or the database cannot be opened.
 */
export async function serve(config: Config, options: ServeOptions): Promise<RunningServer> {
  const starting = await buildStarting(config);
  const listener = await listen(config, starting.routing);
  // No promise yet: a second server, or one without its database, ends right after this.
  options.log.info(`starting at ${listener.url}`);
  try {
    const { app, close, breakOff } = await open(config, options, listener);
    let closing: Promise<boolean> | undefined;
    return {
      url: config.publicUrl ?? listener.url,
      app,
      close(limitMs = STOP_LIMIT_MS) {
        closing ??= withinLimit(close(), limitMs).then(async (inTime) => {
          if (!inTime) await withinLimit(breakOff(), BREAK_OFF_LIMIT_MS);
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
): Promise<{ app: App; close(): Promise<true>; breakOff(): Promise<true> }> {
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
    return {
      app,
      async close() {
        // Imports that wait for their turn are refused, the running one stops after its batch.
        stopping.abort();
        await Promise.all([listener.close(), scheduler.stop()]);
        await server.close();
        await opened.close();
        return true;
      },
      async breakOff() {
        await opened.breakOff();
        return true;
      },
    };
  } catch (error) {
    await opened.close().catch(() => {});
    throw error;
  }
}

/** The built portal lies beside this package, seen from the source tree or from dist. */
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
