import type { Operation } from '@nimule/core/routes';
import { type ReactNode, useCallback, useEffect } from 'react';
import { SWRConfig, unstable_serialize, useSWRConfig } from 'swr';
import { useConnected } from './connection.ts';
import { ClientError, UNREACHABLE } from './errors.ts';

/**
 * The reading rules of the specification (seeds/000 1, decision 21): never stale, no refetch on focus, no
 * retry, no polling unless a screen asks for it. A connection that returns reads again what failed without
 * it (below), and not, as the library would, everything.
 */
const settings = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  dedupingInterval: 0,
  provider: () => new Map(),
};

/** What was read, for as long as one user is signed in: another's screen starts empty. */
export function ReadCache({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={settings}>
      <ReadAgainOnReturn />
      {children}
    </SWRConfig>
  );
}

/** The offline banner promises it. What the server itself refused waits for somebody to ask again. */
function ReadAgainOnReturn() {
  const connected = useConnected();
  const readAgain = useReadAgain();
  useEffect(() => {
    if (!connected) return;
    readAgain(({ error }) => error instanceof ClientError && error.status === UNREACHABLE);
  }, [connected, readAgain]);
  return null;
}

/** What the cache holds of a key. */
interface Kept {
  _k?: unknown;
  data?: unknown;
  error?: unknown;
}

/** Reads again what is shown of the keys that are meant, and forgets what is kept of them and not shown. */
export function useReadAgain(): (isMeant: (kept: Kept) => boolean) => void {
  const { mutate, cache } = useSWRConfig();
  return useCallback(
    (isMeant) => {
      for (const name of [...cache.keys()]) {
        if (!isMeant((cache.get(name) ?? {}) as Kept)) continue;
        if (onScreen.has(name)) mutate(name).catch(() => undefined);
        else cache.delete(name);
      }
    },
    [mutate, cache],
  );
}

/** Whether the cache holds an answer to this very key. */
export function useKept(key: unknown): boolean {
  const { cache } = useSWRConfig();
  return (cache.get(unstable_serialize(key as never)) as Kept | undefined)?.data !== undefined;
}

const onScreen = new Map<string, number>();

/** Notes that a key is shown until the answer is called. */
export function noteShown(key: unknown): () => void {
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
