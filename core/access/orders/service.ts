import { type App, type Ctx, createContext, transact } from '../../context.ts';
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
import { sendEndings } from './service-endings.ts';
import { sendOrder } from './service-send.ts';

/** Orders of one round: at most 200 a second, as many as a second of answers of four routers. */
const ROUND = 200;
const PER_ROUTER = 50;
/** Longer than all repetitions of an order: if this process is killed, another sends it again then. */
const CLAIM_MS = 30_000;
/** All open sessions are compared once a minute, and at once those of accounts that were decided anew. */
const COMPARE_MS = 60_000;
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

/** Sends the orders that are due and stores what was answered, without a transaction in between. */
async function sendOrders(ctx: Ctx): Promise<Omit<RoundResult, 'decided'>> {
  const result = { sent: 0, given: 0, promised: 0, gone: 0, waiting: 0 };
  const until = new Date(ctx.now.getTime() + CLAIM_MS);
  const limits = { now: ctx.now, until, limit: ROUND, perRouter: PER_ROUTER };
  const due = await transact(ctx, (tx) => queries.takeDue(tx.db, limits));
  if (due.length === 0) return result;
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

/**
 * One round: adds accounts of new customers, which is logged if it fails, decides about accounts that have changed, makes the
 * orders of their sessions, and sends what is due. Any number of processes may do so at once. With 'observe only' sessions leave
 * the garden and no other orders are made; what a person asks for is sent, and sessions of deleted accounts are ended. In the
 * pause after a restore nothing is sent.
 */
export async function enforceOnce(ctx: Ctx, { all = false } = {}): Promise<RoundResult> {
  await openNewAccounts(ctx).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.warn({ reason }, 'accounts of new customers wait');
  });
  const ids = await decideStale(ctx);
  const decided = ids.length;
  if (await getPause(ctx.db))
    return { decided, sent: 0, given: 0, promised: 0, gone: 0, waiting: 0 };
  if (all || decided > COMPARE_SOME) await compareSessions(ctx);
  else if (decided > 0) await compareSessions(ctx, ids);
  await sendEndings(ctx);
  return { decided, ...(await sendOrders(ctx)) };
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

export interface Enforcer {
  /** Begins no new round and waits for the one under way. */
  stop(): Promise<void>;
}

const ROUND_MS = 2000;

/**
 * Repeats `enforceOnce` every two seconds until it is stopped: who is suspended is off, and who has paid is on, within five. A
 * round that fails is reported and the next one begins; while a restore replaces the database none does. `before` is what modules
 * above do in each round.
 */
export function startEnforcing(app: App, before: (ctx: Ctx) => Promise<unknown>): Enforcer {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let comparedAt = 0;
  let wake = () => {};
  const loop = async () => {
    while (!isStopped) {
      if (app.maintenance.message === undefined) {
        const ctx = createContext(app, { kind: 'system', job: 'access.enforce' });
        const all = ctx.now.getTime() - comparedAt >= COMPARE_MS;
        const report = (message: string) => (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          app.log.warn({ reason }, message);
        };
        await before(ctx).catch(report('sign-ins wait to be taken over'));
        await enforceOnce(ctx, { all }).then(() => {
          if (all) comparedAt = ctx.now.getTime();
        }, report('orders to routers wait'));
      }
      if (isStopped) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, ROUND_MS);
        timer.unref();
      });
    }
  };
  const running = loop();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      wake();
      await running;
    },
  };
}
