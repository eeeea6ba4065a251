import { readFile } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';
import { openCsv } from './csv.ts';
import type { SheetJob } from './messages.ts';
import { refusalOf, type SheetRow } from './model.ts';
import { readTable } from './table.ts';
import type { OpenSheet } from './thread.ts';

/**
 * A text of at most so many bytes, which is one chunk of the thread's reader, is parsed in some milliseconds; to start a
 * thread for it takes ten times that.
 */
export const SMALL_TEXT_BYTES = 64 * 1024;

/**
 * Reads a small text in the calling thread, as `readInThread` would; its time needs no limit.
 * @throws AppError as `readSheet`, or the reason of `signal`.
 */
export async function readSmallText(
  { path, header, limits, batchSize }: SheetJob,
  signal: AbortSignal | undefined,
): Promise<OpenSheet> {
  signal?.throwIfAborted();
  const bytes = await readFile(path);
  async function* chunks() {
    yield bytes;
  }
  const table = await openCsv(chunks, { limits, batchSize })
    .then((source) => readTable(source, limits, header))
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  let isClosed = false;

  function assertOpen(): void {
    signal?.throwIfAborted();
    if (isClosed)
      throw new AppError('invalid', 'sheet.closed', 'The file was closed before it was read.');
  }

  async function* rows(): AsyncGenerator<SheetRow[], void, undefined> {
    assertOpen();
    const batches = table.rows[Symbol.asyncIterator]();
    for (;;) {
      const next = await batches.next().catch((error: unknown) => {
        throw refusalOf(error);
      });
      if (next.done) return;
      yield next.value;
      assertOpen();
    }
  }

  return {
    info: table.info,
    rows: rows(),
    close: async () => {
      isClosed = true;
    },
  };
}
