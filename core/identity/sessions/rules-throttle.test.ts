import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressKey,
  secondsToWait,
  type Throttle,
  throttles,
  waitAfter,
  waitInWords,
} from './rules-throttle.ts';

const throttle = fc
  .record({
    free: fc.integer({ min: 0, max: 100 }),
    firstWaitSeconds: fc.integer({ min: 1, max: 60 }),
    more: fc.integer({ min: 0, max: 3600 }),
  })
  .map(
    ({ more, ...rest }): Throttle => ({
      ...rest,
      longestWaitSeconds: rest.firstWaitSeconds + more,
    }),
  );

const now = new Date('2026-11-21T08:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('waitAfter', () => {
  it('grows from the sixth failure of an account at an address up to a quarter of an hour', () => {
    const waits = [0, 5, 6, 7, 8, 9, 10, 11, 12, 500].map((failures) =>
      waitAfter(throttles.accountFromAddress, failures),
    );
    expect(waits).toEqual([0, 0, 15, 30, 60, 120, 240, 480, 900, 900]);
  });

  it('never shrinks, never passes the longest, and is nothing while failures are free', () => {
    fc.assert(
      fc.property(throttle, fc.nat(10_000), (rule, failures) => {
        const wait = waitAfter(rule, failures);
        expect(wait).toBeLessThanOrEqual(waitAfter(rule, failures + 1));
        expect(wait).toBeLessThanOrEqual(rule.longestWaitSeconds);
        expect(wait === 0).toBe(failures <= rule.free);
      }),
    );
  });
});

describe('secondsToWait', () => {
  it('counts down to nothing and then stays there', () => {
    fc.assert(
      fc.property(throttle, fc.nat(500), fc.nat(10_000), (rule, count, passed) => {
        const left = secondsToWait(rule, { count, last: ago(passed) }, now);
        expect(left).toBe(Math.max(0, waitAfter(rule, count) - passed));
      }),
    );
  });

  it('rounds a part of a second up, so that the named time is enough', () => {
    const failures = { count: 6, last: ago(14.2) };
    expect(secondsToWait(throttles.accountFromAddress, failures, now)).toBe(1);
  });

  it('waits no longer for a failure that another clock dates in the future', () => {
    const failures = { count: 6, last: ago(-3_600) };
    expect(secondsToWait(throttles.accountFromAddress, failures, now)).toBe(15);
  });

  it('has nothing to wait for without a failure', () => {
    expect(secondsToWait(throttles.address, { count: 0, last: null }, now)).toBe(0);
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unix', 'unix'],
    ['1:2:3', '1:2:3'],
  ])('reads %s as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });

  it('puts all of a /64 together and other networks apart', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const network = fc.tuple(group, group, group, group);
    const write = (groups: readonly number[]) =>
      groups.map((value) => value.toString(16)).join(':');
    fc.assert(
      fc.property(network, network, network, network, (a, b, c, d) => {
        expect(addressKey(write([...a, ...c]))).toBe(addressKey(write([...a, ...d])));
        expect(addressKey(write([...a, ...c])) === addressKey(write([...b, ...c]))).toBe(
          write(a) === write(b),
        );
      }),
    );
  });
});

describe('waitInWords', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(waitInWords(seconds)).toBe(words);
  });
});
