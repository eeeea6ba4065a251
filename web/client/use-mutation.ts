import type { Tag } from '@nimule/core/kernel/tags';
import type { Operation } from '@nimule/core/routes';
import { useCallback, useRef, useState } from 'react';
import { operationOf, useRefetch } from './cache.tsx';
import {
  type CallInput,
  type CallOptions,
  type CallOutput,
  call,
  type WriteOperation,
} from './call.ts';
import { ClientError } from './errors.ts';
import { newKey } from './new-key.ts';
import type { LightRoute } from './operation-table.ts';
import { operations } from './operations.ts';

type Run<O extends WriteOperation> =
  unknown extends CallInput<O>
    ? () => Promise<CallOutput<O>>
    : (input: CallInput<O>) => Promise<CallOutput<O>>;

export interface Mutation<O extends WriteOperation> {
  /** @throws ClientError */
  run: Run<O>;
  busy: boolean;
  /** Error of the last run, cleared by the next; the `submitError` of forms. */
  error: ClientError | undefined;
}

export interface MutationOptions {
  /** Message for errors without one for the user. */
  failure: string;
  /** Puts `failure` before the server's message too (seeds/002 8, decision 91). */
  saysReason?: boolean;
  /** Called with the sent share of an upload, from 0 to 1. */
  onProgress?: (share: number) => void;
}

const CONFLICT = 409;

/**
 * Idempotency keys: the same key for retries of the same input, so that a lost response never records a payment twice;
 * a new key for other input or after a success.
 */
export function createSubmissionKey() {
  let last: { input: string; key: string } | undefined;
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input) ?? '';
      if (last?.input !== text) last = { input: text, key: newKey() };
      return last.key;
    },
    done(): void {
      last = undefined;
    },
  };
}

/** Refetches reads with one of these tags that are on screen and removes the others from the cache. */
export function useRevalidate(): (touched: readonly Tag[]) => void {
  const refetch = useRefetch();
  return useCallback(
    (touched) => {
      refetch(({ _k }) => {
        const operation = operationOf(_k);
        const { shows }: Partial<LightRoute> = operation ? operations[operation] : {};
        return shows?.some((tag) => touched.includes(tag)) ?? false;
      });
    },
    [refetch],
  );
}

type Send = (operation: Operation, input: unknown, options: CallOptions) => Promise<unknown>;

function shownFailure(failed: ClientError, failure: string, saysReason: boolean): ClientError {
  if (failed.isFault || failed.message === '') return failed.withMessage(failure);
  if (!saysReason) return failed;
  return failed.withMessage(`${failure}: ${failed.message}`);
}

/**
 * Runs a write operation and refetches the reads with the tags it touches, also after a version conflict.
 * @example const create = useMutation('createCustomer', { failure: 'Failed to create customer. Please try again.' });
 */
export function useMutation<O extends WriteOperation>(
  operation: O,
  { failure, saysReason = false, onProgress }: MutationOptions,
): Mutation<O> {
  const latestProgress = useRef(onProgress);
  latestProgress.current = onProgress;
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<ClientError>();
  const revalidate = useRevalidate();
  const submission = useRef<ReturnType<typeof createSubmissionKey>>(undefined);
  submission.current ??= createSubmissionKey();

  const run = useCallback(
    async (input?: unknown) => {
      const route: LightRoute = operations[operation];
      const keys = submission.current;
      setRunning((count) => count + 1);
      setError(undefined);
      try {
        const options: CallOptions =
          route.idempotent && keys ? { idempotencyKey: keys.keyFor(input) } : {};
        if (latestProgress.current) options.onProgress = (share) => latestProgress.current?.(share);
        const answer = await (call as Send)(operation, input, options);
        keys?.done();
        revalidate(route.touches ?? []);
        return answer;
      } catch (cause) {
        const failed =
          cause instanceof ClientError ? cause : new ClientError(500, failure, { cause });
        // Another user changed the record: the next try needs the current version.
        if (failed.status === CONFLICT) revalidate(route.touches ?? []);
        const shown = shownFailure(failed, failure, saysReason);
        setError(shown);
        throw shown;
      } finally {
        setRunning((count) => count - 1);
      }
    },
    [operation, failure, saysReason, revalidate],
  );
  return { run: run as Run<O>, busy: running > 0, error };
}
