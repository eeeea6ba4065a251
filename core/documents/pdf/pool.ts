import type { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { PdfRequest } from './documents.ts';

/** Request and answer of the worker. */
export interface PdfJob {
  id: number;
  request: PdfRequest;
}

export type PdfAnswer = { id: number; bytes: Uint8Array } | { id: number; failure: Error };

export interface PdfPool {
  /**
   * The document's bytes. Documents of one requester are made in order, those of several in turns, one of each. Throws
   * AppError unavailable: 'pdf.busy', 'pdf.timeout', 'pdf.crashed', 'pdf.closed'.
   */
  render(request: PdfRequest, requester: string): Promise<Buffer>;
  /** Ends the worker and its current document; a later render starts a new one. */
  close(): Promise<void>;
}

interface PoolOptions {
  /** A thread that answers each PdfJob message with a PdfAnswer. */
  startWorker(): Worker;
  /** For one document, from the moment the worker receives it. */
  timeoutMs: number;
  /** Documents that may wait; more are refused at once. */
  maxWaiting: number;
  /** Of one requester. */
  maxOfRequester: number;
}

interface Pending {
  job: PdfJob;
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

const TRY_AGAIN_SECONDS = 10;

function unavailable(code: string, message: string, cause?: unknown): AppError {
  return new AppError('unavailable', code, message, { cause, retryAfter: TRY_AGAIN_SECONDS });
}

/**
 * One worker thread, started by the first document and given one document at a time, so that a timeout or crash
 * affects only the document that caused it. It keeps the process alive only while it works.
 */
export function createPdfPool(options: PoolOptions): PdfPool {
  /** By requester, whose turn is next first. */
  const waiting = new Map<string, Pending[]>();
  let current: Pending | undefined;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let lastId = 0;

  function settle(finish: (pending: Pending) => void): void {
    const pending = current;
    if (pending === undefined) return;
    clearTimeout(timer);
    current = undefined;
    worker?.unref();
    finish(pending);
    next();
  }

  function abandon(error: AppError): void {
    const stopped = worker;
    worker = undefined;
    void stopped?.terminate();
    settle((pending) => pending.reject(error));
  }

  function start(): Worker {
    const started = options.startWorker();
    const crashed = (cause: unknown) => {
      if (started !== worker) return;
      abandon(unavailable('pdf.crashed', 'The document could not be made. Try again.', cause));
    };
    started.on('message', (answer: PdfAnswer) => {
      if (started !== worker || answer.id !== current?.job.id) return;
      settle(({ resolve, reject }) => {
        if ('failure' in answer) reject(answer.failure);
        else
          resolve(
            Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength),
          );
      });
    });
    started.on('error', crashed);
    started.on('exit', (code) => crashed(new Error(`the PDF worker ended with code ${code}`)));
    return started;
  }

  /** The first document of the requester whose turn it is, who is then behind all others. */
  function take(): Pending | undefined {
    for (const [requester, [first, ...others]] of waiting) {
      waiting.delete(requester);
      if (others.length > 0) waiting.set(requester, others);
      return first;
    }
    return undefined;
  }

  function next(): void {
    if (current !== undefined) return;
    const pending = take();
    if (pending === undefined) return;
    current = pending;
    worker ??= start();
    worker.ref();
    timer = setTimeout(
      () => abandon(unavailable('pdf.timeout', 'The document took too long to make. Try again.')),
      options.timeoutMs,
    );
    try {
      worker.postMessage(pending.job);
    } catch (error) {
      settle(({ reject }) => reject(error instanceof Error ? error : new Error(String(error))));
    }
  }

  return {
    render(request, requester) {
      const own = waiting.get(requester) ?? [];
      const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
      if (all >= options.maxWaiting || own.length >= options.maxOfRequester) {
        return Promise.reject(
          unavailable('pdf.busy', 'Too many documents are being made. Try again in a moment.'),
        );
      }
      return new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(requester, [...own, { job: { id: lastId, request }, resolve, reject }]);
        next();
      });
    },
    async close() {
      const stopped = worker;
      worker = undefined;
      const closed = unavailable('pdf.closed', 'The server is stopping.');
      const left = [...waiting.values()].flat();
      waiting.clear();
      for (const pending of left) pending.reject(closed);
      settle((pending) => pending.reject(closed));
      await stopped?.terminate();
    },
  };
}
