import { useCallback, useEffect } from 'react';
import useSWR from 'swr';
import { noteShown } from './cache.tsx';
import {
  type CallInput,
  type CallOptions,
  type CallOutput,
  call,
  type InputArgs,
  type ReadOperation,
} from './call.ts';
import type { ClientError } from './errors.ts';

/** One reading of the server: exactly one of loading, failed or there. `ui` asks for this shape. */
export interface Reading<T> {
  data: T | undefined;
  error: ClientError | undefined;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** A newer answer is on its way while the old one shows. */
  isRefreshing: boolean;
  refresh: () => void;
}

export interface ReadOptions {
  /** Read again every so many milliseconds; marked as background (decision 14). */
  pollMs?: number;
  /** Show the previous answer while another input is read: pages of a list. */
  keepPrevious?: boolean;
  /** False: not now. */
  when?: boolean;
}

type Fetch = (...args: unknown[]) => Promise<unknown>;

/**
 * Reads an operation under the key `[operation, input]`: once, until a mutation touches it.
 * @example const stats = useRead('customerStats');
 */
export function useRead<O extends ReadOperation>(
  operation: O,
  ...[input, options = {}]: InputArgs<O, ReadOptions>
): Reading<CallOutput<O>> {
  const { pollMs, keepPrevious = false, when = true } = options;
  const key = when ? ([operation, (input ?? null) as CallInput<O> | null] as const) : null;
  const { data, error, isValidating, mutate } = useSWR<CallOutput<O>, ClientError>(
    key,
    () => {
      const settings: CallOptions = pollMs ? { background: true } : {};
      return (call as Fetch)(operation, input, settings) as Promise<CallOutput<O>>;
    },
    { refreshInterval: pollMs ?? 0, keepPreviousData: keepPrevious },
  );

  const name = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for the key
  useEffect(() => (key ? noteShown(key) : undefined), [name]);

  const refresh = useCallback(() => {
    mutate().catch(() => undefined);
  }, [mutate]);
  return {
    data,
    error: isValidating ? undefined : error,
    isLoading: when && data === undefined && (error === undefined || isValidating),
    isRefreshing: isValidating && data !== undefined,
    refresh,
  };
}
