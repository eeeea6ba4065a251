import { type FileHandle, open } from 'node:fs/promises';
import { quoted } from './contents.ts';
import type { CopyBlock } from './engine.ts';

const PIECE = 4 * 1024 * 1024;

const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;

/** The statement that loads rows of PGlite's `/dev/blob` in COPY's text format. */
export function copyStatement({ table, columns }: Pick<CopyBlock, 'table' | 'columns'>): string {
  return `copy public.${quoted(table)} (${columns.map(quoted).join(', ')}) from '/dev/blob'`;
}

/**
 * The rows of a range of a file, in pieces of whole lines of about `size` bytes; one row may be longer.
 * @throws Error when the file ends within the range.
 */
export async function* piecesOfRows(
  { file, from, to }: Pick<CopyBlock, 'file' | 'from' | 'to'>,
  size = PIECE,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const handle = await open(file, 'r');
  try {
    let rest = Buffer.alloc(0);
    for (let at = from; at < to; ) {
      const read = await readFully(handle, at, Math.min(size, to - at));
      at += read.length;
      const data = rest.length > 0 ? Buffer.concat([rest, read]) : read;
      const end = at === to ? data.length : endOfLastRow(data);
      if (end > 0) yield data.subarray(0, end);
      rest = Buffer.from(data.subarray(end));
    }
  } finally {
    await handle.close();
  }
}

async function readFully(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafe(length);
  let held = 0;
  while (held < length) {
    const { bytesRead } = await handle.read(buffer, held, length - held, position + held);
    if (bytesRead === 0) throw new Error('the file is shorter than its blocks of rows');
    held += bytesRead;
  }
  return buffer;
}

/** After the last line end that is not data: COPY reads a line feed behind a backslash as part of a value. */
function endOfLastRow(data: Buffer): number {
  for (let at = data.lastIndexOf(LINE_FEED); at >= 0; ) {
    let backslashes = 0;
    while (data[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
    at = at === 0 ? -1 : data.lastIndexOf(LINE_FEED, at - 1);
  }
  return 0;
}
