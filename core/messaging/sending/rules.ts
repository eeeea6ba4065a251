import type { Channel, MessageStatus } from '../schema.ts';
import { nextAttemptTime, type QuietHours } from './rules-hours.ts';

/** What came of handing a message to a gateway. */
export type Outcome =
  | { kind: 'sent'; ids: readonly string[] }
  /** To the outbox, since no gateway is connected: not sent. */
  | { kind: 'written' }
  /** Not sent, and never will be. */
  | { kind: 'refused'; error: string }
  /** Not sent, since the gateway takes no more for some seconds. */
  | { kind: 'busy'; error: string; retryAfter: number }
  /** Not sent, for a reason that concerns the gateway. */
  | { kind: 'unreachable'; error: string; retryAfter: number }
  /** Not sent, for a reason that concerns its recipient and may pass, such as a full mailbox. */
  | { kind: 'deferred'; error: string }
  /** It may have been sent. */
  | { kind: 'unanswered'; error: string };

/** After an unreachable gateway, no further message is tried for this time. */
const UNREACHABLE_PAUSE_SECONDS = 30;

export interface Settled {
  status: Extract<MessageStatus, 'sent' | 'written' | 'failed' | 'queued' | 'unknown'>;
  error: string;
  nextAt: Date | null;
  /** Whether the attempt counts: not where the gateway was busy. */
  isAttempt: boolean;
}

interface Facts {
  /** Attempts, this one included. */
  attempts: number;
  at: Date;
  /** For messages that wait for their end. */
  quiet: QuietHours | undefined;
  channel: Channel;
}

const NOT_SENT: Readonly<Record<Channel, string>> = {
  sms: 'Written to the outbox, not sent: no SMS gateway is connected.',
  email: 'Written to the outbox, not sent: no mail server is connected.',
};

/** The state of a message after an answer, and when it is tried again if it was certainly not sent. */
export function settled(outcome: Outcome, { attempts, at, quiet, channel }: Facts): Settled {
  const base = { nextAt: null, isAttempt: true };
  switch (outcome.kind) {
    case 'sent':
      return { ...base, status: 'sent', error: '' };
    case 'written':
      return { ...base, status: 'written', error: NOT_SENT[channel] };
    case 'refused':
      return { ...base, status: 'failed', error: outcome.error };
    case 'unanswered':
      return { ...base, status: 'unknown', error: outcome.error };
    case 'busy': {
      const nextAt = new Date(at.getTime() + outcome.retryAfter * 1000);
      return { status: 'queued', error: outcome.error, nextAt, isAttempt: false };
    }
    case 'deferred':
    case 'unreachable': {
      const wait = outcome.kind === 'unreachable' ? outcome.retryAfter : 0;
      const nextAt = nextAttemptTime(attempts, at, quiet, wait);
      const status = nextAt ? 'queued' : 'failed';
      return { ...base, status, error: outcome.error, nextAt: nextAt ?? null };
    }
  }
}

/** Seconds in which nothing more is handed over, after these outcomes. */
export function pauseAfter(outcomes: readonly Outcome[]): number {
  const pauses = outcomes.map((outcome) => {
    if (outcome.kind === 'busy') return outcome.retryAfter;
    return outcome.kind === 'unreachable'
      ? Math.max(UNREACHABLE_PAUSE_SECONDS, outcome.retryAfter)
      : 0;
  });
  return Math.max(0, ...pauses);
}
