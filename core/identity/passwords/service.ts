import argon2 from '@node-rs/argon2';
import { breaksRule } from '../../kernel/errors.ts';
import { searchKey } from '../../kernel/text.ts';
import { commonPasswords } from '../common-passwords.ts';
import { MIN_PASSWORD_LENGTH, normalisePassword } from '../schema.ts';
import { isTooShort } from './rules.ts';

/** OWASP's argon2id: 19 MiB, two passes, one lane. argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of 32 random bytes that nobody kept, made with the same cost. A sign-in without an account
 * is verified against it, so that it takes as long as any other.
 */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$cs9iuxMxhE+Ozjvweso2dg$PinWP99mMSb/vItbzCV63G7E+27mvkNiLhlFmv+cFqM';

/** The argon2id hash of a password, normalised first so that it fits however a keyboard composes its letters. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(normalisePassword(password), COST);
}

/**
 * Is this the password of the hash? Takes as long for a wrong one as for the right one.
 * @throws Error for a text that is no hash.
 */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return argon2.verify(passwordHash, normalisePassword(password));
}

/** Names that others know and that no password may consist of. */
export interface KnownNames {
  username: string;
  email: string;
  fullName: string;
  company: string;
}

function lettersOf(text: string): string {
  return searchKey(text).replace(/[^\p{L}]/gu, '');
}

/** Shorter words, such as initials, are not compared. */
const SHORTEST_NAME = 3;

/** The names with their parts ('Amina Deng': aminadeng, amina, deng). */
function guessableWords(names: KnownNames): Set<string> {
  const texts = [names.username, names.email.split('@')[0] ?? '', names.fullName, names.company];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]).map(lettersOf);
  return new Set(words.filter((word) => word.length >= SHORTEST_NAME));
}

/** A stem of fewer letters is not compared: 'qq' with digits behind it is not common. */
const SHORTEST_STEM = 3;

/** As passwords are compared with common ones: lower case, without digits and signs at the end ('Dragon2026!': dragon). */
function stemOf(password: string): string {
  const plain = normalisePassword(password).toLowerCase();
  const letters = [...plain];
  while (letters.length > 0 && !/\p{L}/u.test(letters.at(-1)!)) letters.pop();
  return letters.length < SHORTEST_STEM ? plain : letters.join('');
}

let stems: ReadonlySet<string> | undefined;

/** The shortest common password that counts with signs behind it: '123456!'. */
const SHORTEST_PREFIX = 6;

/** The stems are computed at the first use, since few commands of the shell need them. */
function isCommon(password: string): boolean {
  const common = commonPasswords();
  stems ??= new Set([...common].map(stemOf));
  if (stems.has(stemOf(password))) return true;
  const letters = [...normalisePassword(password).toLowerCase()];
  for (let end = letters.length; end >= SHORTEST_PREFIX; end -= 1) {
    if (common.has(letters.slice(0, end).join(''))) return true;
    if (/\p{L}/u.test(letters[end - 1]!)) return false;
  }
  return false;
}

/** 'aaaaaa', '234567', 'fedcba': each character the same step from the one before it. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}

/**
 * Refuses a password that is too short, among the 10,000 most common ones in any case and with any digits or signs
 * behind it, or the user's or the company's name, with or without digits and signs around it (OWASP ASVS 5).
 * @param field the input that the message stands beside.
 * @throws AppError rule: password.tooShort, password.common, password.guessable.
 */
export function assertStrongEnough(
  password: string,
  names: KnownNames,
  field: 'password' | 'newPassword',
): void {
  if (isTooShort(password)) {
    const message = `The password must be at least ${MIN_PASSWORD_LENGTH} characters long.`;
    breaksRule('password.tooShort', message, { [field]: message });
  }
  const plain = normalisePassword(password).toLowerCase();
  if (plain === names.username.toLowerCase() || guessableWords(names).has(lettersOf(password))) {
    const message = "A password must not be a name: yours, your username or the company's.";
    breaksRule('password.guessable', message, { [field]: message });
  }
  if (isCommon(plain) || isRun(plain)) {
    const message = 'This password is one of the most common ones. Choose another.';
    breaksRule('password.common', message, { [field]: message });
  }
}
