import type { Random } from '../context.ts';

/** A temporary password that was not changed within these days signs nobody in any more. */
export const TEMPORARY_PASSWORD_DAYS = 7;

/** Letters and digits that no one confuses when a password is read out or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const TEMPORARY_LENGTH = 14;

/** A random temporary password of 80 bits. */
export function temporaryPassword(random: Pick<Random, 'integer'>): string {
  return Array.from(
    { length: TEMPORARY_LENGTH },
    () => ALPHABET[random.integer(ALPHABET.length)],
  ).join('');
}

/** The instant at which a temporary password given now ends. */
export function temporaryPasswordEnd(now: Date): Date {
  return new Date(now.getTime() + TEMPORARY_PASSWORD_DAYS * 24 * 60 * 60_000);
}
