import type { OutputOf, WireInputOf } from '@nimule/core/kernel/contract';
import type { AppRoutes, Operation } from '@nimule/core/routes';
import type { z } from 'zod';
import { type AddressParts, addressOf } from './address.ts';
import { decoded } from './answers.ts';
import { confirmAgain } from './confirmation.ts';
import { ClientError } from './errors.ts';
import type { LightRoute } from './operation-table.ts';
import { operations } from './operations.ts';
import { request } from './request.ts';
import { leaveForSecondStep } from './second-step.ts';
import { sessionEnded } from './session.ts';

/** Input of an operation: wire values, an uploaded file as `upload`. */
export type CallInput<O extends Operation> = AppRoutes[O] extends { upload: true }
  ? Omit<WireInputOf<AppRoutes[O]>, 'upload'> & { upload: File }
  : WireInputOf<AppRoutes[O]>;

/** Result of an operation: decoded values (cents, dates), a page of rows for lists. */
export type CallOutput<O extends Operation> = OutputOf<AppRoutes[O]>;

export type FileOperation = {
  [O in Operation]: AppRoutes[O] extends { file: true } ? O : never;
}[Operation];
export type ReadOperation = {
  [O in Operation]: AppRoutes[O] extends { method: 'GET' } ? O : never;
}[Operation] extends infer Gets
  ? Exclude<Gets, FileOperation>
  : never;
export type ListOperation = {
  [O in Operation]: AppRoutes[O] extends { list: z.ZodType } ? O : never;
}[Operation];
export type WriteOperation = Exclude<Operation, ReadOperation | FileOperation>;

/** Arguments after the operation; the input is optional if the operation needs none. */
export type InputArgs<O extends Operation, Options> =
  unknown extends CallInput<O>
    ? [input?: undefined, options?: Options]
    : Record<never, never> extends CallInput<O>
      ? [input?: CallInput<O>, options?: Options]
      : [input: CallInput<O>, options?: Options];

export interface CallOptions {
  /** The same for all retries of one submission. */
  idempotencyKey?: string;
  /** A poll: does not count as activity. */
  background?: boolean;
  /** The page's HTML preloads the answer (app/preloaded.ts). */
  isPreloaded?: boolean;
  /** Called with the sent share of an upload, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

interface Parts extends AddressParts {
  body?: unknown;
  upload?: File;
}

const READ_TIMEOUT_MS = 60_000;

/** URL of an operation with its parameters and query. */
export function urlOf(operation: Operation, input: AddressParts = {}): string {
  return addressOf(operations[operation].path, input);
}

function bodyOf(input: Parts): unknown {
  if (!input.upload) return input.body;
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as object)) {
    if (value !== undefined) form.append(name, String(value));
  }
  // The file is last, so that a streaming server has the fields before it.
  form.append('file', input.upload);
  return form;
}

/** Sends an operation once. */
async function sendOnce(
  operation: Operation,
  input: unknown,
  options: CallOptions,
): Promise<Response> {
  const route: LightRoute = operations[operation];
  const parts = (input ?? {}) as Parts;
  try {
    return await request(urlOf(operation, parts), {
      method: route.method,
      body: bodyOf(parts),
      headers: options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {},
      background: options.background ?? route.background ?? false,
      onProgress: options.onProgress,
      isPreloaded: options.isPreloaded ?? false,
      ...(route.method === 'GET' && !route.file ? { timeoutMs: READ_TIMEOUT_MS } : {}),
    });
  } catch (error) {
    const isSession = operation === 'login' || operation === 'logout';
    if (error instanceof ClientError && error.status === 401 && !isSession) sessionEnded();
    throw error;
  }
}

/**
 * Sends an operation and returns the raw response. Where the server wants the password or a second factor again, the user is
 * asked and the call repeated with the same input and key.
 * @throws ClientError; a 401 also ends the session, except for login and logout.
 */
export async function send(
  operation: Operation,
  input: unknown,
  options: CallOptions = {},
): Promise<Response> {
  try {
    return await sendOnce(operation, input, options);
  } catch (error) {
    const code = error instanceof ClientError ? error.code : '';
    if (code === 'factor.required') leaveForSecondStep();
    if (code !== 'session.confirm' || options.background || !(await confirmAgain())) throw error;
    return sendOnce(operation, input, options);
  }
}

function unreadable(cause: unknown): ClientError {
  return new ClientError(500, 'The server answered in a form that this page does not know.', {
    code: 'response.unreadable',
    cause,
  });
}

/** The decoded answer; undefined for an operation without one. */
function answerIn(text: string, { list, answer }: LightRoute): unknown {
  try {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (list) return decoded({ list: answer ?? null }, body);
    return answer ? decoded(answer, body) : body;
  } catch (cause) {
    throw unreadable(cause);
  }
}

/**
 * Calls an operation of the contract.
 * @throws ClientError
 */
export async function call<O extends ReadOperation | WriteOperation>(
  operation: O,
  ...[input, options]: InputArgs<O, CallOptions>
): Promise<CallOutput<O>> {
  const route: LightRoute = operations[operation];
  const response = await send(operation, input, options);
  const text = await response.text();
  // What waits for a second person has no record yet; `isWaiting` tells this answer from the others.
  if (route.waits && response.status === 202)
    return answerIn(text, { ...route, answer: { of: {} } }) as CallOutput<O>;
  const answer = answerIn(text, route);
  if (!route.list) return answer as CallOutput<O>;
  const total = response.headers.get('x-total-count');
  const page = total === null ? { rows: answer } : { rows: answer, total: Number(total) };
  return page as unknown as CallOutput<O>;
}
