import { close, closeSync, openSync, read, rmSync, write } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CHUNK = 64 * 1024;
const [readAt, writeAt, closed] = [promisify(read), promisify(write), promisify(close)];

/** Closes the file of a body that nobody began to read: its reader was gone before. */
const unread = new FinalizationRegistry<number>((fd) => closeSync(fd));

/** The bytes of a temporary file, once. */
class Spooled implements AsyncIterable<Uint8Array> {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
    unread.register(this, fd, this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    unread.unregister(this);
    try {
      for (let position = 0; ; ) {
        const part = await readAt(this.#fd, Buffer.alloc(CHUNK), 0, CHUNK, position);
        if (part.bytesRead === 0) return;
        position += part.bytesRead;
        yield part.buffer.subarray(0, part.bytesRead);
      }
    } finally {
      await closed(this.#fd);
    }
  }
}

/**
 * Writes a stream to a temporary file and answers its bytes, to be read once: what makes the stream, such as a transaction,
 * need not wait for a slow reader. The file has no name, so that its space is free again when it was read, and after a kill.
 */
export async function spooled(body: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'nimule-file-'));
  const fd = openSync(join(folder, 'body'), 'wx+', 0o600);
  rmSync(folder, { recursive: true });
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await writeAt(fd, chunk, at, chunk.length - at, null);
        at += bytesWritten;
      }
    }
  } catch (error) {
    await closed(fd);
    throw error;
  }
  return new Spooled(fd);
}
