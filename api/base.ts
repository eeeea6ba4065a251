import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import type { Config } from '@nimule/core/config';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { MAX_BODY_BYTES, sendError } from './errors.ts';
import { addressesOf, readForwarded } from './proxies.ts';
import { sendHeaders } from './security.ts';
import { UNREADABLE } from './static-site.ts';

/**
 * The base of the portal's server and of the one that answers during the start: errors as JSON messages, security
 * headers, and no caching by default.
 */
export async function createBase(
  config: Config,
  log: FastifyBaseLogger | undefined,
): Promise<FastifyInstance> {
  const isProxy = addressesOf(config.trustProxy);
  const server = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    // Forwarded addresses before our own proxies are not trusted.
    trustProxy: config.trustProxy.length > 0 ? isProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    // The router's own refusals lack our headers, so it must not get addresses that it refuses.
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  server.setErrorHandler(sendError);
  if (config.trustProxy.length > 0) readForwarded(server, isProxy);
  sendHeaders(server, config);
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
