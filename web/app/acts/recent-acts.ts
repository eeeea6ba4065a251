import { storedUser } from '../../client/session.ts';

/** How many are remembered. */
const KEPT = 5;

const keyOf = () => `nimule.acts.${storedUser()?.id ?? 0}`;

/** What this user chose last in this browser, the latest first. */
export function recentActs(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Unreadable: as if there was none.
    return [];
  }
}

export function rememberAct(id: string): void {
  const kept = [id, ...recentActs().filter((other) => other !== id)].slice(0, KEPT);
  localStorage.setItem(keyOf(), JSON.stringify(kept));
}
