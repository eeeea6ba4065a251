import { type App, type Ctx, createContext } from '../../context.ts';
import { beginRound, type UnderWay } from './service.ts';
import { pauseOf } from './service-batches.ts';

/** All open sessions are compared once a minute, and at once those of accounts that were decided anew. */
const COMPARE_MS = 60_000;
const ROUND_MS = 2000;

export interface Enforcer {
  /** Begins no new round and waits for what is under way. */
  stop(): Promise<void>;
}

/** A pause that can be ended. */
function openPause() {
  let end = () => {};
  return {
    async wait(ms: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        end = resolve;
        timer = setTimeout(resolve, ms);
        timer.unref();
      });
      clearTimeout(timer);
    },
    end: () => end(),
  };
}

/**
 * Repeats rounds of `beginRound` every two seconds until it is stopped, and at once where a router has answered a full batch: who
 * is suspended is off, and who has paid is on, within five. A round does not wait for routers that do not answer. One that fails
 * is reported and the next one begins; while a restore replaces the database none does. `before` is what modules above do in each
 * round.
 */
export function startEnforcing(app: App, before: (ctx: Ctx) => Promise<unknown>): Enforcer {
  let isStopped = false;
  let isMoreDue = false;
  let comparedAt = 0;
  const [gap, idle] = [openPause(), openPause()];
  const underWay: UnderWay = { orders: new Set(), endings: new Set() };
  const batches = new Set<Promise<void>>();
  const report = (message: string) => (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    app.log.warn({ reason }, message);
  };
  /** Returns how many were sent. */
  const round = async (): Promise<number> => {
    const ctx = createContext(app, { kind: 'system', job: 'access.enforce' });
    const all = ctx.now.getTime() - comparedAt >= COMPARE_MS;
    await before(ctx).catch(report('sign-ins wait to be taken over'));
    const { orders, endings } = await beginRound(ctx, underWay, { all });
    if (all) comparedAt = ctx.now.getTime();
    const begun = [...orders, ...endings];
    for (const { done, isFull } of begun) {
      const batch = done
        .then(() => {}, report('orders to routers wait'))
        .then(() => {
          batches.delete(batch);
          if (!isFull) return;
          isMoreDue = true;
          idle.end();
        });
      batches.add(batch);
    }
    return begun.reduce((sum, { size }) => sum + size, 0);
  };
  const loop = async () => {
    while (!isStopped) {
      isMoreDue = false;
      const sent =
        app.maintenance.message === undefined
          ? await round().catch((error: unknown) => {
              report('orders to routers wait')(error);
              return 0;
            })
          : 0;
      if (sent > 0 && !isStopped) await gap.wait(pauseOf(sent));
      if (!isMoreDue && !isStopped) await idle.wait(ROUND_MS);
    }
    await Promise.all(batches);
  };
  const running = loop();
  return {
    async stop() {
      isStopped = true;
      gap.end();
      idle.end();
      await running;
    },
  };
}
