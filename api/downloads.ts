import { Readable } from 'node:stream';
import type { FileAnswer } from '@nimule/core/kernel/contract';
import { safeFileName } from '@nimule/core/kernel/file-names';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

const PDF = 'application/pdf';
const IMAGES = ['image/png', 'image/jpeg', 'image/webp'];
/** Of every other file: even if a browser showed it, it could neither load nor run anything. */
const FILE_POLICY = "default-src 'none'; sandbox";
/** Allows the browser's PDF viewer, which a sandbox does not; the file cannot load or run anything. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Sends a file with a name in any script (RFC 6266). It is saved, not shown, except for a PDF or an image that was
 * requested for viewing: other types of files could run as a page of the portal.
 */
export function sendFile(reply: FastifyReply, file: FileAnswer, isShown = false): FastifyReply {
  const name = safeFileName(file.filename);
  const isPdf = file.contentType === PDF;
  const type = isShown && (isPdf || IMAGES.includes(file.contentType)) ? 'inline' : 'attachment';
  reply.header('content-security-policy', type === 'inline' && isPdf ? PDF_POLICY : FILE_POLICY);
  reply.header('content-disposition', contentDisposition(name, { type })).type(file.contentType);
  if (file.body instanceof Uint8Array) {
    return reply.send(Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength));
  }
  return reply.send(Readable.from(file.body));
}
