const TIMEOUT_MS = 20_000;

export interface Answer<T> {
  ok: boolean;
  status: number;
  /** Of a success. */
  body: T;
  /** Of a refusal: its code, and in words. */
  code: string;
  message: string;
  /** The server is busy or down for a while: the same request may succeed later. */
  mayRetry: boolean;
  /** Milliseconds after which a retry makes sense, where the server says so. */
  retryAfter: number | undefined;
}

/** No answer came: the link is lost, or the server did not answer in time. What was sent may have arrived. */
export class LinkLost extends Error {}

let clockAhead = 0;

/** The time by the server's clock, in milliseconds, since clocks of telephones are often wrong. */
export function serverNow(): number {
  return Date.now() - clockAhead;
}

function readClock(response: Response): void {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return;
  // The header has whole seconds.
  const ahead = Date.now() - date - 500;
  clockAhead = Math.abs(ahead) > 5000 ? ahead : 0;
}

/** Sends a request to the API. @throws LinkLost without an answer. */
export async function send<T>(path: string, body?: object): Promise<Answer<T>> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS);
  try {
    // Without a signal for the first read, which is preloaded by the page.
    const response = await fetch(
      path,
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            body: JSON.stringify(body),
            signal: control.signal,
          },
    );
    readClock(response);
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    const parsed: unknown = isJson ? await response.json() : undefined;
    const { code, message } = (parsed ?? {}) as { code?: unknown; message?: unknown };
    // An answer that is not ours is the log-in page of a hotspot or a proxy.
    if (!isJson) throw new LinkLost();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      ok: response.ok,
      status: response.status,
      body: parsed as T,
      code: typeof code === 'string' ? code : '',
      message: typeof message === 'string' ? message : '',
      mayRetry: response.status >= 500 || response.status === 408 || code === 'request.tooMany',
      retryAfter: seconds > 0 ? seconds * 1000 : undefined,
    };
  } catch {
    throw new LinkLost();
  } finally {
    clearTimeout(timer);
  }
}
