import { newKey } from '../client/new-key.ts';
import type { KeptSession, PendingPurchase } from './types.ts';

/** What the browser keeps; other tabs follow it. */
export const SESSION = 'nimule.wifi.session';
export const PENDING = 'nimule.wifi.purchase';
const LATE = 'nimule.wifi.late';
const DEVICE = 'nimule.wifi.device';
const PAID = 'nimule.wifi.paid';
const MAX_LATE = 3;
const LATE_MS = 24 * 3600 * 1000;

/** Where the browser refuses to keep anything. */
const memory = new Map<string, string>();

function read<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: object | undefined): void {
  try {
    if (value === undefined) {
      memory.delete(key);
      localStorage.removeItem(key);
      return;
    }
    memory.set(key, JSON.stringify(value));
    localStorage.setItem(key, JSON.stringify(value));
    memory.delete(key);
  } catch {
    // Kept in memory.
  }
}

/** The kept session; undefined for what is no session. */
export function keptSession(): KeptSession | undefined {
  const kept = read<KeptSession>(SESSION);
  return kept && !Number.isNaN(Date.parse(kept.expiryTime)) ? kept : undefined;
}
export const keepSession = (session: KeptSession | undefined) => write(SESSION, session);

/** The purchase that has not ended; undefined without one. */
export function pendingPurchase(): PendingPurchase | undefined {
  const kept = read<PendingPurchase>(PENDING);
  return typeof kept?.input?.key === 'string' && typeof kept.since === 'number' ? kept : undefined;
}
export const keepPending = (pending: PendingPurchase | undefined) => write(PENDING, pending);

interface Late {
  key: string;
  at: number;
}

/** Keys of purchases that failed or were left: their money may still come. */
export function lateKeys(): string[] {
  const kept = read<Late[]>(LATE);
  if (!Array.isArray(kept)) return [];
  return kept.filter(({ at }) => Date.now() - at < LATE_MS).map(({ key }) => key);
}

export function addLate(key: string): void {
  const others = read<Late[]>(LATE) ?? [];
  const kept = [...(Array.isArray(others) ? others : []), { key, at: Date.now() }];
  write(LATE, kept.slice(-MAX_LATE));
}

export function removeLate(key: string): void {
  const kept = read<Late[]>(LATE);
  if (Array.isArray(kept))
    write(
      LATE,
      kept.filter((one) => one.key !== key),
    );
}

/** The key of this browser for vouchers, so that a lost answer can be asked for again. */
export function deviceKey(): string {
  const kept = read<{ key?: unknown }>(DEVICE)?.key;
  if (typeof kept === 'string' && kept.length === 32) return kept;
  const key = newKey();
  write(DEVICE, { key });
  return key;
}

interface Paid {
  key: string;
  phone: string;
}

/** Keeps the latest purchase that was paid: it shows that whoever buys here has this telephone. */
export const keepPaid = (paid: Paid) => write(PAID, paid);

/** The key of a purchase that was paid from a number by this browser; undefined without one. */
export function paidKey(phone: string): string | undefined {
  const kept = read<Partial<Paid>>(PAID);
  return kept?.phone === phone && typeof kept.key === 'string' ? kept.key : undefined;
}
