import { approvalPermissions } from '../../approvals/rules.ts';
import type { ApprovalKind } from '../../approvals/schema.ts';
import type { Ctx } from '../../context.ts';
import type { Permission } from '../../identity/permissions.ts';
import { type ActiveUser, activeUsers, userHolds } from '../../identity/users/service-holders.ts';
import { judgePendingOf, type PendingDocument } from '../../procurement/service-waiting.ts';
import { MOST_DECIDERS } from './schema.ts';

type Makers = readonly (number | null)[];

/** Who may decide on what waits, by name. */
export interface Deciders {
  ofApproval(kind: ApprovalKind, concerned: Makers): string[];
  ofDocument(document: PendingDocument): string[];
  ofLeave(concerned: Makers): string[];
  /** `makers` of each part of a batch. */
  ofPayroll(makers: readonly Makers[]): string[];
}

/**
 * Holders of the permission who have no part in one of the parts; all holders for a part in which all of them have one
 * (decision 34).
 */
function holdersFor(
  users: readonly ActiveUser[],
  permission: Permission,
  parts: readonly Makers[],
): ActiveUser[] {
  const holders = users.filter((user) => userHolds(user, permission));
  const isFree = (part: Makers) => (user: ActiveUser) => !part.includes(user.id);
  return holders.filter((user) =>
    parts.some((part) => isFree(part)(user) || !holders.some(isFree(part))),
  );
}

const names = (users: readonly ActiveUser[]) =>
  users.slice(0, MOST_DECIDERS).map(({ fullName }) => fullName);

/** Reads the active users and the limits of procurement once, for everything that waits. */
export async function findDeciders(ctx: Ctx): Promise<Deciders> {
  const users = await activeUsers(ctx);
  const documents = await judgePendingOf(ctx, users);
  const known = new Map<string, string[]>();
  const holders = (permission: Permission, parts: readonly Makers[]) => {
    const key = JSON.stringify([permission, parts]);
    const found = known.get(key) ?? names(holdersFor(users, permission, parts));
    known.set(key, found);
    return found;
  };
  return {
    ofApproval: (kind, concerned) => holders(approvalPermissions[kind], [concerned]),
    ofDocument: (document) => names(documents(document)),
    ofLeave: (concerned) => holders('leave.approve', [concerned]),
    ofPayroll: (makers) => holders('payroll.approve', makers),
  };
}

/** For a list of what the caller may decide, which names nobody else. */
export const nobody: Deciders = {
  ofApproval: () => [],
  ofDocument: () => [],
  ofLeave: () => [],
  ofPayroll: () => [],
};
