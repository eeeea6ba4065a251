import { AppError } from '../../kernel/errors.ts';

/**
 * The queue of imports in this process, which run one at a time: a file of 50 MB needs about 200 MB of memory while it
 * is read and written. Others wait in order of arrival.
 */

/** More are refused at once: each keeps its file on disk, and its caller waits for an answer. */
const MAX_WAITING = 20;
/** Limit per user, so that one user cannot fill the queue. */
const MAX_WAITING_EACH = 15;
const TRY_AGAIN_SECONDS = 60;
const RESTART_SECONDS = 10;

interface Waiting {
  who: string;
  onWait: ((before: number) => void) | undefined;
  start(): void;
}

interface Running {
  processed: number;
  total: number;
}

let running: Running | undefined;
const waiting: Waiting[] = [];
/** Imports that are being recorded and will join the queue. */
const reserved = new Set<{ who: string }>();

/** The state of the queue for one caller. */
export interface ImportQueue {
  running: boolean;
  /** Rows of the running import that are done, out of `total`; 0 of 0 while its file is read. */
  processed: number;
  total: number;
  /** Number of waiting imports. */
  waiting: number;
  /** The position in the queue of the caller's first waiting file, from 1. */
  position: number | null;
}

export function importQueue(who: string): ImportQueue {
  const place = waiting.findIndex((one) => one.who === who);
  return {
    running: running !== undefined,
    processed: running?.processed ?? 0,
    total: running?.total ?? 0,
    waiting: waiting.length,
    position: place === -1 ? null : place + 1,
  };
}

export interface WaitOptions {
  /** Receives the number of imports before this one: at first, and when it changes. */
  onWait?: ((before: number) => void) | undefined;
  /** Aborted when the caller no longer waits for the answer. */
  gone?: AbortSignal | undefined;
  /** Each is aborted when this process is asked to stop. */
  stops: readonly (AbortSignal | undefined)[];
}

export interface ImportSlot {
  progress(processed: number, total: number): void;
  /** Starts the next one. */
  end(): void;
}

/**
 * Waits until an import may run; the caller must call `end` in any case.
 * @throws AppError unavailable: 'import.busy' when too many wait, 'run.stopped' when the process is asked to stop,
 *   'import.left' when the caller has disconnected.
 */
export async function waitForImportSlot(who: string, options: WaitOptions): Promise<ImportSlot> {
  if (options.stops.some((signal) => signal?.aborted)) throw stopped();
  const slot: Running = { processed: 0, total: 0 };
  if (running === undefined) running = slot;
  else await wait(who, slot, options);
  return {
    progress(processed, total) {
      slot.processed = processed;
      slot.total = total;
    },
    end() {
      if (running === slot) next();
    },
  };
}

/** Passes the slot on without a gap in which another caller could take it. */
function next(): void {
  running = undefined;
  waiting.shift()?.start();
  notifyWaiting();
}

function notifyWaiting(): void {
  for (const [place, { onWait }] of waiting.entries()) onWait?.(place + 1);
}

/**
 * Reserves a place for an import that will wait a moment later, so that calls at the same time keep to the limits. The
 * returned function gives it back; call it just before the import joins the queue.
 * @throws AppError as `assertRoomInQueue`.
 */
export function reserveRoom(who: string): () => void {
  assertRoomInQueue(who);
  const place = { who };
  reserved.add(place);
  return () => void reserved.delete(place);
}

/** @throws AppError unavailable 'import.busy' when too many wait or are about to, of all or of this caller. */
function assertRoomInQueue(who: string): void {
  const places = [...waiting, ...reserved];
  // The first of them does not wait when nothing runs.
  const free = running === undefined ? 1 : 0;
  if (places.length - free >= MAX_WAITING) {
    throw new AppError(
      'unavailable',
      'import.busy',
      `${MAX_WAITING} imports are waiting already. Try again in some minutes.`,
      { retryAfter: TRY_AGAIN_SECONDS },
    );
  }
  if (places.filter((place) => place.who === who).length - free >= MAX_WAITING_EACH) {
    throw new AppError(
      'unavailable',
      'import.busy',
      `${MAX_WAITING_EACH} of your imports are waiting already. Try again when one has ended.`,
      { retryAfter: TRY_AGAIN_SECONDS },
    );
  }
}

/** Resolves when `slot` is the running one. */
function wait(who: string, slot: Running, { onWait, gone, stops }: WaitOptions): Promise<void> {
  assertRoomInQueue(who);
  return new Promise((resolve, reject) => {
    const signals = [gone, ...stops].filter((signal) => signal !== undefined);
    const removeListeners = () => {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    };
    const entry: Waiting = {
      who,
      onWait,
      start() {
        removeListeners();
        running = slot;
        resolve();
      },
    };
    const onAbort = () => {
      removeListeners();
      waiting.splice(waiting.indexOf(entry), 1);
      notifyWaiting();
      reject(gone?.aborted ? senderLeft() : stopped());
    };
    waiting.push(entry);
    for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true });
    if (gone?.aborted) onAbort();
    else onWait?.(waiting.length);
  });
}

function senderLeft(): AppError {
  return new AppError('unavailable', 'import.left', 'The sender left before the import began.');
}

function stopped(): AppError {
  return new AppError(
    'unavailable',
    'run.stopped',
    'The program is stopping. Nothing of this file was imported; send it again when the program runs.',
    { retryAfter: RESTART_SECONDS },
  );
}
