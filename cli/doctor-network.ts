import { createContext } from '@nimule/core/context';
import { getPollingState } from '@nimule/core/network/monitoring/service-health';
import { type Finding, failed, messageOf, ok, warning } from './doctor-findings.ts';
import type { Session } from './session.ts';

/** A measurement that is older was missed several times. */
const LATE_MINUTES = 5;

/** While polling is on: whether fping can be run, and when the network was last measured. */
export async function checkNetwork({ app }: Pick<Session, 'app'>): Promise<Finding> {
  const ctx = createContext(app, { kind: 'system', job: 'doctor' });
  const { isPolling, lastPolledAt } = await getPollingState(ctx);
  if (!isPolling) return ok('network', 'polling is off');
  let version: string;
  try {
    version = await app.ports.network.verify();
  } catch (error) {
    return failed('network', messageOf(error));
  }
  if (!lastPolledAt) return warning('network', `${version}; nothing was measured yet`);
  const minutes = Math.max(0, Math.floor((ctx.now.getTime() - lastPolledAt.getTime()) / 60_000));
  const detail = `${version}; last measured ${minutes} min ago`;
  return minutes > LATE_MINUTES
    ? warning('network', `${detail}: isp serve measures each minute, or isp network poll`)
    : ok('network', detail);
}
