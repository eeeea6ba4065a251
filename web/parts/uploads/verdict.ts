import { MAX_ATTACHMENT } from '@nimule/core/attachments/schema';
import { ClientError, UNREACHABLE } from '../../client/errors.ts';

/** What follows from a failed attempt. */
export type Verdict =
  /** The server does not take the file: no other attempt without the user. */
  | { kind: 'refused'; reason: string }
  /** Another attempt, not before `waitMs`; `isForAll` where other files would fail as well. */
  | { kind: 'later'; reason: string; waitMs: number; isForAll: boolean };

const TOO_LARGE = 413;
/** Answers of the server that say nothing about the file. */
const PASSING_STATUSES = [401, 408, 429];
const PASSING_CODES = ['upload.broken', 'idempotency.released'];
const MEGABYTE = 1024 * 1024;

export const TOO_LARGE_TEXT = `The file is too large: at most ${MAX_ATTACHMENT / MEGABYTE} MB.`;

function reasonOf({ status, message }: ClientError, recordName: string): string {
  if (status === 404) return `${recordName} is gone. It was deleted meanwhile.`;
  return message;
}

/**
 * Judges a failed attempt. Only our server refuses: its errors have a code. Other answers come from a proxy, or from the
 * log-in page of a hotspot.
 */
export function verdictOf(error: unknown, recordName: string): Verdict {
  if (!(error instanceof ClientError)) {
    const reason = 'The file could not be sent.';
    return { kind: 'later', reason, waitMs: 0, isForAll: false };
  }
  const { status, code, retryAfter = 0 } = error;
  if (status === TOO_LARGE)
    return { kind: 'refused', reason: code === '' ? TOO_LARGE_TEXT : error.message };
  const isPassing =
    code === '' ||
    status === UNREACHABLE ||
    status >= 500 ||
    PASSING_STATUSES.includes(status) ||
    PASSING_CODES.includes(code);
  if (!isPassing) return { kind: 'refused', reason: reasonOf(error, recordName) };
  const isCut = status === UNREACHABLE;
  const reason = isCut ? 'The connection was lost. It is sent again by itself.' : error.message;
  return {
    kind: 'later',
    reason: error.isFault ? 'The server could not store the file. It is sent again.' : reason,
    waitMs: retryAfter * 1000,
    isForAll: isCut || PASSING_STATUSES.includes(status),
  };
}
