import { isStaffPath, paths } from './paths.ts';

/** In sessionStorage: each browser tab returns to its own screen. */
const PLACE_KEY = 'nimule.place';

/** Stores the screen on which the user's session ended. */
export function saveReturnPath(userId: number, path: string): void {
  sessionStorage.setItem(PLACE_KEY, JSON.stringify({ userId, path }));
}

export function clearReturnPath(): void {
  sessionStorage.removeItem(PLACE_KEY);
}

/**
 * The screen to show after sign-in: the one on which this user's session ended, otherwise the dashboard (seeds/000 4).
 * A stored path of another user, another origin or a screen that is not for staff is ignored.
 */
export function returnPathFor(userId: number): string {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PLACE_KEY) ?? 'null');
    const { userId: storedId, path } = (stored ?? {}) as Record<string, unknown>;
    if (storedId !== userId || typeof path !== 'string') return paths.dashboard();
    const url = new URL(path, window.location.origin);
    const isOurs = url.origin === window.location.origin && isStaffPath(url.pathname);
    return isOurs ? `${url.pathname}${url.search}` : paths.dashboard();
  } catch {
    return paths.dashboard();
  }
}
