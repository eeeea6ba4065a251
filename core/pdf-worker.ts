import { parentPort } from 'node:worker_threads';
import { MERGE, MERGE_NUMBERED, type PdfRequest } from './documents/pdf/documents.ts';
import { mergeNumbered, mergeParts } from './documents/pdf/merge.ts';
import type { PdfAnswer, PdfJob } from './documents/pdf/pool.ts';
import { render } from './documents/pdf/render.ts';
import { layouts } from './layouts.ts';

async function bytesOf({ layout: name, document }: PdfRequest): Promise<Uint8Array> {
  if (name === MERGE) return mergeParts(document as Uint8Array[]);
  if (name === MERGE_NUMBERED) return mergeNumbered(document as Uint8Array[]);
  const layout = layouts[name];
  if (!layout) throw new Error(`no layout is called ${name}`);
  return render(layout(document as never));
}

parentPort?.on('message', async ({ id, request }: PdfJob) => {
  let answer: PdfAnswer;
  try {
    answer = { id, bytes: await bytesOf(request) };
  } catch (error) {
    answer = { id, failure: error instanceof Error ? error : new Error(String(error)) };
  }
  parentPort?.postMessage(answer);
});
