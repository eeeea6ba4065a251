import type { ErrorBody, FieldErrors } from '@nimule/core/kernel/errors';

interface Details {
  code?: string;
  fields?: FieldErrors;
  /** Seconds to wait before another try. */
  retryAfter?: number;
  cause?: unknown;
}

/** Status of a request that got no answer at all. */
export const UNREACHABLE = 0;

/** A bug or an outage; 503 has a message of the server for the user. */
function isFault(status: number): boolean {
  return status >= 500 && status !== 503;
}

/** Error of a failed call; the only kind that screens receive. */
export class ClientError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ClientError';
    this.status = status;
    this.code = details.code ?? '';
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }

  /** A bug or an outage: the server's message is not for the user. */
  get isFault(): boolean {
    return isFault(this.status);
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }

  /** Another user changed the record after it was read: 'customer.stale', 'invoice.stale'. */
  get isStale(): boolean {
    return this.code.endsWith('.stale');
  }

  /** The same error with a message of the screen. */
  withMessage(message: string): ClientError {
    return new ClientError(this.status, message, {
      code: this.code,
      fields: this.fields,
      retryAfter: this.retryAfter,
      cause: this,
    });
  }
}

export function unreachable(cause: unknown): ClientError {
  return new ClientError(
    UNREACHABLE,
    'The server cannot be reached. Check the connection and try again.',
    { code: 'network.unreachable', cause },
  );
}

/** Code of an internal error of our server; other bodies with a 5xx status come from proxies. */
const INTERNAL = 'internal';

function errorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' &&
      body !== null &&
      'message' in body &&
      typeof body.message === 'string' &&
      body.message !== ''
      ? (body as ErrorBody)
      : undefined;
  } catch {
    return undefined;
  }
}

/** HTML (such as the error page of a proxy) or JSON: not readable for the user. */
function isMarkup(text: string): boolean {
  return /^\s*[<{[]/.test(text);
}

/**
 * The error of a non-OK response. Without an error body of our server the message is the generic one of the
 * specification: status, colon, space, body text or status text (seeds/000 1). HTTP/2 has no status texts.
 */
export async function errorOf(response: Response): Promise<ClientError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  const body = errorBody(text);
  if (!body || (isFault(response.status) && body.code !== INTERNAL)) {
    const readable = isMarkup(text) ? '' : text;
    const reason = readable || response.statusText || 'The server gave no reason.';
    return new ClientError(response.status, `${response.status}: ${reason}`, { retryAfter });
  }
  return new ClientError(response.status, body.message, {
    code: body.code,
    fields: body.fields,
    retryAfter,
  });
}
