import { type App, createContext } from '@nimule/core/context';
import { findNodeMetrics } from '@nimule/core/network/monitoring/service-health';
import { Gauge, type Registry } from 'prom-client';

/**
 * Registers the last measurement of each node and returns the function that reads it. What was not measured is left out,
 * and everything while polling is off.
 */
export function networkMetrics(registry: Registry, app: App): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `nimule_node_${name}`, help, labelNames: ['node'], registers: [registry] });
  const up = gauge('up', '1 when the node answered the last measurement');
  const latency = gauge('latency_seconds', 'Mean time of the answers to echo requests');
  const loss = gauge('loss_ratio', 'Share of the echo requests without an answer');
  const utilisation = gauge('utilisation_ratio', 'Larger direction of the traffic by the capacity');
  const inBits = gauge('in_bits_per_second', 'Traffic into the counted interfaces');
  const outBits = gauge('out_bits_per_second', 'Traffic out of the counted interfaces');
  const alarms = gauge('open_alarms', 'Alarms that have not ended');
  return async () => {
    for (const one of [up, latency, loss, utilisation, inBits, outBits, alarms]) one.reset();
    const ctx = createContext(app, { kind: 'system', job: 'metrics' });
    for (const node of await findNodeMetrics(ctx)) {
      const labels = { node: node.name };
      const set = (target: Gauge, value: number | null) => {
        if (value !== null) target.set(labels, value);
      };
      const { inKbps, outKbps, capacityKbps } = node;
      const usage = inKbps === null || outKbps === null ? null : Math.max(inKbps, outKbps);
      set(up, node.isReachable ? 1 : 0);
      set(latency, node.latencyUs === null ? null : node.latencyUs / 1e6);
      set(loss, node.lossPercent / 100);
      set(utilisation, usage === null || capacityKbps === 0 ? null : usage / capacityKbps);
      set(inBits, inKbps === null ? null : inKbps * 1000);
      set(outBits, outKbps === null ? null : outKbps * 1000);
      set(alarms, node.openAlarms);
    }
  };
}
