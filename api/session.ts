import type { ServerResponse } from 'node:http';
import type { App, Origin } from '@nimule/core/context';
import type { Actor } from '@nimule/core/identity/actor';
import { SESSION_COOKIE } from '@nimule/core/identity/schema';
import { resolveSession } from '@nimule/core/identity/sessions/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverTls } from './security.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, as the session cookie says. */
    actor: Actor;
  }
}

export const visitor: Actor = { kind: 'visitor' };

const MAX_USER_AGENT = 300;

/** The cookie behind TLS. Of this prefix, no other host of the same domain can set one, nor can a page without TLS. */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
/** Session cookies of a request that are looked at: each may cost a query. */
const MAX_TOKENS = 3;

/**
 * The tokens of the session cookie that a browser sends; one name may come twice. Behind TLS the prefixed name alone
 * counts: another host of the domain could set the plain one, and have somebody work in a session that is not theirs.
 */
function tokensOf(header: string, wanted: string): string[] {
  const tokens = new Set<string>();
  for (const cookie of header.split(';')) {
    const equals = cookie.indexOf('=');
    if (equals < 0 || cookie.slice(0, equals).trim() !== wanted) continue;
    tokens.add(cookie.slice(equals + 1).trim());
    if (tokens.size === MAX_TOKENS) break;
  }
  return [...tokens];
}

/**
 * Finds out who is asking: one query a request, none without a cookie. Of several cookies the first that names a
 * session counts. A poll (`X-Background: 1`) does not
 * count as activity (decision 14).
 */
export async function identify(
  app: App,
  request: FastifyRequest,
  background: boolean,
): Promise<void> {
  const touch = !background && request.headers['x-background'] !== '1';
  const name = isOverTls(app.config, request) ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  for (const token of tokensOf(request.headers.cookie ?? '', name)) {
    const actor = await resolveSession(app, token, { touch });
    if (!actor) continue;
    request.actor = actor;
    return;
  }
}

/** Aborted where the connection ends before the answer is written. */
function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Where a call comes from, and the cookie that sign-in sets and sign-out clears. */
export function originOf(app: App, request: FastifyRequest, reply: FastifyReply): Origin {
  const secure = isOverTls(app.config, request);
  const cookie = {
    path: '/',
    httpOnly: true,
    // Lax, so that a link to a document in a message opens; a foreign mutation is refused by its Origin.
    sameSite: 'lax',
    secure,
  } as const;
  const name = secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  // From before there was TLS, or the prefix; without TLS a browser would not let the prefixed one be cleared.
  const hasOther = secure && request.cookies[SESSION_COOKIE] !== undefined;
  const clearOther = () => {
    if (hasOther) reply.clearCookie(SESSION_COOKIE, cookie);
  };
  const key = request.headers['idempotency-key'];
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT),
    requestId: request.id,
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    signal: leaving(reply.raw),
    session: {
      set(token) {
        reply.setCookie(name, token, cookie);
        clearOther();
      },
      clear() {
        reply.clearCookie(name, cookie);
        clearOther();
        // Documents and pictures of the session that ended, for whoever sits down next.
        reply.header('clear-site-data', '"cache"');
      },
    },
  };
}
