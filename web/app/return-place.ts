import { isStaffPath, paths } from './paths.ts';

/** Kept for each tab by itself: each goes back to its own screen. */
const PLACE_KEY = 'nimule.place';

/** Keeps where somebody was when the session ended, for when the same user signs in again. */
export function rememberPlace(userId: number, path: string): void {
  sessionStorage.setItem(PLACE_KEY, JSON.stringify({ userId, path }));
}

export function forgetPlace(): void {
  sessionStorage.removeItem(PLACE_KEY);
}

/**
 * Where signing in leads: to the screen on which this user's session ended, else to the dashboard (seeds/000 4). What
 * is kept is taken for no more than a staff screen of this portal, and for the user who was there alone.
 */
export function placeFor(userId: number): string {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE_KEY) ?? 'null');
    const { userId: whose, path } = (kept ?? {}) as Record<string, unknown>;
    if (whose !== userId || typeof path !== 'string') return paths.dashboard();
    const url = new URL(path, window.location.origin);
    const isOurs = url.origin === window.location.origin && isStaffPath(url.pathname);
    return isOurs ? `${url.pathname}${url.search}` : paths.dashboard();
  } catch {
    return paths.dashboard();
  }
}
