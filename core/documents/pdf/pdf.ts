import { Worker } from 'node:worker_threads';
import { companionOf } from '../../companion.ts';
import { createPdfPool } from './pool.ts';

export type { DocumentCustomer, Letterhead } from './documents.ts';

const TIMEOUT_MS = 30_000;
const MAX_WAITING = 200;
/** A document that needs more ends the worker, not the server. */
const WORKER_MEMORY_MB = 256;

function startWorker(): Worker {
  const { file, execArgv } = companionOf(new URL('../../', import.meta.url), 'pdf-worker');
  return new Worker(file, {
    execArgv,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  });
}

const pool = createPdfPool({ startWorker, timeoutMs: TIMEOUT_MS, maxWaiting: MAX_WAITING });

/**
 * A document as PDF, by the layout of that name in core/layouts.ts. Made in a worker thread; the same document gives
 * the same bytes. Throws AppError unavailable ('pdf.timeout' after 30 s, 'pdf.crashed', 'pdf.busy', 'pdf.closed').
 */
export function renderPdf(layout: string, document: unknown): Promise<Buffer> {
  return pool.render({ layout, document });
}

/** Ends the worker thread: part of an orderly shutdown and of tests. */
export function closePdf(): Promise<void> {
  return pool.close();
}
