import type { Random } from '../../ports/random.ts';
import { MIN_PASSWORD_LENGTH, normalisePassword } from '../schema.ts';

/** A temporary password expires after this many days. */
export const TEMPORARY_PASSWORD_DAYS = 7;

/** Letters and digits without look-alikes, for passwords that are read out or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const TEMPORARY_LENGTH = 14;

/** A random temporary password of 80 bits. */
export function temporaryPassword(random: Pick<Random, 'integer'>): string {
  return Array.from(
    { length: TEMPORARY_LENGTH },
    () => ALPHABET[random.integer(ALPHABET.length)],
  ).join('');
}

/** The expiry of a temporary password set now. */
export function temporaryPasswordEnd(now: Date): Date {
  return new Date(now.getTime() + TEMPORARY_PASSWORD_DAYS * 24 * 60 * 60_000);
}

/** One of the four refusals of a password change (seeds/000 5): title and text of a toast. */
export interface PasswordRefusal {
  code: string;
  title: string;
  message: string;
  field: 'currentPassword' | 'newPassword' | 'confirmPassword';
}

/** Counts characters, not UTF-16 units. */
export function charactersOf(password: string): number {
  return [...normalisePassword(password)].length;
}

export function isTooShort(password: string): boolean {
  return charactersOf(password) < MIN_PASSWORD_LENGTH;
}

/**
 * The checks of seeds/000 5 in their order. The confirmation is checked only on the screen; it is not sent.
 */
export function passwordChangeRefusal(input: {
  currentPassword: string;
  newPassword: string;
  confirmPassword?: string;
}): PasswordRefusal | undefined {
  const { currentPassword, newPassword, confirmPassword } = input;
  const missing = (['currentPassword', 'newPassword', 'confirmPassword'] as const).find(
    (field) => input[field] === '',
  );
  if (missing) {
    return {
      code: 'password.missing',
      title: 'Missing Information',
      message: 'Please fill in all password fields.',
      field: missing,
    };
  }
  if (confirmPassword !== undefined && confirmPassword !== newPassword) {
    return {
      code: 'password.mismatch',
      title: 'Password Mismatch',
      message: 'New password and confirmation do not match.',
      field: 'confirmPassword',
    };
  }
  if (isTooShort(newPassword)) {
    return {
      code: 'password.tooShort',
      title: 'Password Too Short',
      message: `New password must be at least ${MIN_PASSWORD_LENGTH} characters long.`,
      field: 'newPassword',
    };
  }
  if (normalisePassword(newPassword) === normalisePassword(currentPassword)) {
    return {
      code: 'password.same',
      title: 'Same Password',
      message: 'New password must be different from current password.',
      field: 'newPassword',
    };
  }
  return undefined;
}
