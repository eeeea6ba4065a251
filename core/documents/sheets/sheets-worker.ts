import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openCsv } from './csv.ts';
import { packRows, type SheetAnswer, type SheetJob } from './messages.ts';
import { refusalOf, type SheetSource } from './model.ts';
import { readTable } from './table.ts';

/** The rows of a chunk are in memory together: larger chunks cost more, because they outlive the young heap. */
const CHUNK_BYTES = 64 * 1024;

// Suppresses output of the library for old workbooks. (Redirecting it to a stream of the parent would keep the
// parent's process alive.)
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => {};

async function openSource(job: SheetJob, archive: FileHandle | undefined): Promise<SheetSource> {
  const { path, content } = job;
  if (content.kind === 'zip' && archive) {
    // Loaded on demand, as below: a .csv needs no library.
    const { openXlsx } = await import('./xlsx.ts');
    return openXlsx(archive, content.directory, job);
  }
  if (content.kind === 'text') {
    return openCsv(() => createReadStream(path, { highWaterMark: CHUNK_BYTES }), job);
  }
  // Loaded on demand: the library for old workbooks is large.
  const [{ openXls }, { workbookStream }, bytes] = await Promise.all([
    import('./xls.ts'),
    import('./compound.ts'),
    readFile(path),
  ]);
  return openXls(content.kind === 'compound' ? workbookStream(bytes) : bytes, job);
}

async function answer(port: MessagePort, job: SheetJob): Promise<void> {
  const send = (message: SheetAnswer, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  let asked = 0;
  let wake = () => {};
  port.on('message', () => {
    asked += 1;
    wake();
  });
  send({ type: 'ready' });
  let since = performance.now();
  const busyMs = () => performance.now() - since;
  let archive: FileHandle | undefined;
  try {
    if (job.content.kind === 'zip') archive = await open(job.path);
    const table = await readTable(await openSource(job, archive), job.limits, job.header);
    send({ type: 'info', info: table.info, busyMs: busyMs() });
    since = performance.now();
    for await (const batch of table.rows) {
      const rows = packRows(batch);
      const spent = busyMs();
      while (asked === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      asked -= 1;
      since = performance.now();
      send({ type: 'rows', rows, busyMs: spent }, [
        rows.ends.buffer,
        rows.numbers.buffer,
        rows.widths.buffer,
      ]);
    }
    send({ type: 'end' });
  } catch (error) {
    const refusal = refusalOf(error);
    const { kind, cause } = refusal;
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '');
    send({ type: 'refused', kind, body: refusal.toBody(), detail });
  } finally {
    await archive?.close();
  }
  // Lets the thread exit when the parent closes the port.
  port.unref();
}

if (parentPort) await answer(parentPort, workerData as SheetJob);
