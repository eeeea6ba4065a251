import type { CurrentUser } from '@nimule/core/identity/schema';
import { forgetUser, storedUser } from './session.ts';

/** sessionStorage key of the user whose sign-in waits for the second step, so that a reload goes on with it. */
const WAITING_KEY = 'nimule.secondStep';

/** Remembers in this tab whose sign-in waits. */
export function holdSignIn(user: CurrentUser): void {
  sessionStorage.setItem(WAITING_KEY, JSON.stringify(user));
}

/** The user whose sign-in waits in this tab. */
export function heldSignIn(): CurrentUser | undefined {
  try {
    const user = JSON.parse(sessionStorage.getItem(WAITING_KEY) ?? 'null') as CurrentUser | null;
    return typeof user?.id === 'number' && typeof user.fullName === 'string' ? user : undefined;
  } catch {
    return undefined;
  }
}

export function releaseSignIn(): void {
  sessionStorage.removeItem(WAITING_KEY);
}

/** Leaves the staff area for the second step, which the server asks of this session first. */
export function leaveForSecondStep(): void {
  const user = storedUser();
  if (!user) return;
  holdSignIn({ ...user, secondStep: 'code' });
  forgetUser('end');
}
