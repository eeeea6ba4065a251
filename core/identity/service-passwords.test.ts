import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secureRandom } from '../context.ts';
import { commonPasswords } from './common-passwords.ts';
import {
  assertStrongEnough,
  hashPassword,
  NOBODYS_HASH,
  temporaryPassword,
  verifyPassword,
} from './service-passwords.ts';

const names = {
  username: 'a.deng',
  email: 'amina77@nimule.example',
  fullName: 'Amina Deng',
  company: 'Nimule Networks',
};

function refusalOf(password: string): string | undefined {
  try {
    assertStrongEnough(password, names, 'password');
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('hashing', () => {
  it('is argon2id at 19 MiB with two passes, for nobody as for everybody', async () => {
    const hash = await hashPassword('river-5');
    const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/;
    expect(hash).toMatch(cost);
    expect(NOBODYS_HASH).toMatch(cost);
    expect(await hashPassword('river-5')).not.toBe(hash);
  });

  it('takes a password as it was typed, but for its Unicode form', async () => {
    const hash = await hashPassword(' caf\u00e9 5 ');
    expect(await verifyPassword(hash, ' cafe\u0301 5 ')).toBe(true);
    expect(await verifyPassword(hash, 'caf\u00e9 5')).toBe(false);
    expect(await verifyPassword(hash, ' Caf\u00e9 5 ')).toBe(false);
  });
});

describe('the list of common passwords', () => {
  it('holds thousands that the length rule would let through, as they are compared', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3_000);
    for (const word of commonPasswords) {
      expect([...word].length).toBeGreaterThanOrEqual(6);
      expect(word).toBe(word.normalize('NFC').toLowerCase());
    }
  });
});

describe('assertStrongEnough', () => {
  it.each([
    ['12345', 'password.tooShort'],
    ['🐟🐟🐟', 'password.tooShort'],
    ['123456', 'password.common'],
    ['PassWord', 'password.common'],
    ['qwerty', 'password.common'],
    ['iloveyou', 'password.common'],
    ['zzzzzzz', 'password.common'],
    ['hijklmnop', 'password.common'],
    ['654321', 'password.common'],
    ['a.deng', 'password.guessable'],
    ['Amina2026', 'password.guessable'],
    ['Deng-77', 'password.guessable'],
    ['AminaDeng', 'password.guessable'],
    ['amina77', 'password.guessable'],
    ['nimule2026!', 'password.guessable'],
    ['Nimule Networks', 'password.guessable'],
    ['river-5', undefined],
    ['amina likes tea', undefined],
    ['سمكة النيل', undefined],
  ])('%s: %s', (password, code) => {
    expect(refusalOf(password)).toBe(code);
  });

  it('says it beside the field', () => {
    expect(() => assertStrongEnough('123456', names, 'newPassword')).toThrowError(
      expect.objectContaining({
        kind: 'rule',
        fields: { newPassword: expect.stringContaining('most common') },
      }),
    );
  });
});

describe('temporaryPassword', () => {
  it('is never refused, has no look-alikes and does not repeat', () => {
    const made = Array.from({ length: 500 }, () => temporaryPassword(secureRandom));
    for (const password of made) {
      expect(password).toMatch(/^[a-zA-Z2-9]{14}$/);
      expect(password).not.toMatch(/[ilo01IO]/);
      expect(refusalOf(password)).toBeUndefined();
    }
    expect(new Set(made).size).toBe(made.length);
  });

  it('draws every character from the injected source', () => {
    fc.assert(
      fc.property(fc.nat(1_000), (n) => {
        const source = { bytes: secureRandom.bytes, integer: (below: number) => n % below };
        expect(new Set(temporaryPassword(source)).size).toBe(1);
      }),
    );
  });
});
