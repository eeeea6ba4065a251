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
  /** The document's bytes. Throws AppError unavailable: 'pdf.busy', 'pdf.timeout', 'pdf.crashed', 'pdf.closed'. */
  render(request: PdfRequest): Promise<Buffer>;
  /** Ends the worker and its current document; a later render starts a new one. */
  close(): Promise<void>;
}

interface PoolOptions {
  /** A thread that answers each PdfJob message with a PdfAnswer. */
  startWorker(): Worker;
  /** For one document, from the moment the worker receives it. */
  timeoutMs: number;
  /** Queue length; more documents are refused at once. */
  maxWaiting: number;
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
  const waiting: Pending[] = [];
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

  function next(): void {
    if (current !== undefined) return;
    const pending = waiting.shift();
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
    render(request) {
      if (waiting.length >= options.maxWaiting) {
        return Promise.reject(
          unavailable('pdf.busy', 'Too many documents are being made. Try again in a moment.'),
        );
      }
      return new Promise((resolve, reject) => {
        lastId += 1;
        waiting.push({ job: { id: lastId, request }, resolve, reject });
        next();
      });
    },
    async close() {
      const stopped = worker;
      worker = undefined;
      const closed = unavailable('pdf.closed', 'The server is stopping.');
      for (const pending of waiting.splice(0)) pending.reject(closed);
      settle((pending) => pending.reject(closed));
      await stopped?.terminate();
    },
  };
}
