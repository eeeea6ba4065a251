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

/** Uploads with progress, answered by the same stub: half of the file, then the answer. */
function uploadsBy(fetchStub: (path: string, init: RequestInit) => Promise<Response>) {
  return class {
    status = 0;
    statusText = '';
    responseText = '';
    upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    #request = { method: '', path: '', headers: {} as Record<string, string> };
    #answer = new Response();
    open(method: string, path: string) {
      this.#request = { method, path, headers: {} };
    }
    setRequestHeader(name: string, value: string) {
      this.#request.headers[name] = value;
    }
    getAllResponseHeaders() {
      return [...this.#answer.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
    send(body: FormData) {
      const { method, path, headers } = this.#request;
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      fetchStub(path, { method, headers, body })
        .then(async (answer) => {
          this.#answer = answer;
          this.status = answer.status;
          this.responseText = await answer.text();
          this.onload?.();
        })
        .catch(() => this.onerror?.());
    }
  };
}

/** Replaces `fetch` and XMLHttpRequest; the client and the schemas are real. Returns the requests in order. */
export function stubRequests(answer: (request: SeenRequest) => Answer): SeenRequest[] {
  const seen: SeenRequest[] = [];
  const fetchStub = async (path: string, init: RequestInit = {}) => {
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
  };
  vi.stubGlobal('fetch', fetchStub);
  vi.stubGlobal('XMLHttpRequest', uploadsBy(fetchStub));
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
