import { type Ctx, transact } from '../../context.ts';
import { findReferences } from '../../database/references.ts';
import { addDays, startOfDay } from '../../kernel/dates.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import {
  type NetworkNode,
  type NodeInput,
  type NodeUpdate,
  type SnmpInput,
  node as schema,
} from '../schema.ts';
import * as queries from './queries.ts';
import { nodes } from './queries.ts';
import { lockShared } from './queries-connect.ts';
import { deleteState, endAlarms, lockForRemoval } from './queries-monitoring.ts';
import { findParents, lockTree } from './queries-tree.ts';
import {
  addressProblem,
  assertSnmp,
  assertStatus,
  changedFields,
  makesCircle,
  namedIn,
  newNode,
  refuseParent,
  secretPurpose,
} from './rules.ts';
import { isMeasured, type NodeRecord, toLogged, toNode } from './rules-record.ts';
import { namesOfNodes } from './service-connect.ts';

const UPTIME_DAYS = 30;

/** The start of the first day of the uptime: today is the last of 30 days. */
export function uptimeSince(ctx: Pick<Ctx, 'today'>): Date {
  return startOfDay(addDays(ctx.today, 1 - UPTIME_DAYS));
}

/** A node, with traffic in Gbps and uptime in percent of the last 30 days. @throws AppError notFound. */
export async function getNode(ctx: Ctx, id: number): Promise<NetworkNode> {
  const row = await queries.getNode(ctx.db, id, uptimeSince(ctx));
  return row ? toNode(row) : notFound('Network node', id);
}

/**
 * Adds a node; it is operational. Credentials of SNMP are stored encrypted.
 * @throws AppError conflict for a name that is taken; invalid for a parent that does not exist or is retired, or
 *   incomplete credentials.
 */
export async function createNode(ctx: Ctx, input: NodeInput): Promise<NetworkNode> {
  return transact(ctx, async (tx) => {
    const fields = newNode(input);
    await checkParent(tx, undefined, fields.parentId);
    const made: Omit<NodeRecord, 'id' | 'version'> = {
      ...fields,
      status: 'operational',
      retiredAt: null,
      lastMaintenance: null,
      snmpVersion: 'none',
      snmpSecret: '',
      createdAt: tx.now,
    };
    const inserted = await nodes.insert(tx.db, made, { updated_at: ['timestamptz', () => tx.now] });
    const after = await nodes.update(tx.db, inserted, credentialsOf(tx, inserted.id, input.snmp));
    await auditNode(tx, 'node.create', { after });
    return getNode(tx, after.id);
  });
}

/**
 * Changes the sent fields. `status` is the status that the toggle is to lead to (seeds/000 4); with each toggle the last
 * maintenance is now, whatever was sent (decision 28). `isRetired` retires a node, or brings it back; a retired node is
 * not polled, has no open alarm and takes no new customers. In maintenance and when it is retired, open alarms end.
 * @throws AppError notFound; conflict for an outdated version or a name that is taken; invalid for a parent that does not
 *   exist, is retired or is below the node, and for another address without the credentials that are stored; rule for a
 *   status that is not possible.
 */
export async function updateNode(ctx: Ctx, id: number, input: NodeUpdate): Promise<NetworkNode> {
  return transact(ctx, async (tx) => {
    // Before the row: two changes of parents wait for each other here.
    if (typeof input.parentId === 'number') await lockTree(tx.db);
    const before = (await nodes.lock(tx.db, id)) ?? notFound('Network node', id);
    assertVersion('network node', before.version, input.version);
    const problem = addressProblem(before, input);
    if (problem) invalidField('address', problem);
    const { parentId } = input;
    if (parentId !== undefined && parentId !== before.parentId)
      await checkParent(tx, before, parentId);
    const after = await nodes.update(
      tx.db,
      before,
      {
        ...changedFields(input),
        ...credentialsOf(tx, id, input.snmp),
        ...(await stateChanges(tx, before, input)),
      },
      { updated_at: tx.now },
    );
    await endMonitoring(tx, before, after);
    await auditNode(tx, actionOf(before, after), { before, after });
    if (after.snmpSecret !== before.snmpSecret) await auditCredentials(tx, after);
    return getNode(tx, id);
  });
}

/**
 * Deletes a node that nothing names; retires one that customers, tickets, alarms or other nodes name.
 * @throws AppError notFound.
 */
export async function deleteNode(
  ctx: Ctx,
  id: number,
): Promise<{ removed: boolean; message: string }> {
  return transact(ctx, async (tx) => {
    await lockForRemoval(tx.db, id);
    const before = (await nodes.get(tx.db, id)) ?? notFound('Network node', id);
    const tables = (await findReferences(tx.db, 'network_nodes', [id])).get(id);
    if (!tables) {
      await nodes.remove(tx.db, id);
      await auditNode(tx, 'node.delete', { before });
      return { removed: true, message: `${before.name} was deleted.` };
    }
    const retiredAt = before.retiredAt ?? tx.now;
    const after = await nodes.update(tx.db, before, { retiredAt }, { updated_at: tx.now });
    await endMonitoring(tx, before, after);
    await auditNode(tx, 'node.retire', { before, after });
    const message = `${before.name} ${before.retiredAt ? 'stays' : 'is now'} retired. It is not deleted, since ${namedIn(tables)} name it.`;
    return { removed: false, message };
  });
}

/** The changes of status and retirement that an input asks for. */
async function stateChanges(
  tx: Ctx,
  before: NodeRecord,
  { status, isRetired }: NodeUpdate,
): Promise<Partial<NodeRecord>> {
  const changes: Partial<NodeRecord> = {};
  if (isRetired !== undefined && isRetired !== (before.retiredAt !== null))
    changes.retiredAt = isRetired ? tx.now : null;
  if (status === undefined || status === before.status) return changes;
  const { name, retiredAt } = { ...before, ...changes };
  const measured = isMeasured(before, await queries.getIsPolling(tx.db));
  const state = { status: before.status, isMeasured: measured, isRetired: retiredAt !== null };
  assertStatus({ name, ...state }, status);
  changes.status = status;
  if (status !== 'offline') changes.lastMaintenance = tx.now;
  return changes;
}

function actionOf(before: NodeRecord, after: NodeRecord): string {
  if (before.retiredAt === null && after.retiredAt !== null) return 'node.retire';
  if (before.retiredAt !== null && after.retiredAt === null) return 'node.restore';
  return before.status === after.status ? 'node.update' : 'node.toggle';
}

/** Ends the alarms of a node that goes into maintenance or is retired, and forgets the state of a retired one. */
async function endMonitoring(tx: Ctx, before: NodeRecord, after: NodeRecord): Promise<void> {
  const isRetiring = before.retiredAt === null && after.retiredAt !== null;
  const isMaintenance = before.status !== 'maintenance' && after.status === 'maintenance';
  if (isRetiring) await deleteState(tx.db, after.id);
  if (!isRetiring && !isMaintenance) return;
  const reason = isRetiring ? 'retired' : 'maintenance';
  await writeOutbox(tx, 'alarm.ended', await endAlarms(tx.db, after.id, reason, tx.now));
}

/** Checks a parent and locks it, so that it is neither retired nor deleted before the node names it. */
async function checkParent(
  tx: Ctx,
  child: NodeRecord | undefined,
  parentId: number | null,
): Promise<void> {
  if (parentId === null) return;
  if (parentId === child?.id) refuseParent('A node cannot be connected to itself.');
  const [parent] = await lockShared(tx.db, [parentId]);
  if (!parent) return refuseParent('There is no such network node.');
  if (parent.isRetired) refuseParent(`${parent.name} is retired. Choose another node.`);
  if (child && makesCircle(await findParents(tx.db), child.id, parentId))
    refuseParent(`${parent.name} is itself connected through ${child.name}.`);
}

/** The stored form of credentials; nothing if none were sent. */
function credentialsOf(tx: Ctx, id: number, snmp: SnmpInput | undefined): Partial<NodeRecord> {
  if (!snmp) return {};
  assertSnmp(snmp);
  if (snmp.version === 'none') return { snmpVersion: 'none', snmpSecret: '' };
  const snmpSecret = tx.ports.secrets.encrypt(JSON.stringify(snmp), secretPurpose(id));
  return { snmpVersion: snmp.version, snmpSecret };
}

async function auditNode(
  tx: Ctx,
  action: string,
  { before, after }: { before?: NodeRecord; after?: NodeRecord },
): Promise<void> {
  const record = (after ?? before)!;
  const parents = [before?.parentId, after?.parentId].filter((id) => typeof id === 'number');
  const names = await namesOfNodes(tx, parents);
  const logged = (row: NodeRecord | undefined) =>
    row && toLogged(row, row.parentId === null ? '' : (names.get(row.parentId) ?? ''));
  await audit(tx, {
    action,
    entity: 'node',
    entityId: record.id,
    summary: record.name,
    schema,
    before: logged(before),
    after: logged(after),
  });
}

/** Logs that the credentials were replaced, without them. */
function auditCredentials(tx: Ctx, after: NodeRecord): Promise<void> {
  const words =
    after.snmpVersion === 'none'
      ? 'SNMP credentials removed'
      : `SNMP ${after.snmpVersion} credentials replaced`;
  return audit(tx, {
    action: 'node.snmp',
    entity: 'node',
    entityId: after.id,
    summary: `${after.name}: ${words}`,
    facts: { snmp: after.snmpVersion },
  });
}
