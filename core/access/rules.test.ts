import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customerStatuses } from '../customers/schema.ts';
import { AppError } from '../kernel/errors.ts';
import {
  accountName,
  assertPassword,
  assertProfile,
  defaultProfile,
  desiredAccess,
  makePassword,
} from './rules.ts';
import { md4, ntHash } from './rules-nt-hash.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('MD4', () => {
  /** RFC 1320, A.5. */
  test.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
    [
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
      '043f8582f241db351ce627e153e7f0e4',
    ],
    ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
  ])('of %j', (text, digest) => {
    expect(hex(md4(Buffer.from(text)))).toBe(digest);
  });

  test('of a password is over its UTF-16 text, as smbencrypt of FreeRADIUS says', () => {
    expect(hex(ntHash('secret'))).toBe('878d8014606cda29677a44efa1353fc7');
    expect(hex(ntHash('clientPass'))).toBe('44ebba8d5312b8d611474411f56989ae');
  });
});

describe('what an account gets', () => {
  const facts = {
    status: 'Active',
    isBlocked: false,
    bandwidth: 10,
    profile: defaultProfile('Basic Fiber'),
    suspended: 'garden',
  } as const;

  test.each([
    [{}, 'on', ''],
    [{ status: 'Suspended' }, 'garden', 'suspended'],
    [{ status: 'Suspended', suspended: 'off' }, 'off', 'suspended'],
    [{ status: 'Inactive' }, 'off', 'inactive'],
    [{ isBlocked: true }, 'off', 'blocked'],
    [{ isBlocked: true, status: 'Suspended' }, 'off', 'blocked'],
    [{ isBlocked: true, status: 'Inactive' }, 'off', 'blocked'],
    [{ suspended: 'off' }, 'on', ''],
  ] as const)('%j is %s', (change, access, reason) => {
    expect(desiredAccess({ ...facts, ...change })).toMatchObject({ access, reason });
  });

  test.each([
    [10, {}, { downloadKbps: 10_000, uploadKbps: 10_000, fairUseBytes: null }],
    [10, { uploadPercent: 50 }, { downloadKbps: 10_000, uploadKbps: 5000 }],
    [1, { uploadPercent: 1 }, { downloadKbps: 1000, uploadKbps: 10 }],
    [
      50,
      { uploadPercent: 50, fairUseGb: 200, reducedMbps: 4 },
      { fairUseBytes: 2e11, reducedDownloadKbps: 4000, reducedUploadKbps: 2000 },
    ],
    // Slower than the reduced speed already.
    [2, { fairUseGb: 200, reducedMbps: 4 }, { downloadKbps: 2000, reducedDownloadKbps: 2000 }],
    // 0 Mbps is unknown: none is sent, since 0 is unlimited to a router.
    [0, {}, { downloadKbps: null, uploadKbps: null }],
    [0, { fairUseGb: 1, reducedMbps: 4 }, { downloadKbps: null, reducedDownloadKbps: 4000 }],
  ])('%i Mbps with %j', (bandwidth, profile, expected) => {
    const given = { ...facts, bandwidth, profile: { ...facts.profile, ...profile } };
    expect(desiredAccess(given)).toMatchObject(expected);
    // 'Observe only' and 'let everybody on' need the speeds of those who are suspended too.
    expect(desiredAccess({ ...given, status: 'Suspended' })).toMatchObject(expected);
  });

  test('is on exactly for those who are Active and not blocked, and no speed is ever 0', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...customerStatuses),
        fc.boolean(),
        fc.nat({ max: 1_000_000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        fc.constantFrom('garden' as const, 'off' as const),
        (status, isBlocked, bandwidth, uploadPercent, limit, suspended) => {
          const answer = desiredAccess({
            ...{ status, isBlocked, bandwidth, suspended },
            profile: { ...facts.profile, uploadPercent, fairUseGb: limit, reducedMbps: limit },
          });
          expect(answer.access === 'on').toBe(status === 'Active' && !isBlocked);
          expect((answer.reason === '') === (answer.access === 'on')).toBe(true);
          expect((answer.downloadKbps === null) === (bandwidth === 0)).toBe(true);
          const speeds = [answer.downloadKbps, answer.uploadKbps, answer.reducedDownloadKbps];
          expect(speeds.every((speed) => speed === null || speed > 0)).toBe(true);
          if (answer.downloadKbps !== null && answer.reducedDownloadKbps !== null)
            expect(answer.reducedDownloadKbps).toBeLessThanOrEqual(answer.downloadKbps);
        },
      ),
    );
  });
});

describe('names and passwords', () => {
  test.each([
    ['pppoe', 'SC001', 'sc001'],
    ['hotspot', 'amina.deng@isp', 'amina.deng@isp'],
    ['mac', 'AABB.CCDD.EEFF', 'aa:bb:cc:dd:ee:ff'],
    ['mac', 'aabbccddeeff', 'aa:bb:cc:dd:ee:ff'],
  ] as const)('%s %s is %s', (kind, typed, name) => {
    expect(accountName(kind, typed)).toBe(name);
  });

  test.each([
    ['pppoe', 'ab'],
    ['pppoe', 'a b c'],
    ['hotspot', 'علي محمد'],
    ['pppoe', 'aa:bb:cc:dd:ee:ff'],
    ['pppoe', 'x'.repeat(65)],
    ['mac', 'aa:bb:cc'],
  ] as const)('%s %j is refused', (kind, typed) => {
    expect(() => accountName(kind, typed)).toThrow(AppError);
  });

  test('a made password may be stored', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const password = makePassword((below) => seed % below);
        expect(password).toHaveLength(10);
        assertPassword(password);
      }),
    );
  });

  test.each(['short', 'with blank 1', 'كلمة سر طويلة', 'x'.repeat(65), 'tab\tinside'])(
    'the password %j is refused',
    (password) => {
      expect(() => assertPassword(password)).toThrow(AppError);
    },
  );

  test('fair use needs a reduced speed, and the other way round', () => {
    expect(() => assertProfile({ fairUseGb: 1, reducedMbps: null })).toThrow('speed');
    expect(() => assertProfile({ fairUseGb: null, reducedMbps: 1 })).toThrow('gigabytes');
    assertProfile({ fairUseGb: null, reducedMbps: null });
    assertProfile({ fairUseGb: 1, reducedMbps: 1 });
  });
});
