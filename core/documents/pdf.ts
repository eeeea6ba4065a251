import { Worker } from 'node:worker_threads';
import { companionOf } from '../companion.ts';
import type { InvoiceDocument, ReceiptDocument, StatementDocument } from './pdf-documents.ts';
import { createPdfPool } from './pdf-pool.ts';

export type {
  DocumentCustomer,
  InvoiceDocument,
  Letterhead,
  ReceiptDocument,
  StatementDocument,
} from './pdf-documents.ts';

const TIMEOUT_MS = 30_000;
const MAX_WAITING = 200;
/** A document that needs more ends the worker, not the server. */
const WORKER_MEMORY_MB = 256;

function startWorker(): Worker {
  const { file, execArgv } = companionOf(import.meta.url, 'pdf-worker');
  return new Worker(file, {
    execArgv,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  });
}

const pool = createPdfPool({ startWorker, timeoutMs: TIMEOUT_MS, maxWaiting: MAX_WAITING });

/**
 * An invoice as PDF. Made in a worker thread; the same document gives the same bytes. Throws
 * AppError unavailable ('pdf.timeout' after 30 s, 'pdf.crashed', 'pdf.busy', 'pdf.closed').
 */
export function invoicePdf(document: InvoiceDocument): Promise<Buffer> {
  return pool.render({ kind: 'invoice', document });
}

/** A payment receipt as PDF; otherwise as invoicePdf. */
export function receiptPdf(document: ReceiptDocument): Promise<Buffer> {
  return pool.render({ kind: 'receipt', document });
}

/** A customer's statement as PDF; otherwise as invoicePdf. */
export function statementPdf(document: StatementDocument): Promise<Buffer> {
  return pool.render({ kind: 'statement', document });
}

/** Ends the worker thread: part of an orderly shutdown and of tests. */
export function closePdf(): Promise<void> {
  return pool.close();
}
