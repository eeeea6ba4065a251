import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { createCustomer, updateCustomer } from '../../customers/service.ts';
import { createNode, updateNode } from '../../network/nodes/service.ts';
import { getRegionalCoverage } from './service.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

describe('regional coverage', () => {
  it('without data has six planned towns and the shares of the specification as samples', async () => {
    const { towns, technologies, plans, summary } = await getRegionalCoverage(ctx());
    expect(towns.map(({ town, status, coverage }) => [town, status, coverage])).toEqual(
      ['Juba', 'Wau', 'Malakal', 'Bentiu', 'Bor', 'Yei'].map((town) => [town, 'planned', null]),
    );
    expect(technologies).toEqual([
      { technology: '4G', towns: 0, percent: 100, isSample: true },
      { technology: 'fiber', towns: 0, percent: 33, isSample: true },
      { technology: 'microwave', towns: 0, percent: 67, isSample: true },
    ]);
    expect(plans.map(({ quarter }) => quarter)).toEqual([
      'Q1 2025',
      'Q2 2025',
      'Q3 2025',
      'Q4 2025',
    ]);
    expect(summary).toMatchObject({ coverage: null, planned: 6, customers: 0, feesUsd: 0 });
  });

  it('is computed from nodes and customers, without retired nodes and fees of customers not Active', async () => {
    const node = { type: 'tower', capacity: 1 } as const;
    const core = await createNode(ctx(), {
      ...node,
      name: 'Core',
      type: 'core',
      location: 'Juba Central',
      technologies: ['fiber'],
    });
    const tower = await createNode(ctx(), {
      ...node,
      name: 'Juba Tower',
      location: 'Juba Commercial',
      technologies: ['4G'],
      parentId: core.id,
    });
    const old = await createNode(ctx(), { ...node, name: 'Old', location: 'Wau' });
    await createNode(ctx(), { ...node, name: 'Torit Tower', location: 'Torit' });
    await updateNode(ctx(), tower.id, { status: 'maintenance' });
    await updateNode(ctx(), old.id, { isRetired: true });
    await createCustomer(ctx(), {
      name: 'A',
      location: 'Juba Central',
      packageType: 'Basic Fiber',
    });
    await createCustomer(ctx(), {
      name: 'B',
      location: 'Juba Commercial',
      packageType: 'Standard Fiber',
    });
    const left = await createCustomer(ctx(), { name: 'C', location: 'Wau' });
    await updateCustomer(ctx(), left.id, { updates: { status: 'Suspended' } });
    await createCustomer(ctx(), { name: 'D', location: 'Torit', packageType: 'Basic Fiber' });

    const { summary, towns, outside, technologies, nodes } = await getRegionalCoverage(ctx());
    expect(towns[0]).toMatchObject({
      town: 'Juba',
      status: 'expanding',
      coverage: 50,
      nodes: 2,
      operational: 1,
      towers: 1,
      technologies: ['4G', 'fiber'],
      customers: 2,
      activeCustomers: 2,
      soldMbps: 60,
      capacity: 2,
      // 125 and 450 dollars at 400 pounds.
      feesUsd: 57_500,
      feesSsp: 23_000_000,
    });
    expect(towns[0]!.locations).toEqual([
      { location: 'Juba Central', customers: 1, activeCustomers: 1 },
      { location: 'Juba Commercial', customers: 1, activeCustomers: 1 },
    ]);
    expect(towns[1]).toMatchObject({
      town: 'Wau',
      status: 'planned',
      coverage: null,
      customers: 1,
      activeCustomers: 0,
      feesUsd: 0,
    });
    expect(outside.map(({ town, customers, coverage }) => [town, customers, coverage])).toEqual([
      ['Aweil', 0, null],
      ['Kuacjok', 0, null],
      ['Torit', 1, 100],
    ]);
    expect(technologies.map(({ percent, isSample }) => [percent, isSample])).toEqual([
      [17, false],
      [17, false],
      [0, false],
    ]);
    expect(summary).toMatchObject({
      coverage: 50,
      nodes: 2,
      operational: 1,
      customers: 3,
      activeCustomers: 2,
      fullCoverage: 0,
      expanding: 1,
      planned: 5,
      feesUsd: 57_500,
    });
    expect(nodes.map(({ name, town }) => [name, town])).toEqual([
      ['Juba Tower', 'Juba'],
      ['Core', 'Juba'],
      ['Torit Tower', 'Torit'],
    ]);
  });
});
