import { can } from '@nimule/core/identity/actor';
import type { Permission } from '@nimule/core/identity/permissions';
import { roleLabels } from '@nimule/core/identity/roles';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { useSyncExternalStore } from 'react';
import { dropPreloaded } from './preload.ts';
import { CURRENT_USER_KEY } from './user-key.ts';

/** localStorage key of the reason why the last session ended; other tabs follow it. */
const END_REASON_KEY = 'nimule.leftBy';

/** Logout by the user, ten minutes without input, or session ended by the server. */
type EndReason = 'logout' | 'idle' | 'end';

let lastText: string | null | undefined;
let lastUser: CurrentUser | undefined;
const listeners = new Set<() => void>();

/** Whether a stored value is a user, as this version of the portal stores it. */
function isUser(value: unknown): value is CurrentUser {
  const user = value as Partial<CurrentUser> | null;
  return (
    typeof user === 'object' &&
    typeof user?.id === 'number' &&
    typeof user.username === 'string' &&
    typeof user.fullName === 'string' &&
    Object.hasOwn(roleLabels, String(user.role)) &&
    Array.isArray(user.grants) &&
    typeof user.mustChangePassword === 'boolean'
  );
}

/** The stored user; undefined if missing or unreadable. */
export function storedUser(): CurrentUser | undefined {
  const text = localStorage.getItem(CURRENT_USER_KEY);
  if (text === lastText) return lastUser;
  lastText = text;
  lastUser = undefined;
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (isUser(value)) lastUser = value;
  } catch {
    // Unreadable: as if missing.
  }
  return lastUser;
}

function notify(): void {
  for (const listener of listeners) listener();
}

export function storeUser(user: CurrentUser): void {
  dropPreloaded();
  localStorage.removeItem(END_REASON_KEY);
  localStorage.setItem(CURRENT_USER_KEY, JSON.stringify(user));
  notify();
}

/** Updates the stored user, unless the session has ended in any tab. */
export function updateUser(user: CurrentUser): void {
  if (!storedUser()) return;
  localStorage.setItem(CURRENT_USER_KEY, JSON.stringify(user));
  notify();
}

/** Stores the reason before the logout request, so that a 401 meanwhile is not taken for an ended session. */
export function announceLogout(reason: Exclude<EndReason, 'end'>): void {
  localStorage.setItem(END_REASON_KEY, reason);
}

/** Removes the stored user, in all tabs. */
export function forgetUser(reason: EndReason): void {
  dropPreloaded();
  localStorage.setItem(END_REASON_KEY, reason);
  localStorage.removeItem(CURRENT_USER_KEY);
  notify();
}

/** Whether the last session ended by a logout, by the user or by inactivity, in any tab. */
export function hasLoggedOut(): boolean {
  return userLoggedOut() || localStorage.getItem(END_REASON_KEY) === 'idle';
}

/** Whether the last user logged out; the next sign-in then starts at the dashboard. */
export function userLoggedOut(): boolean {
  return localStorage.getItem(END_REASON_KEY) === 'logout';
}

/** Calls the listener on each change of the stored user, in any tab; returns the unsubscribe function. */
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

/** Calls the listener when the server refuses the session; returns the unsubscribe function. */
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

/** The signed-in user. @throws outside the staff area. */
export function useCurrentUser(): CurrentUser {
  const user = useStoredUser();
  if (!user) throw new Error('no current user: this screen is outside the staff area');
  return user;
}

/** Applies the permission rule of core to the user; the server checks it again. */
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
