import { type Ctx, transact } from '../../context.ts';
import type { Limits } from './queries.ts';

/** As many orders a second as four routers answer. */
const PER_SECOND = 200;
/** Of one router at once; the others of it follow when these are answered. */
const PER_ROUTER = 50;
/** Longer than all repetitions of the orders that a router has at once. */
const CLAIM_MS = 30_000;

/** How long no others are sent after so many: at most 200 a second. In milliseconds. */
export const pauseOf = (sent: number): number => (sent * 1000) / PER_SECOND;

/** Routers whose answers are awaited: nothing more is taken of them. */
export type Busy = Set<number>;

export interface Batch<Result> {
  size: number;
  /** More is due, probably. */
  isFull: boolean;
  /** When all of it was answered, or was not, and this is stored. */
  done: Promise<Result>;
}

interface Work<Due, Result> {
  busy: Busy;
  take(tx: Ctx, limits: Limits): Promise<Due[]>;
  send(due: readonly Due[]): Promise<Result>;
}

/**
 * Takes what is due and begins to send it, a batch for each router: one that does not answer holds up its own batch, and no
 * other router.
 */
export async function beginBatches<Due extends { routerId: number }, Result>(
  ctx: Ctx,
  { busy, take, send }: Work<Due, Result>,
): Promise<Batch<Result>[]> {
  const until = new Date(ctx.now.getTime() + CLAIM_MS);
  const limits = { now: ctx.now, until, limit: PER_SECOND, perRouter: PER_ROUTER, busy: [...busy] };
  const due = await transact(ctx, (tx) => take(tx, limits));
  const byRouter = new Map<number, Due[]>();
  for (const one of due) byRouter.set(one.routerId, [...(byRouter.get(one.routerId) ?? []), one]);
  return [...byRouter].map(([router, batch]) => {
    busy.add(router);
    const done = send(batch).finally(() => busy.delete(router));
    // Whoever awaits it hears of the error; until then, or if nobody does, it must not end the process.
    done.catch(() => {});
    const isFull = batch.length === PER_ROUTER || due.length === PER_SECOND;
    return { size: batch.length, isFull, done };
  });
}
