import { type Ctx, transact } from '../context.ts';
import { actorName, authorise } from '../identity/actor.ts';
import type { Permission } from '../identity/permissions.ts';
import { hasOtherHolder } from '../identity/users/service-holders.ts';
import { AppError, breaksRule, notFound } from '../kernel/errors.ts';
import { type Cents, ZERO } from '../kernel/money.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries.ts';
import {
  approvalKindWords,
  approvalPermissions,
  decisionProblem,
  expiryOf,
  payKinds,
  userIdOf,
} from './rules.ts';
import {
  type Approval,
  type ApprovalFact,
  type ApprovalKind,
  type DecisionInput,
  approval as schema,
} from './schema.ts';

export interface ApprovalRequest {
  kind: ApprovalKind;
  /** The record: its entity in the audit log, id, and number 'BILL-2026-0001'. */
  entity: string;
  entityId: number | null;
  record: string;
  /** One line for the list. */
  summary: string;
  /** US cents. */
  amountUsd: Cents;
  reason: string;
  /** For what has no record yet: the operation with its input, what the decider is told, and in whose favour it is. */
  payload?: queries.Payload;
  facts?: readonly ApprovalFact[];
  forUserId?: number | null;
}

function auditApproval(
  tx: Ctx,
  action: string,
  { before, after }: { before?: Approval; after: Approval },
): Promise<void> {
  const summary = `${after.record} (${approvalKindWords[after.kind]})`;
  // What the log keeps is read without pay.read too.
  const shown = (one: Approval) =>
    payKinds.includes(one.kind) ? { ...one, amountUsd: ZERO, reason: '', decisionReason: '' } : one;
  const change = { ...(before ? { before: shown(before) } : {}), after: shown(after) };
  return audit(tx, { action, entity: 'approval', entityId: after.id, summary, schema, ...change });
}

/**
 * Asks for a second person in the caller's transaction. The caller posts nothing before the request is accepted.
 * @throws AppError conflict when the record already waits.
 */
export async function requestApproval(tx: Ctx, request: ApprovalRequest): Promise<Approval> {
  const after = await queries.approvals.insert(tx.db, {
    ...request,
    requestedBy: actorName(tx.actor),
    requestedById: userIdOf(tx.actor),
    requestedAt: tx.now,
    expiresAt: expiryOf(tx.now),
  });
  await auditApproval(tx, 'approval.request', { after });
  return after;
}

/** What is kept of a request that is closed: all but the hash of a password, which nothing needs any more. */
function withoutPassword(payload: queries.Payload | null): queries.Payload | null {
  if (payload?.asked?.passwordHash === undefined) return payload;
  const { passwordHash: _, ...asked } = payload.asked;
  return { ...payload, asked };
}

async function close(
  tx: Ctx,
  before: queries.ApprovalRecord,
  changes: Partial<queries.ApprovalRecord> & Pick<Approval, 'status'>,
  action: string,
): Promise<Approval> {
  const after = await queries.approvals.update(tx.db, before, {
    decidedBy: actorName(tx.actor),
    decidedById: userIdOf(tx.actor),
    decidedAt: tx.now,
    payload: withoutPassword(before.payload),
    ...changes,
  });
  await auditApproval(tx, action, { before, after });
  return after;
}

/**
 * Accepts or refuses a request in the caller's transaction; the caller then does what was asked for, or gives it up. The
 * requester may decide only if no other active account holds the permission; `isSole` records that (decision 34).
 * @throws AppError notFound; forbidden without the permission; rule for the requester, and for a request that was decided or has
 *   expired.
 */
export async function decide(
  tx: Ctx,
  id: number,
  { accept, reason }: DecisionInput,
  permission?: Permission,
): Promise<Approval> {
  const before = (await queries.approvals.lock(tx.db, id)) ?? notFound('Approval', id);
  const needed = permission ?? approvalPermissions[before.kind];
  authorise(tx.actor, needed);
  const decider = userIdOf(tx.actor);
  const isOwn =
    decider === before.requestedById || (decider !== null && decider === before.forUserId);
  const isSole = isOwn && !(await hasOtherHolder(tx, needed, decider));
  const problem = decisionProblem(tx.actor, before, tx.now, needed, isSole);
  if (problem) throw new AppError(problem.kind, problem.code, problem.message);
  const status = accept ? 'accepted' : 'refused';
  const action = accept ? 'approval.accept' : 'approval.refuse';
  return close(tx, before, { status, decisionReason: reason, isSole }, action);
}

/** Withdraws the waiting request of a record, if it has one; the caller has given up what was asked for. */
export async function withdraw(tx: Ctx, kind: ApprovalKind, entityId: number): Promise<void> {
  const before = await queries.lockWaiting(tx.db, kind, entityId);
  if (before) await close(tx, before, { status: 'withdrawn' }, 'approval.withdraw');
}

/**
 * Withdraws a waiting request of one's own; the shell, which an administrator uses, withdraws any.
 * @throws AppError notFound, also for that of another; rule if it was decided.
 */
export async function withdrawOwn(ctx: Ctx, id: number): Promise<Approval> {
  return transact(ctx, async (tx) => {
    const before = await queries.approvals.lock(tx.db, id);
    const own = userIdOf(tx.actor);
    const mayWithdraw = tx.actor.kind === 'shell' || before?.requestedById === own;
    if (!before || before.payload === null || !mayWithdraw) notFound('Approval', id);
    if (before.status !== 'waiting')
      breaksRule('approval.decided', `${before.record} was already ${before.status}.`);
    return close(tx, before, { status: 'withdrawn' }, 'approval.withdraw');
  });
}

/** A request as it is stored. @throws AppError notFound. */
export async function getApproval(ctx: Ctx, id: number): Promise<queries.ApprovalRecord> {
  return (await queries.approvals.get(ctx.db, id)) ?? notFound('Approval', id);
}

/** The latest request of each record, by record id. */
export function latestApprovals(
  ctx: Ctx,
  kind: ApprovalKind,
  entityIds: readonly number[],
): Promise<Map<number, Approval>> {
  return queries.findLatestOf(ctx.db, kind, entityIds);
}

/** What waits for a decision and has not expired, oldest first. */
export async function approvalsWaiting(ctx: Ctx): Promise<queries.ApprovalRecord[]> {
  const rows = await queries.findWaiting(ctx.db);
  return rows.filter(({ expiresAt }) => expiresAt > ctx.now);
}

/** What an expired request does to its record. */
export interface GiveUp {
  /** Locks the record before its request, as a decision does. */
  hold(tx: Ctx, expired: Approval): Promise<void>;
  refuse(tx: Ctx, expired: Approval): Promise<void>;
}

/** Closes the requests that have expired, each in a transaction with what happens to its record. Answers how many. */
export async function expireApprovals(ctx: Ctx, { hold, refuse }: GiveUp): Promise<number> {
  let closed = 0;
  for (const id of await queries.findExpired(ctx.db, ctx.now)) {
    closed += await transact(ctx, async (tx) => {
      const found = await queries.approvals.get(tx.db, id);
      if (found?.status !== 'waiting') return 0;
      await hold(tx, found);
      const before = await queries.approvals.lock(tx.db, id);
      if (before?.status !== 'waiting') return 0;
      await refuse(tx, await close(tx, before, { status: 'expired' }, 'approval.expire'));
      return 1;
    });
  }
  return closed;
}
