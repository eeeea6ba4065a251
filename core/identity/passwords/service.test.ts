import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secureRandom } from '../../ports/random.ts';
import { commonPasswords } from '../common-passwords.ts';
import { temporaryPassword } from './rules.ts';
import { assertStrongEnough, DUMMY_HASH, hashPassword, verifyPassword } from './service.ts';

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
  it('is argon2id at 19 MiB with two passes, also for the dummy hash', async () => {
    const hash = await hashPassword('river-5');
    const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/;
    expect(hash).toMatch(cost);
    expect(DUMMY_HASH).toMatch(cost);
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
  it('holds the 10,000 most used ones, of which 87 differ from another by case alone', () => {
    expect(commonPasswords().size).toBeGreaterThanOrEqual(10_000 - 87);
  });

  it('has none that the rule lets through, in capitals neither', () => {
    const long = [...commonPasswords()].filter((word) => word.length >= 6);
    expect(long.length).toBeGreaterThan(8_000);
    expect(long.filter((word) => refusalOf(word) === undefined)).toEqual([]);
    expect(long.filter((word) => refusalOf(word.toUpperCase()) === undefined)).toEqual([]);
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
    ['Dragon2026', undefined],
    ['Another#1234', undefined],
    ['Another1', undefined],
    ['123456!', undefined],
    ['baseball-77!', undefined],
    ['Love1234', undefined],
    ['trustno1', 'password.common'],
    ['a.deng', 'password.guessable'],
    ['Amina2026', 'password.guessable'],
    ['Deng-77', 'password.guessable'],
    ['AminaDeng', 'password.guessable'],
    ['amina77', 'password.guessable'],
    ['nimule2026!', 'password.guessable'],
    ['Nimule Networks', 'password.guessable'],
    ['river-5', undefined],
    ['reed-river-5', undefined],
    ['7river-reed', undefined],
    ['qq839174', undefined],
    ['amina likes tea', undefined],
    ['سمكة النيل', undefined],
  ])('%s: %s', (password, code) => {
    expect(refusalOf(password)).toBe(code);
  });

  it("refuses the program's name also where the company has another", () => {
    const elsewhere = { ...names, company: 'Juba Fibre' };
    for (const password of ['Nimule-2026', 'nimule77', 'juba fibre'])
      expect(() => assertStrongEnough(password, elsewhere, 'password')).toThrowError(
        expect.objectContaining({ code: 'password.guessable' }),
      );
    expect(() => assertStrongEnough('nimule likes tea', elsewhere, 'password')).not.toThrow();
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
