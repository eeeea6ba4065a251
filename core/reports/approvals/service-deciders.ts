import { approvalPermissions, userIdOf } from '../../approvals/rules.ts';
import type { approvalsWaiting } from '../../approvals/service.ts';
import type { Ctx } from '../../context.ts';
import { type Permission, permissionWords } from '../../identity/permissions.ts';
import { type ActiveUser, activeUsers, userHolds } from '../../identity/users/service-holders.ts';
import { judgePendingOf, type PendingDocument } from '../../procurement/service-waiting.ts';
import { MOST_DECIDERS } from './schema.ts';

type Makers = readonly (number | null)[];

type Request = Pick<
  Awaited<ReturnType<typeof approvalsWaiting>>[number],
  'kind' | 'requestedById' | 'forUserId' | 'payload'
>;

/** Who may decide on what waits, by name. */
export interface Deciders {
  ofApproval(request: Request): string[];
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

/** What the account of a request has or will have, and the person who asked lacks; none for other requests. */
function lackedIn({ kind, payload }: Request): Permission[] {
  const lacked = kind === 'account_reset' ? payload?.asked?.lacked : undefined;
  return typeof lacked === 'string' && lacked !== '' ? (lacked.split(' ') as Permission[]) : [];
}

/**
 * Of those who may decide on a request about an account, those who may also do all that the person who asked lacks, where
 * such a person is active: two people together give nobody what neither of them has (decision 130).
 */
function decidersOf(users: readonly ActiveUser[], request: Request): ActiveUser[] {
  const { kind, requestedById, forUserId } = request;
  const lacked = lackedIn(request);
  const holders = holdersFor(users, approvalPermissions[kind], [[requestedById, forUserId]]);
  const able = holders.filter((user) => lacked.every((one) => userHolds(user, one)));
  return able.length > 0 ? able : holders;
}

/** Why the caller, who manages users, does not decide on a request about an account; '' for who does, and the shell. */
export async function accountRefusal(ctx: Ctx, request: Request): Promise<string> {
  const own = userIdOf(ctx.actor);
  const lacked = lackedIn(request);
  if (own === null || lacked.length === 0) return '';
  const deciders = decidersOf(await activeUsers(ctx), request);
  if (deciders.some(({ id }) => id === own)) return '';
  return `Somebody must decide on it who may also ${permissionWords(...lacked).replaceAll(' or ', ' and ')}.`;
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
    ofApproval: (request) =>
      lackedIn(request).length > 0
        ? names(decidersOf(users, request))
        : holders(approvalPermissions[request.kind], [[request.requestedById, request.forUserId]]),
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
