import { Readable } from 'node:stream';
import type { FileAnswer } from '@nimule/core/kernel/contract';
import { safeFileName } from '@nimule/core/kernel/file-names';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

const PDF = 'application/pdf';
/** Allows the browser's PDF viewer; the file cannot load or run anything. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Sends a file with a name in any script (RFC 6266). It is saved, not shown, except for a PDF that was requested for
 * viewing: other types of files could run as a page of the portal.
 */
export function sendFile(reply: FastifyReply, file: FileAnswer, isShown = false): FastifyReply {
  const name = safeFileName(file.filename);
  const type = isShown && file.contentType === PDF ? 'inline' : 'attachment';
  if (type === 'inline') reply.header('content-security-policy', PDF_POLICY);
  reply.header('content-disposition', contentDisposition(name, { type })).type(file.contentType);
  if (file.body instanceof Uint8Array) {
    return reply.send(Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength));
  }
  return reply.send(Readable.from(file.body));
}
