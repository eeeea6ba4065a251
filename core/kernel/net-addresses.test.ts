import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHost, canonicalIp, canonicalMac } from './net-addresses.ts';

describe('IP addresses', () => {
  it.each([
    ['10.20.30.40', '10.20.30.40'],
    [' 0.0.0.0 ', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0000:0001:0000:0000:0001:0001', '2001:db8:0:1::1:1'],
    // RFC 5952: one zero group is written, and of two runs of the same length the first is shortened.
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:1:0:0:1', '2001::1:1:0:0:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['::ffff:10.1.2.3', '::ffff:10.1.2.3'],
    ['::FFFF:0a01:0203', '::ffff:10.1.2.3'],
    ['64:ff9b::10.1.2.3', '64:ff9b::a01:203'],
    ['10.20.30', undefined],
    ['10.20.30.256', undefined],
    ['10.20.30.040', undefined],
    ['10.20.30.40/24', undefined],
    ['1.2.3.4.5', undefined],
    ['1:2:3:4:5:6:7', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['1::2::3', undefined],
    ['1:2:3:4:5:6:7:8::', undefined],
    ['12345::', undefined],
    [':1', undefined],
    ['1:', undefined],
    ['fe80::1%eth0', undefined],
    ['10.1.2.3::', undefined],
    ['', undefined],
    [':::', undefined],
    ['١٠.1.1.1', undefined],
    ['1'.repeat(100_000), undefined],
  ])('%s is %s', (text, ip) => {
    expect(canonicalIp(text)).toBe(ip);
  });

  it('accepts what node:net accepts, without zones', () => {
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFg:.%'), maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (address) => {
        const isAddress = isIP(address) !== 0 && !address.includes('%');
        expect(canonicalIp(address) !== undefined).toBe(isAddress);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the address, and a canonical one as it is', () => {
    const bits = (ip: string) => new URL(`http://[${ip}]/`).host;
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const canonical = canonicalIp(address)!;
        expect(bits(canonical)).toBe(bits(address));
        expect(canonicalIp(canonical)).toBe(canonical);
      }),
      { numRuns: 500 },
    );
  });
});

describe('MAC addresses', () => {
  it.each([
    ['aa:bb:cc:0d:ee:ff', 'AA:BB:CC:0D:EE:FF'],
    ['AA-BB-CC-0D-EE-FF', 'AA:BB:CC:0D:EE:FF'],
    ['aabb.cc0d.eeff', 'AA:BB:CC:0D:EE:FF'],
    [' aabbcc0deeff ', 'AA:BB:CC:0D:EE:FF'],
    ['aa:bb-cc:0d:ee:ff', undefined],
    ['aa:bb:cc:0d:ee', undefined],
    ['aa:bb:cc:0d:ee:fg', undefined],
    ['aa:bb:cc:0d:ee:ff:00', undefined],
    ['', undefined],
    ['a'.repeat(100_000), undefined],
  ])('%s is %s', (text, mac) => {
    expect(canonicalMac(text)).toBe(mac);
  });
});

describe('addresses of devices', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['2001:DB8::1', '2001:db8::1'],
    ['Tower1.Example.net', 'tower1.example.net'],
    ['core-router', 'core-router'],
    ['3com', '3com'],
    ['-rf', undefined],
    ['tower-.example.net', undefined],
    ['1.2.3.999', undefined],
    ['a b', undefined],
    ['a..b', undefined],
    ['host;reboot', undefined],
    ['$(reboot)', undefined],
    [`${'a'.repeat(64)}.net`, undefined],
    [`${'a.'.repeat(200)}net`, undefined],
    ['', undefined],
  ])('%s is %s', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });
});
