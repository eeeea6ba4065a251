import { constraints } from '@nimule/core/constraints';
import { toAppError } from '@nimule/core/database/errors';
import { AppError, type ErrorBody, errorTable } from '@nimule/core/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnfinished, sendAndClose } from './bodies.ts';
import { wantsPage } from './pages.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
/** For requests without a session. */
export const MAX_PUBLIC_BODY_BYTES = 16 * 1024;

const INTERNAL: ErrorBody = {
  code: 'internal',
  message: 'Something went wrong on our side. Please try again.',
};

/** Errors of Fastify and its plugins before a handler runs → the message for the user. */
const frameworkErrors: Record<string, (bodyLimit: number) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (bodyLimit) =>
    new AppError(
      'tooLarge',
      'request.tooLarge',
      `The request is larger than ${sizeOf(bodyLimit)}.`,
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      'unsupported',
      'request.mediaType',
      'This kind of request body is not supported. Send JSON.',
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError(
      'invalid',
      'request.length',
      'The request body is not as long as its Content-Length says.',
    ),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new AppError('invalid', 'request.json', 'The request body is not valid JSON.'),
  FST_UNDER_PRESSURE: () =>
    new AppError('unavailable', 'server.busy', 'The server is busy. Try again in a moment.', {
      retryAfter: 10,
    }),
};

function sizeOf(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`;
}

export function badAddress(): AppError {
  return new AppError('invalid', 'request.address', 'This address cannot be read.');
}

export function brokenUpload(): AppError {
  return new AppError('invalid', 'upload.broken', 'The upload broke off. Send the file again.');
}

/** Sent as Retry-After with an outage that names no time itself. */
const OUTAGE_RETRY_SECONDS = 10;

function retryAfterOf({ kind, retryAfter }: AppError): number | undefined {
  return retryAfter ?? (kind === 'unavailable' ? OUTAGE_RETRY_SECONDS : undefined);
}

/** Converts an error to an AppError; undefined if it is an internal one. */
function asAppError(error: unknown, bodyLimit = MAX_BODY_BYTES): AppError | undefined {
  const mapped = toAppError(error, constraints);
  if (mapped instanceof AppError) return mapped;
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known) return known(bodyLimit);
  // Other 4xx errors of the framework are the caller's fault, but their messages are not for users.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid', 'request.invalid', 'The request could not be read.');
  }
  return undefined;
}

/** Sends an error by the error table; internal errors are logged with their stack, which is not sent. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error, request.routeOptions.bodyLimit);
  if (!known) {
    request.log.error({ err: error, operation: request.routeOptions.config.operation }, 'bug');
    return reply.code(500).send(INTERNAL);
  }
  if (known.cause) request.log.warn({ err: known.cause }, known.code);
  const retryAfter = retryAfterOf(known);
  if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter));
  reply.code(errorTable[known.kind].http);
  if (known.kind === 'unavailable' && wantsPage(request)) {
    // A browser that opens a page shows the sentence, and tries again by itself.
    reply.header('refresh', Math.ceil(retryAfter ?? OUTAGE_RETRY_SECONDS));
    return reply.type('text/plain; charset=utf-8').send(`${known.message}\n`);
  }
  const isBodyRefused = known.kind === 'tooLarge' || known.kind === 'timeout';
  if (isBodyRefused || isUnfinished(request.raw)) return sendAndClose(reply, known.toBody());
  // What is left of it would keep the connection's next request waiting.
  request.raw.resume();
  return reply.send(known.toBody());
}
