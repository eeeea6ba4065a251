import { useSyncExternalStore } from 'react';

/** Whether the last request got an answer. */
let reached = true;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function reportReached(value: boolean): void {
  if (reached === value) return;
  reached = value;
  for (const listener of listeners) listener();
}

export function isConnected(): boolean {
  return reached && navigator.onLine;
}

export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, isConnected);
}
