import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from '@nimule/core/kernel/contract';
import { AppError } from '@nimule/core/kernel/errors';
import type { Io } from './io.ts';

/**
 * Writes the file that an operation answered: to `output`, to stdout for '-' or when stdout is not a terminal, otherwise under
 * the name it came with. A file that is there already stays as it is unless `force`.
 * @throws AppError conflict when it is there, invalid when it cannot be written.
 */
export async function saveFile(
  io: Io,
  answer: unknown,
  output: string | undefined,
  force: boolean,
): Promise<void> {
  const file = answer as FileAnswer;
  const content = file.body instanceof Uint8Array ? [file.body] : file.body;
  if (output === '-' || (output === undefined && !io.isTTY.stdout)) {
    for await (const part of content) {
      if (!io.stdout.write(part)) await once(io.stdout, 'drain');
    }
    return;
  }
  const path = output ?? file.filename;
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { flags: force ? 'w' : 'wx' }));
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new AppError(
        'conflict',
        'file.exists',
        `${path} is there already; --force replaces it.`,
      );
    }
    if (!syscall) throw cause;
    throw new AppError('invalid', 'file.unwritable', `${path} cannot be written (${code}).`, {
      cause,
    });
  }
  io.stderr.write(`Saved ${path}\n`);
}
