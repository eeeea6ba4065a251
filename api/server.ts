import fastifyUnderPressure from '@fastify/under-pressure';
import type { App } from '@nimule/core/context';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { createBase } from './base.ts';
import { bindRoutes } from './binding.ts';
import { hasTooManyValues, limitBodyTime, tooManyValues } from './bodies.ts';
import { registerHealth } from './health.ts';
import { registerDocs } from './openapi.ts';
import { guard } from './security.ts';
import { visitor } from './session.ts';
import { registerReceipts } from './sms-receipts.ts';
import { serveSite } from './static-site.ts';
import { acceptForms } from './uploads.ts';

/** High enough for an office of fifty behind one address. */
const REQUESTS_PER_MINUTE = 3_000;
/** No path of the portal is longer. */
const MAX_LOGGED_PATH = 200;
/** Above this delay of the event loop requests are refused as overloaded. */
const MAX_EVENT_LOOP_DELAY_MS = 3_000;

export interface ServerOptions {
  app: App;
  log?: FastifyBaseLogger;
  /** The folder of the built portal. */
  webRoot?: string;
  /** Requests per minute and address; Infinity for benchmarks. */
  requestsPerMinute?: number;
  /** Time limit for receiving a body. */
  bodyTimeoutMs?: number;
  /** The clock by which the rate of an upload is judged, in milliseconds. */
  bodyClock?: () => number;
  /** Of the event loop: with more of it, calls are refused as 'server.busy'. */
  maxDelayMs?: number;
}

/** The HTTP server, not listening yet; used by tests and `serve`. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { app, log } = options;
  const server = await createBase(app.config, log);
  server.decorateRequest('actor');
  server.addHook('onRequest', (request, _reply, done) => {
    request.actor = visitor;
    done();
  });
  logAnswers(server);
  guard(server, app, options.requestsPerMinute ?? REQUESTS_PER_MINUTE);
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: options.maxDelayMs ?? MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
  });
  acceptForms(server);
  limitBodyTime(server, options.bodyTimeoutMs, options.bodyClock);
  acceptJsonAlone(server);
  await registerDocs(server, app);
  await bindRoutes(server, app);
  await registerReceipts(server, app);
  await registerHealth(server, app);
  await serveSite(server, options.webRoot, app.config.publicUrl);
  return server;
}

/** Another site's form can send text/plain without a preflight; here every type other than JSON is refused. */
function acceptJsonAlone(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A request without a body may still have a content type.
    if (body === '') done(null, undefined);
    else if (hasTooManyValues(body as string)) done(tooManyValues());
    else void parse(request, body as string, done);
  });
}

function pathOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  if (config.hasSecretPath) return url ?? '';
  return request.url.split('?', 1)[0]!.slice(0, MAX_LOGGED_PATH);
}

/** Logs one line per answer: no query (it may contain names), no headers, no bodies. */
function logAnswers(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { actor } = request;
    request.log[request.routeOptions.config.operation ? 'info' : 'debug'](
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        ...(actor.kind === 'staff' ? { user: actor.username } : {}),
      },
      'answered',
    );
    done();
  });
}
