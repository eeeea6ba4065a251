import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CustomerGroup, loadsOf, type NodeRow } from './rules-figures.ts';
import { type Facts, optimizationOf, trendOf, weeksUntilFull } from './rules-optimization.ts';

const GBPS = 1_000_000;

function aNode(id: number, more: Partial<NodeRow> = {}): NodeRow {
  return {
    id,
    name: `Node ${id}`,
    location: 'Wau',
    type: 'tower',
    technologies: [],
    status: 'operational',
    capacityKbps: 10 * GBPS,
    usageKbps: GBPS,
    typedUptime: 99_900,
    parentId: null,
    isPolled: true,
    samples: 0,
    up: 0,
    ...more,
  };
}

function group(key: number | null, connected: number, mbps = 0): CustomerGroup<number | null> {
  return { key, connected, customers: connected, active: connected, mbps };
}

function factsOf(
  nodes: NodeRow[],
  customers: CustomerGroup<number | null>[] = [],
  more: Partial<Facts> = {},
): Facts {
  const loads = loadsOf(nodes, customers);
  return { nodes, loads, peaks: [], today: 56, isPolling: true, withoutNode: 0, ...more };
}

describe('the trend', () => {
  it('of points on a line is the line', () => {
    const number = fc.integer({ min: -1000, max: 1000 });
    const xs = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 2 });
    fc.assert(
      fc.property(number, number, xs, (slope, start, x) => {
        const trend = trendOf(
          x,
          x.map((value) => start + slope * value),
        )!;
        expect(trend.slope).toBeCloseTo(slope, 6);
        expect(trend.at(500)).toBeCloseTo(start + slope * 500, 3);
      }),
    );
  });

  it('needs two different days', () => {
    expect(trendOf([], [])).toBeUndefined();
    expect(trendOf([3, 3], [1, 2])).toBeUndefined();
  });

  it('says in how many whole weeks a growing node is full', () => {
    const days = Array.from({ length: 56 }, (_, day) => day);
    // 5 Gbps 56 days ago and 50 Mbps more each day: 7.8 Gbps today, the remaining 2.2 take 44 days.
    const kbps = days.map((day) => 5 * GBPS + day * 50_000);
    expect(weeksUntilFull({ days, kbps }, 10 * GBPS, 56)).toBe(6);
    expect(weeksUntilFull({ days, kbps }, 7 * GBPS, 56)).toBe(0);
    expect(
      weeksUntilFull({ days: days.slice(0, 13), kbps: kbps.slice(0, 13) }, 10 * GBPS, 56),
    ).toBeUndefined();
    expect(weeksUntilFull({ days, kbps: kbps.toReversed() }, 10 * GBPS, 56)).toBeUndefined();
    expect(weeksUntilFull({ days, kbps: days.map(() => GBPS) }, 10 * GBPS, 56)).toBeUndefined();
    expect(weeksUntilFull({ days, kbps }, 0, 56)).toBeUndefined();
  });

  it('is never full later with more growth', () => {
    const days = Array.from({ length: 30 }, (_, day) => day);
    const perDay = fc.integer({ min: 20_000, max: 1_000_000 });
    fc.assert(
      fc.property(perDay, perDay, (one, other) => {
        const weeks = (grows: number) =>
          weeksUntilFull({ days, kbps: days.map((day) => day * grows) }, 20 * GBPS, 30)!;
        expect(weeks(Math.max(one, other))).toBeLessThanOrEqual(weeks(Math.min(one, other)));
      }),
    );
  });
});

describe('the suggestions', () => {
  it('say with figures that nothing is wrong', () => {
    expect(optimizationOf(factsOf([aNode(1)]))).toEqual({
      suggestions:
        '1 node uses 1 Gbps of 10 Gbps (10%), the average uptime is 99.9%.\n\nNothing needs attention.',
      advice: [],
    });
    expect(optimizationOf(factsOf([])).suggestions).toMatch(/no network nodes yet/);
  });

  it('name each problem with its figures, the most urgent first', () => {
    const days = Array.from({ length: 56 }, (_, day) => day);
    const nodes = [
      aNode(1, { name: 'Core', location: 'Juba Central' }),
      aNode(2, { name: 'Full', usageKbps: 9.5 * GBPS, parentId: 1, samples: 1000, up: 990 }),
      aNode(3, { name: 'Spare', isPolled: false, parentId: 1 }),
    ];
    const customers = [group(2, 60, 250_000), group(3, 5, 50), group(null, 7)];
    const peaks = [{ nodeId: 1, days, kbps: days.map((day) => 5 * GBPS + day * 50_000) }];
    const { advice, suggestions } = optimizationOf(
      factsOf(nodes, customers, { peaks, isPolling: false, withoutNode: 7 }),
    );
    expect(advice.map(({ kind, urgency, nodeId }) => `${urgency} ${kind} ${nodeId}`)).toEqual([
      'now capacity 2',
      'soon growth 1',
      'soon oversubscription 1',
      'soon oversubscription 2',
      'soon uptime 2',
      'soon single_point 1',
      'later spread 2',
      'later spread null',
      'later monitoring null',
      'later monitoring null',
    ]);
    for (const text of [
      'Full (Wau) uses 95% of its capacity: 9.5 Gbps of 10 Gbps.',
      'The daily peak of Core (Juba Central) grows by 0.35 Gbps a week, measured over 56 days. At this rate it is full in 6 weeks; its capacity is 10 Gbps.',
      'Full (Wau) is oversubscribed 25:1: 250000 Mbps are sold on it and below it, its capacity is 10 Gbps.',
      'The uptime of Full (Wau) is 99%, measured over the last 30 days; the target is 99.5%.',
      'Core (Juba Central) is a single point of failure: 65 of 65 connected customers (100%) depend on it, 0 directly',
      'Customers in Wau are spread unevenly: Full has 60, Spare 5.',
      '7 Active customers have no network node',
      'Polling is off: usage and uptime of 3 nodes are no longer measured. What is called measured here is of the days before it was switched off.',
      '1 node of 3 cannot be measured, having no address or being left out of polling: Spare.',
      'Act now:\n- Full',
    ])
      expect(suggestions).toContain(text);
    const typed = nodes.map((node) => ({ ...node, samples: 0 }));
    expect(optimizationOf(factsOf(typed, customers, { isPolling: false })).suggestions).toContain(
      'Polling is off: the usage and uptime of 3 nodes are not measured.',
    );
  });

  it('tell the sold Mbps to the unit, and a node that is nearly full from a full one', () => {
    const nodes = [
      aNode(1, { capacityKbps: 100 * GBPS, usageKbps: 0 }),
      aNode(2, { parentId: 1, capacityKbps: 100 * GBPS, usageKbps: 0 }),
    ];
    const groups = [group(1, 1, 100), group(2, 1, 2_100_233)];
    const { suggestions } = optimizationOf(factsOf(nodes, groups));
    expect(suggestions).toContain(
      'Node 1 (Wau) is oversubscribed 21:1: 2100333 Mbps are sold on it and below it',
    );
    expect(suggestions).toContain('2100233 Mbps are sold');
    const days = Array.from({ length: 56 }, (_, day) => day);
    const full = [{ nodeId: 1, days, kbps: days.map((day) => (day + 45) * GBPS) }];
    const text = (today: number) =>
      optimizationOf(factsOf(nodes, [], { peaks: full, today })).suggestions;
    expect(text(54)).toContain('At this rate it is full within a week;');
    expect(text(55)).toContain('It is full at the busiest time;');
  });

  it('are sorted by urgency, name known nodes and are all in the text', () => {
    const row = fc.record({
      usageKbps: fc.integer({ min: 0, max: 12 * GBPS }),
      capacityKbps: fc.integer({ min: 0, max: 10 * GBPS }),
      typedUptime: fc.option(fc.integer({ min: 0, max: 100_000 })),
      parentId: fc.option(fc.integer({ min: 1, max: 60 })),
      isPolled: fc.boolean(),
    });
    const many = fc.array(row, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(many, fc.array(fc.nat(100), { maxLength: 60 }), (rows, counts) => {
        const nodes = rows.map((fields, index) => aNode(index + 1, fields));
        const groups = counts.map((count, index) => group(index + 1, count, count * 1000));
        const { advice, suggestions } = optimizationOf(factsOf(nodes, groups));
        const ranks = advice.map(({ urgency }) => ['now', 'soon', 'later'].indexOf(urgency));
        expect(ranks).toEqual(ranks.toSorted());
        for (const { text, nodeId } of advice) {
          expect(suggestions).toContain(text);
          expect(nodeId === null || (nodeId >= 1 && nodeId <= nodes.length)).toBe(true);
        }
        expect(suggestions).not.toMatch(/NaN|undefined|Infinity/);
      }),
      { numRuns: 50 },
    );
  });
});
