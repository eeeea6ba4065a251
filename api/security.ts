import type { Config } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { AppError } from '@nimule/core/kernel/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { createLimiter } from './rate-limit.ts';

const HSTS_SECONDS = 365 * 24 * 3600;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Features of the browser that no page of ours uses. */
const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';

function hasTls({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

/** Over TLS, as the public address or a trusted proxy says? Then cookies are Secure and HSTS is sent. */
export function isOverTls(config: Config, request: FastifyRequest): boolean {
  return hasTls(config) || request.protocol === 'https';
}

/** On every answer: a strict content policy, and that nobody else frames, sniffs or hears of our pages. */
export function sendSecurityHeaders(server: FastifyInstance, config: Config): void {
  // Made once; as a plugin of Fastify it would write the policy anew for each request.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Vite puts small images into the style sheet as data:.
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
    // Below: whether it is sent depends on the request.
    strictTransportSecurity: false,
    // Not 'no-referrer', under which a browser sends `Origin: null` with a form of our own.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    reply.header('x-request-id', request.id);
    if (isOverTls(config, request)) {
      reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}; includeSubDomains`);
    }
    protect(request.raw, reply.raw, () => done());
  });
}

/** Refusal of foreign mutations, and a limit of requests an address. */
export function guard(server: FastifyInstance, app: App, requestsPerMinute: number): void {
  const wait = createLimiter(requestsPerMinute, app.clock);
  const publicUrl = app.config.publicUrl ? new URL(app.config.publicUrl) : undefined;
  server.addHook('onRequest', async (request) => {
    const seconds = request.routeOptions.config.probe ? 0 : wait(request.ip);
    if (seconds > 0) {
      throw new AppError(
        'tooMany',
        'request.tooMany',
        `Too many requests. Try again in ${seconds} seconds.`,
        {
          retryAfter: seconds,
        },
      );
    }
    if (!SAFE_METHODS.has(request.method) && isForeign(request, publicUrl)) {
      const own = publicUrl ? ` The address of this portal is ${publicUrl.origin}.` : '';
      throw new AppError(
        'forbidden',
        'request.foreign',
        `This request came from another site.${own}`,
      );
    }
  });
}

/**
 * Browsers name the page a request came from; the shell and other programs name none. Where the public address is
 * known the page must be of it, over TLS where it has TLS; else of the address that the request was sent to.
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
