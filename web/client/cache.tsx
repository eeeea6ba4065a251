import type { ReactNode } from 'react';
import { SWRConfig, unstable_serialize } from 'swr';

/**
 * The reading rules of the specification (seeds/000 1, decision 21): never stale, no refetch on focus or
 * reconnection, no retry, no polling unless a screen asks for it.
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
  return <SWRConfig value={settings}>{children}</SWRConfig>;
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

export function isShown(name: string): boolean {
  return onScreen.has(name);
}

/** The operation of a cache key `[operation, input]`. */
export function operationOf(key: unknown): string | undefined {
  return Array.isArray(key) && typeof key[0] === 'string' ? key[0] : undefined;
}
