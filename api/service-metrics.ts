import { type App, createContext } from '@nimule/core/context';
import { listJobs } from '@nimule/core/jobs/service';
import { countWaiting } from '@nimule/core/messaging/campaigns/service-stats';
import { Gauge, type Registry } from 'prom-client';

/** Metrics of the connections, of what waits to be sent, and of the last runs of jobs; returns the function that reads them. */
export function serviceMetrics(registry: Registry, app: App): () => Promise<void> {
  const registers = [registry];
  new Gauge({
    name: 'nimule_database_connections',
    help: 'Connections of this process to the database, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount } = app.pool;
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'used' }, totalCount - idleCount);
    },
  });
  new Gauge({
    name: 'nimule_database_connections_max',
    help: 'The most connections of this process to the database',
    registers,
    collect() {
      this.set(app.pool.options.max);
    },
  });
  new Gauge({
    name: 'nimule_database_waiting_requests',
    help: 'Work that waits for a free connection',
    registers,
    collect() {
      this.set(app.pool.waitingCount);
    },
  });
  const waiting = new Gauge({
    name: 'nimule_messages_waiting',
    help: 'Messages that are queued or being sent, by channel',
    labelNames: ['channel'],
    registers,
  });
  const finished = new Gauge({
    name: 'nimule_job_last_finished_timestamp_seconds',
    help: 'When the latest run of a job ended',
    labelNames: ['job'],
    registers,
  });
  const failed = new Gauge({
    name: 'nimule_job_failed',
    help: '1 when the latest run of a job failed or was interrupted',
    labelNames: ['job'],
    registers,
  });
  return async () => {
    for (const gauge of [waiting, finished, failed]) gauge.reset();
    const ctx = createContext(app, { kind: 'system', job: 'metrics' });
    const [counts, jobs] = await Promise.all([countWaiting(ctx), listJobs(ctx)]);
    waiting.set({ channel: 'sms' }, counts.sms);
    waiting.set({ channel: 'email' }, counts.email);
    for (const { name, lastStatus, lastFinishedAt } of jobs) {
      if (lastFinishedAt) finished.set({ job: name }, lastFinishedAt.getTime() / 1000);
      if (lastStatus)
        failed.set({ job: name }, lastStatus === 'failed' || lastStatus === 'interrupted' ? 1 : 0);
    }
  };
}
