import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@nimule/core/kernel/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Time limit for receiving a body; for an upload, between two chunks. */
export const BODY_TIMEOUT_MS = 30_000;
/** How long the rest of a refused body is still read, so that the sender can read the answer. */
const LINGER_MS = 2_000;

/** Whether more of the request's body is still to come. */
export function isUnfinished(request: IncomingMessage): boolean {
  return request.complete === false && !request.destroyed;
}

/**
 * The least bytes a second of an upload, on average from its beginning. 50 MB at this rate end with the time of a request
 * (listener.ts) anyway; a byte now and then would hold a place among the uploads as long.
 */
const LEAST_RATE = 1024;

/**
 * Answers requests whose bodies do not end: they would occupy a connection and its handler. The rate of an upload is judged
 * by `now`, in milliseconds.
 */
export function limitBodyTime(
  server: FastifyInstance,
  timeoutMs = BODY_TIMEOUT_MS,
  now = () => performance.now(),
): void {
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw } = request;
    if (isUnfinished(raw)) {
      const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
      const started = { bytes: raw.socket.bytesRead, at: now() };
      let { bytesRead } = raw.socket;
      const timer = setInterval(() => {
        const isStill = raw.socket.bytesRead === bytesRead;
        bytesRead = raw.socket.bytesRead;
        const seconds = (now() - started.at) / 1000;
        if (!isForm || isStill) failBody(raw, late());
        else if (bytesRead - started.bytes < seconds * LEAST_RATE) failBody(raw, slow());
      }, timeoutMs);
      const stop = () => clearInterval(timer);
      for (const end of ['end', 'error', 'close']) raw.once(end, stop);
    }
    done();
  });
}

/** An import of expenses has 45,000. Reading a million takes the event loop half a second. */
const MAX_VALUES = 100_000;
/** Each value takes at least two characters. */
const FEW_VALUES = 2 * MAX_VALUES;
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT] = [...'"\\,[{'].map((c) => c.charCodeAt(0));

/** Whether a text of JSON has more values than any request needs: its commas and brackets outside of texts. */
export function hasTooManyValues(json: string): boolean {
  if (json.length < FEW_VALUES) return false;
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) isText = !isText;
    else if (isText) {
      if (code === BACKSLASH) at += 1;
    } else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      if (values > MAX_VALUES) return true;
    }
  }
  return false;
}

export function tooManyValues(): AppError {
  return new AppError('tooLarge', 'request.values', 'The request has too many values.');
}

/** Fails the reading of the body with an error. The connection stays open for the answer. */
function failBody(request: IncomingMessage, error: AppError): void {
  if (request.listenerCount('error') > 0) request.emit('error', error);
}

function late(): AppError {
  return new AppError('timeout', 'request.timeout', 'The request took too long to arrive.');
}

function slow(): AppError {
  return new AppError(
    'timeout',
    'upload.slow',
    'The file arrives too slowly, at less than 1 KB a second. Send it again over a better connection.',
  );
}

/**
 * Answers a request that is refused before its body has arrived, and closes the connection, because the rest of the body
 * would be read as the next request. Closing at once would reset the connection before the sender has read the answer,
 * so incoming data are read and discarded for a moment.
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
