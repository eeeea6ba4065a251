import { AppError, type ConstraintErrors } from '../kernel/errors.ts';
import { systemFault } from '../ports/system-faults.ts';

interface DatabaseError {
  code: string;
  constraint?: string;
  message: string;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string';
}

const CONNECTION_LOST = new Set([
  '57P01',
  '57P02',
  '25P03',
  // Wrong user, password or database in the URL.
  '28000',
  '28P01',
  '3D000',
  '53300',
  '08006',
  '08001',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  // Unknown host, or no answer from it.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
]);
const SERIALIZATION_FAILURE = '40001';
const RETRY = new Set([SERIALIZATION_FAILURE, '40P01']);
const UNIQUE_VIOLATION = '23505';
const DISK_FULL = '53100';
const INSUFFICIENT_PRIVILEGE = '42501';
/** What the embedded database answers while a restore replaces it. */
export const BEING_REPLACED = 'The database is being replaced by a backup. Try again in a minute.';
/** The embedded database is held while a restore replaces it, or PostgreSQL is starting or stopping. */
const NOT_ACCEPTING = '57P03';
const NOT_ACCEPTING_RETRY_SECONDS = 10;
/** Cancelled by a `statement_timeout` of the role or the database, or by an administrator. */
const CANCELLED = '57014';

/** Another transaction has used the numbers that this one predicted. Retried like a serialization failure. */
export class NumberConflict extends Error {
  readonly code = SERIALIZATION_FAILURE;
  constructor(options?: ErrorOptions) {
    super('another transaction was faster', options);
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return isDatabaseError(error) && error.code === UNIQUE_VIOLATION;
}

/** Deadlock, serialization failure or number conflict: the transaction may be retried. */
export function mayRetry(error: unknown): boolean {
  return isDatabaseError(error) && RETRY.has(error.code);
}

/** A missing file has the same code as a missing socket, but is no database error. */
function isConnectionLost(error: DatabaseError): boolean {
  if (error.code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return CONNECTION_LOST.has(error.code);
}

/** The database user lacks a grant, or must own an object to change it. */
export function isGrantMissing(error: unknown): boolean {
  return isDatabaseError(error) && error.code === INSUFFICIENT_PRIVILEGE;
}

export function grantMissing(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'database.grants',
    'The user of DATABASE_URL lacks a grant on the tables of the database. The guide lists them under "Least rights".',
    { cause },
  );
}

/**
 * Converts a driver error to an AppError that the user can act on; unknown errors are returned unchanged. `constraints`
 * are the modules' error texts (core/constraints.ts), or empty if no table is written.
 */
export function toAppError(error: unknown, constraints: ConstraintErrors): unknown {
  if (error instanceof AppError) return error;
  if (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  ) {
    return unavailable(error);
  }
  if (!isDatabaseError(error)) return error;
  const broken = error.constraint ? constraints[error.constraint] : undefined;
  if (broken) {
    const { kind, code, message, field } = broken;
    const fields = field ? { fields: { [field]: message } } : {};
    return new AppError(kind, code, message, { ...fields, cause: error });
  }
  if (RETRY.has(error.code)) {
    return new AppError(
      'conflict',
      'database.busy',
      'Somebody else changed the same records at this moment. Try again.',
      {
        cause: error,
      },
    );
  }
  if (isConnectionLost(error)) return unavailable(error);
  if (error.code === NOT_ACCEPTING) {
    const isReplaced = error.message === BEING_REPLACED;
    const code = isReplaced ? 'database.maintenance' : 'database.starting';
    const message = isReplaced
      ? BEING_REPLACED
      : 'The database is starting. Try again in a minute.';
    return new AppError('unavailable', code, message, {
      cause: error,
      retryAfter: NOT_ACCEPTING_RETRY_SECONDS,
    });
  }
  if (isGrantMissing(error)) return grantMissing(error);
  if (error.code === CANCELLED) {
    const message =
      'The database stopped this because it took too long. Ask for less at a time, or try again later.';
    return new AppError('unavailable', 'database.tooSlow', message, { cause: error });
  }
  if (error.code === DISK_FULL) {
    const message = "The database's disk is full: this was not saved. Make room, then try again.";
    return new AppError('unavailable', 'database.full', message, { cause: error });
  }
  // The `cents` domain: an amount above its limit.
  if (error.code === '23514' && error.constraint === 'cents_check') return tooLarge(error);
  // A number out of a column's range (22003), or a text that the encoding cannot represent (22021, 22P05).
  if (error.code === '22003' || error.code === '22021' || error.code === '22P05')
    return tooLarge(error);
  return systemFault(error as NodeJS.ErrnoException) ?? error;
}

function tooLarge(cause: unknown): AppError {
  return new AppError(
    'invalid',
    'input.outOfRange',
    'A value is too large or holds characters that cannot be stored.',
    { cause },
  );
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'database.unavailable',
    'The database cannot be reached. Try again in a moment.',
    { cause },
  );
}
