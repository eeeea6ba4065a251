import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import type { Config } from '@nimule/core/config';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { MAX_BODY_BYTES, sendError } from './errors.ts';
import { addressesOf, readForwarded } from './proxies.ts';
import { sendSecurityHeaders } from './security.ts';
import { UNREADABLE } from './static-site.ts';

/**
 * What the portal's server and the one that answers while it starts have in common: errors in words, the
 * security headers, and nothing kept by a cache unless an answer says otherwise.
 */
export async function createBase(
  config: Config,
  log: FastifyBaseLogger | undefined,
): Promise<FastifyInstance> {
  const isProxy = addressesOf(config.trustProxy);
  const server = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    // What an address before our own proxies claims about itself is not believed.
    trustProxy: config.trustProxy.length > 0 ? isProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    // What the router refuses by itself it answers without our headers, so it is given nothing to refuse.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  server.setErrorHandler(sendError);
  if (config.trustProxy.length > 0) readForwarded(server, isProxy);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  sendSecurityHeaders(server, config);
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
