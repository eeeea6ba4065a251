import { Readable } from 'node:stream';
import type { FileAnswer } from '@nimule/core/kernel/contract';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';

// A header cannot hold them, and a name on somebody's disk should not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNSAFE_IN_NAMES = /[\u0000-\u001F\u007F"\\/:*?<>|\u202A-\u202E\u2066-\u2069]/g;

/** Answers a file to be saved, never shown, under a name in any script (RFC 6266). */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const name = file.filename.toWellFormed().replace(UNSAFE_IN_NAMES, '_');
  reply.header('content-disposition', contentDisposition(name)).type(file.contentType);
  if (file.body instanceof Uint8Array) {
    return reply.send(Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength));
  }
  return reply.send(Readable.from(file.body));
}
