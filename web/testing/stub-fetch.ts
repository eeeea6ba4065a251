import { vi } from 'vitest';

export interface SeenRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** Decoded JSON, or FormData. */
  body: unknown;
}

type Answer = Response | object | undefined | Promise<Response>;
type Handlers = Record<string, (request: SeenRequest) => Answer>;

/** A JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Replaces `fetch`; the client and the schemas are real. Returns the requests in order. */
export function stubRequests(answer: (request: SeenRequest) => Answer): SeenRequest[] {
  const seen: SeenRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request: SeenRequest = {
      method: init.method ?? 'GET',
      url: new URL(path, 'http://portal.test'),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    seen.push(request);
    const answered = await answer(request);
    if (answered instanceof Response) return answered;
    return answered === undefined ? new Response(null, { status: 204 }) : json(answered);
  });
  return seen;
}

/**
 * Replaces `fetch` with handlers by 'METHOD /path'. Requests without a handler fail like an unreachable server. Returns
 * the requests in order.
 */
export function stubFetch(handlers: Handlers): SeenRequest[] {
  return stubRequests((request) => {
    const name = `${request.method} ${request.url.pathname}`;
    const handler = handlers[name];
    if (!handler) throw new TypeError(`nothing answers ${name}`);
    return handler(request);
  });
}

/** The requests of one 'METHOD /path'. */
export function callsOf(seen: readonly SeenRequest[], name: string): SeenRequest[] {
  return seen.filter(({ method, url }) => `${method} ${url.pathname}` === name);
}
