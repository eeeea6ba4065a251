import { parentPort } from 'node:worker_threads';
import type { PdfAnswer, PdfJob } from './pdf-pool.ts';
import { renderPdf } from './pdf-render.ts';

parentPort?.on('message', async ({ id, request }: PdfJob) => {
  let answer: PdfAnswer;
  try {
    answer = { id, bytes: await renderPdf(request) };
  } catch (error) {
    answer = { id, failure: error instanceof Error ? error : new Error(String(error)) };
  }
  parentPort?.postMessage(answer);
});
