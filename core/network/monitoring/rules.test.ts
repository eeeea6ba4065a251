import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uptimeOf } from '../nodes/rules.ts';
import { alarmKinds, seriesSpans } from '../schema.ts';
import {
  assertSettings,
  defaultSettings,
  lossOf,
  minuteOf,
  rollupsOf,
  type Sample,
} from './rules.ts';
import { belowUnreachable, judge, nextStep, unwatched, type Verdict } from './rules-alarms.ts';
import { continuityOf, rateOf, sumTraffic, trafficOf, usageOf } from './rules-rates.ts';
import { planOf, toSeries } from './rules-series.ts';

const start = new Date('2026-11-21T08:00:00Z').getTime();
const at = (minutes: number) => new Date(start + minutes * 60_000);

describe('rates', () => {
  const facts = {
    counterBits: 32,
    elapsedMs: 60_000,
    speedKbps: 100_000,
    continuity: 'same',
  } as const;

  test('of a counter that grows', () => {
    expect(rateOf(0n, 7_500_000n, facts)).toBe(1000);
    expect(rateOf(5n, 5n, facts)).toBe(0);
  });

  test('of a 32-bit counter that wrapped', () => {
    const before = 2n ** 32n - 1_000_000n;
    expect(rateOf(before, 6_500_000n, facts)).toBe(1000);
    // Without the speed or the uptime a wrap cannot be told from a restart.
    expect(rateOf(before, 6_500_000n, { ...facts, speedKbps: null })).toBeNull();
    expect(rateOf(before, 6_500_000n, { ...facts, continuity: 'unknown' })).toBeNull();
    // Faster than the interface is.
    expect(rateOf(10n, 9n, facts)).toBeNull();
  });

  test('are unknown where a 32-bit counter wraps more than once between two readings', () => {
    expect(rateOf(0n, 1000n, { ...facts, speedKbps: 1_000_000 })).toBeNull();
    expect(rateOf(0n, 7_500_000n, { ...facts, speedKbps: 1_000_000, counterBits: 64 })).toBe(1000);
    // A terabyte within a minute on a port of 1 Gbps.
    const jump = { ...facts, counterBits: 64 as const, elapsedMs: 60_000 };
    expect(rateOf(0n, 10n ** 12n, { ...jump, speedKbps: 1_000_000 })).toBeNull();
    expect(rateOf(0n, 10n ** 12n, { ...jump, speedKbps: null })).toBe(133_333_333);
    expect(rateOf(0n, 15n * 10n ** 9n, { ...jump, speedKbps: 1_000_000 })).toBe(2_000_000);
    // A tunnel that says 10 Mbps and carries 50.
    expect(rateOf(0n, 375n * 10n ** 6n, { ...jump, speedKbps: 10_000 })).toBe(50_000);
  });

  test('are unknown after a restart, without time, and after a long time', () => {
    expect(rateOf(0n, 1000n, { ...facts, continuity: 'restarted' })).toBeNull();
    expect(rateOf(0n, 1000n, { ...facts, elapsedMs: 0 })).toBeNull();
    expect(rateOf(0n, 1000n, { ...facts, elapsedMs: -5 })).toBeNull();
    expect(rateOf(0n, 1000n, { ...facts, elapsedMs: 3_600_000 })).toBeNull();
    expect(rateOf(0n, 2n ** 63n, { ...facts, counterBits: 64, speedKbps: null })).toBeNull();
  });

  test.each([
    ['an hour later', 1000, 361_000, 60, 'same'],
    ['after a restart', 1_000_000, 3000, 1, 'restarted'],
    ['after a restart that is younger than the time between', 10_000, 12_000, 1, 'restarted'],
    ['when the uptime wraps after 497 days', 2 ** 32 - 3000, 3000, 1, 'same'],
    ['after a restart shortly before it wraps', 2 ** 32 - 900_000, 3000, 1, 'restarted'],
    ['that has run for longer than it could is another one', 1000, 900_000, 1, 'restarted'],
    ['without an uptime', null, 3000, 1, 'unknown'],
  ])('the device %s', (_, before, after, minutes, expected) => {
    const reading = (uptime: number | null, minute: number) => ({ uptime, readAt: at(minute) });
    expect(continuityOf(reading(before, 0), reading(after, minutes))).toBe(expected);
  });

  test('of random devices with wraps and restarts are right or unknown', () => {
    const steps = fc.array(
      fc.record({
        seconds: fc.integer({ min: 50, max: 130 }),
        // Of the speed of the interface.
        load: fc.double({ min: 0, max: 1, noNaN: true }),
        restarts: fc.boolean(),
        tells: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    );
    const device = fc.record({
      counterBits: fc.constantFrom<32 | 64>(32, 64),
      speedKbps: fc.constantFrom(1000, 10_000, 100_000, 1_000_000, 100_000_000),
      uptime: fc.oneof(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 2 ** 32 - 60_000, max: 2 ** 32 - 1 }),
      ),
      octets: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      isSpeedKnown: fc.boolean(),
      steps,
    });
    fc.assert(
      fc.property(device, ({ counterBits, speedKbps, uptime, octets, isSpeedKnown, steps }) => {
        const range = 2n ** BigInt(counterBits);
        let [ticks, counter, time] = [uptime, octets % range, start];
        let tells = true;
        const reading = () => ({
          readAt: new Date(time),
          uptime: tells ? ticks : null,
          interfaces: [
            {
              name: 'eth0',
              counterBits,
              speedKbps: isSpeedKnown ? speedKbps : null,
              inOctets: counter,
              outOctets: counter,
            },
          ],
        });
        let before = reading();
        for (const step of steps) {
          const elapsedMs = step.seconds * 1000;
          const sent = BigInt(Math.floor((step.load * speedKbps * elapsedMs) / 8));
          time += elapsedMs;
          tells = step.tells;
          if (step.restarts) {
            // In the middle of the time: half of the traffic is counted from nothing.
            ticks = elapsedMs / 2 / 10;
            counter = (sent / 2n) % range;
          } else {
            ticks = (ticks + elapsedMs / 10) % 2 ** 32;
            counter = (counter + sent) % range;
          }
          const after = reading();
          const { inKbps } = trafficOf(before, after).get('eth0')!;
          if (inKbps !== null) {
            expect(inKbps).toBeGreaterThanOrEqual(0);
            expect(inKbps).toBeLessThanOrEqual(speedKbps);
            const isCertain = !step.restarts && before.uptime !== null && tells && isSpeedKnown;
            if (isCertain)
              expect(
                Math.abs(inKbps - Number((sent * 8n) / BigInt(elapsedMs))),
              ).toBeLessThanOrEqual(1);
          }
          before = after;
        }
      }),
    );
  });

  test('of interfaces are matched by name, not by index', () => {
    const one = (name: string, inOctets: bigint, counterBits: 32 | 64 = 64) => ({
      name,
      counterBits,
      speedKbps: null,
      inOctets,
      outOctets: 0n,
    });
    const before = {
      readAt: at(0),
      uptime: 100,
      interfaces: [one('a', 0n), one('b', 7_500_000n), one('c', 0n, 32)],
    };
    const after = {
      readAt: at(1),
      uptime: 6100,
      interfaces: [one('b', 15_000_000n), one('a', 7_500_000n), one('c', 5n), one('d', 9n)],
    };
    expect([...trafficOf(before, after)].map(([name, { inKbps }]) => [name, inKbps])).toEqual([
      ['b', 1000],
      ['a', 1000],
      ['c', null],
      ['d', null],
    ]);
  });

  test('of a node are the sum of what is counted', () => {
    expect(sumTraffic([])).toEqual({ inKbps: null, outKbps: null });
    expect(
      sumTraffic([
        { inKbps: 1, outKbps: 5 },
        { inKbps: 2, outKbps: 0 },
      ]),
    ).toEqual({ inKbps: 3, outKbps: 5 });
    expect(
      sumTraffic([
        { inKbps: 1, outKbps: null },
        { inKbps: 2, outKbps: 0 },
      ]),
    ).toEqual({ inKbps: null, outKbps: null });
    expect(usageOf({ inKbps: 3, outKbps: 5 })).toBe(5);
    expect(usageOf({ inKbps: null, outKbps: null })).toBeNull();
  });
});

describe('alarms', () => {
  const settings = { badSamples: 3, goodSamples: 2 };

  /** Follows verdicts a minute apart, and tells what happened in which minute. */
  function follow(verdicts: readonly Verdict[], limits = settings) {
    let watch = unwatched;
    let isOpen = false;
    const told: string[] = [];
    for (const [minute, verdict] of verdicts.entries()) {
      const step = nextStep(watch, verdict, isOpen, at(minute), limits);
      if (step.raises)
        told.push(`${minute} raised, began ${(step.raises.beganAt.getTime() - start) / 60_000}`);
      if (step.ends) told.push(`${minute} ${step.ends}`);
      isOpen = step.raises !== null || (isOpen && step.ends === null);
      watch = step.watch;
    }
    return told;
  }

  test('are raised and ended after several measurements', () => {
    expect(follow(['good', 'bad', 'bad', 'bad', 'bad', 'good', 'bad', 'good', 'good'])).toEqual([
      '3 raised, began 1',
      '8 recovered',
    ]);
    expect(follow(['bad', 'good'], { badSamples: 1, goodSamples: 1 })).toEqual([
      '0 raised, began 0',
      '1 recovered',
    ]);
  });

  test('are not raised by a node that comes and goes', () => {
    const flapping = Array.from({ length: 100 }, (_, n): Verdict => (n % 3 === 2 ? 'good' : 'bad'));
    expect(follow(flapping)).toEqual([]);
  });

  test('end with the maintenance or when the parent is down, and begin anew', () => {
    for (const reason of ['maintenance', 'parent'] as const)
      expect(
        follow(['bad', 'bad', 'bad', reason, reason, 'bad', 'bad', 'none', 'bad', 'bad', 'bad']),
      ).toEqual(['2 raised, began 0', `3 ${reason}`, '10 raised, began 8']);
  });

  test('are raised exactly by as many bad measurements in a row as are asked for', () => {
    const verdicts = fc.array(
      fc.constantFrom<Verdict>('bad', 'good', 'none', 'maintenance', 'parent'),
      { maxLength: 60 },
    );
    const limits = fc.record({
      badSamples: fc.integer({ min: 1, max: 5 }),
      goodSamples: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(verdicts, limits, (list, { badSamples, goodSamples }) => {
        const expected: string[] = [];
        let [bad, good, isOpen] = [0, 0, false];
        for (const [minute, verdict] of list.entries()) {
          bad = verdict === 'bad' ? bad + 1 : 0;
          good = verdict === 'good' ? good + 1 : 0;
          if (
            isOpen &&
            (verdict === 'maintenance' || verdict === 'parent' || good >= goodSamples)
          ) {
            expected.push(`${minute} ${verdict === 'good' ? 'recovered' : verdict}`);
            isOpen = false;
          } else if (!isOpen && bad >= badSamples) {
            expected.push(`${minute} raised, began ${minute - bad + 1}`);
            isOpen = true;
          }
        }
        expect(follow(list, { badSamples, goodSamples })).toEqual(expected);
      }),
    );
  });

  const fine = {
    isReachable: true,
    isInMaintenance: false,
    isParentDown: false,
    latencyUs: 20_000,
    lossPercent: 0,
    usageKbps: 850,
    capacityKbps: 1000,
  };
  const verdicts = (change: Partial<typeof fine> | { usageKbps: null }) => {
    const judged = judge({ ...fine, ...change }, defaultSettings);
    return alarmKinds.map((kind) => judged[kind].verdict).join(' ');
  };

  test.each([
    [{}, 'good good good good'],
    [{ usageKbps: 851 }, 'good bad good good'],
    [{ usageKbps: null }, 'good none good good'],
    [{ capacityKbps: 0 }, 'good none good good'],
    [{ latencyUs: 500_001 }, 'good good bad good'],
    [{ lossPercent: 21 }, 'good good good bad'],
    [{ isReachable: false, lossPercent: 100 }, 'bad none none none'],
    [{ isReachable: false, isParentDown: true }, 'parent none none none'],
    [{ isReachable: true, isParentDown: true }, 'good good good good'],
    [
      { isReachable: false, isInMaintenance: true },
      'maintenance maintenance maintenance maintenance',
    ],
  ])('are judged: %j is %s', (change, expected) => expect(verdicts(change)).toBe(expected));

  test('show values above their thresholds', () => {
    expect(judge({ ...fine, usageKbps: 851 }, defaultSettings).utilisation).toMatchObject({
      value: 86,
      threshold: 85,
    });
    expect(
      judge({ ...fine, usageKbps: 10 ** 11, capacityKbps: 1 }, defaultSettings).utilisation.value,
    ).toBe(1_000_000);
  });

  test('of nodes below an unreachable one are its own', () => {
    const parents = new Map<number, number | null>([
      [2, 1],
      [3, 2],
      [4, 3],
      [5, null],
      [6, 7],
      [7, 6],
    ]);
    expect([...belowUnreachable([1, 2, 3, 4, 5, 6], parents, new Set([2, 5]))]).toEqual([3, 4]);
    expect([...belowUnreachable([6, 7], parents, new Set([9]))]).toEqual([]);
  });
});

describe('sums', () => {
  const sample = (change: Partial<Sample> = {}): Sample => ({
    nodeId: 1,
    at: at(0),
    isUp: true,
    inMaintenance: false,
    latencyUs: 1000,
    sent: 5,
    received: 5,
    inKbps: 10,
    outKbps: 20,
    ...change,
  });

  test('belong to the hour, and to the day in Juba', () => {
    const [hour, day] = rollupsOf(sample({ at: new Date('2026-11-21T22:59:00Z') }));
    expect(hour).toMatchObject({
      span: 'hour',
      start: new Date('2026-11-21T22:00:00Z'),
      samples: 1,
      upSamples: 1,
      inSumKbps: 10,
    });
    expect(day).toMatchObject({ span: 'day', start: new Date('2026-11-21T22:00:00Z') });
  });

  test('give the share of the samples outside maintenance as the uptime', () => {
    const states = fc.array(fc.record({ isUp: fc.boolean(), inMaintenance: fc.boolean() }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(states, (list) => {
        const days = list.map((state) => rollupsOf(sample(state))[1]);
        const sum = (read: (day: (typeof days)[number]) => number) =>
          days.reduce((total, day) => total + read(day), 0);
        const counted = list.filter(({ inMaintenance }) => !inMaintenance);
        const up = counted.filter(({ isUp }) => isUp).length;
        const uptime = uptimeOf(
          { samples: sum((day) => day.samples), up: sum((day) => day.upSamples) },
          null,
        );
        expect(sum((day) => day.maintenanceSamples)).toBe(list.length - counted.length);
        if (counted.length === 0) expect(uptime).toBeNull();
        else {
          expect(Math.abs(uptime! - (100 * up) / counted.length)).toBeLessThanOrEqual(0.001);
          expect(uptime === 100).toBe(up === counted.length);
        }
      }),
    );
  });

  test('of a span are at most 400 points in order, the last one now', () => {
    const instants = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...seriesSpans), instants, (span, now) => {
        const plan = planOf(span, now);
        const { points, seconds } = toSeries(plan, []);
        expect(points.length).toBeLessThanOrEqual(400);
        const steps = points
          .slice(1)
          .map((point, place) => point.at.getTime() - points[place]!.at.getTime());
        expect(new Set(steps)).toEqual(new Set([seconds * 1000]));
        expect(Math.abs(points.at(-1)!.at.getTime() - now.getTime())).toBeLessThanOrEqual(
          seconds * 500,
        );
        expect(points[0]).toMatchObject({
          upPercent: null,
          latencyMs: null,
          lossPercent: null,
          inMbps: null,
        });
      }),
    );
  });

  test('of days begin at midnight in Juba', () => {
    const { points } = toSeries(planOf('year', at(0)), []);
    expect(points.at(-1)!.at.toISOString()).toBe('2026-11-21T10:00:00.000Z');
    expect(points).toHaveLength(365);
  });
});

test('loss is 0 and 100 percent only when it is exact', () => {
  expect([lossOf(5, 5), lossOf(5, 4), lossOf(3, 1), lossOf(5, 0)]).toEqual([0, 20, 67, 100]);
  expect([lossOf(1000, 999), lossOf(1000, 1)]).toEqual([1, 99]);
});

test('a minute begins at its first second', () => {
  expect(minuteOf(new Date('2026-11-21T08:00:59.999Z'))).toEqual(at(0));
});

test('settings with which a measurement takes longer than its minute are refused', () => {
  expect(() => assertSettings({ ...defaultSettings, pings: 10, timeoutMs: 2001 })).toThrow(
    'take longer than 20 s',
  );
  expect(() => assertSettings({ ...defaultSettings, pings: 10, timeoutMs: 2000 })).not.toThrow();
});
