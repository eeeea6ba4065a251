import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { createCustomer, lookupCustomer } from '../../customers/service.ts';
import { updateNode } from '../../network/nodes/service.ts';
import { listNodes } from '../../network/nodes/service-list.ts';
import type { ImportInput } from '../schema.ts';
import { importFile } from '../service.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
let folder: string;
const ctx = (role: 'technician' | 'support' | 'super_admin' = 'super_admin'): Ctx =>
  contextOf(app, staff(role));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-nodes-'));
});
afterEach(async () => {
  await emptyTables(app, 'customers', 'network_nodes');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(text: string, input: Partial<ImportInput> = {}, by = ctx()) {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  return importFile(by, { filename: 'nodes.csv', path, size: 1 }, { type: 'general', ...input });
}

const FILE = `Name,Location,Type,Technologies,Capacity,Current Usage,Uptime,Parent,Address,Notes
Bor Tower,Bor,tower,"4G, microwave","0,6",0.24,99.5,Juba Core,192.0.2.7,Mast
Juba Core,Juba Central,core,Fibre,10,4,,,,
`;

async function nodes() {
  const { rows } = await listNodes(ctx(), {});
  return rows.map(({ name, technologies, capacity, parentName }) => [
    name,
    technologies,
    capacity,
    parentName,
  ]);
}

async function lastRun(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from import_runs`.execute(app.db);
  return rows[0]!.id;
}

it('is told by its headers, takes parents from anywhere in the file, and changes nothing the second time', async () => {
  const counts = { recordsCreated: 2, recordsUpdated: 0, recordsFailed: 0 };
  expect(await load(FILE, { dryRun: true })).toMatchObject(counts);
  expect(await nodes()).toEqual([]);
  expect(await load(FILE, {}, ctx('technician'))).toMatchObject(counts);
  expect(await nodes()).toEqual([
    ['Bor Tower', ['4G', 'microwave'], 0.6, 'Juba Core'],
    ['Juba Core', ['fiber'], 10, ''],
  ]);
  expect(await load(FILE)).toMatchObject({
    recordsCreated: 0,
    recordsUpdated: 0,
    recordsUnchanged: 2,
  });
  expect(await load('name,capacity,location\nJUBA CORE,12,Juba Central\n')).toMatchObject({
    recordsUpdated: 1,
  });
  expect((await nodes())[1]).toEqual(['JUBA CORE', ['fiber'], 12, '']);
  await expect(load(FILE, { type: 'nodes' }, ctx('support'))).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

it('refuses rows with the reason', async () => {
  await load(FILE);
  const { errors } = await load(`name,location,type,capacity,technologies,parent
Juba Core,Juba Central,core,10,,Bor Tower
No Type,Bor,,1,,
Child,Bor,tower,1,,No Type
Tape,Bor,tower,1,copper,
Big,Bor,tower,many,,
Lost,Bor,tower,1,,Nowhere
Self,Bor,tower,1,,self
`);
  expect(errors.map((text) => text.replace(/^Row \d+: /, ''))).toEqual([
    'parent: Bor Tower is itself connected through it.',
    'type: A new node needs the type.',
    'parent: There is no network node named No Type.',
    'technologies: copper is none of 4G, fiber, microwave.',
    expect.stringMatching(/^capacity: /),
    'parent: There is no network node named Nowhere.',
    'parent: self is itself connected through it.',
  ]);
  expect(await nodes()).toHaveLength(2);
});

it('is undone from below, except nodes that were changed or are named since', async () => {
  await load(FILE);
  const first = await lastRun();
  await undoRun(ctx(), first, { wait: true });
  expect(await nodes()).toEqual([]);
  await load(FILE);
  const { rows } = await listNodes(ctx(), { q: 'Bor Tower' });
  await createCustomer(ctx(), { name: 'Akol', nodeId: rows[0]!.id });
  await undoRun(ctx(), await lastRun(), { wait: true });
  expect(await nodes()).toHaveLength(2);
});

it('customers of a file are connected by the name of the node', async () => {
  await load(FILE);
  const { rows } = await listNodes(ctx(), { q: 'Juba Core' });
  const file = `customerId,name,nodeName,accessType,ipAddress,macAddress,deviceSerial,port
C1,One,bor tower,wireless,10.0.0.1,aa-bb-cc-dd-ee-ff,S1,0/1
C2,Two,Nowhere,,not an address,,,
`;
  const result = await load(file, { type: 'customers' });
  expect(result).toMatchObject({ recordsCreated: 2, recordsFailed: 0 });
  expect(result.warnings.join('\n')).toContain(
    'There is no network node named Nowhere; it was left out.',
  );
  expect(await lookupCustomer(ctx(), 'C1')).toMatchObject({
    nodeName: 'Bor Tower',
    accessType: 'wireless',
    ipAddress: '10.0.0.1',
    macAddress: 'AA:BB:CC:DD:EE:FF',
    deviceSerial: 'S1',
    port: '0/1',
  });
  expect(await lookupCustomer(ctx(), 'C2')).toMatchObject({ nodeId: null, ipAddress: '' });
  await updateNode(ctx(), rows[0]!.id, { isRetired: true });
  const moved = await load('customerId,nodeName\nC1,Juba Core\n', { type: 'customers' });
  expect(moved.warnings.join('\n')).toContain('Juba Core is retired; it was left out.');
  await updateNode(ctx(), rows[0]!.id, { isRetired: false });
  await load('customerId,nodeName\nC1,Juba Core\n', { type: 'customers' });
  expect(await lookupCustomer(ctx(), 'C1')).toMatchObject({ nodeName: 'Juba Core' });
});
