import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { createCustomer, deleteCustomer } from '../../customers/service.ts';
import { createNode, updateNode } from '../../network/nodes/service.ts';
import {
  getBandwidth,
  getCoverage,
  getLoads,
  getNetworkStats,
  optimizeNetwork,
} from './service.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('technician'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

describe('reports of the network', () => {
  it('without data are empty, with the samples of the specification', async () => {
    expect(await getNetworkStats(ctx())).toMatchObject({
      nodes: 0,
      totalCapacity: 0,
      averageUptime: null,
    });
    expect((await getCoverage(ctx())).filter(({ isSample }) => isSample)).toHaveLength(4);
    expect((await getBandwidth(ctx())).every(({ isSample }) => isSample)).toBe(true);
    expect(await getLoads(ctx())).toEqual([]);
    expect((await optimizeNetwork(ctx())).advice).toEqual([]);
  });

  it('are computed from nodes, customers and measurements', async () => {
    const core = await createNode(ctx(), {
      name: 'Core',
      location: 'Juba Central',
      type: 'core',
      capacity: 1,
      currentUsage: 0.5,
    });
    const tower = await createNode(ctx(), {
      name: 'Tower',
      location: 'Bor',
      type: 'tower',
      capacity: 0.1,
      parentId: core.id,
      address: '10.0.0.2',
    });
    const old = await createNode(ctx(), {
      name: 'Old',
      location: 'Bor',
      type: 'tower',
      capacity: 5,
    });
    await updateNode(ctx(), old.id, { isRetired: true });
    const connected = { packageType: 'Standard Fiber', location: 'Bor', nodeId: tower.id } as const;
    for (const name of ['A', 'B']) await createCustomer(ctx(), { name, ...connected });
    await deleteCustomer(ctx(), (await createCustomer(ctx(), { name: 'Left', ...connected })).id);
    await createCustomer(ctx(), { name: 'Nowhere', packageType: 'Basic Fiber' });
    // Eight weeks in which the busiest minute grows by 1 Mbps a day to 90 Mbps; one minute in a hundred was down.
    await sql`
      insert into network_rollups (node_id, span, start, samples, up_samples, maintenance_samples, sent, received,
        latency_count, latency_sum_us, traffic_count, in_sum_kbps, in_max_kbps, out_sum_kbps, out_max_kbps)
      select ${tower.id}, 'day', '2026-11-20T22:00:00Z'::timestamptz - make_interval(days => d), 1000, 990, 0, 1, 1, 0, 0,
        1, 1, 91000 - d * 1000, 1, 5
      from generate_series(1, 56) d`.execute(app.db);
    expect(await getNetworkStats(ctx())).toMatchObject({
      nodes: 2,
      totalCapacity: 1.1,
      currentUsage: 0.5,
      averageUptime: 99,
      isPolling: false,
    });
    const coverage = await getCoverage(ctx());
    expect(coverage.find(({ location }) => location === 'Bor')).toMatchObject({
      nodes: 1,
      towers: 1,
      customers: 3,
      activeCustomers: 2,
      soldMbps: 100,
      uptime: 99,
      isSample: false,
    });
    expect(await getBandwidth(ctx())).toMatchObject([
      {
        packageType: 'Basic Fiber',
        customers: 1,
        mbps: 10,
        share: 9.1,
        priceSsp: 5_000_000,
        isSample: false,
      },
      { packageType: 'Standard Fiber', customers: 2, mbps: 100, share: 90.9 },
      { customers: 0 },
      { customers: 0 },
    ]);
    expect(await getLoads(ctx())).toEqual([
      {
        nodeId: core.id,
        customers: 0,
        activeCustomers: 0,
        soldMbps: 0,
        customersBelow: 2,
        oversubscription: 0.1,
      },
      {
        nodeId: tower.id,
        customers: 2,
        activeCustomers: 2,
        soldMbps: 100,
        customersBelow: 0,
        oversubscription: 1,
      },
    ]);
    const { suggestions } = await optimizeNetwork(ctx());
    expect(suggestions).toContain(
      'The daily peak of Tower (Bor) grows by 0.007 Gbps a week, measured over 56 days. At this rate it is full in 1 week; its capacity is 0.1 Gbps.',
    );
    expect(suggestions).toContain(
      'The uptime of Tower (Bor) is 99%, measured over the last 30 days',
    );
    expect(suggestions).toContain('1 Active customer has no network node');
    expect(suggestions).toContain(
      '1 node of 2 cannot be measured, having no address or being left out of polling: Core.',
    );
  });
});
