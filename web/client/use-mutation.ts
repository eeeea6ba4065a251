import type { Route } from '@nimule/core/kernel/contract';
import type { Tag } from '@nimule/core/kernel/tags';
import { type Operation, routes } from '@nimule/core/routes';
import { useCallback, useRef, useState } from 'react';
import { operationOf, useReadAgain } from './cache.tsx';
import {
  type CallInput,
  type CallOptions,
  type CallOutput,
  call,
  type WriteOperation,
} from './call.ts';
import { ClientError } from './errors.ts';

type Run<O extends WriteOperation> =
  unknown extends CallInput<O>
    ? () => Promise<CallOutput<O>>
    : (input: CallInput<O>) => Promise<CallOutput<O>>;

export interface Mutation<O extends WriteOperation> {
  /** Sends it. @throws ClientError */
  run: Run<O>;
  busy: boolean;
  /** Of the last run, until the next begins; forms take it as `submitError`. */
  error: ClientError | undefined;
}

export interface MutationOptions {
  /** The screen's own words for a failure that the server has none for. */
  failure: string;
}

const CONFLICT = 409;

/** 128 bits; `crypto.randomUUID` is missing where the portal is served without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * The key of a submission: the same one while the same input is tried again, so that an answer lost on a
 * bad link never records a payment twice; another one for another input or after a success.
 */
export function createSubmissionKey() {
  let kept: { input: string; key: string } | undefined;
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input) ?? '';
      if (kept?.input !== text) kept = { input: text, key: newKey() };
      return kept.key;
    },
    done(): void {
      kept = undefined;
    },
  };
}

/** Reads again what is on screen and shows one of these tags, and forgets what is kept and not on screen. */
export function useRevalidate(): (touched: readonly Tag[]) => void {
  const readAgain = useReadAgain();
  return useCallback(
    (touched) => {
      readAgain(({ _k }) => {
        const operation = operationOf(_k);
        const { shows }: Partial<Route> = operation ? routes[operation] : {};
        return shows?.some((tag) => touched.includes(tag)) ?? false;
      });
    },
    [readAgain],
  );
}

type Send = (operation: Operation, input: unknown, options: CallOptions) => Promise<unknown>;

/**
 * Sends a changing operation and reads again what shows a tag that it touches, also when the server knows a later
 * version.
 * @example const create = useMutation('createCustomer', { failure: 'Failed to create customer. Please try again.' });
 */
export function useMutation<O extends WriteOperation>(
  operation: O,
  { failure }: MutationOptions,
): Mutation<O> {
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<ClientError>();
  const revalidate = useRevalidate();
  const submission = useRef<ReturnType<typeof createSubmissionKey>>(undefined);
  submission.current ??= createSubmissionKey();

  const run = useCallback(
    async (input?: unknown) => {
      const route: Route = routes[operation];
      const keys = submission.current;
      setRunning((count) => count + 1);
      setError(undefined);
      try {
        const options: CallOptions =
          route.idempotent && keys ? { idempotencyKey: keys.keyFor(input) } : {};
        const answer = await (call as Send)(operation, input, options);
        keys?.done();
        revalidate(route.touches ?? []);
        return answer;
      } catch (cause) {
        const failed =
          cause instanceof ClientError ? cause : new ClientError(500, failure, { cause });
        // Somebody else was faster: the next try begins with their version.
        if (failed.status === CONFLICT) revalidate(route.touches ?? []);
        const told = failed.isFault || failed.message === '' ? failed.withMessage(failure) : failed;
        setError(told);
        throw told;
      } finally {
        setRunning((count) => count - 1);
      }
    },
    [operation, failure, revalidate],
  );
  return { run: run as Run<O>, busy: running > 0, error };
}
