import type { z } from 'zod';
import {
  approvalPermissions,
  IN_OWN_FAVOUR,
  OWN_REQUEST,
  userIdOf,
} from '../../approvals/rules.ts';
import {
  type Approval,
  type ApprovalFact,
  type ApprovalKind,
  type DecisionInput,
  type PayloadKind,
  type RecordKind,
  recordKinds,
} from '../../approvals/schema.ts';
import {
  approvalsWaiting,
  decide,
  expireApprovals,
  getApproval,
  withdrawOwn,
} from '../../approvals/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { leaveWords } from '../../hr/leave/rules.ts';
import { leaveWaiting } from '../../hr/leave/service-list.ts';
import { payrollWaiting } from '../../hr/payroll/service-waiting.ts';
import { assertConfirmed, authorise, can, mayOf } from '../../identity/actor.ts';
import { type Permission, permissionWords } from '../../identity/permissions.ts';
import { hasOtherHolder } from '../../identity/users/service-holders.ts';
import { AppError } from '../../kernel/errors.ts';
import { formatUsd, sumOf } from '../../kernel/money.ts';
import { acceptBill, lockHeldBill, refuseBill } from '../../procurement/bills/service-decide.ts';
import { excessOf } from '../../procurement/orders/rules.ts';
import { judgePending } from '../../procurement/service-waiting.ts';
import { acceptPrice, lockForPrice, refusePrice } from '../../sales/orders/service-price.ts';
import { holdCount } from '../../stock/counts/service.ts';
import { postCount, refuseCount } from '../../stock/counts/service-post.ts';
import { findWaitingDocuments, type WaitingDocument } from './queries.ts';
import { readableKinds } from './rules.ts';
import { type WaitingItem, waitingKinds, type waitingQuery } from './schema.ts';
import { accountRefusal, type Deciders, findDeciders, nobody } from './service-deciders.ts';

/** What was asked for before there is a record of it, as `keepWaiting` kept it. */
export type Asked = Pick<Approval, 'record' | 'requestedBy' | 'requestedById'> & {
  kind: PayloadKind;
  payload: NonNullable<Awaited<ReturnType<typeof getApproval>>['payload']>;
};

type Waiting = Awaited<ReturnType<typeof approvalsWaiting>>[number];

/** A request about a record that is there already. */
type OfRecord = Approval & { kind: RecordKind; entityId: number };

interface Handler {
  /** Locks the record before its approval, as its module does; whether it still waits is judged after that. */
  hold(tx: Ctx, entityId: number): Promise<void>;
  accept(tx: Ctx, approval: OfRecord): Promise<void>;
  refuse(tx: Ctx, approval: OfRecord): Promise<void>;
}

const isOfRecord = (approval: Approval): approval is OfRecord =>
  (recordKinds as readonly string[]).includes(approval.kind);

/** What a decision does to the record of each kind. */
const handlers: Record<RecordKind, Handler> = {
  stock_count: {
    hold: holdCount,
    accept: (tx, approval) => postCount(tx, approval.entityId, approval),
    refuse: (tx, { entityId }) => refuseCount(tx, entityId),
  },
  supplier_bill: {
    hold: lockHeldBill,
    accept: (tx, { entityId }) => acceptBill(tx, entityId),
    refuse: (tx, { entityId }) => refuseBill(tx, entityId),
  },
  price_below_list: {
    hold: lockForPrice,
    accept: (tx, { entityId }) => acceptPrice(tx, entityId),
    refuse: (tx, { entityId }) => refusePrice(tx, entityId),
  },
};

async function withoutRunner(_: Ctx, { payload }: Asked): Promise<void> {
  throw new RangeError(`nothing runs ${payload.operation}`);
}

/**
 * Accepts or refuses a request, and does what was asked for or gives it up, in one transaction; `run` does what has no record
 * yet.
 * @throws AppError notFound; forbidden without the permission of the kind, and for an account that may do what neither the
 *   requester nor the caller may; rule for the requester while another person could decide, for a request that was decided or
 *   has expired, and when what was asked for is not possible any more.
 */
export function decideApproval(
  ctx: Ctx,
  id: number,
  input: DecisionInput,
  run: (tx: Ctx, asked: Asked, decision: DecisionInput) => Promise<void> = withoutRunner,
): Promise<Approval> {
  return transact(ctx, async (tx) => {
    const asked = await getApproval(tx, id);
    if (asked.kind === 'account_reset' && input.accept) {
      authorise(tx.actor, approvalPermissions[asked.kind]);
      // What `confirms` marks where it is done at once (decision 130).
      assertConfirmed(tx.actor, tx.now);
    }
    // A decided request is refused below, with its own message.
    if (asked.status === 'waiting' && isOfRecord(asked))
      await handlers[asked.kind].hold(tx, asked.entityId);
    const decided = await decide(tx, id, input);
    const refusal = await accountRefusal(tx, asked);
    if (refusal !== '') throw new AppError('forbidden', 'approval.lacks', refusal);
    if (isOfRecord(decided)) {
      const handler = handlers[decided.kind];
      await (input.accept ? handler.accept(tx, decided) : handler.refuse(tx, decided));
    } else if (input.accept) await run(tx, asked as Asked, input);
    return decided;
  });
}

/** Withdraws a request of one's own, or in the shell any. @throws AppError as `withdrawOwn`. */
export function withdrawApproval(ctx: Ctx, id: number): Promise<Approval> {
  return withdrawOwn(ctx, id);
}

/** The job: closes requests that nobody decided on in 30 days, and gives up what was asked for. */
export async function expireWaiting(ctx: Ctx): Promise<string> {
  const closed = await expireApprovals(ctx, {
    async hold(tx, expired) {
      if (isOfRecord(expired)) await handlers[expired.kind].hold(tx, expired.entityId);
    },
    async refuse(tx, expired) {
      if (isOfRecord(expired)) await handlers[expired.kind].refuse(tx, expired);
    },
  });
  return closed === 0 ? 'Nothing' : `${closed} requests expired`;
}

/** Why the caller may not decide on a request; '' if they may. Reads who else could only for what the caller made. */
async function refusalOf(
  ctx: Ctx,
  permission: Permission,
  requestedById: number | null,
): Promise<string> {
  if (!can(ctx.actor, permission)) return `Your role may not ${permissionWords(permission)}.`;
  if (userIdOf(ctx.actor) !== requestedById || requestedById === null) return '';
  return (await hasOtherHolder(ctx, permission, requestedById)) ? OWN_REQUEST : '';
}

const summaries: Record<WaitingDocument['kind'], (document: WaitingDocument) => string> = {
  requisition: ({ about, status }) =>
    `Requisition of ${about}, waits for ${status === 'pending' ? 'review' : 'approval'}`,
  purchase_order: ({ about, amountUsd, requisitionUsd }) => {
    const excess = excessOf({ totalUsd: amountUsd, requisitionUsd });
    const above = excess > 0 ? `, ${formatUsd(excess)} more than its requisition` : '';
    return `Purchase order to ${about}${above}, waits for approval`;
  },
};

const documentKinds = Object.keys(summaries) as WaitingDocument['kind'][];

const entities = { requisition: 'requisition', purchase_order: 'purchaseOrder' } as const;

/** Documents that wait by their own status show their facts themselves. */
const WITHOUT_FACTS = { facts: [], mayWithdraw: false };

/** The most documents that the list shows. */
const SHOWN = 1000;

/** Leave that waits. It has no number: its employee names it. */
async function leaveItems(ctx: Ctx, deciders: Deciders): Promise<WaitingItem[]> {
  const waiting = await leaveWaiting(ctx, SHOWN);
  return waiting.map(({ row, refusal }) => ({
    ...WITHOUT_FACTS,
    ...{ approvalId: null, kind: 'leave_request', entity: 'leaveRequest', entityId: row.id },
    ...{ record: row.employeeName, summary: leaveWords(row), amountUsd: null },
    ...{ requestedBy: row.requestedBy, reason: row.reason, requestedAt: row.createdAt },
    ...{ expiresAt: null, mayDecide: refusal === '', refusal },
    deciders: deciders.ofLeave([row.requestedById, row.userId]),
  }));
}

const payrollEntities = { payroll: 'payroll', payroll_batch: 'payrollBatch' } as const;

/** Payrolls and batches that wait. */
async function payrollItems(ctx: Ctx, deciders: Deciders): Promise<WaitingItem[]> {
  const waiting = await payrollWaiting(ctx, SHOWN);
  return waiting.map(({ kind, id, notes, refusal, makers, ...item }) => ({
    ...WITHOUT_FACTS,
    ...{ approvalId: null, kind, entity: payrollEntities[kind], entityId: id, ...item },
    ...{ reason: notes, expiresAt: null, mayDecide: refusal === '', refusal },
    deciders: deciders.ofPayroll(makers),
  }));
}

/** Kinds whose amount is none, or told by their facts. */
const withoutAmount: readonly ApprovalKind[] = ['pay_change', 'account_reset'];

/** What else waits for the same payee: of two equal requests a person may mean one. */
function othersOf(one: Waiting, all: readonly Waiting[]): ApprovalFact[] {
  const { id, kind, entity, entityId, payload } = one;
  if (payload === null || entityId === null) return [];
  const others = all.filter(
    (other) =>
      other.id !== id &&
      other.kind === kind &&
      other.entity === entity &&
      other.entityId === entityId,
  );
  if (others.length === 0) return [];
  const label = 'Other requests that wait for the same';
  return withoutAmount.includes(kind)
    ? [{ label, text: String(others.length) }]
    : [{ label, usd: sumOf(others, ({ amountUsd }) => amountUsd) }];
}

/**
 * All that waits for a decision and whose records the caller may read, and without amounts what the caller asked for, oldest
 * first, with the names of who may decide; `mine` leaves out what the caller may not decide, and the names.
 */
export async function listWaiting(
  ctx: Ctx,
  { mine = false }: z.output<typeof waitingQuery>,
): Promise<WaitingItem[]> {
  const refusals = new Map<string, Promise<string>>();
  const refusal = (permission: Permission, requestedById: number | null) => {
    // The same for all of one kind that the caller made, and for all that others made.
    const isOwn = requestedById !== null && requestedById === userIdOf(ctx.actor);
    const key = `${permission} ${isOwn}`;
    const known = refusals.get(key) ?? refusalOf(ctx, permission, requestedById);
    refusals.set(key, known);
    return known;
  };
  const readable = readableKinds(waitingKinds, mayOf(ctx.actor));
  const items: WaitingItem[] = [];
  const deciders = mine ? nobody : await findDeciders(ctx);
  const waiting = await approvalsWaiting(ctx);
  for (const approval of waiting) {
    const { id: approvalId, kind, entity, entityId, record, summary, forUserId } = approval;
    const { requestedBy, reason, requestedAt, expiresAt, requestedById } = approval;
    const isOwn = requestedById !== null && requestedById === userIdOf(ctx.actor);
    const isReadable = readable.includes(kind);
    if (!isReadable && !isOwn) continue;
    const amountUsd = isReadable && !withoutAmount.includes(kind) ? approval.amountUsd : null;
    const facts = isReadable ? [...approval.facts, ...othersOf(approval, waiting)] : [];
    const decided = await refusal(approvalPermissions[kind], requestedById);
    const isForCaller = forUserId !== null && forUserId === userIdOf(ctx.actor);
    const concerned = decided === '' && isForCaller && !isOwn ? IN_OWN_FAVOUR : decided;
    const why = concerned === '' ? await accountRefusal(ctx, approval) : concerned;
    items.push({
      ...{ facts, mayWithdraw: isOwn && !isOfRecord(approval) },
      ...{ approvalId, kind, entity, entityId, record, summary, amountUsd },
      ...{ requestedBy, reason, requestedAt, expiresAt, mayDecide: why === '', refusal: why },
      deciders: deciders.ofApproval(approval),
    });
  }
  const judge = await judgePending(ctx);
  const kinds = documentKinds.filter((kind) => readable.includes(kind));
  for (const document of await findWaitingDocuments(ctx.db, kinds, SHOWN)) {
    const { kind, id, record, amountUsd, requestedBy, notes, requestedAt } = document;
    const why = judge(document);
    items.push({
      ...WITHOUT_FACTS,
      ...{ approvalId: null, kind, entity: entities[kind], entityId: id, record, amountUsd },
      ...{ summary: summaries[kind](document), requestedBy, reason: notes, requestedAt },
      ...{ expiresAt: null, mayDecide: why === '', refusal: why },
      deciders: deciders.ofDocument(document),
    });
  }
  if (readable.includes('payroll')) items.push(...(await payrollItems(ctx, deciders)));
  if (readable.includes('leave_request')) items.push(...(await leaveItems(ctx, deciders)));
  return items
    .filter(({ mayDecide }) => mayDecide || !mine)
    .sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime());
}

/** How many of them the caller may decide, for the badge of the header. */
export async function countWaiting(ctx: Ctx): Promise<{ count: number }> {
  return { count: (await listWaiting(ctx, { mine: true })).length };
}
