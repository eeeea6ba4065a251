import type { Config } from '@nimule/core/config';
import { type App, type Origin, refuseInMaintenance } from '@nimule/core/context';
import type { Actor } from '@nimule/core/identity/actor';
import { DEVICE_COOKIE } from '@nimule/core/identity/factors/schema';
import { SESSION_COOKIE } from '@nimule/core/identity/schema';
import { resolveSession } from '@nimule/core/identity/sessions/service';
import { type SetCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverTls } from './security.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, by the session cookie. */
    actor: Actor;
  }
}

export const visitor: Actor = { kind: 'visitor' };

const MAX_USER_AGENT = 300;

/** The cookie's name with TLS. With this prefix no other host of the domain and no page without TLS can set it. */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
/** Session cookies of a request that are checked: each may cost a query. */
const MAX_TOKENS = 3;

/**
 * The tokens of the session cookie in the header, where one name may occur twice. With TLS only the prefixed name
 * counts: another host of the domain could set the plain one and make a user work in a foreign session.
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
 * Identifies the caller: one query per request, none without a cookie. The first cookie with a valid session counts.
 * A poll (`X-Background: 1`) is not activity of the session (decision 14). Nobody is looked up while the database is
 * being replaced.
 * @throws AppError unavailable `server.maintenance`.
 */
export async function identify(
  app: App,
  request: FastifyRequest,
  background: boolean,
): Promise<void> {
  refuseInMaintenance(app);
  const touch = !background && request.headers['x-background'] !== '1';
  const name = isOverTls(app.config, request) ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  for (const token of tokensOf(request.headers.cookie ?? '', name)) {
    const actor = await resolveSession(app, token, { touch });
    if (!actor) continue;
    request.actor = actor;
    return;
  }
}

/** How long a browser is known again after its last sign-in: what browsers keep at most. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** The cookie by which a browser is known again at the next sign-in; it gives no access. */
function deviceCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): NonNullable<Origin['device']> {
  const secure = isOverTls(config, request);
  const name = secure ? `__Host-${DEVICE_COOKIE}` : DEVICE_COOKIE;
  return {
    token: tokensOf(request.headers.cookie ?? '', name)[0],
    set: (value) => {
      reply.header(
        'set-cookie',
        stringifySetCookie({
          ...{ name, value, path: '/', httpOnly: true, sameSite: 'lax', secure },
          maxAge: DEVICE_SECONDS,
        }),
      );
    },
  };
}

/** The cookie that sign-in sets and sign-out clears. */
function sessionCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): NonNullable<Origin['session']> {
  const secure = isOverTls(config, request);
  const attributes = {
    path: '/',
    httpOnly: true,
    // Lax, so that a link in a message can open a document; mutations from other sites are refused by their Origin.
    sameSite: 'lax',
    secure,
  } as const;
  const name = secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  const write = (cookie: SetCookie) => reply.header('set-cookie', stringifySetCookie(cookie));
  const clear = (which: string) =>
    write({ ...attributes, name: which, value: '', maxAge: 0, expires: new Date(0) });
  // Clears a cookie from before TLS or the prefix; without TLS a browser would not clear the prefixed one.
  const hasOther = secure && tokensOf(request.headers.cookie ?? '', SESSION_COOKIE).length > 0;
  return {
    set(token) {
      write({ ...attributes, name, value: token });
      if (hasOther) clear(SESSION_COOKIE);
    },
    clear() {
      clear(name);
      if (hasOther) clear(SESSION_COOKIE);
      // Removes documents and pictures of the ended session for the next user of the browser.
      reply.header('clear-site-data', '"cache"');
    },
  };
}

/** The origin of a call. What few calls ask for is made when they do. */
class RequestOrigin implements Origin {
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly host: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly #config: Config;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(config: Config, request: FastifyRequest, reply: FastifyReply) {
    const { headers } = request;
    const key = headers['idempotency-key'];
    this.ip = request.ip;
    this.userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT);
    this.host = request.host;
    this.requestId = request.id;
    this.idempotencyKey = typeof key === 'string' ? key : undefined;
    this.#config = config;
    this.#reply = reply;
  }

  /** The listener is called when the connection closes before the answer is sent. */
  onLeave(listener: () => void): () => void {
    const { raw: response } = this.#reply;
    const closed = () => {
      if (!response.writableFinished) listener();
    };
    // While the caller was looked up or a file arrived, the connection may have closed.
    if (response.destroyed) closed();
    else response.once('close', closed);
    return () => response.removeListener('close', closed);
  }

  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController();
      this.onLeave(() => controller.abort());
      this.#signal = controller.signal;
    }
    return this.#signal;
  }

  get session(): NonNullable<Origin['session']> {
    return sessionCookie(this.#config, this.#reply.request, this.#reply);
  }

  get device(): NonNullable<Origin['device']> {
    return deviceCookie(this.#config, this.#reply.request, this.#reply);
  }
}

/** The origin of a call, and the cookie that sign-in sets and sign-out clears. */
export function originOf(app: App, request: FastifyRequest, reply: FastifyReply): Origin {
  return new RequestOrigin(app.config, request, reply);
}
