import type { Operation } from '@nimule/core/routes';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { SWRConfig, unstable_serialize, useSWRConfig } from 'swr';
import { useConnected } from './connection.ts';
import { ClientError, UNREACHABLE } from './errors.ts';
import { useMaintenance } from './maintenance.ts';

/**
 * Caching rules (seeds/000 1, decision 21): data never becomes stale, no refetch on focus, no retry, no polling unless
 * a screen asks for it. On reconnect only reads that failed are repeated (RefetchOnReconnect), not all.
 */
const settings = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  dedupingInterval: 0,
  provider: () => new Map(),
};

/** Cache of reads. Key it by user, so that another user starts with an empty cache. */
export function ReadCache({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={settings}>
      <RefetchOnReconnect />
      <RefetchAfterMaintenance />
      {children}
    </SWRConfig>
  );
}

/** How long a read that was repeated after a reconnect waits for its next repetition; doubled each time. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

function hasNoAnswer({ error }: CacheEntry): boolean {
  return error instanceof ClientError && error.status === UNREACHABLE;
}

/**
 * Repeats reads that failed without an answer; errors sent by the server are not retried. A read that fails again, while
 * others reach the server, is repeated after growing pauses: its failure counts as a lost connection, and the next answer
 * as a reconnect.
 */
function RefetchOnReconnect() {
  const connected = useConnected();
  const { cache } = useSWRConfig();
  const refetch = useRefetch();
  const waits = useRef(new Map<string, { ms: number; until: number }>());
  useEffect(() => {
    if (!connected) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const repeat = () => {
      const now = Date.now();
      for (const name of [...waits.current.keys()])
        if (!hasNoAnswer((cache.get(name) ?? {}) as CacheEntry)) waits.current.delete(name);
      refetch((entry, name) => {
        if (!hasNoAnswer(entry)) return false;
        const wait = waits.current.get(name);
        if (wait && now < wait.until) return false;
        const ms = wait ? Math.min(wait.ms * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
        waits.current.set(name, { ms, until: now + ms });
        return true;
      });
      const next = Math.min(...[...waits.current.values()].map(({ until }) => until));
      if (Number.isFinite(next)) timer = setTimeout(repeat, next - now);
    };
    repeat();
    return () => clearTimeout(timer);
  }, [connected, refetch, cache]);
  return null;
}

/** Reads everything again when the database has been replaced. */
function RefetchAfterMaintenance() {
  const isHeld = useMaintenance() !== undefined;
  const refetchAll = useRefetchAll();
  const wasHeld = useRef(false);
  useEffect(() => {
    if (wasHeld.current && !isHeld) refetchAll();
    wasHeld.current = isHeld;
  }, [isHeld, refetchAll]);
  return null;
}

/** A cache entry of the library. */
interface CacheEntry {
  _k?: unknown;
  data?: unknown;
  error?: unknown;
}

/** Refetches matching entries that are on screen and removes the other matching ones from the cache. */
export function useRefetch(): (matches: (entry: CacheEntry, name: string) => boolean) => void {
  const { mutate, cache } = useSWRConfig();
  return useCallback(
    (matches) => {
      for (const name of [...cache.keys()]) {
        if (!matches((cache.get(name) ?? {}) as CacheEntry, name)) continue;
        if (onScreen.has(name)) mutate(name).catch(() => undefined);
        else cache.delete(name);
      }
    },
    [mutate, cache],
  );
}

/** Refetches what is on screen and empties the rest of the cache: after a restore every dataset is another one. */
export function useRefetchAll(): () => void {
  const refetch = useRefetch();
  return useCallback(() => refetch(() => true), [refetch]);
}

/** Whether the cache has data for the key. */
export function useIsCached(key: unknown): boolean {
  const { cache } = useSWRConfig();
  return (
    (cache.get(unstable_serialize(key as never)) as CacheEntry | undefined)?.data !== undefined
  );
}

const onScreen = new Map<string, number>();

/** Marks a key as on screen until the returned function is called. */
export function markOnScreen(key: unknown): () => void {
  const name = unstable_serialize(key as never);
  onScreen.set(name, (onScreen.get(name) ?? 0) + 1);
  return () => {
    const left = (onScreen.get(name) ?? 1) - 1;
    if (left > 0) onScreen.set(name, left);
    else onScreen.delete(name);
  };
}

/** The operation of a cache key `[operation, input]`. */
export function operationOf(key: unknown): Operation | undefined {
  return Array.isArray(key) && typeof key[0] === 'string' ? (key[0] as Operation) : undefined;
}
