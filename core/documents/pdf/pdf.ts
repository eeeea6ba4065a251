import { Worker } from 'node:worker_threads';
import { companionOf } from '../../companion.ts';
import { MERGE, MERGE_NUMBERED } from './documents.ts';
import { createPdfPool } from './pool.ts';

export type { Letterhead } from './documents.ts';

const TIMEOUT_MS = 30_000;
const MAX_WAITING = 200;
const MAX_OF_REQUESTER = 40;
/** A document that needs more memory ends the worker, not the server. */
const WORKER_MEMORY_MB = 256;

function startWorker(): Worker {
  const { file, execArgv } = companionOf(new URL('../../', import.meta.url), 'pdf-worker');
  return new Worker(file, {
    execArgv,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  });
}

const pool = createPdfPool({
  startWorker,
  timeoutMs: TIMEOUT_MS,
  maxWaiting: MAX_WAITING,
  maxOfRequester: MAX_OF_REQUESTER,
});

/**
 * Renders a document as PDF in a worker thread, by the layout of that name in core/layouts.ts. The same document gives
 * the same bytes. Documents of several requesters are made in turns, so that many of one user do not delay those of another:
 * `requester` is the key of the caller (`actorKey`). Throws AppError unavailable ('pdf.timeout' after 30 s, 'pdf.crashed',
 * 'pdf.busy', 'pdf.closed').
 */
export function renderPdf(layout: string, document: unknown, requester: string): Promise<Buffer> {
  return pool.render({ layout, document }, requester);
}

/** The pages of several PDF files as one, merged in the worker. `requester` and errors as of `renderPdf`. */
export function mergePdfs(parts: readonly Buffer[], requester: string): Promise<Buffer> {
  return pool.render({ layout: MERGE, document: parts }, requester);
}

/** The same for the parts of one document (`part` in page.ts), whose pages it numbers. */
export function mergeNumberedPdfs(parts: readonly Buffer[], requester: string): Promise<Buffer> {
  return pool.render({ layout: MERGE_NUMBERED, document: parts }, requester);
}

/** Ends the worker thread, at shutdown and in tests. */
export function closePdf(): Promise<void> {
  return pool.close();
}
