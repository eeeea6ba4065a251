import { type Ctx, transact } from '../../context.ts';
import { notFound } from '../../kernel/errors.ts';
import type { OrderResult } from '../../ports/radius.ts';
import { audit } from '../../records/audit.ts';
import { getPause } from '../../records/pause.ts';
import { openNewAccounts } from '../accounts/service-new.ts';
import { decideStale } from '../decisions/service.ts';
import { storedSettings } from '../decisions/service-settings.ts';
import type { OpenSession } from '../schema-sessions.ts';
import { findOpen } from '../sessions/queries.ts';
import * as queries from './queries.ts';
import { changeOf, outcomeOf } from './rules.ts';
import { type Batch, type Busy, beginBatches } from './service-batches.ts';
import { beginEndings } from './service-endings.ts';
import { sendOrder } from './service-send.ts';

/** Of more accounts than these all sessions are compared. */
const COMPARE_SOME = 5000;

export interface RoundResult {
  decided: number;
  sent: number;
  given: number;
  promised: number;
  gone: number;
  waiting: number;
}

/**
 * Compares the open sessions of all accounts, or of some, with what they should have, and makes the orders that are missing.
 * Returns how many sessions differ. Source: decision 131.
 */
export function compareSessions(ctx: Ctx, accountIds?: readonly number[]): Promise<number> {
  return transact(ctx, async (tx) => {
    const { enforced } = await storedSettings.read(tx.db);
    return queries.compareSessions(tx.db, tx.now, enforced, accountIds);
  });
}

type Sent = Omit<RoundResult, 'decided'>;

/** Begins to send the orders that are due, without a transaction in between, and stores what is answered. */
function beginOrders(ctx: Ctx, busy: Busy): Promise<Batch<Sent>[]> {
  return beginBatches(ctx, {
    busy,
    take: (tx, limits) => queries.takeDue(tx.db, limits),
    send: (due) => sendOrders(ctx, due),
  });
}

async function sendOrders(ctx: Ctx, due: readonly queries.DueOrder[]): Promise<Sent> {
  const answered = await Promise.all(due.map((order) => sendOne(ctx, order)));
  const given: queries.DueOrder[] = [];
  const gone: number[] = [];
  const postponed: queries.Postponed[] = [];
  for (const { order, wasChange, answer } of answered) {
    const outcome = outcomeOf(answer, { wasChange, tries: order.tries });
    if ('next' in outcome) {
      const { next, afterMs, isPromised, error } = outcome;
      // Measured from the answer: the clock of the context stands since the round began.
      const nextAt = new Date(ctx.clock().getTime() + afterMs);
      const { sessionId, decision, given: what } = order;
      postponed.push({ sessionId, decision, given: what, kind: next, nextAt, isPromised, error });
    } else if (outcome.done === 'given') given.push(order);
    else gone.push(order.sessionId);
  }
  await transact(ctx, async (tx) => {
    await queries.markGiven(tx.db, given);
    await queries.closeUnknown(tx.db, gone);
    await queries.postpone(tx.db, postponed);
  });
  const promised = postponed.filter(({ isPromised }) => isPromised).length;
  const waiting = postponed.length - promised;
  return { sent: due.length, given: given.length, promised, gone: gone.length, waiting };
}

async function sendOne(
  ctx: Ctx,
  order: queries.DueOrder,
): Promise<{ order: queries.DueOrder; wasChange: boolean; answer: OrderResult }> {
  const change = changeOf(order);
  const wasChange = change !== undefined;
  const { userName, acctSessionId: sessionId, ip } = order;
  const answer = await sendOrder(ctx, order, { userName, sessionId, ip }, change);
  return { order, wasChange, answer };
}

/** Routers whose answers are awaited, to orders and to endings. */
export interface UnderWay {
  orders: Busy;
  endings: Busy;
}

const nothingUnderWay = (): UnderWay => ({ orders: new Set(), endings: new Set() });

export interface BegunRound {
  decided: number;
  orders: Batch<Sent>[];
  endings: Batch<void>[];
}

/**
 * One round: adds accounts of new customers, which is logged if it fails, decides about accounts that have changed, makes the
 * orders of their sessions, and begins to send what is due to routers that are not under way. Any number of processes may do so at
 * once. With 'observe only' sessions leave the garden and no other orders are made; what a person asks for is sent, and sessions
 * of deleted accounts are ended. In the pause after a restore nothing is sent.
 */
export async function beginRound(
  ctx: Ctx,
  underWay: UnderWay,
  { all = false } = {},
): Promise<BegunRound> {
  await openNewAccounts(ctx).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.warn({ reason }, 'accounts of new customers wait');
  });
  const ids = await decideStale(ctx);
  const decided = ids.length;
  if (await getPause(ctx.db)) return { decided, orders: [], endings: [] };
  if (all || decided > COMPARE_SOME) await compareSessions(ctx);
  else if (decided > 0) await compareSessions(ctx, ids);
  const endings = await beginEndings(ctx, underWay.endings);
  const orders = await beginOrders(ctx, underWay.orders).catch(async (error: unknown) => {
    await Promise.allSettled(endings.map(({ done }) => done));
    throw error;
  });
  return { decided, orders, endings };
}

/** A round until everything that it sent is answered, or was not. */
export async function enforceOnce(ctx: Ctx, options: { all?: boolean } = {}): Promise<RoundResult> {
  const { decided, orders, endings } = await beginRound(ctx, nothingUnderWay(), options);
  await Promise.all(endings.map(({ done }) => done));
  const result = { decided, sent: 0, given: 0, promised: 0, gone: 0, waiting: 0 };
  for (const sent of await Promise.all(orders.map(({ done }) => done)))
    for (const key of Object.keys(sent) as (keyof Sent)[]) result[key] += sent[key];
  return result;
}

/**
 * Orders the end of one session, and answers it; its device may sign in again. The audit log says who asked.
 * @throws AppError notFound for a session that is not open.
 */
export function endSession(ctx: Ctx, sessionId: number): Promise<OpenSession> {
  return transact(ctx, async (tx) => {
    const { rows } = await findOpen(tx.db, { id: sessionId });
    const session = rows[0] ?? notFound('Session', sessionId);
    await queries.orderEnd(tx.db, sessionId, tx.now);
    const line = {
      action: 'access.endSession',
      entity: 'accessAccount',
      entityId: session.accountId,
    };
    await audit(tx, {
      ...line,
      summary: `${session.username} at ${session.routerName}`,
      facts: {},
    });
    return { ...session, isAsDecided: false };
  });
}
