import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { AppError } from '@nimule/core/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { createLimiter } from './rate-limit.ts';

const HSTS_SECONDS = 365 * 24 * 3600;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Browser features that the portal does not use. */
const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';

function hasTls({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

/** Whether the public address or a trusted proxy says that TLS is used; then cookies are Secure and HSTS is sent. */
export function isOverTls(config: Config, request: FastifyRequest): boolean {
  return hasTls(config) || request.protocol === 'https';
}

/** The headers that Helmet sets; none of ours depends on the request. */
function protectiveHeaders(config: Config): Record<string, string> {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Vite inlines small images into the style sheet as data: URLs.
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(hasTls(config) ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    // Sent by `sendHeaders`, depending on the request.
    strictTransportSecurity: false,
    // Not 'no-referrer', which would make browsers send `Origin: null` with our own forms.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  protect(response.req, response, () => {});
  return response.getHeaders() as Record<string, string>;
}

/**
 * Sends on every answer that it is not to be kept, a strict content policy, and headers against framing, sniffing and referrer
 * leaks.
 */
export function sendHeaders(server: FastifyInstance, config: Config): void {
  // Made once: Helmet sets them one by one on the response of each request.
  const headers = {
    'cache-control': 'no-store',
    'permissions-policy': PERMISSIONS_POLICY,
    ...protectiveHeaders(config),
  };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isOverTls(config, request)) {
      reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}; includeSubDomains`);
    }
    done();
  });
}

/** Refuses mutations from other sites, and limits requests per address. */
export function guard(server: FastifyInstance, app: App, requestsPerMinute: number): void {
  const wait = createLimiter(requestsPerMinute, app.clock);
  const publicUrl = app.config.publicUrl ? new URL(app.config.publicUrl) : undefined;
  server.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    const seconds = config.probe ? 0 : wait(request.ip);
    if (seconds > 0) done(tooMany(seconds));
    else if (config.isCallback || SAFE_METHODS.has(request.method)) done();
    else if (isForeign(request, publicUrl)) done(foreign(publicUrl));
    else done();
  });
}

function tooMany(seconds: number): AppError {
  const message = `Too many requests. Try again in ${seconds} seconds.`;
  return new AppError('tooMany', 'request.tooMany', message, { retryAfter: seconds });
}

function foreign(publicUrl: URL | undefined): AppError {
  const own = publicUrl ? ` The address of this portal is ${publicUrl.origin}.` : '';
  return new AppError('forbidden', 'request.foreign', `This request came from another site.${own}`);
}

/**
 * Browsers send the origin of the requesting page; the shell and other programs send none. If the public address is
 * configured, the origin must equal it, including TLS; otherwise it must equal the address of the request.
 */
function isForeign(request: FastifyRequest, publicUrl: URL | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) return site === 'cross-site' || site === 'same-site';
  if (!URL.canParse(origin)) return true;
  const { host, protocol } = new URL(origin);
  if (host === '') return true;
  if (!publicUrl) return host !== request.host;
  return host !== publicUrl.host || (publicUrl.protocol === 'https:' && protocol !== 'https:');
}
