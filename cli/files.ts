import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, readFile, rename, stat, unlink } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from '@nimule/core/kernel/contract';
import { AppError, invalidField } from '@nimule/core/kernel/errors';
import { safeFileName } from '@nimule/core/kernel/file-names';
import { forTerminal, type Io, printMessage } from './io.ts';

/** Table formats by file extension. */
export const tableFormats = ['xlsx', 'csv'] as const;

/**
 * The format by a file's extension; `fallback` for standard output and for a name without an extension.
 * @throws AppError invalid for another extension.
 */
export function formatByName<F extends string>(
  output: string | undefined,
  formats: readonly F[],
  fallback: F,
): F {
  const ending = extname(output ?? '').toLowerCase();
  const format = formats.find((known) => ending === `.${known}`);
  if (format || ending === '') return format ?? fallback;
  const endings = formats.map((known) => `.${known}`).join(' or ');
  invalidField(
    'output',
    `${output} must end with ${endings}, or --format says which of them it is.`,
  );
}

/** The text of a file that an option names. @throws AppError invalid if it cannot be read or is too large. */
export async function readTextFile(
  path: string,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<string> {
  const unreadable = () => invalidField(field, `The file ${path} cannot be read.`);
  const { size } = await stat(path).catch(unreadable);
  if (size > maxBytes) invalidField(field, `The file ${path} is too large.`);
  return readFile(path, 'utf8').catch(unreadable);
}

/**
 * Writes the file of an operation: to `output`, to stdout for '-' or when stdout is not a terminal, otherwise under its
 * own name. An existing file is only replaced with `force`.
 * @throws AppError conflict when it exists, invalid when it cannot be written or shown, unavailable when the disk is full.
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
    const parts = io.isTTY.stdout ? shownIn(content, file.contentType) : content;
    for await (const part of parts) {
      if (!io.stdout.write(part)) await once(io.stdout, 'drain');
    }
    return;
  }
  const path = output ?? safeFileName(file.filename);
  try {
    await write(path, content, force, io.signal);
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
    const kind = FULL.has(code) ? 'unavailable' : 'invalid';
    throw new AppError(kind, 'file.unwritable', `${path} cannot be written (${code}).`, { cause });
  }
  printMessage(io, `Saved ${path}`);
}

/**
 * The text of a file, safe for a terminal.
 * @throws AppError invalid for a binary file: a terminal could interpret its bytes as commands.
 */
async function* shownIn(content: Content, contentType: string): AsyncGenerator<string> {
  if (!contentType.startsWith('text/')) {
    invalidField('output', 'This file is no text for a terminal: give --output a name.');
  }
  const decoder = new TextDecoder();
  for await (const part of content) yield forTerminal(decoder.decode(part, { stream: true }));
  yield forTerminal(decoder.decode());
}

const FULL = new Set<string | undefined>(['ENOSPC', 'EDQUOT']);

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Writes under a temporary name until the file is complete, so that an error leaves no partial file and keeps an
 * existing one. A device or a pipe is written directly.
 */
async function write(
  path: string,
  content: Content,
  force: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  const save = async (to: string, flags: string) => {
    const file = createWriteStream(to, { flags });
    try {
      await pipeline(Readable.from(content), file, { signal });
    } finally {
      // A failure may come before the file is open: it would be made after its removal.
      if (!file.closed) await once(file, 'close').catch(() => {});
    }
  };
  if (there && (!force || !there.isFile())) return save(path, force ? 'w' : 'wx');
  const part = `${path}.${process.pid}.part`;
  try {
    await save(part, 'wx');
    if (force) return await rename(part, path);
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      // Some file systems have no hard links; the name was free a moment ago.
      if (error.code === 'EEXIST') throw error;
      return rename(part, path);
    });
  } finally {
    // Does not exist any more if it was renamed.
    await unlink(part).catch(() => {});
  }
}
