import { reportReached } from './connection.ts';
import { errorOf, unreachable } from './errors.ts';
import { isMaintenance, reportMaintenance } from './maintenance.ts';
import { takePreloaded } from './preload.ts';

/** Maximum share reported before the answer: the server still has to store the file. */
const LAST_SHARE = 0.99;
const NO_CONTENT = 204;

function headersOf(text: string): Headers {
  const headers = new Headers();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * As `fetch`, but reports the share of the body that has been sent, from 0 to 1. `fetch` does not report it in any
 * browser over HTTP/1.
 * @throws TypeError if there is no answer
 */
function sendWithProgress(
  path: string,
  init: { method: string; headers: Record<string, string>; body: FormData },
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(init.method, path);
    for (const [name, value] of Object.entries(init.headers)) sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(Math.min(loaded / total, LAST_SHARE));
    };
    sending.onload = () =>
      resolve(
        new Response(sending.status === NO_CONTENT ? null : sending.responseText, {
          status: sending.status,
          statusText: sending.statusText,
          headers: headersOf(sending.getAllResponseHeaders()),
        }),
      );
    const failed = () => reject(new TypeError('the file could not be sent'));
    sending.onerror = failed;
    sending.onabort = failed;
    sending.send(init.body);
  });
}

export interface RequestOptions {
  method?: string;
  /** FormData is sent as multipart, other values as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** A poll: does not count as activity of the session (decision 14). */
  background?: boolean;
  /** No timeout by default. */
  timeoutMs?: number;
  /** The page's HTML preloads this answer; browsers use it for a request with the default cache mode alone. */
  isPreloaded?: boolean;
  /** Called with the sent share of a FormData, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * The only use of `fetch` (an upload with progress uses XMLHttpRequest). Sends the session cookie and returns the response of a successful request.
 * @throws ClientError for other responses, with status 0 if there was none.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  if (options.background) headers['x-background'] = '1';
  const init: RequestInit = {
    method: options.method ?? 'GET',
    credentials: 'same-origin',
    cache: options.isPreloaded && takePreloaded(path) ? 'default' : 'no-store',
    headers,
  };
  if (options.body instanceof FormData) {
    init.body = options.body;
  } else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  if (options.timeoutMs) init.signal = AbortSignal.timeout(options.timeoutMs);
  let response: Response;
  try {
    response =
      options.onProgress && options.body instanceof FormData
        ? await sendWithProgress(
            path,
            { method: init.method ?? 'POST', headers, body: options.body },
            options.onProgress,
          )
        : await fetch(path, init);
  } catch (cause) {
    reportReached(false);
    throw unreachable(cause);
  }
  reportReached(true);
  if (!response.ok) {
    const error = await errorOf(response);
    if (isMaintenance(error)) reportMaintenance(error.message);
    throw error;
  }
  return response;
}

async function answers(path: string): Promise<boolean> {
  try {
    await request(path, { background: true, timeoutMs: 5_000 });
    return true;
  } catch {
    return false;
  }
}

/** Whether the server can be reached; used by the offline banner. */
export function probe(): Promise<boolean> {
  return answers('/healthz');
}

/** Ends the reported maintenance if the server serves calls again. */
export async function probeReady(): Promise<void> {
  if (await answers('/readyz')) reportMaintenance(undefined);
}
