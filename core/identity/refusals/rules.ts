import { AppError } from '../../kernel/errors.ts';

/** Refusals of an account in a device within so many minutes of the first are one line of the audit log (decision 130). */
export const REFUSAL_MINUTES = 15;
/** A count ends here, so that no flood of calls overflows it. */
export const MOST_TRIES = 1_000_000;
/** The account of names that none has, and the device of browsers in which an account has not signed in. */
export const NOBODY = 0;

/**
 * - code: codes and passkeys after the password
 * - confirm: the password or a second factor that was asked for again
 * - password: sign-ins
 * - permission: calls for which the role has no permission, or on accounts out of reach
 */
export const refusalKinds = ['code', 'confirm', 'password', 'permission'] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** As parts of a sentence, after a number. */
const refusalWords: Record<RefusalKind, readonly [one: string, many: string]> = {
  code: ['wrong second factor', 'wrong second factors'],
  confirm: ['wrong confirmation', 'wrong confirmations'],
  password: ['wrong password', 'wrong passwords'],
  permission: ['call without permission', 'calls without permission'],
};

/** '7 wrong passwords'. */
export function refusalsInWords(kind: RefusalKind, tries: number): string {
  return `${tries} ${refusalWords[kind][tries === 1 ? 0 : 1]}`;
}

const SECOND_STEPS: readonly string[] = ['signInWithCode', 'signInWithPasskey'];
const CONFIRMATIONS: readonly string[] = ['confirmSession', 'confirmWithPasskey'];
const WRONG_FACTORS: readonly string[] = ['factor.wrongCode', 'factor.wrongPasskey'];
/** What a session is told as part of its usual course. */
const STEPS: readonly string[] = [
  'factor.required',
  'password.changeRequired',
  'session.confirm',
  'session.none',
];

/** How a refusal of a signed-in user's call is counted; undefined for errors that are not counted. */
export function refusalKindOf(operation: string, error: unknown): RefusalKind | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { kind, code } = error;
  if (kind === 'forbidden') return STEPS.includes(code) ? undefined : 'permission';
  if (code === 'password.wrong') return 'confirm';
  if (!WRONG_FACTORS.includes(code)) return undefined;
  if (SECOND_STEPS.includes(operation)) return 'code';
  return CONFIRMATIONS.includes(operation) ? 'confirm' : undefined;
}
