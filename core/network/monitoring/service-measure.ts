import { setMaxListeners } from 'node:events';
import type { Ctx } from '../../context.ts';
import { isAppError } from '../../kernel/errors.ts';
import type { DeviceReading, PingResult, SnmpCredentials } from '../../ports/network.ts';
import { secretPurpose } from '../nodes/rules.ts';
import type { NetworkSettings } from '../schema.ts';
import type { PolledNode } from './queries-poll.ts';

/** What was found of a node; `reading` and `snmpError` only where SNMP is used. */
export interface Measurement {
  node: PolledNode;
  ping: PingResult;
  reading: DeviceReading | null;
  /** Why SNMP gave no answer; '' if it did or is not used. */
  snmpError: string;
}

/** Devices that are read at the same time. */
const AT_ONCE = 32;
const LONGEST_ERROR = 300;
const NO_TIME = 'There was no time left to read it within the minute.';

/** @throws AppError unavailable secret.unreadable for credentials that this installation cannot decrypt. */
export function credentialsOf(
  ctx: Ctx,
  node: Pick<PolledNode, 'id' | 'snmpSecret'>,
): SnmpCredentials {
  return JSON.parse(ctx.ports.secrets.decrypt(node.snmpSecret, secretPurpose(node.id)));
}

/** The error of a device as it is shown: in words, one line. Other errors are logged, they are ours. */
export function errorText(ctx: Ctx, error: unknown, nodeId: number): string {
  if (isAppError(error)) return error.message.slice(0, LONGEST_ERROR);
  ctx.log.error({ err: error, nodeId }, 'a device could not be read');
  return 'The device could not be read.';
}

/**
 * Measures nodes over the network: echo requests to all at once, then SNMP of those that answer. Nodes whose names could
 * not be looked up are left out: nothing is known of them. No transaction may be open meanwhile.
 * @throws AppError unavailable network.fping; network.stopped after an abort of `signal` before the echo requests ended.
 */
export async function measure(
  ctx: Ctx,
  nodes: readonly PolledNode[],
  { pings, timeoutMs }: Pick<NetworkSettings, 'pings' | 'timeoutMs'>,
  signal: AbortSignal,
): Promise<Measurement[]> {
  if (ctx.db.isTransaction) throw new Error('a transaction would wait for the network');
  const { network } = ctx.ports;
  const addresses = [...new Set(nodes.map(({ address }) => address))];
  const results = await network.ping(addresses, { pings, timeoutMs, signal });
  const found = nodes.flatMap((node): Measurement[] => {
    const ping = results.get(node.address);
    return ping ? [{ node, ping, reading: null, snmpError: '' }] : [];
  });
  const waiting = found.filter(
    ({ node, ping }) => node.snmpVersion !== 'none' && ping.received > 0,
  );
  // Each device that is read listens for the abort.
  setMaxListeners(2 * AT_ONCE, signal);
  const read = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const { id, address, snmpPort: port } = one.node;
      try {
        if (signal.aborted) {
          one.snmpError = NO_TIME;
          continue;
        }
        const target = { address, port, credentials: credentialsOf(ctx, one.node) };
        one.reading = await network.readDevice(target, { timeoutMs, clock: ctx.clock, signal });
      } catch (error) {
        one.snmpError = signal.aborted ? NO_TIME : errorText(ctx, error, id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return found;
}
