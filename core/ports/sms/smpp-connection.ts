import { smsUnreachable } from '../sms.ts';
import { describeSmpp, type SmppOptions } from './smpp-options.ts';
import type { BindMode, Handlers, Link, Timing } from './smpp-types.ts';

export type Warn = (message: string) => void;

/** A connection that lived this long was good: the next one is not delayed. */
const GOOD_CONNECTION_MS = 10_000;

/** Milliseconds as whole seconds, at least one. */
export function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

export interface Connection {
  /** The open connection, opened if need be. @throws AppError `sms.unreachable` */
  get(): Promise<Link>;
  /** Opens it again whenever it is lost, until told otherwise. */
  keep(isKept: boolean): void;
  close(): Promise<void>;
}

/**
 * A connection that is opened on demand, and not again before a wait that grows with each failure. Waits are measured by
 * a clock that nobody sets.
 */
export function connection(
  options: SmppOptions,
  timing: Timing,
  modeOf: () => BindMode,
  handlers: Pick<Handlers, 'onReceipt'> & { warn: Warn },
): Connection {
  let link: Link | undefined;
  let opening: Promise<Link> | undefined;
  let failures = 0;
  let retryAt = 0;
  let lastReason = '';
  let isKept = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const failed = (reason: string) => {
    const wait = Math.min(timing.backOffMs * 2 ** failures, timing.maxBackOffMs);
    failures = Math.min(failures + 1, 20);
    lastReason = reason;
    // From half to all of it, so that several clients do not come at once.
    const jittered = wait * (0.5 + Math.random() / 2);
    retryAt = performance.now() + jittered;
    schedule();
  };
  /** Connects after the wait, if the connection is to be kept. */
  const schedule = () => {
    if (!isKept || isClosed) return;
    clearTimeout(timer);
    const wait = Math.max(0, retryAt - performance.now()) + 1;
    // A timer may fire a little before the time: it must not find that it has to wait.
    timer = setTimeout(() => void get(true).catch(() => {}), wait);
    timer.unref();
  };
  const open = async (): Promise<Link> => {
    const openedAt = performance.now();
    let mine: Link | undefined;
    try {
      // Loaded with the first connection, which many processes never make.
      const { openLink } = await import('./smpp-link.ts');
      const opened = await openLink(options, modeOf(), timing, {
        onReceipt: handlers.onReceipt,
        onClose: (reason) => {
          if (isClosed || link !== mine) return;
          handlers.warn(`${describeSmpp(options)}: ${reason}`);
          if (performance.now() - openedAt >= GOOD_CONNECTION_MS) failures = 0;
          failed(reason);
        },
      });
      mine = opened;
      link = opened;
      if (isClosed) await opened.close();
      return opened;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      failed(reason);
      throw smsUnreachable(reason, { cause, retryAfter: seconds(retryAt - performance.now()) });
    }
  };
  const get = async (isDue = false): Promise<Link> => {
    if (isClosed) throw smsUnreachable('this program is being stopped');
    if (opening) return opening;
    const old = link;
    if (old?.isOpen) {
      if (old.mode === modeOf()) return old;
      // Receipts are wanted from now on, or no more: they need another kind of connection.
      link = undefined;
    } else {
      const wait = retryAt - performance.now();
      if (wait > 0 && !isDue) throw smsUnreachable(lastReason, { retryAfter: seconds(wait) });
    }
    opening = (old?.isOpen ? old.close() : Promise.resolve()).then(open).finally(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    get: () => get(),
    keep(next) {
      isKept = next;
      if (isKept) schedule();
      else clearTimeout(timer);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await opening?.catch(() => {});
      await link?.close();
    },
  };
}
