import { parentPort } from 'node:worker_threads';
import type { PdfAnswer, PdfJob } from './documents/pdf/pool.ts';
import { render } from './documents/pdf/render.ts';
import { layouts } from './layouts.ts';

parentPort?.on('message', async ({ id, request }: PdfJob) => {
  let answer: PdfAnswer;
  try {
    const layout = layouts[request.layout];
    if (!layout) throw new Error(`no layout is called ${request.layout}`);
    answer = { id, bytes: await render(layout(request.document as never)) };
  } catch (error) {
    answer = { id, failure: error instanceof Error ? error : new Error(String(error)) };
  }
  parentPort?.postMessage(answer);
});
