import type { Actor } from '@nimule/core/identity/actor';
import type { CurrentUser, User } from '@nimule/core/identity/schema';
import { type UserAction, userActionRefusal } from '@nimule/core/identity/users/rules';
import { useCurrentUser } from '../../client/session.ts';

/** The signed-in user as the rules of the core know an actor. */
export function actorOf(user: CurrentUser): Actor {
  const { id, username, fullName, role, grants, mustChangePassword } = user;
  return {
    kind: 'staff',
    userId: id,
    username,
    fullName,
    role,
    grants,
    mustChangePassword,
    sessionId: 0,
  };
}

export function useActor(): Actor {
  return actorOf(useCurrentUser());
}

/** Why this may not be done to the account, in the words of the rule that the server applies too. */
export function refusalOf(actor: Actor, action: UserAction, target: User): string | undefined {
  return (
    target.role && userActionRefusal(actor, action, { id: target.id, role: target.role })?.message
  );
}
