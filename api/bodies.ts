import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@nimule/core/kernel/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A body that is not whole by then is given up; of an upload, one of which nothing has come for so long. */
export const BODY_TIMEOUT_MS = 30_000;
/** What is still sent after a refusal is taken for so long, so that the sender gets to read the answer. */
const LINGER_MS = 2_000;

/** Is more of the request's body to come? */
export function isUnfinished(request: IncomingMessage): boolean {
  return request.complete === false && !request.destroyed;
}

/** Answers requests whose bodies never end: they would hold a connection, and a handler that waits for them. */
export function limitBodyTime(server: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw } = request;
    if (isUnfinished(raw)) {
      const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
      let { bytesRead } = raw.socket;
      const timer = setInterval(() => {
        if (isForm && raw.socket.bytesRead > bytesRead) bytesRead = raw.socket.bytesRead;
        else failBody(raw, late());
      }, timeoutMs);
      const stop = () => clearInterval(timer);
      for (const end of ['end', 'error', 'close']) raw.once(end, stop);
    }
    done();
  });
}

/** Tells whoever reads the body that it has come to a bad end. The connection stays, for the answer. */
export function failBody(request: IncomingMessage, error: AppError): void {
  if (request.listenerCount('error') > 0) request.emit('error', error);
}

function late(): AppError {
  return new AppError('timeout', 'request.timeout', 'The request took too long to arrive.');
}

/**
 * Sends the answer to a request that is refused before its body has come, and closes the connection, for the rest of
 * the body would be taken for the next request. To close at once would reset it, and the sender would lose the
 * answer: what is still coming is read and thrown away for a moment.
 */
export function sendAndClose(reply: FastifyReply, body: object): FastifyReply {
  const { raw } = reply.request;
  reply.header('connection', 'close');
  if (!isUnfinished(raw)) return reply.send(body);
  const bytes = Buffer.from(JSON.stringify(body));
  reply.header('content-length', bytes.length).type('application/json; charset=utf-8');
  return reply.send(Readable.from(lingering(bytes, raw)));
}

async function* lingering(bytes: Buffer, request: IncomingMessage): AsyncGenerator<Buffer> {
  yield bytes;
  if (!isUnfinished(request)) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    for (const end of ['end', 'error', 'close']) {
      request.once(end, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    request.resume();
  });
}
