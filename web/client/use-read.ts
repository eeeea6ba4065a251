import { useCallback, useEffect, useState } from 'react';
import useSWR from 'swr';
import { noteShown, useKept } from './cache.tsx';
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
  /** Show the previous answer for a blink while another input is read: pages of a list. */
  keepPrevious?: boolean;
  /** False: not now. */
  when?: boolean;
}

/** How long an answer may stand under a question that is not its own; a quick one then never flickers. */
export const BLINK_MS = 300;

type Fetch = (...args: unknown[]) => Promise<unknown>;

/** Whether something has been so for longer than a blink. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasts(true), BLINK_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return is && lasts;
}

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
  const answer = useSWR<CallOutput<O>, ClientError>(
    key,
    () => {
      const settings: CallOptions = pollMs ? { background: true } : {};
      return (call as Fetch)(operation, input, settings) as Promise<CallOutput<O>>;
    },
    { refreshInterval: pollMs ?? 0, keepPreviousData: keepPrevious },
  );
  const { error, isValidating, mutate } = answer;

  // What was answered to another input may be looked at while this one is read, and never instead of it.
  const isKept = useKept(key);
  const isPrevious = keepPrevious && when && answer.data !== undefined && !isKept;
  const lasts = useLasting(isPrevious);
  const data = isPrevious && (lasts || error !== undefined) ? undefined : answer.data;

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
