import { can } from '@nimule/core/identity/actor';
import type { Permission } from '@nimule/core/identity/permissions';
import { type CurrentUser, currentUser } from '@nimule/core/identity/schema';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';

/** Where the specification keeps the signed-in user (seeds/000 1). The session itself is the cookie. */
export const CURRENT_USER_KEY = 'currentUser';

/** How the last user left: read by the other tabs, which leave along and go to the same place. */
const LEFT_BY_KEY = 'nimule.leftBy';

/** By the user's own will, by ten minutes without input, or by the server's word that the session is over. */
type Leaving = 'logout' | 'idle' | 'end';

let lastText: string | null | undefined;
let lastUser: CurrentUser | undefined;
const listeners = new Set<() => void>();

/** The stored user; undefined when there is none or what is stored cannot be read. */
export function storedUser(): CurrentUser | undefined {
  const text = localStorage.getItem(CURRENT_USER_KEY);
  if (text === lastText) return lastUser;
  lastText = text;
  lastUser = undefined;
  try {
    const result = z.safeDecode(currentUser, JSON.parse(text ?? 'null') as never);
    if (result.success) lastUser = result.data;
  } catch {
    // Unreadable counts as absent.
  }
  return lastUser;
}

function announce(): void {
  for (const listener of listeners) listener();
}

export function storeUser(user: CurrentUser): void {
  localStorage.removeItem(LEFT_BY_KEY);
  localStorage.setItem(CURRENT_USER_KEY, JSON.stringify(user));
  announce();
}

/** Brings the stored user up to date; one who has left meanwhile, in whichever tab, stays away. */
export function updateUser(user: CurrentUser): void {
  if (!storedUser()) return;
  localStorage.setItem(CURRENT_USER_KEY, JSON.stringify(user));
  announce();
}

/** Says, before the server is asked, that this browser itself ends the session. */
export function announceLogout(by: Exclude<Leaving, 'end'>): void {
  localStorage.setItem(LEFT_BY_KEY, by);
}

/** Forgets the user, in all tabs, who has logged out or whose session has ended. */
export function forgetUser(by: Leaving): void {
  localStorage.setItem(LEFT_BY_KEY, by);
  localStorage.removeItem(CURRENT_USER_KEY);
  announce();
}

/** Whether this browser ended the last session itself, in whichever tab. */
export function hasLoggedOut(): boolean {
  return hasLeft() || localStorage.getItem(LEFT_BY_KEY) === 'idle';
}

/** Whether the last user left by choice, and does not expect to be brought back to the screen. */
export function hasLeft(): boolean {
  return localStorage.getItem(LEFT_BY_KEY) === 'logout';
}

/** Called on every change of the stored user, in this tab or another. */
export function onUserChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === CURRENT_USER_KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

const endListeners = new Set<() => void>();

/** Called when the server says that the session is over. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => {
    endListeners.delete(listener);
  };
}

export function sessionEnded(): void {
  for (const listener of endListeners) listener();
}

export function useStoredUser(): CurrentUser | undefined {
  return useSyncExternalStore(onUserChange, storedUser);
}

/** The signed-in user, on screens that the shell shows only to one. */
export function useCurrentUser(): CurrentUser {
  const user = useStoredUser();
  if (!user) throw new Error('no current user: this screen stands outside the staff area');
  return user;
}

/** The core's own rule, asked for the user of this browser; the server asks it again. */
export function userMay(user: CurrentUser, permission: Permission): boolean {
  return can(
    {
      kind: 'staff',
      userId: user.id,
      username: user.username,
      fullName: user.fullName,
      role: user.role,
      grants: user.grants,
      mustChangePassword: user.mustChangePassword,
      sessionId: 0,
    },
    permission,
  );
}
