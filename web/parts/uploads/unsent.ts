import { useCallback, useSyncExternalStore } from 'react';

/**
 * What the shell needs to know of the queue of uploads before it loads it: whether the user has files on this device that
 * are not on the server yet.
 */

const CHANGED = 'nimule:unsent';

function keyOf(userId: number): string {
  return `nimule.unsent.${userId}`;
}

function hasUnsent(userId: number): boolean {
  return localStorage.getItem(keyOf(userId)) !== null;
}

export function markUnsent(userId: number, has: boolean): void {
  if (hasUnsent(userId) === has) return;
  if (has) localStorage.setItem(keyOf(userId), '1');
  else localStorage.removeItem(keyOf(userId));
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether the user has unsent files on this device, added by any tab. */
export function useHasUnsent(userId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => hasUnsent(userId), [userId]),
  );
}

type Asker = (leave: () => void) => void;
let asker: Asker | undefined;

/** Has `ask` called before the user signs out; returns the function that ends it. */
export function askBeforeLeaving(ask: Asker): () => void {
  asker = ask;
  return () => {
    asker = undefined;
  };
}

/** Signs out, after a word about files that are not sent yet. */
export function leaveAfterAsking(leave: () => void): void {
  if (asker) asker(leave);
  else leave();
}
