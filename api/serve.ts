import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { createApp } from '@nimule/core/create-app';
import { AppError } from '@nimule/core/kernel/errors';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { startScheduler } from './scheduler.ts';
import { buildServer } from './server.ts';

/** A stop that takes longer breaks off; what was committed stays, and the next start goes on from there. */
export const STOP_LIMIT_MS = 30_000;

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
 * Opens the database, brings it forward, listens, and runs the scheduled jobs.
 * @throws AppError unavailable when the address is taken or the database cannot be opened.
 */
export async function serve(config: Config, options: ServeOptions): Promise<RunningServer> {
  const { log } = options;
  const opened = await createApp(config, { role: 'server', log, onWait: options.onWait });
  const { app } = opened;
  try {
    await options.prepare?.(app);
    const server = await buildServer({ app, log, webRoot: options.webRoot ?? findWebRoot() });
    await listen(server, config);
    const scheduler = startScheduler(app);
    let closing: Promise<boolean> | undefined;
    const finish = async () => {
      await Promise.all([server.stop(), scheduler.stop()]);
      await opened.close();
      return true;
    };
    return {
      url: config.publicUrl ?? addressOf(server, config),
      app,
      close(limitMs = STOP_LIMIT_MS) {
        closing ??= withinLimit(finish(), limitMs);
        return closing;
      },
    };
  } catch (error) {
    await opened.close().catch(() => {});
    throw error;
  }
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    await server.close().catch(() => {});
    throw listenError(error, host, port);
  }
}

function listenError(cause: unknown, host: string, port: number): unknown {
  const { code } = cause as { code?: string };
  const messages: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another with PORT or --port.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023 with PORT or --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with HOST or --host.`,
    ENOTFOUND: `The address ${host} is not known. Choose another with HOST or --host.`,
  };
  const message = code ? messages[code] : undefined;
  return message ? new AppError('unavailable', 'server.address', message, { cause }) : cause;
}

/** What to type into a browser on this machine. */
function addressOf(server: FastifyInstance, config: Config): string {
  const address = server.server.address();
  const port = address && typeof address === 'object' ? address.port : config.port;
  const { host } = config;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
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
