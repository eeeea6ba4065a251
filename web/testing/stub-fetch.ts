import { vi } from 'vitest';

export interface SeenRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** JSON decoded, or the form as it is. */
  body: unknown;
}

type Answer = Response | object | undefined | Promise<Response>;
type Handlers = Record<string, (request: SeenRequest) => Answer>;

/** JSON as the server sends it. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/**
 * Answers `fetch` by 'METHOD /path'; everything above it is the real client with the real schemas. A call
 * that no handler expects fails as an unreachable server would. Answers what was asked, in order.
 */
export function stubFetch(handlers: Handlers): SeenRequest[] {
  const seen: SeenRequest[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const url = new URL(path, 'http://portal.test');
    const request: SeenRequest = {
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    seen.push(request);
    const handler = handlers[`${request.method} ${url.pathname}`];
    if (!handler) throw new TypeError(`nothing answers ${request.method} ${url.pathname}`);
    const answer = await handler(request);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 204 }) : json(answer);
  });
  return seen;
}

/** What was asked of one 'METHOD /path'. */
export function callsOf(seen: readonly SeenRequest[], name: string): SeenRequest[] {
  return seen.filter(({ method, url }) => `${method} ${url.pathname}` === name);
}
