import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { type Ctx, transact } from '../../context.ts';
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  updateCustomer,
} from '../../customers/service.ts';
import { assignNode } from '../../customers/service-nodes.ts';
import { NETWORK_SETTINGS, type NodeInput, nodeUpdate } from '../schema.ts';
import { createNode, deleteNode, getNode, updateNode } from './service.ts';
import { importNodes } from './service-import.ts';
import { exportNodes, listNodes } from './service-list.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('technician'));

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterEach(async () => {
  await emptyTables(app, 'customers', 'network_nodes', 'outbox');
  await sql`delete from settings where name = ${NETWORK_SETTINGS}`.execute(app.db);
});
afterAll(() => app.close());

function add(input: Partial<NodeInput> = {}) {
  const required = {
    name: 'Juba Core',
    location: 'Juba Central',
    type: 'core',
    capacity: 10,
  } as const;
  return createNode(ctx(), { ...required, ...input });
}

async function auditLines(entityId: number) {
  return app.db
    .selectFrom('audit_log')
    .select(['action', 'summary', 'before', 'after'])
    .where('entity', '=', 'node')
    .where('entity_id', '=', String(entityId))
    .orderBy('id')
    .execute();
}

async function pollingOn() {
  const value = JSON.stringify({ isPolling: true });
  await app.db
    .insertInto('settings')
    .values({ name: NETWORK_SETTINGS, value, updated_at: app.clock() })
    .execute();
}

async function openAlarm(nodeId: number): Promise<number> {
  const at = new Date('2026-11-21T07:00:00Z');
  const { id } = await app.db
    .insertInto('network_alarms')
    .values({ node_id: nodeId, kind: 'down', began_at: at, raised_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('a node', () => {
  it('is added operational, listed by name, and its name is unique in any case', async () => {
    const core = await add({ technologies: ['fiber'], currentUsage: 2.5, uptime: 99.95 });
    expect(core).toMatchObject({
      name: 'Juba Core',
      status: 'operational',
      capacity: 10,
      currentUsage: 2.5,
      uptime: 99.95,
      isMeasured: false,
      lastMaintenance: null,
      parentName: '',
      openAlarms: 0,
      version: 1,
    });
    await add({ name: 'Bor Tower', location: 'Bor', type: 'tower', parentId: core.id });
    const { rows, total } = await listNodes(ctx(), { total: true });
    expect(rows.map(({ name, parentName }) => [name, parentName])).toEqual([
      ['Bor Tower', 'Juba Core'],
      ['Juba Core', ''],
    ]);
    expect(total).toBe(2);
    expect(
      (await listNodes(ctx(), { q: 'bor', location: 'Bor', type: 'tower' })).rows,
    ).toHaveLength(1);
    expect((await listNodes(ctx(), { parentId: core.id })).rows).toMatchObject([
      { name: 'Bor Tower' },
    ]);
    await expect(add({ name: 'juba CORE' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'node.nameTaken',
    });
  });

  it('is exported with the fields of an import', async () => {
    const core = await add({ technologies: ['4G', 'fiber'], capacity: 2.5 });
    await add({ name: '=Tower', parentId: core.id, uptime: 99.5 });
    const parts: string[] = [];
    for await (const part of exportNodes(ctx(), { format: 'csv' })
      .body as AsyncIterable<Uint8Array>)
      parts.push(Buffer.from(part).toString('utf8'));
    expect(
      parts
        .join('')
        .trim()
        .split('\r\n')
        .map((line) => line.replace('\uFEFF', '')),
    ).toEqual([
      'name,location,type,technologies,status,capacity,currentUsage,uptime,parent,address,notes,lastMaintenance',
      "'=Tower,Juba Central,core,,operational,10,0,99.5,Juba Core,,,",
      'Juba Core,Juba Central,core,"4G, fiber",operational,2.5,0,,,,,',
    ]);
  });

  it('keeps credentials encrypted, and neither answers nor logs them', async () => {
    const { id, version } = await add({
      address: '10.0.0.1',
      snmp: { version: 'v2c', community: 'hidden-1' },
    });
    const after = await updateNode(ctx(), id, {
      version,
      snmp: { version: 'v2c', community: 'hidden-2' },
    });
    expect(after.snmpVersion).toBe('v2c');
    const { rows } = await sql<{
      secret: string;
    }>`select snmp_secret as secret from network_nodes where id = ${id}`.execute(app.db);
    const { secret } = rows[0]!;
    expect(JSON.parse(app.ports.secrets.decrypt(secret, `node.snmp:${id}`))).toEqual({
      version: 'v2c',
      community: 'hidden-2',
    });
    const lines = await auditLines(id);
    expect(lines.map(({ action, summary }) => [action, summary])).toEqual([
      ['node.create', 'Juba Core'],
      ['node.snmp', 'Juba Core: SNMP v2c credentials replaced'],
    ]);
    expect(JSON.stringify([lines, after])).not.toContain('hidden');
    expect(JSON.stringify(lines)).not.toContain(secret);
    // Other changes keep them.
    await updateNode(ctx(), id, { notes: 'On the roof' });
    expect(await getNode(ctx(), id)).toMatchObject({ snmpVersion: 'v2c', notes: 'On the roof' });
    await updateNode(ctx(), id, { snmp: { version: 'none' } });
    expect((await getNode(ctx(), id)).snmpVersion).toBe('none');
  });

  it('sends stored credentials to no other address', async () => {
    const snmp = { version: 'v2c', community: 'hidden-1' } as const;
    const { id } = await add({ address: '10.0.0.1', snmp });
    const refused = { kind: 'invalid', fields: { address: expect.stringMatching(/again/) } };
    await expect(updateNode(ctx(), id, { address: '10.9.9.9' })).rejects.toMatchObject(refused);
    // Nor in two steps, nor by a file.
    await updateNode(ctx(), id, { address: '' });
    await expect(updateNode(ctx(), id, { address: '10.9.9.9' })).rejects.toMatchObject(refused);
    const rows = [{ name: 'Juba Core', address: '10.9.9.9' }];
    const imported = await transact(ctx(), (tx) => importNodes(tx, rows, { dryRun: false }));
    expect(imported.errors).toMatchObject([
      { message: expect.stringMatching(/^address: .*again/) },
    ]);
    expect(await updateNode(ctx(), id, { address: '10.0.0.2', snmp })).toMatchObject({
      address: '10.0.0.2',
      snmpVersion: 'v2c',
    });
    await updateNode(ctx(), id, { snmp: { version: 'none' } });
    expect(await updateNode(ctx(), id, { address: '10.0.0.3' })).toMatchObject({
      address: '10.0.0.3',
    });
  });

  it('measures its uptime over 30 days, and is measured only while polling is on', async () => {
    const { id } = await add({ address: '10.0.0.1', uptime: 50 });
    await sql`
      insert into network_rollups (node_id, span, start, samples, up_samples, maintenance_samples, sent, received,
        latency_count, latency_sum_us, traffic_count, in_sum_kbps, out_sum_kbps)
      select ${id}, 'day', d, 1000, case when d < '2026-10-22T22:00:00Z' then 0 else 999 end, 0, 1, 1, 0, 0, 0, 0, 0
      from generate_series('2026-10-01T22:00:00Z'::timestamptz, '2026-11-20T22:00:00Z', '1 day') d`.execute(
      app.db,
    );
    expect(await getNode(ctx(), id)).toMatchObject({ uptime: 99.9, isMeasured: false });
    await pollingOn();
    expect(await getNode(ctx(), id)).toMatchObject({ isMeasured: true });
  });
});

describe('the toggle', () => {
  it('sets the last maintenance to now, whatever was sent, once for two who press it at once', async () => {
    const { id } = await add();
    const sent = z.decode(nodeUpdate, {
      status: 'maintenance',
      lastMaintenance: '2001-01-01',
    } as never);
    const answers = await Promise.all([1, 2].map(() => updateNode(ctx(), id, sent)));
    expect(answers.map(({ status }) => status)).toEqual(['maintenance', 'maintenance']);
    expect(await getNode(ctx(), id)).toMatchObject({ lastMaintenance: app.clock(), version: 2 });
    await updateNode(ctx(), id, { status: 'operational' });
    const actions = (await auditLines(id)).map(({ action }) => action);
    expect(actions).toEqual(['node.create', 'node.toggle', 'node.toggle']);
  });

  it('allows offline by hand only for a node that is not measured', async () => {
    const { id } = await add({ address: '10.0.0.1' });
    expect(await updateNode(ctx(), id, { status: 'offline' })).toMatchObject({
      status: 'offline',
      lastMaintenance: null,
    });
    await expect(updateNode(ctx(), id, { status: 'maintenance' })).rejects.toMatchObject({
      code: 'node.toggle',
    });
    await updateNode(ctx(), id, { status: 'operational' });
    await pollingOn();
    await expect(updateNode(ctx(), id, { status: 'offline' })).rejects.toMatchObject({
      code: 'node.measured',
    });
  });

  it('into maintenance ends open alarms', async () => {
    const { id } = await add();
    const alarm = await openAlarm(id);
    await updateNode(ctx(), id, { status: 'maintenance' });
    const ended = await app.db
      .selectFrom('network_alarms')
      .select(['end_reason', 'ended_at'])
      .executeTakeFirst();
    expect(ended).toEqual({ end_reason: 'maintenance', ended_at: app.clock() });
    const facts = await app.db.selectFrom('outbox').select(['fact', 'entity_id']).execute();
    expect(facts).toEqual([{ fact: 'alarm.ended', entity_id: alarm }]);
  });

  it('is refused on an outdated version', async () => {
    const { id } = await add();
    await updateNode(ctx(), id, { notes: 'x', version: 1 });
    await expect(updateNode(ctx(), id, { notes: 'y', version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('the tree of nodes', () => {
  it('has no circle, also when two make one at once', async () => {
    const [a, b] = [await add({ name: 'A' }), await add({ name: 'B' })];
    await expect(updateNode(ctx(), a.id, { parentId: a.id })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { parentId: 'A node cannot be connected to itself.' },
    });
    const both = await Promise.allSettled([
      updateNode(ctx(), a.id, { parentId: b.id }),
      updateNode(ctx(), b.id, { parentId: a.id }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ kind: 'invalid', code: 'node.parent' });
  });

  it('takes no unknown or retired parent', async () => {
    const parent = await add({ name: 'Old' });
    await updateNode(ctx(), parent.id, { isRetired: true });
    await expect(add({ parentId: parent.id })).rejects.toMatchObject({
      fields: { parentId: 'Old is retired. Choose another node.' },
    });
    await expect(add({ parentId: 999_999 })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('logs the name of a parent', async () => {
    const [a, b] = [await add({ name: 'A' }), await add({ name: 'B' })];
    await updateNode(ctx(), b.id, { parentId: a.id });
    expect((await auditLines(b.id)).at(-1)).toMatchObject({
      before: { parentName: '' },
      after: { parentName: 'A' },
    });
  });
});

describe('a node that is no longer needed', () => {
  it('is deleted if nothing names it', async () => {
    const { id } = await add();
    expect(await deleteNode(ctx(), id)).toEqual({
      removed: true,
      message: 'Juba Core was deleted.',
    });
    await expect(getNode(ctx(), id)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(deleteNode(ctx(), id)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(updateNode(ctx(), id, { notes: 'x' })).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is retired if customers or nodes name it: no state, no open alarm, no new customers', async () => {
    const { id } = await add();
    const customer = await createCustomer(ctx(), { name: 'Akol Deng', nodeId: id });
    await add({ name: 'Child', parentId: id });
    await openAlarm(id);
    await app.db
      .insertInto('network_states')
      .values({
        node_id: id,
        polled_at: app.clock(),
        since: app.clock(),
        is_reachable: true,
        loss_percent: 0,
      })
      .execute();
    expect(await deleteNode(ctx(), id)).toEqual({
      removed: false,
      message:
        'Juba Core is now retired. It is not deleted, since customers, other nodes and alarms name it.',
    });
    expect((await deleteNode(ctx(), id)).message).toMatch(/^Juba Core stays retired/);
    expect(await getNode(ctx(), id)).toMatchObject({
      isRetired: true,
      openAlarms: 0,
      isReachable: null,
    });
    expect((await listNodes(ctx(), {})).rows.map(({ name }) => name)).toEqual(['Child']);
    expect((await listNodes(ctx(), { status: 'retired' })).rows).toHaveLength(1);
    expect((await listNodes(ctx(), { status: 'all' })).rows).toHaveLength(2);
    await expect(updateNode(ctx(), id, { status: 'maintenance' })).rejects.toMatchObject({
      code: 'node.retired',
    });
    // Whoever is connected stays so and can be edited; nobody new is connected.
    await updateCustomer(ctx(), customer.id, { updates: { nodeId: id, port: '7' } });
    await expect(createCustomer(ctx(), { name: 'New', nodeId: id })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { nodeId: 'Juba Core is retired. Choose another network node.' },
    });
    await updateNode(ctx(), id, { isRetired: false });
    await createCustomer(ctx(), { name: 'New', nodeId: id });
  });
});

describe('the customers of a node', () => {
  it('are named, filtered and searched by their device, and logged in words', async () => {
    const { id } = await add();
    const { id: customerId } = await createCustomer(ctx(), { name: 'Akol Deng' });
    await createCustomer(ctx(), { name: 'Other' });
    const after = await updateCustomer(ctx(), customerId, {
      updates: {
        nodeId: id,
        accessType: 'fiber',
        ipAddress: '10.20.30.40',
        macAddress: 'AA:BB:CC:DD:EE:FF',
        deviceSerial: 'HWTC-77',
        port: '0/1/3',
      },
    });
    expect(after).toMatchObject({ nodeId: id, nodeName: 'Juba Core', accessType: 'fiber' });
    for (const filter of [{ nodeId: id }, { q: '10.20.30' }, { q: 'aa:bb:cc' }, { q: 'hwtc-77' }]) {
      const { rows } = await listCustomers(ctx(), filter);
      expect(rows.map(({ name, nodeName }) => [name, nodeName])).toEqual([
        ['Akol Deng', 'Juba Core'],
      ]);
    }
    const line = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'customer.update')
      .where('entity_id', '=', String(customerId))
      .executeTakeFirst();
    expect(line).toMatchObject({
      before: { nodeName: '', ipAddress: '' },
      after: { nodeName: 'Juba Core', ipAddress: '10.20.30.40', macAddress: 'AA:BB:CC:DD:EE:FF' },
    });
    await expect(
      updateCustomer(ctx(), customerId, { updates: { nodeId: 999_999 } }),
    ).rejects.toMatchObject({
      fields: { nodeId: 'There is no such network node.' },
    });
    await updateCustomer(ctx(), customerId, { updates: { nodeId: null } });
    expect(await getCustomer(ctx(), customerId)).toMatchObject({ nodeId: null, nodeName: '' });
  });

  it('of a location are connected at once, once, without those who left', async () => {
    const [core, tower] = [await add(), await add({ name: 'Wau Tower' })];
    const inWau = { location: 'Wau' } as const;
    const one = await createCustomer(ctx(), { name: 'One', ...inWau });
    await createCustomer(ctx(), { name: 'Two', ...inWau, nodeId: core.id });
    await createCustomer(ctx(), { name: 'Elsewhere' });
    const left = await createCustomer(ctx(), { name: 'Left', ...inWau });
    await deleteCustomer(ctx(), left.id);
    const input = { nodeId: tower.id, ...inWau };
    expect(await assignNode(ctx(), input)).toEqual({ customers: 1 });
    expect(await assignNode(ctx(), input)).toEqual({ customers: 0 });
    expect(await getCustomer(ctx(), one.id)).toMatchObject({ nodeName: 'Wau Tower', version: 2 });
    expect(await assignNode(ctx(), { ...input, includeAssigned: true })).toEqual({ customers: 1 });
    const lines = (await auditLines(tower.id)).filter(({ action }) => action !== 'node.create');
    expect(lines.map(({ summary }) => summary)).toEqual([
      'Wau Tower: 1 customer of Wau connected',
      'Wau Tower: 1 customer of Wau connected',
    ]);
    await expect(assignNode(ctx(), { ...input, nodeId: 999_999 })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});
