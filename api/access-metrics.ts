import { findAccessMetrics } from '@nimule/core/access/sessions/service-health';
import { type App, createContext } from '@nimule/core/context';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers who is online and what routers were told; returns the function that reads it. */
export function accessMetrics(registry: Registry, app: App): () => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `nimule_access_${name}`, help, labelNames: ['router'], registers });
  // They begin anew each day at midnight (Juba), as a counter does after a restart.
  const counter = (name: string, help: string) =>
    new Counter({ name: `nimule_access_${name}_total`, help, labelNames: ['reason'], registers });
  const sessions = gauge('sessions', 'Open sessions');
  const decided = gauge('sessions_as_decided', 'Open sessions that have what was decided');
  const waiting = gauge('orders_waiting', 'Orders that the router has not carried out');
  const refusals = counter('refusals', 'Refused sign-ins');
  const unusable = counter('unusable_reports', 'Reports of routers that could not be stored');
  return async () => {
    for (const one of [sessions, decided, waiting, refusals, unusable]) one.reset();
    const found = await findAccessMetrics(createContext(app, { kind: 'system', job: 'metrics' }));
    for (const router of found.routers) {
      const labels = { router: router.name };
      sessions.set(labels, router.sessions);
      decided.set(labels, router.sessions - router.waiting);
      waiting.set(labels, router.waiting + router.endings);
    }
    for (const { reason, count } of found.refusals) refusals.inc({ reason }, count);
    for (const { reason, count } of found.unusable) unusable.inc({ reason }, count);
  };
}
