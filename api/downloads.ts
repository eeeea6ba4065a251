import { Readable } from 'node:stream';
import type { FileAnswer } from '@nimule/core/kernel/contract';
import { safeFileName } from '@nimule/core/kernel/file-names';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** Answers a file to be saved, never shown, under a name in any script (RFC 6266). */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply
    .header('content-disposition', contentDisposition(safeFileName(file.filename)))
    .type(file.contentType);
  if (file.body instanceof Uint8Array) {
    return reply.send(Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength));
  }
  return reply.send(Readable.from(file.body));
}
