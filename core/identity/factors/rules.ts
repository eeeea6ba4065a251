import { latinDigits } from '../../kernel/phone.ts';
import { normaliseText } from '../../kernel/text.ts';
import type { Random } from '../../ports/random.ts';
import { type Permission, roleHolds } from '../permissions.ts';
import { isPrivileged, type Role, roles } from '../roles.ts';
import { CODE_TRIES, CODE_WINDOW_MINUTES, GRACE_DAYS, RECOVERY_CODES } from './schema.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whoever holds one of these moves money, decides that it moves, or sees salaries; none of them can be granted. */
const guardedPermissions = [
  'payment.record',
  'supplier.pay',
  'journal.post',
  'requisition.approve',
  'order.approve',
  'bill.approve',
  'money.approve',
  'payroll.approve',
  'leave.approve',
  'pay.read',
] as const satisfies readonly Permission[];

/** The roles that need a second factor unless the settings say otherwise (decision 128). */
export const usuallyRequired: readonly Role[] = roles.filter(
  (role) =>
    isPrivileged(role) || guardedPermissions.some((permission) => roleHolds(role, permission)),
);

/** Until when an account can do without the second factor that it was first asked for at this time. */
export function graceEnd(askedAt: Date): Date {
  return new Date(askedAt.getTime() + GRACE_DAYS * DAY_MS);
}

/** Letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
const RECOVERY_CODE = /^[abcdefghjkmnpqrstuvwxyz23456789]{10}$/;
const APP_CODE = /^\d{6}$/;

/** A code as it is typed: by an app's user, or from the list of recovery codes. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string };

/**
 * Reads a code with blanks, hyphens, capitals, Arabic, Persian or full-width digits. Undefined if it is neither six digits nor
 * a recovery code.
 */
export function readTypedCode(text: string): TypedCode | undefined {
  const code = latinDigits(normaliseText(text))
    .replace(/[\s\p{Cf}-]/gu, '')
    .toLowerCase();
  if (APP_CODE.test(code)) return { kind: 'app', code };
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', code } : undefined;
}

/** Ten random recovery codes of 49 bits each, as they are shown: 'abcde-23456'. */
export function makeRecoveryCodes(random: Pick<Random, 'integer'>): string[] {
  const half = () =>
    Array.from({ length: HALF }, () => ALPHABET[random.integer(ALPHABET.length)]).join('');
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(`${half()}-${half()}`);
  return [...codes];
}

/**
 * Seconds until another code is tried, after wrong ones at these times (newest first): 0 if one may be tried now. The limit
 * holds for right codes too, because six digits can be guessed.
 */
export function secondsUntilNextTry(wrongAt: readonly Date[], now: Date): number {
  const since = now.getTime() - CODE_WINDOW_MINUTES * MINUTE_MS;
  const recent = wrongAt.filter((at) => at.getTime() > since);
  const first = recent[CODE_TRIES - 1];
  return first ? Math.max(1, Math.ceil((first.getTime() - since) / 1_000)) : 0;
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Firefox on Android', from what a browser says of itself (at most 300 characters are stored). */
export function deviceInWords(userAgent: string): string {
  const named = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (!browser) return system ? `A program on ${system}` : 'An unknown browser';
  return system ? `${browser} on ${system}` : browser;
}
