import { Worker } from 'node:worker_threads';
import { companionOf } from '../../companion.ts';
import { MERGE, MERGE_NUMBERED } from './documents.ts';
import { createPdfPool } from './pool.ts';

export type { DocumentCustomer, Letterhead } from './documents.ts';

const TIMEOUT_MS = 30_000;
const MAX_WAITING = 200;
/** A document that needs more memory ends the worker, not the server. */
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
 * Renders a document as PDF in a worker thread, by the layout of that name in core/layouts.ts. The same document gives
 * the same bytes. Throws AppError unavailable ('pdf.timeout' after 30 s, 'pdf.crashed', 'pdf.busy', 'pdf.closed').
 */
export function renderPdf(layout: string, document: unknown): Promise<Buffer> {
  return pool.render({ layout, document });
}

/** The pages of several PDF files as one, merged in the worker. Throws as `renderPdf`. */
export function mergePdfs(parts: readonly Buffer[]): Promise<Buffer> {
  return pool.render({ layout: MERGE, document: parts });
}

/** The same for the parts of one document (`part` in page.ts), whose pages it numbers. Throws as `renderPdf`. */
export function mergeNumberedPdfs(parts: readonly Buffer[]): Promise<Buffer> {
  return pool.render({ layout: MERGE_NUMBERED, document: parts });
}

/** Ends the worker thread, at shutdown and in tests. */
export function closePdf(): Promise<void> {
  return pool.close();
}
