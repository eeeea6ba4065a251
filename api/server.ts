import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { App } from '@nimule/core/context';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { bindRoutes } from './binding.ts';
import { MAX_BODY_BYTES, sendError } from './errors.ts';
import { registerHealth } from './health.ts';
import { registerDocs } from './openapi.ts';
import { secure } from './security.ts';
import { visitor } from './session.ts';
import { serveSite, UNREADABLE } from './static-site.ts';
import { makeStoppable } from './stopping.ts';
import { MAX_FIELD_BYTES, MAX_FIELDS, MAX_UPLOAD_BYTES } from './uploads.ts';

/** Generous: an office of fifty behind one address works without noticing. */
const REQUESTS_PER_MINUTE = 3_000;
/** 50 MB over a link of 1 Mbit/s takes seven minutes. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Past this delay of the event loop an answer that says so is better than one that never comes. */
const MAX_EVENT_LOOP_DELAY_MS = 3_000;

export interface ServerOptions {
  app: App;
  log?: FastifyBaseLogger;
  /** The folder of the built portal. */
  webRoot?: string;
  /** Requests a minute and address; Infinity for measurements. */
  requestsPerMinute?: number;
}

/** The HTTP host, ready but not listening; tests and `serve` use the same. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { app, log } = options;
  const server = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: what an address before our own proxy claims about itself is not believed.
    trustProxy: app.config.trustProxy ? (_address, hop) => hop === 0 : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    routerOptions: { maxParamLength: 4_096 },
    frameworkErrors: sendError,
    clientErrorHandler: answerBrokenHttp,
  });
  server.decorateRequest('actor');
  server.setErrorHandler(sendError);
  server.addHook('onRequest', async (request, reply) => {
    request.actor = visitor;
    reply.header('cache-control', 'no-store');
  });
  makeStoppable(server);
  logAnswers(server);
  await secure(server, app, options.requestsPerMinute ?? REQUESTS_PER_MINUTE);
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
  });
  await server.register(fastifyCookie);
  await server.register(fastifyMultipart, {
    limits: {
      files: 1,
      fileSize: MAX_UPLOAD_BYTES,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  });
  acceptJsonAlone(server);
  await registerDocs(server, app);
  bindRoutes(server, app);
  await registerHealth(server, app);
  await serveSite(server, options.webRoot);
  return server;
}

function isReadable(url: string): boolean {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '');
    return !path.includes('\0');
  } catch {
    return false;
  }
}

/** A form on another site can send text/plain without asking; here it is a kind of body like any other: refused. */
function acceptJsonAlone(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without a body may still name the type of what it does not send.
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** One line an answer: no query (people's names are searched for there), no headers, no bodies. */
function logAnswers(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const { actor } = request;
    request.log[request.routeOptions.config.operation ? 'info' : 'debug'](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        ...(actor.kind === 'staff' ? { user: actor.username } : {}),
      },
      'answered',
    );
  });
}

/** Bytes that are no HTTP at all, or headers without end: there is no request yet, only a socket. */
function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'The request could not be read.'];
  const body = JSON.stringify({ code: 'request.invalid', message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n${body}`,
  );
}
