/** How many are remembered. */
const KEPT = 5;

const keyOf = (userId: number) => `nimule.acts.${userId}`;

/** What this user chose last in this browser, the latest first. */
export function recentActs(userId: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Unreadable: as if there was none.
    return [];
  }
}

export function rememberAct(userId: number, id: string): void {
  const kept = [id, ...recentActs(userId).filter((other) => other !== id)].slice(0, KEPT);
  localStorage.setItem(keyOf(userId), JSON.stringify(kept));
}
