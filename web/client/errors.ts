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

/** Our bug or an outage; 503 is the one that the server tells itself. */
function isFault(status: number): boolean {
  return status >= 500 && status !== 503;
}

/** A call that failed, as the server told it; the one error that screens meet. */
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

  /** Our bug or an outage: what the server says of itself is not for the reader. */
  get isFault(): boolean {
    return isFault(this.status);
  }

  /** Somebody else changed the record since the version that was sent: 'customer.stale', 'invoice.stale'. */
  get isStale(): boolean {
    return this.code.endsWith('.stale');
  }

  /** The same failure told in a screen's own words. */
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

/** The code of a fault in the server's own error body; what else comes with such a status is not ours. */
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

/** A page of a proxy, or what a program says to programs: no text that somebody could read. */
function isSource(text: string): boolean {
  return /^\s*[<{[]/.test(text);
}

/**
 * The error of a non-OK answer. Without a body of ours the message is the specification's generic one:
 * status, colon, space, body text or status text (seeds/000 1). HTTP/2 has no status texts.
 */
export async function errorOf(response: Response): Promise<ClientError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  const body = errorBody(text);
  if (!body || (isFault(response.status) && body.code !== INTERNAL)) {
    const told = isSource(text) ? '' : text;
    const reason = told || response.statusText || 'The server gave no reason.';
    return new ClientError(response.status, `${response.status}: ${reason}`, { retryAfter });
  }
  return new ClientError(response.status, body.message, {
    code: body.code,
    fields: body.fields,
    retryAfter,
  });
}
