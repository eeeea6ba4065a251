import { useSyncExternalStore } from 'react';
import type { ClientError } from './errors.ts';

const UNAVAILABLE = 503;
/** A restore replaces the database in the answering process, or in another one. */
const CODES: readonly string[] = ['server.maintenance', 'database.maintenance'];

let shown: string | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Stores the server's message about the maintenance under way; undefined when it is over. */
export function reportMaintenance(message: string | undefined): void {
  if (shown === message) return;
  shown = message;
  for (const listener of listeners) listener();
}

export function isMaintenance({ status, code }: ClientError): boolean {
  return status === UNAVAILABLE && CODES.includes(code);
}

/** The server's message while it refuses every call, otherwise undefined. */
export function useMaintenance(): string | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}
