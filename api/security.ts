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

/** Sends on every answer a strict content policy, and headers against framing, sniffing and referrer leaks. */
export function sendSecurityHeaders(server: FastifyInstance, config: Config): void {
  // Created once; Helmet's Fastify plugin would build the policy for each request.
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
    // Sent below, depending on the request.
    strictTransportSecurity: false,
    // Not 'no-referrer', which would make browsers send `Origin: null` with our own forms.
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

/** Refuses mutations from other sites, and limits requests per address. */
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
    if (request.routeOptions.config.isCallback) return;
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
