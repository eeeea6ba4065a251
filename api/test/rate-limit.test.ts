import { describe, expect, it } from 'vitest';
import { createLimiter } from '../rate-limit.ts';

describe('createLimiter', () => {
  const limiter = (perMinute: number) => {
    const time = { now: 0 };
    return { time, wait: createLimiter(perMinute, () => new Date(time.now)) };
  };

  it('counts a /64 of IPv6 as one address', () => {
    const { wait } = limiter(1);
    expect(wait('2001:db8:0:7::1')).toBe(0);
    expect(wait('2001:db8:0:7:aaaa:bbbb:cccc:dddd')).toBe(60);
    expect(wait('2001:db8::8:0:0:0:1')).toBe(0);
    expect(wait('::ffff:192.0.2.1')).toBe(0);
    expect(wait('::ffff:192.0.2.2')).toBe(0);
  });

  it('refills over time, up to its size', () => {
    const { time, wait } = limiter(2);
    expect([wait('a'), wait('a'), wait('a')]).toEqual([0, 0, 30]);
    time.now = 30_000;
    expect([wait('a'), wait('a')]).toEqual([0, 30]);
    time.now = 10_000_000;
    expect([wait('a'), wait('a'), wait('a')]).toEqual([0, 0, 30]);
  });

  it('refuses nobody when the clock is set back', () => {
    const { time, wait } = limiter(2);
    time.now = 3_600_000;
    expect(wait('a')).toBe(0);
    time.now = 0;
    expect([wait('a'), wait('a')]).toEqual([0, 30]);
  });

  it('removes the least recently used address', () => {
    const { wait } = limiter(1);
    expect(wait('first')).toBe(0);
    for (let n = 0; n < 10_000; n += 1) wait(`10.0.${n >> 8}.${n & 255}`);
    expect(wait('first')).toBe(0);
  });
});
