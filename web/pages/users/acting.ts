import type { Actor } from '@nimule/core/identity/actor';
import type { CurrentUser, User } from '@nimule/core/identity/schema';
import { type UserAction, userActionRefusal } from '@nimule/core/identity/users/rules';
import { useCurrentUser } from '../../client/session.ts';

/** The signed-in user as an `Actor`. */
function actorOf(user: CurrentUser): Actor {
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

/** Why the actor may not do this to the account; undefined if permitted. */
export function refusalOf(actor: Actor, action: UserAction, target: User): string | undefined {
  return (
    target.role && userActionRefusal(actor, action, { id: target.id, role: target.role })?.message
  );
}
