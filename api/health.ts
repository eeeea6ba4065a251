import { findBackupHealth } from '@nimule/core/backups/service';
import { type App, createContext } from '@nimule/core/context';
import { appliedMigrations, readMigrations } from '@nimule/core/database/migrate';
import { AppError } from '@nimule/core/kernel/errors';
import { getPause } from '@nimule/core/records/pause';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { accessMetrics } from './access-metrics.ts';
import { networkMetrics } from './network-metrics.ts';
import { serviceMetrics } from './service-metrics.ts';

/** A database that does not answer within this time is not ready. */
const READY_TIMEOUT_MS = 2_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A health check: answered under any load. */
    probe?: true;
  }
}

/** Sent as Retry-After by a server that is not ready. */
const NOT_READY_RETRY_SECONDS = 5;

/** A busy server must answer health checks, or it would be restarted in the middle of its work. */
const probe = { config: { probe: true, pressureHandler: () => undefined } } as const;

/**
 * `/healthz` answers while the process runs, `/readyz` when calls are served: the database answers, has this program's
 * schema version and is not being replaced. `/metrics` answers only programs on this machine.
 */
export async function registerHealth(server: FastifyInstance, app: App): Promise<void> {
  const newest = (await readMigrations()).length;
  server.get('/healthz', probe, async () => ({ status: 'ok' }));
  server.get('/readyz', probe, async (request, reply) => {
    if (app.maintenance.message !== undefined) return notReady(reply, 'maintenance');
    try {
      const applied = await within(READY_TIMEOUT_MS, appliedMigrations(app.pool));
      if (applied?.length === newest) return { status: 'ready', schemaVersion: newest };
      request.log.warn({ newest, applied: applied?.length ?? 0 }, 'the schema is not up to date');
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
    }
    return notReady(reply, 'unavailable');
  });
  registerMetrics(server, app);
}

function notReady(reply: FastifyReply, status: 'maintenance' | 'unavailable'): FastifyReply {
  return reply.code(503).header('retry-after', NOT_READY_RETRY_SECONDS).send({ status });
}

function registerMetrics(server: FastifyInstance, app: App): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const readBackups = backupMetrics(registry, app);
  const readNetwork = networkMetrics(registry, app);
  const readAccess = accessMetrics(registry, app);
  const readService = serviceMetrics(registry, app);
  server.addHook('onResponse', (request, reply, done) => {
    // The pattern, not the URL: one series per route.
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  server.get('/metrics', probe, async (request, reply) => {
    if (!isLocal(request)) {
      throw new AppError(
        'forbidden',
        'metrics.local',
        'Metrics are answered on this machine alone.',
      );
    }
    await within(READY_TIMEOUT_MS, readBackups()).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the state of the backups was not read'),
    );
    await within(READY_TIMEOUT_MS, readNetwork()).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the state of the network was not read'),
    );
    await within(READY_TIMEOUT_MS, readAccess()).catch((error: unknown) =>
      request.log.warn({ err: error }, 'who is online was not read'),
    );
    await within(READY_TIMEOUT_MS, readService()).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the state of jobs and messages was not read'),
    );
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Registers what a monitor needs to know of backups and returns the function that reads it. A gauge that cannot be read
 * is left out of the answer; a time is 0 before the first backup.
 */
function backupMetrics(registry: Registry, app: App): () => Promise<void> {
  const registers = [registry];
  const lastSuccess = new Gauge({
    name: 'nimule_backup_last_success_timestamp_seconds',
    help: 'When the last backup was made',
    registers,
  });
  const lastVerified = new Gauge({
    name: 'nimule_backup_last_verified_timestamp_seconds',
    help: 'When a backup was last restored and compared without a difference',
    registers,
  });
  const hasFailed = new Gauge({
    name: 'nimule_backup_failed',
    help: '1 when the last nightly backup, its verification or its copy failed, or a night is missing',
    registers,
  });
  const paused = new Gauge({
    name: 'nimule_jobs_paused',
    help: '1 while jobs are paused after a restore',
    registers,
  });
  const seconds = (at: Date | undefined) => (at ? at.getTime() / 1000 : 0);
  return async () => {
    for (const gauge of [lastSuccess, lastVerified, hasFailed, paused]) gauge.remove();
    const ctx = createContext(app, { kind: 'system', job: 'metrics' });
    const [health, pause] = await Promise.all([findBackupHealth(ctx), getPause(app.db)]);
    lastSuccess.set(seconds(health.lastSuccess));
    lastVerified.set(seconds(health.lastVerified));
    hasFailed.set(health.alert ? 1 : 0);
    paused.set(pause ? 1 : 0);
  };
}

/** From this machine and not through a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  const loopback = /^(?:::ffff:)?127\./.test(remoteAddress) || remoteAddress === '::1';
  return loopback && !('x-forwarded-for' in request.headers) && !('forwarded' in request.headers);
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
