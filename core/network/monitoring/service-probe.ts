import type { Ctx } from '../../context.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import type { DeviceReading, SnmpCredentials } from '../../ports/network.ts';
import type { Probe, SnmpInput } from '../schema.ts';
import { getNode, type PolledNode } from './queries-poll.ts';
import { lossOf } from './rules.ts';
import { credentialsOf, errorText } from './service-measure.ts';
import { storedSettings } from './service-settings.ts';

function chosen(
  ctx: Ctx,
  node: PolledNode,
  input: SnmpInput | undefined,
): SnmpCredentials | undefined {
  if (input) return input.version === 'none' ? undefined : input;
  return node.snmpVersion === 'none' ? undefined : credentialsOf(ctx, node);
}

/**
 * Measures a node now and stores nothing. `input` are credentials to try instead of the stored ones.
 * @throws AppError notFound; rule node.noAddress; unavailable network.fping.
 */
export async function probeNode(ctx: Ctx, nodeId: number, input?: SnmpInput): Promise<Probe> {
  const node = (await getNode(ctx.db, nodeId)) ?? notFound('Network node', nodeId);
  const { address, snmpPort: port } = node;
  if (address === '')
    breaksRule('node.noAddress', `${node.name} has no address. Enter one to measure it.`);
  const { pings, timeoutMs } = await storedSettings.read(ctx.db);
  const signals = [ctx.stopping, ctx.origin.signal].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(signals);
  const options = { pings, timeoutMs, signal };
  const ping = (await ctx.ports.network.ping([address], options)).get(address);
  if (!ping)
    return {
      isReachable: false,
      latencyMs: null,
      lossPercent: 100,
      snmp: 'unused',
      message: `The name ${address} cannot be looked up: no name server answers.`,
      interfaces: [],
    };
  const { sent, received, latencyUs } = ping;
  const answers =
    received === 0
      ? `${node.name} does not answer at ${address}.`
      : `${node.name} answers at ${address}: ${received} of ${sent} pings, ${(latencyUs! / 1000).toFixed(1)} ms.`;
  const facts = {
    isReachable: received > 0,
    latencyMs: latencyUs === null ? null : latencyUs / 1000,
    lossPercent: lossOf(sent, received),
  };
  let reading: DeviceReading;
  try {
    const credentials = chosen(ctx, node, input);
    if (!credentials) return { ...facts, snmp: 'unused', message: answers, interfaces: [] };
    reading = await ctx.ports.network.readDevice(
      { address, port, credentials },
      { timeoutMs, clock: ctx.clock, signal },
    );
  } catch (error) {
    const message = `${answers} ${errorText(ctx, error, nodeId)}`;
    return { ...facts, snmp: 'failed', message, interfaces: [] };
  }
  const interfaces = reading.interfaces.map(({ name, alias, speedKbps, isUp }) => ({
    name,
    alias,
    isUp,
    speedMbps: speedKbps === null ? null : speedKbps / 1000,
  }));
  const message = `${answers} By SNMP it tells of ${interfaces.length} interfaces.`;
  return { ...facts, snmp: 'answered', message, interfaces };
}
