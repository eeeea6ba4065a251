import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { UploadedFile } from '@nimule/core/kernel/contract';
import { AppError } from '@nimule/core/kernel/errors';
import { normaliseText } from '@nimule/core/kernel/text';
import type { FastifyRequest } from 'fastify';
import { asAppError, brokenUpload } from './errors.ts';

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
/** Boundaries, part headers and the fields beside the file. */
const FORM_OVERHEAD_BYTES = 512 * 1024;
export const MAX_FIELDS = 20;
export const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FILENAME = 200;

export interface Received {
  fields: Record<string, unknown>;
  upload: UploadedFile | undefined;
}

/**
 * Streams the one file of a multipart form into a folder of its own, hands it to `use` and removes it
 * whatever happens. Only its size is judged here; what it holds is judged by its bytes, by whoever reads it.
 * @throws AppError tooLarge past 50 MB, invalid for a form that breaks off, unsupported without a form.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported', 'upload.mediaType', 'Send the file as multipart/form-data.');
  }
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES) throw tooLarge();
  const folder = await mkdtemp(join(tmpdir(), 'nimule-upload-'));
  try {
    return await use(await receive(request, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(request: FastifyRequest, folder: string): Promise<Received> {
  const fields = new Map<string, unknown>();
  let upload: UploadedFile | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') upload = await keep(part, join(folder, 'upload'));
      else if (part.valueTruncated) {
        throw new AppError('tooLarge', 'upload.fields', `The field ${part.fieldname} is too long.`);
      } else fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // A full disk is our trouble; what the parser of the form throws is about the bytes it was sent.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw asAppError(error) ?? brokenUpload();
  }
  return { fields: Object.fromEntries(fields), upload };
}

async function keep(part: MultipartFile, path: string): Promise<UploadedFile> {
  await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (part.file.truncated) throw tooLarge();
  const { size } = await stat(path);
  // A browser sends no more than a name; a path that another program sends is not followed anywhere.
  const filename =
    normaliseText(part.filename ?? '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return { filename: filename.slice(-MAX_FILENAME) || 'upload', path, size };
}

function tooLarge(): AppError {
  return new AppError('tooLarge', 'upload.tooLarge', 'The file is larger than 50 MB.');
}
