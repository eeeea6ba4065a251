import { Worker } from 'node:worker_threads';
import { companionOf } from '../../companion.ts';
import { AppError } from '../../kernel/errors.ts';
import { type SheetAnswer, type SheetJob, unpackRows } from './messages.ts';
import { damagedSheet, type SheetInfo, type SheetRow } from './model.ts';

export interface OpenSheet {
  info: SheetInfo;
  rows: AsyncIterable<SheetRow[]>;
  close(): Promise<void>;
}

/** Batches that the worker prepares in advance. */
const AHEAD = 2;
/** Short-lived objects have their own heap space in addition to `maxHeapMb`. More would only take more memory. */
const YOUNG_HEAP_MB = 12;

function startWorker(job: SheetJob): Worker {
  const { file, execArgv } = companionOf(import.meta.url, 'sheets-worker');
  return new Worker(file, {
    workerData: job,
    execArgv,
    resourceLimits: {
      maxOldGenerationSizeMb: job.limits.maxHeapMb,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
  });
}

function timeoutError(timeoutMs: number): AppError {
  return new AppError(
    'tooLarge',
    'sheet.timeout',
    `The file took longer than ${timeoutMs / 1000} seconds to read. Split it and upload the parts.`,
  );
}

function crashed(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') {
    return damagedSheet(error);
  }
  return new AppError(
    'tooLarge',
    'sheet.memory',
    'The file needs more memory than it may have. Save it as .xlsx or .csv, or split it and upload the parts.',
    { cause: error },
  );
}

/**
 * One worker thread for one file. The time limit counts only the worker's time: it reports what it used, and a timer
 * ends it when an answer is overdue; the caller's time between batches does not count.
 */
export async function readInThread(job: SheetJob, signal?: AbortSignal): Promise<OpenSheet> {
  signal?.throwIfAborted();
  const worker = startWorker(job);
  const inbox: SheetAnswer[] = [];
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  let ready = false;
  let ended = false;
  let expected = 1;
  let remainingMs = job.limits.timeoutMs;
  let timer: NodeJS.Timeout | undefined;
  let timerRound = 0;

  function watch(): void {
    clearTimeout(timer);
    timerRound += 1;
    if (!ready || expected === 0 || failure) return;
    const round = timerRound;
    timer = setTimeout(() => {
      // Runs after queued answers, which may have arrived while this thread was busy, are read.
      setImmediate(() => {
        if (round === timerRound) fail(timeoutError(job.limits.timeoutMs));
      });
    }, remainingMs);
    timer.unref();
  }

  function fail(error: unknown): void {
    failure ??= { error };
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
    void worker.terminate();
    wake();
  }

  function aborted(): void {
    fail(signal?.reason);
  }

  function receive(answer: SheetAnswer): void {
    if (failure) return;
    if (answer.type === 'ready') {
      ready = true;
    } else if (answer.type === 'refused') {
      const cause = answer.detail === '' ? undefined : answer.detail;
      const { code, message, fields } = answer.body;
      fail(new AppError(answer.kind, code, message, { cause, ...(fields ? { fields } : {}) }));
      return;
    } else {
      inbox.push(answer);
      ended = answer.type === 'end';
      expected = ended ? 0 : expected - 1;
      if (answer.type !== 'end') remainingMs -= answer.busyMs;
      if (remainingMs <= 0) {
        fail(timeoutError(job.limits.timeoutMs));
        return;
      }
    }
    watch();
    wake();
  }

  /** The next answer in order; a failure comes before answers that were not taken yet. */
  async function next(): Promise<SheetAnswer> {
    worker.ref();
    while (!failure && inbox.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    worker.unref();
    if (failure) throw failure.error;
    return inbox.shift()!;
  }

  function ask(): void {
    // The worker has no more answers: waiting for one would time out a slow consumer.
    if (ended) return;
    expected += 1;
    worker.postMessage('next');
    watch();
  }

  async function* rows(): AsyncGenerator<SheetRow[], void, undefined> {
    try {
      for (let count = 0; count < AHEAD; count += 1) ask();
      while (true) {
        const answer = await next();
        if (answer.type !== 'rows') return;
        ask();
        yield* unpackRows(answer.rows);
      }
    } finally {
      await close();
    }
  }

  async function close(): Promise<void> {
    fail(new AppError('invalid', 'sheet.closed', 'The file was closed before it was read.'));
    await worker.terminate();
  }

  worker.on('message', receive);
  worker.on('error', (error) => fail(ready ? crashed(error) : error));
  // The worker may exit before its last answers are taken: after all have arrived that is no failure.
  worker.on('exit', (code) => {
    if (!ended) fail(damagedSheet(`the reader ended with code ${code}`));
  });
  signal?.addEventListener('abort', aborted, { once: true });

  const answer = await next();
  if (answer.type !== 'info') throw damagedSheet('the reader did not describe the file');
  return { info: answer.info, rows: rows(), close };
}
