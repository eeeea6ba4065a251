import argon2 from '@node-rs/argon2';
import { breaksRule } from '../../kernel/errors.ts';
import { searchKey } from '../../kernel/text.ts';
import { commonPasswords } from '../common-passwords.ts';
import { MIN_PASSWORD_LENGTH, normalisePassword } from '../schema.ts';
import { isTooShort } from './rules.ts';

/** OWASP's argon2id: 19 MiB, two passes, one lane. argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of 32 discarded random bytes, with the same cost. A sign-in with an unknown username is verified
 * against it, so that it takes as long as any other.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$cs9iuxMxhE+Ozjvweso2dg$PinWP99mMSb/vItbzCV63G7E+27mvkNiLhlFmv+cFqM';

/** The argon2id hash of a password, normalised first because keyboards compose letters differently. */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(normalisePassword(password), COST);
}

/**
 * Whether the password matches the hash; takes the same time in both cases.
 * @throws Error if the text is not a hash.
 */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return argon2.verify(passwordHash, normalisePassword(password));
}

/** Names that must not be used as a password. */
export interface KnownNames {
  username: string;
  email: string;
  fullName: string;
  company: string;
}

function onlyLetters(text: string): string {
  return searchKey(text).replace(/[^\p{L}]/gu, '');
}

/** The program's own name, whatever the company is called. */
const PRODUCT = 'Nimule';
/** Shorter words, such as initials, are not compared. */
const SHORTEST_NAME = 3;

/** The names and their parts ('Amina Deng': aminadeng, amina, deng). */
function guessableWords(names: KnownNames): Set<string> {
  const mailbox = names.email.split('@')[0] ?? '';
  const texts = [names.username, mailbox, names.fullName, names.company, PRODUCT];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]).map(onlyLetters);
  return new Set(words.filter((word) => word.length >= SHORTEST_NAME));
}

/** 'aaaaaa', '234567', 'fedcba': each character the same step from the one before it. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}

/**
 * Refuses a password that is too short, one of the 10,000 most common ones as a whole (ignoring case), or the name of the user,
 * of the company or of the program, ignoring digits and signs (OWASP ASVS 5, decision 89).
 * @param field the input at which the message is shown.
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
  if (plain === names.username.toLowerCase() || guessableWords(names).has(onlyLetters(password))) {
    const message =
      "A password must not be a name: yours, your username, the company's or the program's.";
    breaksRule('password.guessable', message, { [field]: message });
  }
  if (commonPasswords().has(plain) || isRun(plain)) {
    const message = 'This password is one of the most common ones. Choose another.';
    breaksRule('password.common', message, { [field]: message });
  }
}
