import { useCallback, useEffect, useState } from 'react';
import useSWR from 'swr';
import { markOnScreen, useIsCached } from './cache.tsx';
import {
  type CallInput,
  type CallOptions,
  type CallOutput,
  call,
  type InputArgs,
  type ReadOperation,
} from './call.ts';
import type { ClientError } from './errors.ts';

/** State of a read: exactly one of loading, failed or loaded. Matches `Readable` of `ui`. */
export interface Reading<T> {
  data: T | undefined;
  error: ClientError | undefined;
  isLoading: boolean;
  /** Old data is shown while new data is loading. */
  isRefreshing: boolean;
  refresh: () => void;
}

export interface ReadOptions {
  /** Polling interval; polls are marked as background requests (decision 14). */
  pollMs?: number;
  /** Shows the data of the previous input for up to PREVIOUS_MS while another is read: pages of a list. */
  keepPrevious?: boolean;
  /** The page's HTML preloads the first answer (app/preloaded.ts). */
  isPreloaded?: boolean;
  /** False: do not read. */
  when?: boolean;
}

/** How long `keepPrevious` shows data of the previous input; a quick response then causes no flicker. */
export const PREVIOUS_MS = 300;

type Fetch = (...args: unknown[]) => Promise<unknown>;

/** Whether the value has been true for longer than PREVIOUS_MS. */
function useLongerThanPrevious(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasts(true), PREVIOUS_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return is && lasts;
}

/**
 * Reads an operation and caches it under the key `[operation, input]` until a mutation touches it.
 * @example const stats = useRead('customerStats');
 */
export function useRead<O extends ReadOperation>(
  operation: O,
  ...[input, options = {}]: InputArgs<O, ReadOptions>
): Reading<CallOutput<O>> {
  const { pollMs, keepPrevious = false, when = true, isPreloaded = false } = options;
  const key = when ? ([operation, (input ?? null) as CallInput<O> | null] as const) : null;
  const answer = useSWR<CallOutput<O>, ClientError>(
    key,
    () => {
      const settings: CallOptions = pollMs ? { background: true } : { isPreloaded };
      return (call as Fetch)(operation, input, settings) as Promise<CallOutput<O>>;
    },
    { refreshInterval: pollMs ?? 0, keepPreviousData: keepPrevious },
  );
  const { error, isValidating, mutate } = answer;

  // Data of another input is shown only while this one is loading, and only for PREVIOUS_MS.
  const isCached = useIsCached(key);
  const isPrevious = keepPrevious && when && answer.data !== undefined && !isCached;
  const isOver = useLongerThanPrevious(isPrevious);
  const data = isPrevious && (isOver || error !== undefined) ? undefined : answer.data;

  const name = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for the key
  useEffect(() => (key ? markOnScreen(key) : undefined), [name]);

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
