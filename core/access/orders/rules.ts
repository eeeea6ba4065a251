import type { Change, OrderResult } from '../../ports/radius.ts';
import type { RouterKind } from '../schema-routers.ts';

/** Errors of RFC 5176, section 3.6. */
const NO_SUCH_SESSION = 503;

const SECOND_MS = 1000;
const FIRST_PAUSE = 2 * SECOND_MS;
const LONGEST_PAUSE = 300 * SECOND_MS;
/** A router that has promised to end a session reports it; after this time it is asked again. */
const PROMISE_PAUSE = 60 * SECOND_MS;

/** How long an order that was not answered waits: 2, 4, 8 … seconds, at most five minutes. In milliseconds. */
export function pauseAfter(tries: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 20));
}

export interface OrderFacts {
  kind: 'change' | 'end';
  routerKind: RouterKind;
  given: '' | 'r' | 'g' | 'x';
  downloadKbps: number | null;
  uploadKbps: number | null;
  reducedDownloadKbps: number | null;
  reducedUploadKbps: number | null;
  tries: number;
}

/**
 * What a router is told: another speed, or undefined, to end the session. MikroTik changes the rate of an open session, and
 * neither address, pool nor address list; other routers differ, and a package without a speed has none to send: the session
 * ends, and the device signs in anew.
 */
export function changeOf(order: OrderFacts): Change | undefined {
  if (order.kind === 'end' || order.routerKind !== 'mikrotik') return undefined;
  const isReduced = order.given === 'r';
  const down = isReduced ? order.reducedDownloadKbps : order.downloadKbps;
  const up = isReduced ? order.reducedUploadKbps : order.uploadKbps;
  return down === null || up === null ? undefined : { rateLimit: `${up}k/${down}k` };
}

export type Outcome =
  /** The session has what it should. */
  | { done: 'given' }
  /** The router has no such session. */
  | { done: 'gone' }
  | { next: 'change' | 'end'; afterMs: number; isPromised: boolean; error: string };

/** What follows from the answer to an order: done, or what is sent next and when. */
export function outcomeOf(
  result: OrderResult,
  { wasChange, tries }: { wasChange: boolean; tries: number },
): Outcome {
  if (result.kind === 'ack')
    return wasChange
      ? { done: 'given' }
      : { next: 'end', afterMs: PROMISE_PAUSE, isPromised: true, error: '' };
  if (result.kind === 'nak') {
    if (result.cause === NO_SUCH_SESSION) return { done: 'gone' };
    const error = `refused${result.cause === undefined ? '' : ` (error ${result.cause})`}`;
    // What cannot be changed in an open session begins anew.
    const afterMs = wasChange ? 0 : pauseAfter(tries);
    return { next: 'end', afterMs, isPromised: false, error };
  }
  const next = wasChange ? 'change' : 'end';
  return { next, afterMs: pauseAfter(tries), isPromised: false, error: result.error };
}
