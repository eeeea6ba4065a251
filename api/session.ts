import type { App, Origin } from '@nimule/core/context';
import type { Actor } from '@nimule/core/identity/actor';
import { SESSION_COOKIE } from '@nimule/core/identity/schema';
import { resolveSession } from '@nimule/core/identity/service-session';
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

/**
 * Finds out who is asking: one query a request, none without a cookie. A poll (`X-Background: 1`) does not
 * count as activity (decision 14).
 */
export async function identify(
  app: App,
  request: FastifyRequest,
  background: boolean,
): Promise<void> {
  const token = request.cookies[SESSION_COOKIE];
  if (!token) return;
  const touch = !background && request.headers['x-background'] !== '1';
  request.actor = (await resolveSession(app, token, { touch })) ?? visitor;
}

/** Aborted when the connection ends before the answer was sent. */
function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Where a call comes from, and the cookie that sign-in sets and sign-out clears. */
export function originOf(app: App, request: FastifyRequest, reply: FastifyReply): Origin {
  const cookie = {
    path: '/',
    httpOnly: true,
    // Lax, so that a link to a document in a message opens; a foreign mutation is refused by its Origin.
    sameSite: 'lax',
    secure: isOverTls(app.config, request),
  } as const;
  const key = request.headers['idempotency-key'];
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT),
    requestId: request.id,
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    gone: goneOf(reply),
    session: {
      set: (token) => void reply.setCookie(SESSION_COOKIE, token, cookie),
      clear: () => void reply.clearCookie(SESSION_COOKIE, cookie),
    },
  };
}
