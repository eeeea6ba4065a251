import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locations, townOf } from '../../company/schema-places.ts';
import { cents } from '../../kernel/money.ts';
import { nodeStatuses, technologies } from '../../network/schema.ts';
import type { LocationGroup, NodeRow } from '../network/rules-figures.ts';
import { coverageOf, coverageReportOf, MAP_NODES, townStatusOf } from './rules.ts';
import { coverageReport, coverageTowns } from './schema.ts';

const rate = cents(40_000);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const node: fc.Arbitrary<Omit<NodeRow, 'id' | 'name'>> = fc.record({
  location: fc.constantFrom(...locations),
  type: fc.constantFrom('tower' as const, 'core' as const),
  technologies: fc.subarray([...technologies]),
  status: fc.constantFrom(...nodeStatuses),
  capacityKbps: fc.nat(10_000_000),
  usageKbps: fc.nat(10_000_000),
  typedUptime: fc.constant(null),
  parentId: fc.constant(null),
  isPolled: fc.boolean(),
  samples: fc.constant(0),
  up: fc.constant(0),
});
const nodes = fc
  .array(node, { maxLength: 80 })
  .map((some) => some.map((one, index) => ({ ...one, id: index + 1, name: `Node ${index + 1}` })));
const customers: fc.Arbitrary<LocationGroup[]> = fc.subarray([...locations]).chain((keys) =>
  fc.tuple(
    ...keys.map((key) =>
      fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(10_000_000)).map(([active, other, fees]) => ({
        key,
        customers: active + other,
        connected: active,
        active,
        mbps: active * 10,
        feesUsd: cents(active === 0 ? 0 : fees),
      })),
    ),
  ),
);

function aNode(more: Partial<NodeRow> = {}): NodeRow {
  return {
    ...{ id: 1, name: 'Tower', location: 'Wau', type: 'tower', technologies: [] },
    ...{ status: 'operational', capacityKbps: 1_000_000, usageKbps: 0, typedUptime: null },
    ...{ parentId: null, isPolled: false, samples: 0, up: 0 },
    ...more,
  };
}

describe('coverage', () => {
  it('is 100 only if all nodes are up, 0 only if none is nearly, and never above the exact share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (all, some) => {
        const up = Math.min(some, all);
        const percent = coverageOf(up, all)!;
        expect(percent === 100).toBe(up === all);
        expect(percent).toBeLessThanOrEqual((up * 100) / all);
        expect(percent).toBeGreaterThan((up * 100) / all - 0.1001);
        expect(townStatusOf(percent)).toBe(up * 10 >= all * 9 ? 'full_coverage' : 'expanding');
      }),
    );
    expect(coverageOf(0, 0)).toBeNull();
    expect(townStatusOf(null)).toBe('planned');
    expect(townStatusOf(0)).toBe('expanding');
  });
});

describe('the report', () => {
  it('has every node and customer once, in a town of the six or outside', () => {
    fc.assert(
      fc.property(nodes, customers, (someNodes, groups) => {
        const report = coverageReportOf({ nodes: someNodes, customers: groups, rate });
        expect(coverageReport.encode(report)).toBeDefined();
        expect(report.towns.map(({ town }) => town)).toEqual([...coverageTowns]);
        expect(report.outside.map(({ town }) => town)).toEqual(['Aweil', 'Kuacjok', 'Torit']);
        const all = [...report.towns, ...report.outside];
        expect(sum(all.map((town) => town.nodes))).toBe(someNodes.length);
        expect(sum(all.map((town) => town.customers))).toBe(
          sum(groups.map((group) => group.customers)),
        );
        expect(sum(all.map((town) => town.feesUsd))).toBe(sum(groups.map((one) => one.feesUsd)));
        expect(
          all.flatMap((town) => town.locations.map(({ location }) => location)).sort(),
        ).toEqual([...locations].sort());
        for (const town of all) {
          expect(sum(town.locations.map((one) => one.customers))).toBe(town.customers);
          expect(town.feesSsp).toBe(town.feesUsd * 400);
          expect(town.status === 'planned').toBe(town.nodes === 0);
        }
        const { summary } = report;
        expect(summary.fullCoverage + summary.expanding + summary.planned).toBe(6);
        expect(summary.customers).toBe(sum(report.towns.map((town) => town.customers)));
      }),
    );
  });

  it('counts towns that have a technology, with the sample only while none is known', () => {
    fc.assert(
      fc.property(nodes, (someNodes) => {
        const { technologies: shares } = coverageReportOf({
          nodes: someNodes,
          customers: [],
          rate,
        });
        const within = someNodes.filter(({ location }) =>
          (coverageTowns as readonly string[]).includes(townOf[location]),
        );
        const isKnown = within.some((one) => one.technologies.length > 0);
        for (const { technology, percent, isSample } of shares) {
          expect(isSample).toBe(!isKnown);
          if (isSample) continue;
          const having = within.filter((one) => one.technologies.includes(technology));
          const towns = new Set(having.map(({ location }) => townOf[location])).size;
          expect(percent).toBe([0, 17, 33, 50, 67, 83, 100][towns]);
        }
      }),
    );
    const { technologies: samples } = coverageReportOf({ nodes: [], customers: [], rate });
    expect(samples.map(({ percent }) => percent)).toEqual([100, 33, 67]);
  });

  it('shows at most some nodes of each town on the map, and none that is up before one that is not', () => {
    const many = Array.from({ length: MAP_NODES + 4 }, (_, index) =>
      aNode({ id: index + 1, status: index < MAP_NODES + 2 ? 'operational' : 'offline' }),
    );
    const other = aNode({ id: 99, location: 'Torit', status: 'maintenance' });
    const report = coverageReportOf({ nodes: [...many, other], customers: [], rate });
    const inWau = report.nodes.filter(({ town }) => town === 'Wau');
    expect(inWau).toHaveLength(MAP_NODES);
    expect(inWau.slice(0, 2).map(({ id }) => id)).toEqual([MAP_NODES + 3, MAP_NODES + 4]);
    expect(report.nodes.filter(({ town }) => town === 'Torit').map(({ id }) => id)).toEqual([99]);
  });

  it('takes Juba from both of its locations', () => {
    const report = coverageReportOf({
      nodes: [
        aNode({ location: 'Juba Central' }),
        aNode({ id: 2, location: 'Juba Commercial', status: 'offline' }),
      ],
      customers: [],
      rate,
    });
    expect(report.towns[0]).toMatchObject({
      town: 'Juba',
      nodes: 2,
      coverage: 50,
      status: 'expanding',
    });
  });

  it('has no amount in pounds where it would not be exact', () => {
    const group = { key: 'Wau' as const, customers: 1, connected: 1, active: 1, mbps: 1 };
    const report = coverageReportOf({
      nodes: [],
      customers: [{ ...group, feesUsd: cents(4_000_000_000_000) }],
      rate: cents(400_000),
    });
    expect(report.summary.feesSsp).toBeNull();
  });
});
