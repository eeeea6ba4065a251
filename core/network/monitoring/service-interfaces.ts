import { type Ctx, transact } from '../../context.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { DeviceReading } from '../../ports/network.ts';
import { audit } from '../../records/audit.ts';
import type { NetworkInterface } from '../schema.ts';
import * as queries from './queries-interfaces.ts';
import { getNodeName, type State } from './queries-poll.ts';
import { type Traffic, trafficOf } from './rules-rates.ts';

/** Of one node: the traffic of the interfaces that are counted, and what is to be stored of all of them. */
export interface NodeTraffic {
  counted: Traffic[];
  changes: (queries.NewInterface & { id?: number })[];
}

interface Read {
  node: { id: number };
  reading: DeviceReading | null;
}

/**
 * The traffic of devices since the reading before. Interfaces are matched by name, since their index may change. Call it
 * with the lock of the store.
 */
export async function readTraffic(
  tx: Ctx,
  found: readonly Read[],
  states: ReadonlyMap<number, State>,
): Promise<Map<number, NodeTraffic>> {
  const read = found.filter(({ reading }) => reading !== null);
  const known = await queries.findInterfaces(
    tx.db,
    read.map(({ node }) => node.id),
  );
  return new Map(
    read.map(({ node, reading }) => {
      const before = known.get(node.id) ?? [];
      const uptime = states.get(node.id)?.deviceUptime ?? null;
      return [node.id, trafficOfNode(node.id, before, uptime, reading!)];
    }),
  );
}

function trafficOfNode(
  nodeId: number,
  before: readonly queries.InterfaceRow[],
  uptime: number | null,
  reading: DeviceReading,
): NodeTraffic {
  // Later ones are of a clock that has been set back.
  const times = before.map((one) => one.readAt.getTime());
  const readAt = new Date(Math.max(0, ...times.filter((time) => time < reading.readAt.getTime())));
  const byName = new Map(before.map((one) => [one.name, one]));
  // An interface that was missing in the last reading has counters of an earlier one.
  const interfaces = before.filter((one) => one.readAt.getTime() === readAt.getTime());
  const traffic = trafficOf({ readAt, uptime, interfaces }, reading);
  const changes = reading.interfaces.map((one) => {
    const id = byName.get(one.name)?.id;
    const row = { ...one, nodeId, readAt: reading.readAt, ...traffic.get(one.name)! };
    return id === undefined ? row : { ...row, id };
  });
  const counted = changes.filter(({ name }) => byName.get(name)?.isCounted);
  return { counted, changes };
}

/** Stores what was read of the interfaces of nodes. */
export async function storeInterfaces(
  tx: Ctx,
  nodes: readonly { traffic: NodeTraffic }[],
): Promise<void> {
  const all = nodes.flatMap(({ traffic }) => traffic.changes);
  const isKnown = (row: (typeof all)[number]): row is queries.NewInterface & { id: number } =>
    row.id !== undefined;
  await queries.insertInterfaces(
    tx.db,
    all.filter((row) => !isKnown(row)),
  );
  await queries.updateInterfaces(tx.db, all.filter(isKnown));
}

/** The interfaces of a node, as SNMP last told them. @throws AppError notFound. */
export async function listInterfaces(ctx: Ctx, nodeId: number): Promise<NetworkInterface[]> {
  if ((await getNodeName(ctx.db, nodeId)) === undefined) notFound('Network node', nodeId);
  const rows = (await queries.findInterfaces(ctx.db, [nodeId])).get(nodeId) ?? [];
  const mbps = (kbps: number | null) => (kbps === null ? null : kbps / 1000);
  return rows.map(({ id, name, alias, isUp, isCounted, readAt, speedKbps, inKbps, outKbps }) => ({
    id,
    name,
    alias,
    isUp,
    isCounted,
    readAt,
    speedMbps: mbps(speedKbps),
    inMbps: mbps(inKbps),
    outMbps: mbps(outKbps),
  }));
}

/**
 * Chooses the interfaces whose traffic is the usage of a node.
 * @throws AppError notFound; invalid for an interface of another node.
 */
export async function countInterfaces(
  ctx: Ctx,
  nodeId: number,
  counted: readonly number[],
): Promise<NetworkInterface[]> {
  return transact(ctx, async (tx) => {
    const name = (await getNodeName(tx.db, nodeId, true)) ?? notFound('Network node', nodeId);
    const rows = (await queries.findInterfaces(tx.db, [nodeId])).get(nodeId) ?? [];
    const unknown = counted.find((id) => !rows.some((row) => row.id === id));
    if (unknown !== undefined)
      invalidField('counted', `The interface ${unknown} is not one of this node.`);
    const namesOf = (isChosen: (row: queries.InterfaceRow) => boolean) =>
      rows.filter(isChosen).map((row) => row.name);
    const before = namesOf(({ isCounted }) => isCounted);
    const after = namesOf(({ id }) => counted.includes(id));
    if (before.join('\n') === after.join('\n')) return listInterfaces(tx, nodeId);
    await queries.setCounted(tx.db, nodeId, counted);
    await audit(tx, {
      action: 'node.interfaces',
      entity: 'node',
      entityId: nodeId,
      summary: `${name}: usage of ${after.join(', ').slice(0, 200) || 'no interface'}`,
      facts: { counted: after.length },
    });
    return listInterfaces(tx, nodeId);
  });
}
