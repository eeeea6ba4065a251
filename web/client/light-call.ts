import type { OutputOf, WireInputOf } from '@nimule/core/kernel/contract';
import type { IsoDate } from '@nimule/core/kernel/plain/formats';
import type { AppRoutes, Operation } from '@nimule/core/routes';
import { type AddressParts, addressOf } from './address.ts';
import type { FileOperation, InputArgs, ListOperation } from './call.ts';
import { reportReached } from './connection.ts';
import { ClientError, UNREACHABLE, unreachable } from './errors.ts';
import { request } from './request.ts';
import { readClock } from './server-clock.ts';

/** A value as JSON: instants and days are texts, amounts plain numbers. */
type Wire<T> = T extends Date | IsoDate
  ? string
  : T extends number
    ? number
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [K in keyof T]: Wire<T[K]> }
        : T;

type LightOperation = Exclude<Operation, FileOperation | ListOperation>;

/** The answer of an operation as it is sent. */
export type WireAnswer<O extends LightOperation> = Wire<OutputOf<AppRoutes[O]>>;
/** The body of an operation as it is sent. */
export type WireBody<O extends LightOperation> =
  WireInputOf<AppRoutes[O]> extends { body: infer Body } ? Body : never;

interface LightOptions {
  /** The page's HTML preloads this answer, which a request with other settings would not use. */
  isPreloaded?: boolean;
}

const TIMEOUT_MS = 20_000;

/**
 * Calls operations without the contract, whose schemas are larger than a light page: answers come as they are sent. Takes
 * method and path of each operation, which the compiler compares with the contract.
 * @example const call = lightClient({ company: { method: 'GET', path: '/api/company' } });
 */
export function lightClient<N extends LightOperation>(
  addresses: {
    [O in N]: Pick<AppRoutes[O], 'method' | 'path'>;
  },
) {
  /** @throws ClientError; `isUnanswered` tells those after which nobody knows whether the request arrived. */
  return async function call<O extends N>(
    operation: O,
    ...[input, { isPreloaded = false } = {}]: InputArgs<O, LightOptions>
  ): Promise<WireAnswer<O>> {
    const { method, path } = addresses[operation];
    const parts = (input ?? {}) as AddressParts & { body?: unknown };
    try {
      const response = await request(addressOf(path, parts), {
        method,
        body: parts.body,
        ...(isPreloaded ? { isPreloaded } : { timeoutMs: TIMEOUT_MS }),
      });
      const answer: unknown = await response.json();
      readClock(response);
      return answer as WireAnswer<O>;
    } catch (cause) {
      // An answer that is not ours is the log-in page of a hotspot, or a proxy's.
      if (cause instanceof ClientError && cause.code !== '') throw cause;
      reportReached(false);
      throw unreachable(cause);
    }
  };
}

/** No answer of ours came. What was sent may have arrived. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ClientError && error.status === UNREACHABLE;
}

/** The server is busy or down for a while: the same request may succeed later. */
export function isTemporary({ status, code }: ClientError): boolean {
  return status >= 500 || status === 408 || code === 'request.tooMany';
}
